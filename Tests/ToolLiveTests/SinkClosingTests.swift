import Foundation
import TestSupport
import Testing

/// What becomes of the answers that a client has not read when the sink closes its connection.
struct SinkClosingTests {
    @Test func `a client that reads nothing before it has sent all gets each answer`() throws {
        // More than sockets hold.
        let count = 2_000
        let part = "--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n"
        let body = String(repeating: part, count: 10) + "--B--\r\n"
        let request =
            "POST /a HTTP/1.1\r\nHost: h\r\nContent-Type: multipart/form-data; boundary=B\r\n"
            + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
        let sink = try SinkProcess()
        let client = try RawClient(port: sink.port)
        client.send(String(repeating: request, count: count))
        client.finish()
        while sink.printed.components(separatedBy: "POST  /a").count <= count {
            guard sink.isRunning else { break }
            usleep(20_000)
        }
        let answers = client.receiveAll().components(separatedBy: "HTTP/1.1 200 OK\r\n").count - 1
        #expect(answers == count)
        _ = sink.stop()
    }
}
