import Bytes
import Forms

/// The verdict on one `multipart/form-data` body: one call, for an encoder's own tests or a server's log.
///
/// ```swift
/// let check = FormCheck(body: bytes, contentType: "multipart/form-data; boundary=B")
/// for finding in check.findings { print(finding.rule, finding.offset, finding.message) }
/// ```
/// The body is taken to be whole: that its last byte is the last that was sent.
public struct FormCheck: Sendable {
    /// One thing that deserves a word.
    public struct Finding: Hashable, Sendable {
        /// The rule's id, such as `delimiter/missing-close`.
        public let rule: String
        /// How much it matters.
        public let severity: Severity
        /// One sentence: what is wrong with these bytes.
        public let message: String
        /// Whether ``offset`` counts in the body; otherwise it counts in the line `Content-Type: …`.
        public let isInBody: Bool
        /// The offset of the first offending byte, from 0.
        public let offset: Int
        /// The number of offending bytes; 0 where something is missing at ``offset``.
        public let length: Int
        /// The number of the part, from 1; `nil` where it is about no single part.
        public let part: Int?
        /// What to do.
        public let hint: String
        /// The clause that is broken.
        public let source: String
    }

    /// What was found, in the order of offsets.
    public let findings: [Finding]
    /// How many parts the form has.
    public let partCount: Int

    /// Whether nothing was found that breaks a MUST or loses data.
    public var conforms: Bool { !findings.contains { $0.severity == .error } }

    /// Judges a body.
    ///
    /// - Parameters:
    ///   - body: the body's bytes, transfer and content coding taken off.
    ///   - contentType: the value of its Content-Type field.
    public init(body: [UInt8], contentType: String) {
        let fields = FieldSection(parsing: Array("Content-Type: \(contentType)\r\n".utf8), base: 0)
        var reader = FormReader(declared: MediaType(fields)?.declaredBoundaries ?? [])
        reader.push(body.span.bytes)
        let form = reader.finish()
        partCount = form.partCount
        findings = Inspector.standard.judge(RuleContext(fields: fields, form: form)).map { finding in
            Finding(
                rule: finding.rule,
                severity: finding.severity,
                message: finding.message,
                isInBody: finding.place == .body,
                offset: finding.range.lowerBound,
                length: finding.range.count,
                part: finding.part,
                hint: finding.hint,
                source: finding.source
            )
        }
    }
}
