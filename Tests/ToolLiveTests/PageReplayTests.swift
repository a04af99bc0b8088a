import TestSupport
import Testing

/// Requests that the page of a recording sends again.
struct PageReplayTests {
    @Test func `a request is sent again, as it was recorded and repaired`() throws {
        let folder = try TemporaryFolder()
        let sink = try SinkProcess(["--ui", "-o", "\(folder.path)/r.pcapng"])
        let page = try #require(sink.page)
        let body = "--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--B\r\n"
        let client = try RawClient(port: sink.port)
        client.send(
            "POST /up HTTP/1.1\r\nHost: h\r\nContent-Type: multipart/form-data; boundary=B\r\n"
                + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
        )
        let events = try PageEvents(page)
        try events.waits(for: 1)
        let once = try page.answer(to: "POST /replay/1")
        #expect(once.status == 200)
        let line = "r.pcapng#1 as captured to http://h at 127.0.0.1:\(sink.port)"
        #expect(once.body.contains(line), "\(once)")
        #expect(once.body.contains("400 Bad Request"))
        let both = try page.answer(to: "POST /replay/1/both").body
        #expect(both.contains("the client's bytes are at fault"), "\(both)")
        for path in ["x", "1/../2", "1/other", ""] {
            #expect(try page.answer(to: "POST /replay/\(path)").status == 404)
        }
        // What was sent again was recorded again.
        try events.waits(for: 4)
    }
}
