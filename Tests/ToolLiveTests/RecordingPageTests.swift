import Foundation
import TestSupport
import Testing

/// The page that shows exchanges as they come, over sockets.
struct RecordingPageTests {
    private static let boundary = "4NqF7uZy1Lr0pKxTt2Wc"

    /// An upload with one part, whose name is given.
    private static func upload(_ name: String = "a", to path: String = "/up", isClosed: Bool = true) -> String
    {
        let body =
            "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n1\r\n--\(boundary)"
            + (isClosed ? "--\r\n" : "\r\n")
        return """
            POST \(path) HTTP/1.1\r\nHost: h\r\nContent-Type: multipart/form-data; boundary=\(boundary)\r\n\
            Content-Length: \(body.utf8.count)\r\n\r\n\(body)
            """
    }

    /// A sink with a page, and a client of the sink.
    struct Running {
        let sink: SinkProcess
        let page: PageAddress
        let client: RawClient

        init(_ options: [String] = []) throws {
            sink = try SinkProcess(["--ui"] + options)
            page = try #require(sink.page)
            client = try RawClient(port: sink.port)
        }

        /// Sends an upload and waits for its verdict.
        func send(_ upload: String) {
            client.send(upload)
            #expect(client.receive(until: "\n  }\n}\n").hasPrefix("HTTP/1.1 "))
        }
    }

    @Test(arguments: [
        ("GET /", [], 200), ("GET /", ["Authorization:"], 403), ("GET /?token=", ["Authorization:"], 403),
        ("GET /", ["Authorization: Bearer 0123456789abcdef0123456789abcdef"], 403),
        ("GET /events", ["Authorization:"], 403), ("GET /exchanges/1", ["Authorization:"], 403),
        ("GET /", ["Host: rebound.example"], 421), ("GET /", ["Host:"], 421),
        ("GET /", ["Host: 127.0.0.1"], 421), ("GET /", ["Host: 127.0.0.1:PORT", "Host: other"], 421),
        ("GET /", ["Host: LOCALHOST:PORT"], 200), ("GET http://127.0.0.1/", [], 400),
        ("POST /clear?token=TOKEN", ["Authorization:"], 403), ("POST /clear", [], 200),
        ("POST /clear", ["Origin: http://127.0.0.1:PORT"], 200), ("POST /clear", ["Origin: null"], 403),
        ("POST /clear", ["Origin: http://127.0.0.1:1"], 403),
        ("POST /clear", ["Sec-Fetch-Site: same-site"], 403),
        ("GET /exchanges/1", ["Sec-Fetch-Site: cross-site"], 403),
        ("GET /?token=TOKEN", ["Authorization:", "Sec-Fetch-Site: cross-site"], 200),
        ("POST /replay/1?token=TOKEN", ["Authorization:"], 403), ("POST /replay/1", [], 404),
        ("GET /clear", [], 405), ("DELETE /", [], 405), ("GET /exchanges/1", [], 404),
        ("GET /exchanges/x", [], 404), ("GET /../../etc/passwd", [], 404), ("GET /s.pcapng", [], 404),
    ])
    func `a request needs the token, this server's name and its own origin`(
        line: String,
        fields: [String],
        status: Int
    ) throws {
        let sink = try SinkProcess(["--ui"])
        let page = try #require(sink.page)
        func filled(_ text: String) -> String {
            text.replacing("PORT", with: "\(page.port)").replacing("TOKEN", with: page.token)
        }
        let answer = try page.answer(to: filled(line), fields.map(filled))
        #expect(answer.status == status, "\(answer)")
        #expect(answer.head.contains("Referrer-Policy: no-referrer"))
        #expect(!answer.head.contains("Set-Cookie"))
        #expect(!answer.head.contains("Access-Control"))
        #expect(!answer.body.contains(page.token))
        if status == 200, line.hasPrefix("GET") {
            #expect(answer.head.contains("Content-Security-Policy: default-src 'none'; script-src 'sha256-"))
        }
    }

