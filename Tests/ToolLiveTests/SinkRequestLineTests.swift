import TestSupport
import Testing

/// Requests to the sink whose request line is wrong, but leaves no doubt where they end.
struct SinkRequestLineTests {
    @Test func `the connection stays open after a method in lowercase and a target without its slash`() throws
    {
        let sink = try SinkProcess()
        let client = try RawClient(port: sink.port)
        let body =
            "--4NqF7uZy1Lr0pKxTt2Wc\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n"
            + "--4NqF7uZy1Lr0pKxTt2Wc--\r\n"
        for (number, line) in ["post /up", "POST up", "POST /up"].enumerated() {
            client.send(
                """
                \(line) HTTP/1.1\r\nHost: h\r\nContent-Type: multipart/form-data; boundary=4NqF7uZy1Lr0pKxTt2Wc\r\n\
                Content-Length: \(body.utf8.count)\r\n\r\n\(body)
                """
            )
            let answer = client.receive(until: "\"notes\": 0\n  }\n}\n")
            #expect(answer.contains("\"number\": \(number + 1),"), "\(answer)")
            #expect(answer.hasPrefix("HTTP/1.1 \(line == "POST up" ? 400 : 200)"))
            #expect(answer.contains("framing/request-line") == (line != "POST /up"))
        }
        #expect(sink.stop().output.contains("3 uploads"))
    }
}
