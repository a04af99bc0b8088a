import Foundation
import TestSupport
import Testing

/// The sink, with clients that are right, wrong, slow and gone.
struct SinkTests {
    private static let boundary = "4NqF7uZy1Lr0pKxTt2Wc"
    private static let form = """
        --\(boundary)\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--\(boundary)--\r\n
        """

    private static func request(
        _ body: String = form,
        to path: String = "/up",
        length: Int? = nil,
        fields: String = ""
    ) -> String {
        """
        POST \(path) HTTP/1.1\r\nHost: h\r\nContent-Type: multipart/form-data; boundary=\(boundary)\r\n\
        Content-Length: \(length ?? body.utf8.count)\r\n\(fields)\r\n\(body)
        """
    }

    private static func status(_ response: String) -> String { String(response.prefix(12).suffix(3)) }

    /// What a client gets that sends a request, says that it has no more to send, and reads to the end.
    private static func answer(_ request: String, _ options: [String] = []) throws -> (
        text: String, SinkProcess.Result
    ) {
        let sink = try SinkProcess(options)
        let client = try RawClient(port: sink.port)
        client.send(request)
        client.finish()
        return (client.receiveAll(), sink.stop())
    }

    @Test func `an upload that conforms is answered with its verdict while the connection stays open`() throws
    {
        let sink = try SinkProcess()
        let client = try RawClient(port: sink.port)
        for number in 1...3 {
            client.send(Self.request())
            let answer = client.receive(until: "\"notes\": 0\n  }\n}\n")
            #expect(Self.status(answer) == "200")
            #expect(answer.contains("\"number\": \(number),"))
            #expect(answer.contains("\"errors\": 0"))
        }
        let result = sink.stop()
        #expect(result.status == 0)
        #expect(result.output.contains("#3  127.0.0.1:"))
        #expect(result.output.contains("3 uploads with 3 parts"))
    }

    @Test func `an error is answered with 400, its rule and its frame`() throws {
        let folder = try TemporaryFolder()
        let body = Self.form.replacing("--\r\n", with: "\r\n")
        let (answer, result) = try Self.answer(Self.request(body), ["-o", folder.path + "/r.pcapng"])
        #expect(Self.status(answer) == "400")
        #expect(answer.contains("\"rule\": \"delimiter/missing-close\""))
        #expect(answer.contains("\"frame\": 4"))
        #expect(result.status == 1)
        #expect(result.output.contains("r.pcapng#1  POST /up"))
    }

    @Test func `bytes behind the declared length are in the verdict`() throws {
        let (answer, _) = try Self.answer(Self.request(length: Self.form.utf8.count - 8))
        #expect(Self.status(answer) == "400")
        #expect(answer.contains("length/too-short"))
        #expect(answer.contains("\"closed\": false"))
    }

