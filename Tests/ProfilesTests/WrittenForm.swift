import Bytes
import Exchanges
import Forms
import Testing

@testable import Profiles

/// An upload of one value and one file, as a client writes it.
struct WrittenForm {
    static let plainValue = "Content-Disposition: form-data; name=\"a\""
    static let plainFile =
        "Content-Disposition: form-data; name=\"f\"; filename=\"x.png\"\r\nContent-Type: image/png"

    var boundary: String
    /// The lines of the head before Content-Type, and those after it.
    var head: [String] = []
    var after: [String] = []
    /// The name of Content-Type.
    var typeName = "Content-Type"
    /// Its value up to the boundary, and what follows it.
    var type = ("multipart/form-data; boundary=", "")
    /// The header lines of the parts.
    var value = Self.plainValue
    var file = Self.plainFile
    /// What stands after the close delimiter.
    var end = "\r\n"
    var fidelity = Fidelity.wire
    var isBare = false

    /// Who wrote it.
    func recognition() throws -> ClientRecognition {
        let body =
            "--\(boundary)\r\n\(value)\r\n\r\n1\r\n--\(boundary)\r\n\(file)\r\n\r\n2\r\n--\(boundary)--"
            + end
        var message = MessageDraft()
        message.head.framing = isBare ? .bare : .contentLength
        message.content.bodyLength = body.utf8.count
        let lines = head + ["\(typeName): \(type.0)\(boundary)\(type.1)"] + after
        message.head.fields = FieldSection(parsing: Array(lines.map { $0 + "\r\n" }.joined().utf8), base: 0)
        var exchange = Exchange(connection: 1, client: nil, server: nil)
        exchange.request = Message(message)
        exchange.fidelity = fidelity
        var reader = FormReader(declared: [Array(boundary.utf8)])
        reader.push(Array(body.utf8).span.bytes)
        return try #require(ClientRecognition(exchange, form: reader.finish()))
    }
}
