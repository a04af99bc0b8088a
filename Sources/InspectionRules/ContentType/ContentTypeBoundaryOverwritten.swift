import Bytes
import Exchanges
import Forms
import Inspection

/// `content-type/boundary-overwritten`: a multipart type without the boundary parameter.
struct ContentTypeBoundaryOverwritten: Rule {
    let id = "content-type/boundary-overwritten"
    let title = "multipart type without a boundary"
    let severity = Severity.error
    let clauses = [Clause.rfc(2046, "5.1.1"), Clause.rfc(7578, "4.1")]
    let rationale = """
        This usually happens where code sets Content-Type itself and so replaces the library's own value, which had \
        the boundary. Only CGI.pm reads the form; busboy says "Multipart: Boundary not found", Django "Invalid \
        boundary in multipart: None", Go "no multipart boundary param in Content-Type"; PHP warns "Missing boundary in \
        multipart/form-data POST data" and delivers an empty form, as Werkzeug does without a warning.
        """
    let hint = """
        Delete the line that sets Content-Type; the library that builds the body then sends the header with \
        the boundary it generated.
        """
    let evidence = Evidence.head
    let headConcerns: HeadTraits = .irregularContentType

    var examples: [RuleExample] {
        [
            .violating(
                RuleExample.oneField(),
                contentType: "multipart/form-data▸",
                remark: "the header was set by hand"
            ),
            .violating(
                "a=1&z=2",
                contentType: "multipart/form-data; charset=utf-8▸",
                remark: "no parameter is the boundary"
            ),
            .violating(
                RuleExample.oneField(),
                contentType: "multipart/form-data; ▸boundry=AaB03x",
                remark: "misspelled"
            ),
            .violating(
                RuleExample.oneField(),
                contentType: "multipart/form-data; ▸boundary: AaB03x",
                remark: "a colon in place of the equals sign"
            ),
            .violatingRequest(
                "POST /u HTTP/1.1⏎Host: a⏎Content-Type: multipart/form-data;⏎▸boundary=AaB03x⏎Content-Length: 69⏎⏎"
                    + RuleExample.oneField(),
                remark: "on a line of its own"
            ),
            .violatingRequest(
                "POST /u HTTP/1.1⏎Host: a⏎Content-Type: multipart/form-data▸⏎Content-Length: 69⏎⏎",
                remark: "a warning: a log of heads",
                fidelity: .heads
            ),
            .violatingRequest(
                "POST /u HTTP/1.1⏎Host: a⏎Content-Type: multipart/form-data; ▸boundry=AaB03x⏎Content-Length: 69⏎⏎",
                remark: "a warning: misspelled, in a log of heads",
                fidelity: .heads
            ),
            .nearMissRequest(
                "GET /u HTTP/1.1⏎Host: a⏎Content-Type: multipart/form-data⏎⏎",
                remark: "a request without a body, in a log of heads",
                fidelity: .heads
            ),
            .nearMissRequest(
                "POST /u HTTP/1.1⏎Host: a⏎Content-Type: multipart/form-data⏎Content-Length: 0⏎⏎",
                remark: "an empty body, in a log of heads",
                fidelity: .heads
            ),
            .nearMiss(RuleExample.oneField(), remark: "the boundary is there"),
            .nearMiss(
                RuleExample.oneField(),
                contentType: "multipart/form-data boundary=AaB03x",
                remark: "there, after a missing semicolon"
            ),
            .nearMiss(
                RuleExample.oneField(),
                contentType: "multipart/form-data; boundary*=us-ascii''AaB03x",
                remark: "there, in the extended notation"
            ),
            .nearMiss(
                "",
                contentType: "multipart/form-data",
                remark: "an empty body has no parts to separate"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard context.isMultipart, let mediaType = context.mediaType, mediaType.boundaries.isEmpty,
            context.form.map({ $0.length > 0 }) ?? Self.announcesBody(context)
        else { return }
        let fields = context.fields
        guard
            !mediaType.value.parameters.contains(where: {
                fields[$0.name].startsIgnoringCase(with: "boundary*")
            }), StraySeparator.all(in: mediaType, fields).isEmpty
        else { return }
        let end = mediaType.line.value.upperBound
        if let line = context.boundaryOnNextLine {
            let text = PrintableText.text(fields[line.name], limit: 80)
            report.add(self, Self.cutOff(text), at: line.name, in: .head, hint: Self.cutOffHint)
            return
        }
        // The head alone may be a template, which was never sent so; a refusal shows that it was.
        let isProven = context.form != nil || (400...599).contains(context.status ?? 0)
        let severity: Severity? = isProven ? nil : .warning
        let shown = context.form?.boundary.map { PrintableText.text($0, limit: 80) }
        if context.form == nil || shown != nil, let slip = mediaType.misspelledBoundary(in: fields) {
            let meant = shown ?? "…"
            report.add(
                self,
                Self.misspelled(fields[slip.range], meant),
                at: slip.range,
                in: .head,
                severity: severity,
                hint: "Write `boundary=\(meant)`, in ASCII, with an equals sign and nothing before the name."
            )
            return
        }
        guard context.form == nil || shown != nil else {
            report.add(self, Self.absent, at: end..<end, in: .head)
            return
        }
        report.add(
            self,
            shown.map { Self.message($0) } ?? Self.unseen,
            at: end..<end,
            in: .head,
            severity: severity,
            hint: Self.hint(shown ?? "…", fields)
        )
    }

    /// Whether a head of which no body was recorded was sent with one.
    ///
    /// A list of fields without Content-Length may be the template of a request that was never sent so.
    private static func announcesBody(_ context: borrowing RuleContext) -> Bool {
        guard context.fidelity == .heads, let head = context.request?.head else { return false }
        if let length = head.declaredLength { return length > 0 }
        return head.isWhole && ["POST", "PUT", "PATCH"].contains(context.method)
    }

    private static func cutOff(_ line: String) -> String {
        "a line break cuts the boundary off Content-Type: `\(line)` is a line of its own, and no field"
    }

    private static let cutOffHint =
        "Write Content-Type on one line: `multipart/form-data; boundary=…`, without a line break in the string."

    private static let absent = "Content-Type declares no boundary, and the body shows none"
    private static let unseen = "Content-Type declares no boundary, without which no body is a form"

    private static func misspelled(_ parameter: ArraySlice<UInt8>, _ observed: String) -> String {
        "Content-Type has the parameter `\(PrintableText.ascii(parameter, limit: 100))` where `boundary=\(observed)` is "
            + "meant, and so declares no boundary"
    }

    private static func message(_ observed: String) -> String {
        "Content-Type declares no boundary; the body is delimited by `\(observed)`"
    }

    private static func hint(_ observed: String, _ fields: FieldSection) -> String {
        let own = "`multipart/form-data; boundary=\(observed)`"
        return switch Sender(fields) {
        case .apple:
            "Set Content-Type to \(own), with the constant that the delimiters are made of: URLSession adds no "
                + "boundary to a body that you build."
        case .browser:
            "Delete the line that sets Content-Type: with a FormData as the body the browser writes it, here \(own)."
        case .python:
            "Delete Content-Type from `headers`: with `\(Sender.formArgumentOfPython(fields))` the library writes it, "
                + "here \(own)."
        case .java, .dotNet, .node, .dart, .php, .go, .curl, nil:
            "Delete the line that sets Content-Type, so that the library which builds the body sends its own value; "
                + "where your code builds the body, add `boundary=\(observed)`."
        }
    }
}

extension MediaType {
    /// The parameter that is meant as the boundary where none has that name: its name differs slightly, or something
    /// other than an equals sign follows it.
    func misspelledBoundary(in fields: FieldSection) -> Parameter? {
        guard boundaries.isEmpty else { return nil }
        return value.parameters.first { parameter in
            let name = fields[parameter.name].map(\.lowercased)
            guard name.count >= 6, !name.starts(with: "boundary*".utf8) else { return false }
            return name.starts(with: "boundary".utf8) || name.differsSlightly(from: Array("boundary".utf8))
        }
    }
}
