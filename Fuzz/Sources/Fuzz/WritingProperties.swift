import Bytes
import Exchanges
import Forms
import Inspection
import InspectionRules
import Pipeline
import Repair

/// What must hold of what is written.
enum WritingProperties {
    /// Writes a form whose names and contents the input gives, and reads it.
    static func checkWriter(_ input: [UInt8]) {
        let fields = input.split(separator: 0xFE, maxSplits: 7, omittingEmptySubsequences: false).map {
            Array($0)
        }
        var parts: [FormPart] = []
        for index in stride(from: 0, to: fields.count - 1, by: 2) {
            let name = fields[index]
            let filename = name.first.map { $0 & 1 == 1 } ?? false ? Array(name.dropFirst()) : nil
            parts.append(FormPart(name: name, filename: filename, content: .bytes(fields[index + 1])))
        }
        guard let writer = try? MultipartWriter(parts), let body = bytes(of: writer) else { return }
        require(body.count == writer.contentLength, "the length")
        var reader = FormReader(declared: [Array(writer.boundary.utf8)], collectsContent: true)
        reader.push(body.span.bytes)
        let form = reader.end()
        var contents: [Int: [UInt8]] = [:]
        for piece in reader.takeContent() { contents[piece.part, default: []] += piece.bytes }
        require(form.ending == .closed && form.parts.count == parts.count, "parts")
        for (part, sent) in zip(form.parts, parts) {
            guard case .bytes(let bytes) = sent.content else { continue }
            require(contents[part.number, default: []] == bytes, "contents")
            require((part.filename == nil) == (sent.filename == nil), "filenames")
        }
    }

    private static func bytes(of writer: MultipartWriter) -> [UInt8]? {
        let pull = writer.pull()
        var bytes: [UInt8] = []
        while let chunk = try? pull.chunk(ofAtMost: 1 << 16) {
            if chunk.isEmpty { return bytes }
            bytes += chunk
        }
        return nil
    }

    private struct Kept: InspectionHandler {
        var exchanges: [InspectedExchange] = []

        mutating func inspected(_ exchange: consuming InspectedExchange) { exchanges.append(exchange) }
    }

    private static func read(_ input: [UInt8], _ redaction: Redaction? = nil) -> [InspectedExchange] {
        var options = InspectionOptions(.standard)
        options.keepsBodies = true
        options.keepsMessages = true
        options.excessBytes = FormRepair.excessLimit
        options.redaction = redaction
        var kept = Kept()
        _ = try? CaptureInspection(options: options).inspect(input, name: "input", as: .request, into: &kept)
        return kept.exchanges
    }

    /// Reads a request, and reads it redacted.
    static func checkRedaction(_ input: [UInt8]) {
        var redaction = Redaction()
        redaction.coversAllParts = true
        let plain = read(input)
        let redacted = read(input, redaction)
        require(plain.count == redacted.count, "exchanges")
        for (one, other) in zip(plain, redacted) {
            require((one.body ?? []).count == (other.body ?? []).count, "the length of a body")
            require(one.form?.parts.count == other.form?.parts.count, "the parts of a form")
            require(one.form?.length == other.form?.length, "the length of a form")
        }
    }

    /// Repairs a request, and what came of it.
    static func checkRepair(_ input: [UInt8]) {
        guard let exchange = read(input).first, let once = try? repaired(exchange) else { return }
        guard let read = read(once).first else { fatalError("the repaired request is not read") }
        let errors = read.findings.filter { $0.finding.severity == .error }
        require(errors.isEmpty, "errors are left: \(errors.map(\.finding.rule))")
        do {
            require(try repaired(read) == once, "the repaired request is repaired again")
        } catch {
            fatalError("the repaired request cannot be repaired: \(error)")
        }
    }

    private static func repaired(_ exchange: InspectedExchange) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try FormRepair(exchange).write { bytes += $0 }
        return bytes
    }
}
