import Bytes
import Exchanges
import Forms
import Inspection

/// `framing/request-line`: the request line is not a method, a target and a version, with one space between them.
struct FramingRequestLine: Rule {
    let id = "framing/request-line"
    let title = "malformed request line"
    let severity = Severity.error
    let requirement = RequirementLevel.must
    let clauses = [Clause.rfc(9112, "3"), .rfc(9112, "3.2"), .rfc(9112, "2.3"), .rfc(9110, "9.1")]
    let rationale = """
        A server should answer such a request with 400, and Go does: the upload is lost. Others try to read it: \
        Python's http.server accepts any blank as a separator, Node and PHP read a line without a version as \
        HTTP/0.9. Where a proxy and the server behind it differ, they see two different requests. Methods are \
        case-sensitive: Node answers 400 to `post` and to `patch`, which fetch() sends as it is given, and PHP's server \
        closes the connection; Go hands the program a method that it does not look for.
        """
    let hint =
        "Write the method, one space, the percent-encoded target, one space, and HTTP/1.1."
    let evidence = Evidence.head
    let needs = Fidelity.wire
    let headConcerns: HeadTraits = [.irregularFraming, .otherMethod]
    let readsForm = false

    var examples: [RuleExample] {
        [
            .violatingRequest(Self.upload("POST /u▸␠b HTTP/1.1"), remark: "a space in the target"),
            .violatingRequest(Self.upload("POST /u▸⟨00⟩b HTTP/1.1"), remark: "a NUL in the target"),
            .violatingRequest(Self.upload("▸␠POST /u HTTP/1.1"), remark: "a blank before the method"),
            .violatingRequest(Self.upload("POST▸␉/u␉HTTP/1.1"), remark: "tabs for spaces"),
            .violatingRequest(Self.upload("POST /u HTTP/1.1▸␠"), remark: "a blank at the end"),
            .violatingRequest(Self.upload("POST /u ▸HTTP/3.7"), remark: "no version of HTTP/1"),
            .violatingRequest(
                Self.upload("POST /u ▸http/1.1"),
                remark: "lowercase: the name is case-sensitive"
            ),
            .violatingRequest(Self.upload("POST /u▸"), remark: "no version"),
            .violatingRequest(Self.upload("POST ▸u HTTP/1.1"), remark: "a target without its slash"),
            .violatingRequest(Self.upload("▸patch /u HTTP/1.1"), remark: "a method in lowercase: a warning"),
            .nearMissRequest(Self.upload("POST http://a/u HTTP/1.1"), remark: "a URL, as a proxy gets it"),
            .nearMissRequest(Self.upload("upload /u HTTP/1.1"), remark: "a method of its own"),
            .nearMissRequest(Self.upload("POST /u%20b HTTP/1.1"), remark: "a space, percent-encoded"),
            .nearMissRequest(Self.upload("POST /u HTTP/1.0"), remark: "an older version of HTTP/1"),
        ]
    }

    private static func upload(_ line: String) -> String {
        "\(line)⏎Host: a⏎Content-Type: \(RuleExample.contentType)⏎Content-Length: 69⏎⏎" + RuleExample.oneField
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let request = context.request else { return }
        if let fault = FaultyFraming(context, .requestLineMethod)?.first {
            report.add(
                self,
                Self.method(PrintableText.text(Self.bytes(of: fault, request))),
                at: fault.range,
                in: .wire,
                severity: .warning,
                hint: Self.methodHint,
                clause: clauses[3]
            )
        }
        add(FaultyFraming(context, .requestLineTarget), clauses[1], hint: Self.targetHint, &report) { fault in
            Self.target(PrintableText.text(Self.bytes(of: fault, request), limit: 60))
        }
        add(FaultyFraming(context, .requestLineBlank), clauses[0], &report) { fault in
            Self.blank(fault, request)
        }
        add(FaultyFraming(context, .requestLineCharacter), clauses[1], &report) { fault in
            Self.character(Self.bytes(of: fault, request).first ?? 0)
        }
        add(FaultyFraming(context, .requestLineVersion), clauses[2], &report) { fault in
            let version = Self.bytes(of: fault, request)
            return version.isEmpty ? Self.noVersion : Self.version(PrintableText.text(version, limit: 40))
        }
    }

    private func add(
        _ faults: FaultyFraming?,
        _ clause: Clause,
        hint: String? = nil,
        _ report: inout RuleReport,
        _ message: (FramingFault) -> String
    ) {
        guard let faults else { return }
        report.add(
            self,
            message(faults.first) + Recurrence.words(forOthers: faults.count - 1),
            at: faults.first.range,
            in: .wire,
            hint: hint,
            clause: clause
        )
    }

    /// The bytes of the request line that a fault is about.
    private static func bytes(of fault: FramingFault, _ request: Message) -> ArraySlice<UInt8> {
        let start = request.head.startLineOffset
        let line = request.head.startLine
        let range = (fault.range.lowerBound - start)..<(fault.range.upperBound - start)
        return range.clamped(to: line.indices) == range ? line[range] : []
    }

    private static func blank(_ fault: FramingFault, _ request: Message) -> String {
        let bytes = bytes(of: fault, request)
        let what =
            switch bytes {
            case [0x20]: "a space"
            case [0x09]: "a tab"
            default: Quantity.of(bytes.count, "blank")
            }
        let verb = bytes.count == 1 ? "stands" : "stand"
        let line = request.head.startLine
        let rest = line[bytes.endIndex...]
        let place =
            if bytes.startIndex == 0 {
                "before the method"
            } else if rest.isEmpty {
                "at its end"
            } else if line[..<bytes.startIndex].allSatisfy(\.isTokenCharacter) {
                "after the method, where one space belongs"
            } else if rest.elementsEqual(request.head.version.utf8) {
                "before the version, where one space belongs"
            } else {
                "in the target"
            }
        return "in the request line \(what) \(verb) \(place)"
    }

    private static let methodHint = "Write the method in capitals."

    private static func method(_ text: String) -> String {
        "the method is written `\(text)`; methods are case-sensitive, so it is not \(text.uppercased())"
    }

    private static let targetHint = "Begin the target with `/`, as in `POST /upload HTTP/1.1`."

    private static func target(_ text: String) -> String {
        "the target `\(text)` is neither a path that begins with `/` nor a URL"
    }

    private static let noVersion = "the request line names no version of HTTP"

    private static func character(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16, uppercase: true)
        return "the control character 0x\(digits.count < 2 ? "0" : "")\(digits) stands in the target"
    }

    private static func version(_ text: String) -> String {
        "the request line names the version `\(text)`, which is not a version of HTTP/1"
    }
}