    @Test func `exchanges come as events in the order in which they change`() throws {
        let running = try Running()
        running.send(Self.upload())
        let events = try PageEvents(running.page)
        #expect(events.head.contains("Content-Type: text/event-stream"))
        try events.waits(for: 1)
        running.send(Self.upload(isClosed: false))
        running.send(Self.upload("last"))
        var ids: [Int] = []
        while events.rows[3] == nil { if let id = try events.next().id { ids.append(id) } }
        #expect(events.listed == [1, 2, 3])
        #expect(ids == ids.sorted())
        #expect(events.rows[1]?.contains(">ok</span>") == true)
        #expect(events.rows[2]?.contains("<span class=\"status refused\">400</span>") == true)
        #expect(events.rows[2]?.contains("delimiter/missing-close") == true)
        // A viewer that connects again gets what changed since, and no more.
        let again = try PageEvents(running.page, after: events.lastID)
        running.send(Self.upload())
        try again.waits(for: 4)
        #expect(again.rows[1] == nil && again.rows[2] == nil)
    }

    @Test func `the view of an exchange has its findings and its bytes`() throws {
        let running = try Running()
        running.send(Self.upload(isClosed: false))
        let answer = try running.page.answer(to: "GET /exchanges/1")
        #expect(answer.status == 200)
        #expect(answer.head.contains("Content-Type: application/json"))
        let view = try #require(
            try JSONSerialization.jsonObject(with: Data(answer.body.utf8)) as? [String: Any]
        )
        let data = try #require(view["data"] as? [String: Any])
        let findings = try #require(data["findings"] as? [[String: Any]])
        #expect(findings.first?["rule"] as? String == "delimiter/missing-close")
        #expect((view["rules"] as? [String: Any])?["delimiter/missing-close"] != nil)
        let blocks = try #require(data["blocks"] as? [[String: Any]])
        #expect(blocks.map { $0["place"] as? String }.contains("body"))
        #expect(view["isComplete"] as? Bool == false)
    }

    @Test func `the last 1,000 exchanges are kept`() throws {
        let running = try Running()
        for first in stride(from: 1, through: 1_050, by: 50) {
            let requests = (first..<(first + 50)).map { "GET /n\($0) HTTP/1.1\r\nHost: h\r\n\r\n" }
            running.client.send(requests.joined())
            var answers = ""
            while answers.components(separatedBy: "by POST.\n").count < 51 {
                answers += String(decoding: running.client.receive(), as: UTF8.self)
            }
        }
        let events = try PageEvents(running.page)
        while events.listed.count < 1_000 { _ = try events.next() }
        try events.next { $0.name == "state" }
        let isLast = events.listed.sorted() == Array(51...1_050)
        #expect(isLast, "\(events.listed.count)")
        #expect(try running.page.answer(to: "GET /exchanges/50").status == 404)
        #expect(try running.page.answer(to: "GET /exchanges/1050").status == 200)
    }

    @Test func `what was cleared does not come back`() throws {
        let running = try Running()
        running.send(Self.upload())
        running.send(Self.upload())
        let events = try PageEvents(running.page)
        try events.waits(for: 2)
        #expect(try running.page.post("/clear") == 200)
        try events.next { $0.name == "clear" }
        #expect(try running.page.answer(to: "GET /exchanges/2").status == 404)
        // The second exchange is complete with the end of its connection.
        running.client.finish()
        _ = running.client.receiveAll()
        let other = try RawClient(port: running.sink.port)
        other.send(Self.upload())
        try events.waits(for: 3)
        #expect(events.listed == [3])
        let late = try PageEvents(running.page)
        try late.waits(for: 3)
        #expect(late.listed == [3])
    }

    @Test func `exchanges of a pause are counted, and not listed`() throws {
        let running = try Running()
        running.send(Self.upload())
        let events = try PageEvents(running.page)
        try events.waits(for: 1)
        #expect(try running.page.post("/pause") == 200)
        running.send(Self.upload())
        running.send(Self.upload())
        let paused = try events.next { ($0.data as? [String: Any])?["passed"] as? Int == 2 }
        #expect((paused.data as? [String: Any])?["isPaused"] as? Bool == true)
        #expect(try running.page.post("/resume") == 200)
        running.send(Self.upload())
        try events.waits(for: 4)
        #expect(events.listed == [1, 4])
        let result = running.sink.stop()
        #expect(result.output.contains("4 uploads with 4 parts"))
    }

    @Test func `viewers are bounded, and may vanish or stop reading`() throws {
        let running = try Running()
        var viewers = try (0..<16).map { _ in try PageEvents(running.page) }
        #expect(viewers.allSatisfy { $0.head.hasPrefix("HTTP/1.1 200") })
        #expect(try PageEvents(running.page).head.hasPrefix("HTTP/1.1 503"))
        for viewer in viewers.suffix(8) { viewer.vanish() }
        viewers.removeLast(8)
        // Rows of 2 kB and more: more than sockets hold for those that do not read.
        let long = String(repeating: "x", count: 1_800)
        for number in 1...600 { running.send(Self.upload(to: "/n\(number)/\(long)")) }
        let late = try PageEvents(running.page)
        try late.waits(for: 600)
        // One that reads at last gets all that is kept.
        try viewers[0].waits(for: 600)
        #expect(viewers[0].listed.count == 600)
        #expect(running.sink.stop().output.contains("600 uploads with 600 parts"))
    }

    @Test func `names from clients are escaped`() throws {
        let running = try Running()
        running.send(Self.upload("</script><img src=x onerror=alert(1)>", to: "/<b>'%22\"&"))
        let events = try PageEvents(running.page)
        try events.waits(for: 1)
        let row = try #require(events.rows[1])
        #expect(!row.contains("<img") && !row.contains("<b>") && !row.contains("</script"))
        #expect(row.contains("&lt;img src=x onerror=alert(1)&gt;"))
    }

    @Test(arguments: ["sink", "proxy"])
    func `the page is on this machine alone`(command: String) throws {
        let run = try LiveRun([command, "--no-config", "--listen", "0", "--ui", "0.0.0.0:0"])
        #expect(run.status == 2)
        #expect(run.diagnostics.contains("0.0.0.0 is reached by other machines"))
    }

    @Test func `a port that is taken is named`() throws {
        let sink = try SinkProcess()
        let run = try LiveRun(["sink", "--no-config", "--listen", "0", "--ui", "\(sink.port)"])
        #expect(run.status == 3)
        #expect(run.diagnostics.contains("127.0.0.1:\(sink.port): cannot be listened on"))
    }

    @Test func `the proxy's page shows what is inside a tunnel, and is not reached through the proxy`() throws
    {
        let sink = try SinkProcess()
        let folder = try TemporaryFolder()
        let proxy = try SinkProcess(
            ["--ca-folder", folder.path, "--insecure", "*", "-o", folder.path + "/p q.pcapng", "--ui"],
            command: "proxy"
        )
        let page = try #require(proxy.page)
        let events = try PageEvents(page)
        let url = "https://localhost:\(sink.port)/up"
        let run = try LiveRun([
            "send", url, "--proxy", "127.0.0.1:\(proxy.port)", "--cacert", folder.path + "/partwise-ca.pem",
            "-F",
            "a=1",
        ])
        #expect(run.status == 0, "\(run.diagnostics)")
        try events.next { _ in events.rows.values.contains { $0.contains(">200</span>") } }
        #expect(events.rows.count == 1)
        #expect(events.rows.values.first?.contains("<bdi class=\"url\">\(url)</bdi>") == true)
        let shell = try page.answer(to: "GET /")
        #expect(shell.body.contains("\"file\":\"'\(folder.path)/p q.pcapng'\""))
        let client = try RawClient(port: proxy.port)
        client.send("GET http://127.0.0.1:\(page.port)/?token=\(page.token) HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(client.receive(until: "\r\n\r\n").hasPrefix("HTTP/1.1 404"))
        _ = proxy.stop()
    }
}