    @Test func `a client that sends less than it declares gets 408 with the arithmetic`() throws {
        let sink = try SinkProcess(["--timeout", "1"])
        let client = try RawClient(port: sink.port)
        let length = Self.form.utf8.count
        client.send(Self.request(length: length + 1_000))
        let answer = client.receiveAll()
        #expect(Self.status(answer) == "408")
        let declared = (length + 1_000).formatted(.number.locale(Locale(identifier: "en_US")))
        #expect(
            answer.hasSuffix(
                "declares \(declared) bytes, \(length) came, and none for 1 s: 1,000 are missing.\n"
            )
        )
        #expect(sink.stop().output.contains("error: length/too-long"))
    }

    @Test func `chunks of which the end cannot be known are answered at once`() throws {
        let sink = try SinkProcess()
        let client = try RawClient(port: sink.port)
        client.send(
            "POST /up HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n"
                + "Content-Type: multipart/form-data; boundary=x\r\n\r\n3\r\n--x\r\nzz\r\n"
        )
        let answer = client.receiveAll()
        #expect(Self.status(answer) == "400")
        #expect(answer.hasSuffix("The chunks of the body are malformed: where it ends cannot be known.\n"))
        client.finish()
        #expect(
            sink.stop().output.contains("400  0 parts  7 bytes  unknown  error: framing/chunk-size-invalid")
        )
    }

    @Test func `a client that closes in the middle is told what it sent`() throws {
        let (answer, result) = try Self.answer(
            Self.request(String(Self.form.dropLast(30)), length: Self.form.utf8.count)
        )
        #expect(Self.status(answer) == "400")
        #expect(answer.contains("body/truncated"))
        #expect(result.output.contains("error: body/truncated"))
    }

    @Test func `Expect is answered at once, and not where that is asked for`() throws {
        let sink = try SinkProcess()
        let head = Self.request("", length: Self.form.utf8.count, fields: "Expect: 100-continue\r\n")
        let client = try RawClient(port: sink.port)
        client.send(head)
        #expect(client.receive(until: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
        client.send(Self.form)
        #expect(Self.status(client.receive(until: "\r\n\r\n")) == "200")
        let refused = try RawClient(port: sink.port)
        refused.send(head.replacing("/up", with: "/417/up"))
        #expect(Self.status(refused.receive(until: "\r\n\r\n")) == "417")
        let unanswered = try RawClient(port: sink.port)
        unanswered.send(head.replacing("/up", with: "/no-100/up"))
        unanswered.send(Self.form)
        #expect(Self.status(unanswered.receive(until: "\r\n\r\n")) == "200")
        _ = sink.stop()
    }

    @Test(
        arguments: [
            ("/307/next", "307", "Location: /next\r\n"), ("/302/a/b", "302", "Location: /a/b\r\n"),
            ("/401/up", "401", "WWW-Authenticate: Basic"), ("/early-413/10/up", "413", "Connection: close"),
            ("/up", "200", "application/json"),
        ]
    )
    func `a path chooses how the sink behaves`(path: String, status: String, field: String) throws {
        let (answer, _) = try Self.answer(Self.request(to: path))
        #expect(Self.status(answer) == status)
        #expect(answer.contains(field))
    }

    @Test func `credentials are taken, whatever they are`() throws {
        let request = Self.request(to: "/401/up", fields: "Authorization: Basic eDp5\r\n")
        #expect(Self.status(try Self.answer(request).text) == "200")
    }

    @Test func `a connection that is to be closed is closed without an answer`() throws {
        #expect(try Self.answer(Self.request(to: "/close/10/up")).text.isEmpty)
    }

    @Test func `a browser gets pages`() throws {
        let (form, _) = try Self.answer("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(form.contains("<form method=\"post\" enctype=\"multipart/form-data\""))
        let (page, _) = try Self.answer(Self.request(fields: "Accept: text/html,*/*\r\n"))
        #expect(page.contains("Content-Type: text/html"))
        #expect(page.contains("</html>"))
    }

    @Test(
        arguments: [
            "\u{16}\u{3}\u{1}", "PRI * HTTP", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\nxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
            "\0\0\0\0",
            "POST /up HTTP/1.1\r\nX: " + String(repeating: "a", count: 300_000) + "\r\n\r\n",
            "POST /up HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
            "GET /%00\u{1}\u{1B}[31m HTTP/1.1\r\n\r\n",
        ]
    )
    func `what is no request, or too much of one, leaves the sink as it was`(bytes: String) throws {
        let sink = try SinkProcess(["--timeout", "1"])
        let client = try RawClient(port: sink.port)
        client.send(bytes)
        client.finish()
        #expect(!client.receiveAll().hasPrefix("HTTP/1.1 200 OK\r\nContent-Type: application/json"))
        let next = try RawClient(port: sink.port)
        next.send(Self.request())
        #expect(Self.status(next.receive(until: "\r\n\r\n")) == "200")
        let result = sink.stop()
        #expect(!result.output.contains("\u{1B}"))
        #expect(result.status < 2)
    }

    @Test func `two hundred uploads at once get two hundred verdicts`() throws {
        let sink = try SinkProcess()
        let faulty = Self.request(Self.form.replacing("\r\n1\r\n", with: "\r\n1"))
        let clients = try (0..<200).map { _ in try RawClient(port: sink.port) }
        // All are open at once, and their pieces interleave.
        for piece in 0..<4 {
            for (index, client) in clients.enumerated() {
                let bytes = Array((index % 2 == 0 ? Self.request() : faulty).utf8)
                client.send(Array(bytes[(bytes.count * piece / 4)..<(bytes.count * (piece + 1) / 4)]))
            }
        }
        for (index, client) in clients.enumerated() {
            let answer = client.receive(until: "\r\n\r\n")
            #expect(Self.status(answer) == (index % 2 == 0 ? "200" : "400"))
        }
        #expect(sink.stop().output.contains("100 errors"))
    }

    @Test func `a recording that cannot be written is an error, and one that fills the disk is told`() throws
    {
        #expect(throws: SinkProcess.Failure.self) { try SinkProcess(["-o", "/nowhere/r.pcapng"]) }
        let (answer, result) = try Self.answer(Self.request(), ["-o", "/dev/full"])
        #expect(Self.status(answer) == "200")
        #expect(result.diagnostics.contains("recording has stopped: /dev/full: cannot be written"))
        #expect(result.status == 3)
    }

    @Test func `other machines reach it only where that is allowed`() throws {
        #expect(throws: SinkProcess.Failure.self) { try SinkProcess(["--listen", "0.0.0.0:0"]) }
    }

    @Test func `clients that go away leave nothing behind`() throws {
        // Were one of them kept, the last would find no room.
        let sink = try SinkProcess(["--max-connections", "2"])
        let request = Array(Self.request().utf8)
        for round in 0..<20 {
            let pieces = [0, 1, 10, 60, request.count - 20]
            let client = try RawClient(port: sink.port)
            client.send(Array(request[..<pieces[round % 5]]))
            if round < 10 { client.finish() } else { client.reset() }
            if round < 10 { _ = client.receiveAll() }
        }
        // What was reset may reach the sink a moment later than what comes after it.
        #expect(try Self.status(Self.answer(of: sink, within: 1)) == "200")
        _ = sink.stop()
    }

    /// The answer to one more client, as soon as there is room for it.
    private static func answer(of sink: SinkProcess, within seconds: Int) throws -> String {
        for _ in 0..<(50 * seconds) {
            let client = try RawClient(port: sink.port)
            client.send(request())
            client.finish()
            let answer = client.receiveAll()
            if !answer.isEmpty { return answer }
            usleep(20_000)
        }
        return ""
    }

    @Test(arguments: [
        "", "POST /up", "\u{16}\u{3}\u{1}\u{2}", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\u{4}\0\0\0\0\0",
    ])
    func `a client that stays and says nothing more is let go`(bytes: String) throws {
        // Were it kept, the next one would find no room.
        let sink = try SinkProcess(["--timeout", "1", "--max-connections", "1"])
        let silent = try RawClient(port: sink.port)
        silent.send(bytes)
        _ = silent.receiveAll()
        // Where it was answered, its close is waited for, for 2 s.
        #expect(try Self.status(Self.answer(of: sink, within: 10)) == "200")
        withExtendedLifetime(silent) {}
        _ = sink.stop()
    }

    @Test func `parts are kept under safe names, and it is told where they are not`() throws {
        let folder = try TemporaryFolder()
        let store = folder.path + "/store"
        let sink = try SinkProcess(["--store", store])
        let form = Self.form.replacing("name=\"a\"", with: "name=\"a\"; filename=\"../../a.txt\"")
        func upload(to path: String = "/up") throws {
            let client = try RawClient(port: sink.port)
            client.send(Self.request(form, to: path))
            client.finish()
            #expect(Self.status(client.receiveAll()) == (path == "/up" ? "200" : "401"))
        }
        try upload(to: "/401/up")
        #expect(Checkout.files(below: store).contains("upload-1/a.txt"))
        try FileManager.default.removeItem(atPath: store + "/upload-1")
        try upload()
        #expect(
            Checkout.files(below: store).map { String($0) }.sorted() == [
                "upload-2/a.txt", "upload-2/manifest.json",
            ]
        )
        try FileManager.default.removeItem(atPath: store)
        _ = try folder.write([], to: "store")
        try upload()
        #expect(sink.stop().diagnostics.contains("the parts of request 3 are not kept: "))
    }

    @Test func `a stream of HTTP 2 that sends less than it declares gets 408 with the arithmetic`() throws {
        let sink = try SinkProcess(["--timeout", "1"])
        let client = try RawClient(port: sink.port)
        let fields: [UInt8] =
            [0x83, 0x86, 0x84, 0x01, 0x01] + Array("a".utf8) + [0x0F, 0x0D, 0x02] + Array("10".utf8)
        client.send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")
        client.send([0, 0, 0, 4, 0, 0, 0, 0, 0])
        client.send([0, 0, UInt8(fields.count), 1, 4, 0, 0, 0, 1] + fields)
        client.send([0, 0, 3, 0, 0, 0, 0, 0, 1, 0x61, 0x62, 0x63])
        let answer = client.receiveAll()
        #expect(answer.contains("Content-Length declares 10 bytes, 3 came, and none for 1 s: 7 are missing."))
        _ = sink.stop()
    }
}
