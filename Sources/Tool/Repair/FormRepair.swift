import Bytes
import Exchanges
import Forms
import Inspection
import Pipeline

/// The form that a request was meant to carry, as our writer writes it.
struct FormRepair {
    /// Bytes of a coded or printed content that are taken into memory to be decoded: more is a file that was coded.
    private static let decodingLimit = 64 * 1024 * 1024

    /// The form.
    let writer: MultipartWriter
    /// The head of the request.
    let head: [UInt8]
    /// What was found in the request and is no longer there, one a rule, in order.
    let mended: [Finding]
    /// What our rules say of the form as it is now, one a rule, in order.
    let remaining: [Finding]

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
        let findings = inspected.findings.map(\.finding)
        let parts = try form.parts.map { part in
            // Notes tell of what is unusual: that may be meant so.
            let faults = findings.filter { $0.part == part.number && $0.severity > .note }
            return try Self.meant(part, faults.map(\.rule), spool)
        }
        do {
            writer = try MultipartWriter(parts, boundary: Self.keptBoundary(of: form, findings))
        } catch {
            throw CommandFailure.unreadable("\(error)")
        }
        head = RepairedHead.bytes(of: inspected.exchange, request, for: writer)
        remaining = Self.first(of: try Self.judge(writer))
        let remainingRules = Set(remaining.map(\.rule))
        mended = Self.first(of: findings).filter { !remainingRules.contains($0.rule) }
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

    /// The boundary of the request, where nothing is wrong with it: then less differs.
    private static func keptBoundary(of form: Form, _ findings: [Finding]) -> String? {
        guard !form.usesObservedBoundary, !findings.contains(where: { $0.rule.hasPrefix("boundary/") }),
            let boundary = form.boundary
        else { return nil }
        return String(decoding: boundary, as: UTF8.self)
    }

    /// What our rules say of a form that was written.
    private static func judge(_ writer: MultipartWriter) throws -> [Finding] {
        let fields = FieldSection(parsing: Array("Content-Type: \(writer.contentType)\r\n".utf8), base: 0)
        var reader = FormReader(declared: [Array(writer.boundary.utf8)])
        let pull = writer.pull()
        do throws(MultipartFailure) {
            while true {
                let chunk = try pull.chunk(ofAtMost: MultipartBody.defaultChunkSize)
                if chunk.isEmpty { break }
                reader.push(chunk.span.bytes)
            }
        } catch {
            throw CommandFailure.unreadable("\(error)")
        }
        return Inspector().judge(Subject(fields: fields, form: reader.finish()))
    }

    /// The first finding of each rule.
    private static func first(of findings: [Finding]) -> [Finding] {
        var rules: Set<String> = []
        return findings.filter { rules.insert($0.rule).inserted }
    }
}
