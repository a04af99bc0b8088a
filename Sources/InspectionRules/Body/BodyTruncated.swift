import Bytes
import Exchanges
import Forms
import Inspection

/// `body/truncated`: the body breaks off before the end of the form.
struct BodyTruncated: Rule {
    let id = "body/truncated"
    let title = "body breaks off"
    let severity = Severity.error
    let clauses = [Clause.rfc(9112, "8"), .rfc(9112, "6.3")]
    let rationale = """
        The upload stopped before its end: the client gave up, a timeout or a proxy's limit was reached, or the \
        connection was lost. Where the bytes reach a parser, busboy refuses them, Go says "unexpected EOF" and \
        Werkzeug delivers an empty form; PHP and Django take the cut value for the whole one, and python-multipart \
        loses it.
        """
    let hint = """
        Look for what stopped the upload: a timeout, a body size limit, a cancelled task, or a stream shorter than its \
        length says.
        """
    let needs = Fidelity.text
    let evidence = Evidence.head
    let concerns: FormTraits = .unclosed

    var examples: [RuleExample] {
        [
            .violating(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--AaB03x⏎"
                    + "Content-Disposition: form-data; name=\"z\"⏎⏎2▸",
                remark: "in the middle of a value"
            ),
            .violating(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--AaB03x⏎Con▸",
                remark: "in the middle of a header line"
            ),
            .violatingRequest(
                RuleExample.upload(
                    "Content-Length: 69⏎",
                    "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎"
                ),
                remark: "the client closed after 54 of 69 bytes"
            ),
            .violatingRequest(
                RuleExample.upload(
                    "Content-Length: 69⏎",
                    "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎▸"
                ),
                remark: "a recorder's log has 54 of 69 bytes",
                fidelity: .body
            ),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎",
                remark: "the value is there to its end: only the close delimiter was never written"
            ),
            .nearMiss(RuleExample.oneField, remark: "a whole form"),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let form = context.form, form.ending != .closed, form.length > 0, form.gaps.isEmpty else {
            return
        }
        // A whole body that lost its line breaks has its end, in the same line.
        if form.isOneLine, context.hasWholeBody { return }
        let message: String
        var severity: Severity?
        var hint: String?
        // The decoded length does not show how much of the body arrived.
        let length = context.request?.content.bodyLength ?? form.length
        let isBare = context.request.map { $0.head.framing == .bare } ?? true
        let completion = context.request?.content.completion
        // A bare body ends with its file, unless that was not read to its end.
        switch isBare && completion != .captureEnded && !context.lacksEnd ? nil : completion {
        case .complete where context.lacksEnd:
            message = Self.notRecorded(length, context.request?.head.declaredLength)
            severity = .note
        case .closedEarly:
            let declared = context.request?.head.declaredLength
            let isCloseMissing = Self.lacksCloseOnly(form, length, declared)
            let event = context.lacksConnection ? "the body ends" : "the client closed the connection"
            message = Self.closed(event, length, declared, beforeCloseOnly: isCloseMissing)
            if isCloseMissing { hint = Self.closeHint }
        case .reset:
            message = Self.reset(length, context.request?.head.declaredLength, context.request?.http2)
            // The network, either end or an intermediary caused this: it is not a fault of the form's
            // encoder.
            severity = .note
        case .complete where form.ending == .inHeader && context.decoding?.isWhole != false:
            message = Self.inHeader(form.length)
        case nil where form.ending == .inHeader: message = Self.inHeader(form.length)
        case nil where form.ending == .inContent && !Self.endsLine(form):
            message = Self.inContent(form.length)
        case .complete, .captureEnded, .malformed, nil: return
        }
        report.add(
            self,
            message,
            at: form.length..<form.length,
            part: form.parts.last?.number,
            severity: severity,
            hint: hint
        )
    }

    private static func endsLine(_ form: Form) -> Bool {
        form.parts.last.map { $0.content.isEmpty || $0.facts.last?.isLineBreak ?? false } ?? true
    }

    /// Whether exactly the close delimiter is missing, with or without the line ends around it.
    private static func lacksCloseOnly(_ form: Form, _ length: Int, _ declared: Int?) -> Bool {
        guard let declared, form.ending == .inContent, !form.delimiterText.isEmpty else { return false }
        let close = form.delimiterText.count + 2
        return (close...(close + 4)).contains(declared - length)
    }

    private static let closeHint = "Write the close delimiter that was counted."

    private static func closed(
        _ event: String,
        _ length: Int,
        _ declared: Int?,
        beforeCloseOnly: Bool
    ) -> String {
        "\(event) after \(amount(length, declared))"
            + (beforeCloseOnly
                ? ": the close delimiter was counted but not sent" : ", in the middle of the form")
    }

    private static func reset(_ length: Int, _ declared: Int?, _ origin: HTTP2Origin?) -> String {
        let event =
            if let reset = origin?.reset {
                "the \(reset.isByClient ? "client" : "server") reset the stream with \(reset.code)"
            } else {
                "the connection was reset"
            }
        return "\(event) after \(amount(length, declared)), in the middle of the form"
    }

    private static func notRecorded(_ length: Int, _ declared: Int?) -> String {
        "the log holds \(amount(length, declared)), and not the end of the form: the client stopped, or the recorder"
    }

    private static func inHeader(_ length: Int) -> String {
        "the body ends after \(length) bytes in the middle of a part's header lines"
    }

    private static func inContent(_ length: Int) -> String {
        "the body ends after \(length) bytes in the middle of a part's content"
    }

    private static func amount(_ length: Int, _ declared: Int?) -> String {
        declared.map { "\(length) of \($0) bytes" } ?? "\(length) bytes"
    }
}
