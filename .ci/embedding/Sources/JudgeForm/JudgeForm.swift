import PartwiseForms

/// Writes a form, judges it as a body and in a request, at once and streamed; ends with an error where one of the
/// verdicts is not as expected.
@main
enum JudgeForm {
    static func main() throws {
        let writer = try MultipartWriter([
            FormPart(name: "title", content: .text("A seaside")),
            FormPart(name: "photo", filename: "sea.txt", contentType: "text/plain", content: .text("waves")),
        ])
        let body = try bytes(of: writer)
        let right = FormCheck(body: body, contentType: writer.contentType)
        print(right)
        precondition(right.conforms && right.partCount == 2)

        let head =
            "POST /upload HTTP/1.1\r\nHost: example.com\r\nContent-Type: \(writer.contentType)\r\n"
            + "Content-Length: \(body.count - 10)\r\n\r\n"
        let request = Array(head.utf8) + body
        let wrong = FormCheck(request: request)
        print("\n\(wrong)")
        precondition(!wrong.conforms)
        precondition(wrong.findings.contains { $0.rule.hasPrefix("length/") && $0.severity == .error })

        var stream = FormCheck.Stream()
        for byte in request { stream.push(CollectionOfOne(byte)) }
        precondition(stream.finish().findings == wrong.findings)
    }

    private static func bytes(of writer: MultipartWriter) throws -> [UInt8] {
        let pull = writer.pull()
        var body: [UInt8] = []
        while true {
            let chunk = try pull.chunk(ofAtMost: 65_536)
            if chunk.isEmpty { return body }
            body += chunk
        }
    }
}
