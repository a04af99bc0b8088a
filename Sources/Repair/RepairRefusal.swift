import Bytes
import Exchanges
import Forms
import Inspection
import InspectionRules
import Pipeline

/// Why the intended form cannot be determined from a request, and what the user can say to have it repaired.
package struct RepairRefusal: Error, CustomStringConvertible {
    /// One sentence, without its beginning.
    package let reason: String
    /// What can be chosen, each an option and what it does.
    package let choices: [String]

    /// Makes a refusal.
    init(_ reason: String, _ choices: String...) {
        self.reason = reason
        self.choices = choices
    }

    /// The reason and the choices on one line.
    package var description: String {
        choices.isEmpty ? reason : "\(reason); \(choices.joined(separator: ", "))"
    }

    /// The obstacle in what a capture holds of a request; `nil` for none.
    static func ofSent(_ inspected: InspectedExchange, _ request: Message, _ choices: RepairChoices)
        -> RepairRefusal?
    {
        if request.content.missingBytes > 0 || !(inspected.form?.gaps.isEmpty ?? true) {
            return RepairRefusal("the capture lacks bytes of its body")
        }
        if let decoding = inspected.decoding, decoding.outcome != .plain, !decoding.isDecoded {
            return RepairRefusal("its body is compressed (\(decoding.name)) and cannot be decoded")
        }
        if let decoding = inspected.decoding, !decoding.isWhole {
            return RepairRefusal("not all of its compressed body (\(decoding.name)) can be decoded")
        }
        if let part = inspected.form?.parts.first(where: \.hasContentInType) {
            return RepairRefusal("the content of part \(part.number) begins in the line of its Content-Type")
        }
        let findings = inspected.findings.map(\.finding)
        if findings.contains(where: { $0.hint == WrittenLengths.hint }) {
            return RepairRefusal("in its body the length of each text stands before it")
        }
        return obstacle(in: findings, sentReasons, choices)
            ?? (inspected.form == nil ? RepairRefusal("it carries no form") : nil)
    }

    /// The obstacle in a form; `nil` for none.
    static func ofForm(_ form: Form, _ findings: [Finding], _ request: Message, _ choices: RepairChoices)
        -> RepairRefusal?
    {
        if form.close == nil, request.content.completion != .complete, !endsWithDelimiter(form) {
            return RepairRefusal("its body breaks off before the form ends")
        }
        if form.parts.isEmpty || form.ending == .inHeader {
            let cause = findings.first { $0.severity == .error }.map { " (\($0.rule))" } ?? ""
            return RepairRefusal("its body holds no whole part\(cause)")
        }
        if form.partCount > form.keptPartCount {
            return RepairRefusal(
                "it has \(form.partCount) parts, of which \(form.keptPartCount) are kept"
            )
        }
        return obstacle(in: findings, formReasons, choices)
    }

    /// The obstacle in the bytes outside of all parts, which would be left out; `nil` for none.
    ///
    /// - Throws: a ``RepairFailure`` where the bytes cannot be read again.
    static func ofSurroundings(_ form: Form, in body: EditedBody, _ choices: RepairChoices) throws
        -> RepairRefusal?
    {
        if Form.holdsHeader(try body.bytes(form.preamble.prefix(Form.outerBytes))[...]) {
            return RepairRefusal("a part stands before its first delimiter")
        }
        guard choices.keepsAfterClose != false,
            Form.holdsHeader(try body.bytes(form.epilogue.prefix(Form.outerBytes))[...])
        else { return nil }
        return RepairRefusal(
            "another form stands after its close delimiter",
            "--drop-after-close leaves it out"
        )
    }

    /// Whether the framed bytes lack the end of their form, so that bytes after them belong to it.
    static func isCut(_ form: Form) -> Bool {
        guard form.close != nil else { return true }
        return form.epilogue.isEmpty || form.epilogue.count == 1
    }

    /// The obstacle to what another encoder would have sent; `nil` for none.
    static func ofReading(_ inspected: InspectedExchange) -> RepairRefusal? {
        guard let form = inspected.form, let request = inspected.exchange.request else {
            let isCut = (inspected.exchange.request?.content.missingBytes ?? 0) > 0
            return RepairRefusal(isCut ? "the capture lacks bytes of its body" : "it carries no form")
        }
        let findings = inspected.findings.map(\.finding)
        if let refusal = ofSent(inspected, request, RepairChoices())
            ?? obstacle(
                in: findings,
                formReasons.merging(readingReasons) { first, _ in first },
                RepairChoices()
            )
        {
            return refusal
        }
        if form.close == nil, request.content.completion != .complete || request.content.excessLength > 0,
            !findings.contains(where: { $0.rule == "length/short-by-close-delimiter" })
        {
            return RepairRefusal("its body breaks off before the form ends")
        }
        return ofForm(form, [], request, RepairChoices())
    }

    private static func endsWithDelimiter(_ form: Form) -> Bool {
        if case .inDelimiter = form.ending { return true }
        return form.ending == .afterDelimiter
    }

    private static func obstacle(
        in findings: [Finding],
        _ reasons: [String: String],
        _ choices: RepairChoices
    )
        -> RepairRefusal?
    {
        for found in findings {
            guard let reason = reasons[found.rule] else { continue }
            // The part that the boundary begins is the rest of the one before it.
            let number = found.part.map { found.rule == "boundary/occurs-in-content" ? $0 - 1 : $0 }
            let place = number.map { "part \($0)" } ?? "it"
            let offset = "\(found.rule) at offset \(found.range.lowerBound)"
            let text = "\(reason.replacing("PART", with: place)) (\(offset))"
            switch found.rule {
            case "boundary/occurs-in-content":
                if choices.takesBoundaryForData { continue }
                return RepairRefusal(text, "--boundary-is-data takes that line for data")
            case "boundary/nested-same", "delimiter/inside-headers":
                if choices.takesReading { continue }
                return RepairRefusal(text, "--as-read takes the parts as `partwise show` lists them")
            default: return RepairRefusal(text)
            }
        }
        return nil
    }

    /// The rules whose findings in what was sent make the intended form a guess.
    private static let sentReasons = [
        "capture/stream-gap": "the capture lacks bytes of its body",
        "body/empty": "its body is empty",
        "body/encoded-but-undeclared": "its body is compressed",
        "body/format-is-other": "its body is not a form",
        "body/chunk-framing-leaked": "the framing of chunks stands in its contents",
        "body/headers-leaked": "fields of the head stand in its body",
        "boundary/nested-same":
            "a form within the form has the same boundary, so that it is not known where that ends",
        "line/utf16-body": "its body is written in UTF-16",
        "framing/early-last-chunk": "its chunks end in the middle of the form",
        "framing/chunk-size-invalid": "its chunks cannot be told apart",
        "framing/chunk-data-length": "its chunks cannot be told apart",
    ]

    /// The rules whose findings in a form that can be read make its parts a guess.
    private static let formReasons = [
        "boundary/occurs-in-content":
            "the boundary stands in the content of PART, so that it is not known where that ends",
        "boundary/nested-same":
            "a form within the form has the same boundary, so that it is not known where that ends",
        "delimiter/none-found": "its body holds no delimiter",
        "delimiter/zero-parts": "its form has no parts",
        "delimiter/inside-headers": "a delimiter stands among the header lines of PART",
    ]

    /// What is a guess besides where a form is taken as it is read.
    private static let readingReasons = [
        "framing/missing-blank-line": "its first part stands in the head of the request",
        "body/truncated": "its body breaks off before the form ends",
        "delimiter/part-after-close": "parts follow after the close delimiter",
        "disposition/missing-name": "PART has no name",
        "part-header/missing-content-disposition": "PART has no name",
        "part-header/none": "PART has no header",
        "disposition/duplicate-name-param": "PART has two names",
        "disposition/duplicate-filename-param": "PART has two filenames",
    ]
}

extension BodyPart {
    /// Whether bytes follow the type in the line of its Content-Type that no type has: both line ends after it are missing.
    fileprivate var hasContentInType: Bool {
        guard headerEnd != .blankLine, let line = header.first(named: "content-type") else { return false }
        let type = header[line.value].prefix { $0 != UInt8(ascii: ";") }
        let kinds: [StaticString] = ["image/", "video/", "audio/", "application/", "text/"]
        return kinds.contains { type.startsIgnoringCase(with: $0) }
            && type.contains { $0 >= 0x7F || $0 < 0x20 }
    }
}
