import Bytes
import Exchanges
import Forms
import Inspection
import InspectionRules

/// Judges a request that was rewritten, as a capture of it would be.
enum RewrittenRequest {
    /// What is found in a request.
    ///
    /// - Parameters:
    ///   - head: its head.
    ///   - body: its body.
    ///   - exchange: the exchange that it comes from.
    /// - Returns: the findings.
    /// - Throws: a ``RepairFailure`` where the bytes cannot be read again.
    static func findings(_ head: [UInt8], _ body: EditedBody, _ exchange: Exchange) throws -> [Finding] {
        let start = head.prefix { $0 != 0x0D }
        let fields = FieldSection(
            parsing: Array(head[(start.count + 2)..<(head.count - 2)]),
            base: start.count + 2
        )
        var inspection = try inspection(of: body, under: fields)
        var message = MessageDraft()
        message.head.startLine = Array(start)
        message.head.version = String(decoding: start.suffix(8), as: UTF8.self)
        message.head.fields = fields
        message.head.contentStart = head.count
        message.head.framing = .contentLength
        message.head.declaredLength = body.count
        message.content.bodyLength = body.count
        message.content.wireLength = body.count
        var written = Exchange(connection: 0, client: nil, server: nil)
        written.method = exchange.method
        written.target = exchange.target
        written.request = Message(message)
        return inspection.judge(written).findings
    }

    /// What is found in a body.
    ///
    /// - Parameters:
    ///   - body: the body.
    ///   - contentType: the value of Content-Type; `nil` for that of the request.
    ///   - fields: the fields of the request.
    ///   - inspector: which rules are run.
    /// - Returns: the findings.
    /// - Throws: a ``RepairFailure`` where the bytes cannot be read again.
    static func findings(
        in body: EditedBody,
        contentType: String?,
        _ fields: FieldSection,
        _ inspector: Inspector = .standard
    ) throws -> [Finding] {
        let sent = fields.value(named: "content-type").map {
            String(decoding: $0, as: UTF8.self)
        }
        let type = contentType ?? sent ?? "multipart/form-data"
        let line = Array("Content-Type: \(type.filter { !$0.isNewline })\r\n".utf8)
        var inspection = try inspection(of: body, under: FieldSection(parsing: line, base: 0), inspector)
        return inspection.judgeBareBody().findings
    }

    private static func inspection(
        of body: EditedBody,
        under fields: FieldSection,
        _ inspector: Inspector = .standard
    ) throws -> RequestInspection {
        var inspection = RequestInspection(InspectionSettings(inspector))
        inspection.begin(fields)
        try body.forEachPiece { inspection.push($0) }
        inspection.finish()
        return inspection
    }
}
