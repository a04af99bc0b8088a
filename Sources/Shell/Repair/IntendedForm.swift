import Bytes
import Exchanges
import Forms
import Inspection
import Pipeline
import Profiles

/// The form that a request was meant to carry, whatever was done to it.
struct IntendedForm {
    /// Bytes of a coded or printed content that are taken into memory to be decoded: more is a file that was coded.
    private static let decodingLimit = 64 * 1024 * 1024

    /// The request.
    let request: Message
    /// The form as it was sent.
    let form: Form
    /// The parts as they were meant.
    let parts: [FormPart]

    /// Makes out what was meant.
    ///
    /// - Parameters:
    ///   - inspected: the exchange.
    ///   - spool: the contents of its parts.
    /// - Throws: a ``CommandFailure`` where it cannot be made out.
    init(_ inspected: InspectedExchange, contents spool: ContentSpool) throws {
        if let refusal = RepairRefusal(inspected) { throw CommandFailure.unreadable(refusal.reason) }
        guard let form = inspected.form, let request = inspected.exchange.request else {
            throw CommandFailure.unreadable("it carries no form")
        }
        self.form = form
        self.request = request
        let findings = inspected.findings.map(\.finding)
        parts = try form.parts.map { part in
            // Notes tell of what is unusual: that may be meant so.
            let faults = findings.filter { $0.part == part.number && $0.severity > .note }
            return try Self.meant(part, faults.map(\.rule), spool)
        }
    }

    private static func meant(_ part: BodyPart, _ rules: [String], _ spool: ContentSpool) throws -> FormPart {
        guard let label = MeantLabel(part), let name = label.name else {
            throw CommandFailure.unreadable("part \(part.number) has no name")
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
                throw CommandFailure.unreadable(
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
            throw CommandFailure.unreadable(
                "the content of part \(part.number) is coded as \(PrintableText.text(coding)), "
                    + "which cannot be taken off"
            )
        }
        return .bytes(decoded)
    }
}
