import TestSupport
import Testing

/// Requests to the sink whose framing has what is legal and seldom used.
struct SinkChunkTests {
    private static let body =
        "--4NqF7uZy1Lr0pKxTt2Wc\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n"
        + "--4NqF7uZy1Lr0pKxTt2Wc--\r\n"
    private static let size = String(body.utf8.count, radix: 16)

    @Test(arguments: [
        ("a chunk extension", "", "\(size);a=b\r\n\(body)\r\n0\r\n\r\n"),
        ("a trailer field", "", "\(size)\r\n\(body)\r\n0\r\nX: y\r\n\r\n"),
        ("an empty line before the request", "\r\n", "\(size)\r\n\(body)\r\n0\r\n\r\n"),
    ])
    func `is accepted, and the connection stays open after it`(name: String, lead: String, content: String)
        throws
    {
        let sink = try SinkProcess()
        let client = try RawClient(port: sink.port)
        for number in 1...2 {
            client.send(
                """
                \(lead)POST /up HTTP/1.1\r\nHost: h\r\nContent-Type: multipart/form-data; boundary=4NqF7uZy1Lr0pKxTt2Wc\r\n\
                Transfer-Encoding: chunked\r\n\r\n\(content)
                """
            )
            let answer = client.receive(until: "\n  }\n}\n")
            #expect(answer.hasPrefix("HTTP/1.1 200"), "\(name): \(answer)")
            #expect(answer.contains("\"number\": \(number),"), "\(name): \(answer)")
        }
        #expect(sink.stop().output.contains("2 uploads"))
    }
}
