import Bytes
import Inspection

/// The verdict on one `multipart/form-data` upload: for an encoder's own tests, or a server's log.
///
/// ```swift
/// let check = FormCheck(body: bytes, contentType: "multipart/form-data; boundary=B")
/// #expect(check.conforms, "\(check)")
/// ```
/// Its description is what `partwise check` prints of the same upload. What is judged is taken to be whole: its last
/// byte is the last that was sent. An upload that arrives piece by piece goes into a ``Stream``.
public struct FormCheck: Sendable {
    /// What was found, in the order of offsets, at one offset the most severe first.
    public let findings: [Finding]
    /// The number of parts of the form.
    public let partCount: Int
    /// The number of bytes of the body, as they were framed.
    public let bodyLength: Int
    /// Why there was no form to judge, in a few words; `nil` where there was one.
    public let unreadReason: String?

    /// Judges a body.
    ///
    /// - Parameters:
    ///   - body: the body's bytes, without transfer and content coding.
    ///   - contentType: the value of its Content-Type field.
    ///   - rules: what it is judged by.
    public init(body: some Collection<UInt8>, contentType: String, rules: Rules = .standard) {
        var stream = Stream(contentType: contentType, rules: rules)
        stream.push(body)
        self = stream.finish()
    }

    /// Judges a whole request of HTTP/1, from its request line to its last byte.
    ///
    /// Its declared length and its framing are judged too. The response may follow it. Of several requests the first
    /// one is judged.
    ///
    /// - Parameters:
    ///   - request: the bytes as they are sent.
    ///   - rules: what it is judged by.
    public init(request: some Collection<UInt8>, rules: Rules = .standard) {
        var stream = Stream(rules: rules)
        stream.push(request)
        self = stream.finish()
    }

    init(_ request: JudgedRequest) {
        let text = request.text
        findings = request.findings.inReadingOrder.map { Finding(located: $0, text: text) }
        partCount = request.form?.partCount ?? 0
        bodyLength = request.bodyLength
        unreadReason = request.unreadReason
    }

    /// Whether there is a form, and nothing was found that breaks a MUST or loses data.
    public var conforms: Bool { unreadReason == nil && count(.error) == 0 }

    /// The number of findings of a severity.
    public func count(_ severity: Severity) -> Int { findings.count { $0.severity == severity } }
}

extension FormCheck: CustomStringConvertible {
    /// The findings as `partwise check` prints them, notes left out and each rule's first one in full, and what they
    /// come to.
    public var description: String {
        var tally = FindingTally()
        for finding in findings where finding.severity > .note {
            tally.add(finding.located, text: finding.text)
        }
        let style = TextStyle()
        let blocks = tally.entries().map { entry in
            entry.rows(style, listing: "'findings'").joined(separator: "\n")
        }
        return (blocks + [closing]).joined(separator: "\n\n")
    }

    private var closing: String {
        let counts = Severity.allCases.reversed().map { (number: count($0), noun: $0.rawValue) }
        let found = Quantity.list(counts)
        let form = "\(Quantity.of(partCount, "part")) (\(Quantity.of(bodyLength, "byte")))"
        if let unreadReason { return "not judged: \(unreadReason)" + (found.isEmpty ? "" : "; \(found)") }
        if conforms {
            return "\(form) conform" + (partCount == 1 ? "s" : "") + (found.isEmpty ? "" : ": \(found)")
        }
        return "\(found) in \(form)"
    }
}
