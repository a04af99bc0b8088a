import Bytes
package import Exchanges
package import Forms
import Inspection
package import Pipeline
import Profiles

/// The form that a request was intended to carry, despite the faults in its encoding.
package struct IntendedForm {
    /// The greatest length in bytes of encoded or printed content that is decoded in memory: more is an
    /// encoded file.
    private static let decodingLimit = 64 * 1024 * 1024

    /// The request.
    package let request: Message
    /// The form as sent.
    package let form: Form
    /// The parts as intended.
    package let parts: [FormPart]

    /// Determines the intended form.
    ///
    /// - Parameters:
    ///   - inspected: the exchange.
    ///   - spool: the contents of its parts.
    /// - Throws: a ``RepairFailure`` where it cannot be determined.
    package init(_ inspected: InspectedExchange, contents spool: ContentSpool) throws {
        if let refusal = RepairRefusal.ofReading(inspected) {
            throw RepairFailure(refusal.reason)
        }
        guard let form = inspected.form, let request = inspected.exchange.request else {
            throw RepairFailure("it carries no form")
        }
        self.form = form
        self.request = request
        let findings = inspected.findings.map(\.finding)
        parts = try form.parts.map { part in
            // Notes report unusual but possibly intended properties.
            let faults = findings.filter { $0.part == part.number && $0.severity > .note }
            return try Self.meant(part, faults.map(\.rule), spool)
        }
    }

    private static func meant(_ part: BodyPart, _ rules: [String], _ spool: ContentSpool) throws -> FormPart {
        guard let label = IntendedLabel(part), let name = label.name else {
            throw RepairFailure("part \(part.number) has no name")
        }
        var filename = label.filename
        if rules.contains("disposition/filename-path"), let path = filename {
            filename = path.split { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }.last.map {
                Array($0)
            }
        }
        let isTypeSound = !rules.contains("part-header/content-type-malformed")
        return FormPart(
            name: name,
            filename: filename,
            contentType: isTypeSound ? part.mediaType.map { part.header.text($0.line.value) } : nil,
            content: try content(of: part, rules, spool)
        )
    }

    private static func content(of part: BodyPart, _ rules: [String], _ spool: ContentSpool) throws
        -> PartContent
    {
        if rules.contains("part/stringified-object") {
            guard let bytes = PrintedBytes.read(spool.bytes(of: part.number, limit: decodingLimit)) else {
                throw RepairFailure(
                    "the bytes of part \(part.number) were never sent, only the text that stands for them "
                        + "(part/stringified-object at offset \(part.content.lowerBound))"
                )
            }
            return .bytes(bytes)
        }
        guard let coding = part.header.value(named: "content-transfer-encoding"),
            !["7bit", "8bit", "binary"].contains(String(decoding: coding, as: UTF8.self).lowercased())
        else { return spool.content(of: part.number) }
        guard part.content.count <= decodingLimit,
            let decoded = TransferDecoding.decode(spool.bytes(of: part.number, limit: decodingLimit), coding)
        else {
            throw RepairFailure(
                "the content of part \(part.number) is coded as \(PrintableText.text(coding)), "
                    + "which cannot be decoded"
            )
        }
        return .bytes(decoded)
    }
}
