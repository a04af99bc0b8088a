import Bytes
import CaptureSources
import Testing

/// What curl writes down of its transfers.
struct CurlTraceTests {
    @Test(arguments: ["", "01:58:07.204712 ", "01:58:07.204712 [0-0] "])
    func `reads a trace in hexadecimal, with times and ids or without`(_ prefix: String) throws {
        let trace = """
            \(prefix)== Info: Connected to h (10.0.0.1) port 8080 (#0)
            \(prefix)=> Send header, 18 bytes (0x12)
            0000: 50 55 54 20 2f 20 48 54 54 50 2f 31 2e 31 0d 0a PUT / HTTP/1.1..
            0010: 0d 0a                                           ..
            \(prefix)=> Send data, 2 bytes (0x2)
            0000: 00 ff                                           ..
            \(prefix)<= Recv header, 17 bytes (0x11)
            0000: 48 54 54 50 2f 31 2e 31 20 32 30 30 20 4f 4b 0d HTTP/1.1 200 OK.
            0010: 0a                                              .
            """
        let log = try LogRecorder.read(trace, as: .curlTrace)
        let read = try #require(log.entries.first)
        #expect(log.problems.isEmpty && log.entries.count == 1)
        #expect(read.note.form == .wire)
        #expect(read.requestBytes == Array("PUT / HTTP/1.1\r\n\r\n".utf8) + [0, 0xFF])
        #expect(read.responseBytes == Array("HTTP/1.1 200 OK\r\n".utf8))
        #expect(read.note.server == LoggedAddress(host: "10.0.0.1", port: 8080))
        #expect((read.note.comment != nil) == !prefix.isEmpty)
    }

    @Test(arguments: [
        "", "<= Recv header, 2 bytes (0x2)\n0000: 0d 0a                                           ..\n",
    ])
    func `a final response follows 100 with its blank line or without`(_ blankLine: String) throws {
        let trace = """
            => Send header, 18 bytes (0x12)
            0000: 50 55 54 20 2f 20 48 54 54 50 2f 31 2e 31 0d 0a PUT / HTTP/1.1..
            0010: 0d 0a                                           ..
            <= Recv header, 23 bytes (0x17)
            0000: 48 54 54 50 2f 31 2e 31 20 31 30 30 20 43 6f 6e HTTP/1.1 100 Con
            0010: 74 69 6e 75 65 0d 0a                            tinue..
            \(blankLine)=> Send data, 1 bytes (0x1)
            0000: 00                                              .
            <= Recv header, 17 bytes (0x11)
            0000: 48 54 54 50 2f 31 2e 31 20 32 30 30 20 4f 4b 0d HTTP/1.1 200 OK.
            0010: 0a                                              .
            <= Recv header, 2 bytes (0x2)
            0000: 0d 0a                                           ..
            """
        let read = try #require(try LogRecorder.read(trace, as: .curlTrace).entries.first)
        #expect(read.responseText == "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n\r\n")
    }

    @Test func `tells line breaks of a text trace by its offsets`() throws {
        let trace = """
            => Send header, 28 bytes (0x1c)
            0000: POST / HTTP/1.1
            0011: Host: h
            001a: 
            => Send data, 13 bytes (0xd)
            0000: ab
            0004: 
            0006: c.d
            000b: ef
            """
        let log = try LogRecorder.read(trace, as: .curlTrace)
        let read = try #require(log.entries.first)
        #expect(read.note.form == .masked)
        #expect(read.requestText == "POST / HTTP/1.1\r\nHost: h\r\n\r\nab\r\n\r\nc.d\r\nef")
    }

    @Test func `keeps transfers apart that ran side by side`() throws {
        let head = "0000: 47 45 54 20 2f 20 48 54 54 50 2f 31 2e 31 0d 0a GET / HTTP/1.1..\n"
        let trace = """
            [0-0] => Send header, 16 bytes (0x10)
            \(head)[1-1] => Send header, 16 bytes (0x10)
            \(head)[1-1] <= Recv data, 1 bytes (0x1)
            0000: 31                                              1
            [0-0] <= Recv data, 1 bytes (0x1)
            0000: 30                                              0
            """
        let log = try LogRecorder.read(trace, as: .curlTrace)
        #expect(log.entries.map(\.responseBytes) == [[0x30], [0x31]])
    }

    private static let head = """
        => Send header, 18 bytes (0x12)
        0000: 50 55 54 20 2f 20 48 54 54 50 2f 31 2e 31 0d 0a PUT / HTTP/1.1..
        0010: 0d 0a                                           ..
        """
    /// A head that announces four bytes, and blocks of these.
    private static func upload(_ contents: [String], _ id: String = "") -> String {
        contents.reduce(
            """
            \(id)=> Send header, 37 bytes (0x25)
            0000: PUT / HTTP/1.1
            0010: Content-Length: 4
            0023: 

            """
        ) { $0 + "\(id)=> Send data, \($1.count) bytes (0x\($1.count))\n0000: \($1)\n" }
    }

    private static let okay = "<= Recv header, 17 bytes (0x11)\n0000: HTTP/1.1 200 OK\n"
    private static let partOfLog = "> POST / HTTP/1.1\n> Content-Length: 4\n> \n} [2 bytes data]\n"

    @Test(arguments: [
        (upload([]) + upload(["abcd"]) + okay, 0),
        (upload(["abcd"]) + okay + upload(["ab"]) + upload(["abcd"]), 1),
        (upload(["ab"]) + okay + upload([]), 0), (partOfLog + partOfLog, 0),
        (upload(["ab"]) + upload(["abcd"], "[0-0] ") + upload(["cd"]), 1),
    ])
    func `stops where transfers without ids are mixed`(_ trace: String, _ count: Int) throws {
        let log = try LogRecorder.read(trace, as: .curlTrace)
        #expect(log.entries.count == count)
        #expect(log.problems.map(\.kind) == [.mixedTransfers])
    }

    @Test(arguments: [
        // Two traces in one file, the first of a program that was stopped.
        upload(["abcd"]) + upload(["abcd"]) + okay, upload(["ab", "cd"]) + okay + upload(["abcd"]),
        upload(["ab"]) + "== Info: Closing connection 0\n" + upload(["abcd"]) + okay,
        upload(["ab"]) + "== Info: Send failure: Broken pipe\n" + upload(["abcd"]) + okay,
        upload(["ab"], "[0-0] ") + upload(["abcd"], "[1-1] "),
    ])
    func `reads on where the request before is complete, or was given up`(_ trace: String) throws {
        let log = try LogRecorder.read(trace, as: .curlTrace)
        #expect(log.entries.count == 2 && log.problems.isEmpty)
    }

    private static let get = "> GET / HTTP/1.1\n> Host: h\n> \n"
    private static let got = "< HTTP/1.1 200 OK\n< Server: s\n< \n"

    @Test(arguments: [
        "* Connected to h (10.0.0.1) port 80\n\(get)\(get)\(got)* Connection #1 to host h left intact\n\(got)",
        "\(upload(["abcd"]))\(upload(["abcd"]))\(okay)\(okay)",
    ])
    func `leaves out responses to requests that were sent at the same time`(_ trace: String) throws {
        let log = try LogRecorder.read(trace, as: .curlTrace)
        #expect(log.entries.count == 2 && log.problems.map(\.kind) == [.notUnderstood])
        for entry in log.entries {
            #expect(entry.response == nil && entry.responseBytes.isEmpty && entry.note.server == nil)
        }
    }

    @Test(arguments: ["\(get)\(get)\(got)", "\(get)\(got)\(get)\(got)"])
    func `a request that has no response takes none from the one after it`(_ trace: String) throws {
        let log = try LogRecorder.read(trace, as: .curlTrace)
        #expect(log.entries.last?.response?.status == 200 && log.problems.isEmpty)
    }

    @Test func `content that was not dumped is no more than was announced`() throws {
        let trace = "> PUT / HTTP/1.1\n> Content-Length: 4\n> \n} [9 bytes data]\n\(Self.got)"
        let log = try LogRecorder.read(trace, as: .curlTrace)
        #expect(log.entries.first?.request?.content == .absent(length: 4))
    }

    @Test(arguments: [
        ("== Info: Send failure: Connection reset by peer", true),
        ("== Info: Recv failure: Connection reset", true),
        (
            "== Info: We are completely uploaded and fine\n== Info: Recv failure: Connection reset by peer",
            false
        ),
        ("== Info: Closing connection 0", false),
    ])
    func `a connection that failed breaks the request off`(_ info: String, _ isBrokenOff: Bool) throws {
        let trace = "\(Self.head)\n\(info)\n== Info: Closing connection 0\n"
        let log = try LogRecorder.read(trace, as: .curlTrace)
        #expect(log.entries.map(\.isBrokenOff) == [isBrokenOff])
    }

    @Test func `says of what -v does not show that it is absent`() throws {
        let trace = """
            * Connected to h (10.0.0.1) port 80 (#0)
            > POST /u HTTP/1.1
            > Host: h
            > 
            < HTTP/1.1 100 Continue
            < 
            } [412 bytes data]
            < HTTP/1.1 200 OK
            < Server: s
            < 
            { [9 bytes data]
            """
        let log = try LogRecorder.read(trace, as: .curlTrace)
        #expect(log.entries.first?.request?.content == .absent(length: 412))
        #expect(log.entries.first?.response?.status == 200)
        #expect(log.entries.first?.response?.fields == [LoggedField("Server", "s")])
        #expect(log.entries.first?.response?.content == .absent(length: 9))
    }

    @Test(arguments: [("412", LoggedContent.absent(length: 412)), ("0", .none)])
    func `says the same of a log on a terminal, which counts no data`(length: String, content: LoggedContent)
        throws
    {
        let trace = """
            * Connected to h (10.0.0.1) port 80 (#0)
            > POST /u HTTP/1.1
            > Content-Length: \(length)
            > 
            < HTTP/1.1 200 OK
            < 
            * Connection #0 to host h left intact
            ok
            """
        let log = try LogRecorder.read(trace, as: .curlTrace)
        #expect(log.entries.first?.request?.content == content)
    }

    @Test func `reads the final response of HTTP/2, and its content`() throws {
        let trace = """
            => Send header, 23 bytes (0x17)
            0000: POST / HTTP/2
            000f: a: b
            0015: 
            <= Recv header, 13 bytes (0xd)
            0000: HTTP/2 100 
            <= Recv header, 2 bytes (0x2)
            0000: 
            <= Recv header, 13 bytes (0xd)
            0000: HTTP/2 200 
            <= Recv header, 2 bytes (0x2)
            0000: 
            <= Recv data, 2 bytes (0x2)
            0000: o.
            """
        let read = try #require(try LogRecorder.read(trace, as: .curlTrace).entries.first)
        #expect(read.response?.status == 200 && read.responseText == "o.")
        #expect(read.response?.content == .counted(length: 2) && read.response?.representation == .text)
    }

    @Test(arguments: ["=> Send header, 99999999999999999999 bytes (0x1)\n", "== Info: nothing\n"])
    func `refuses a trace without a request`(_ trace: String) {
        #expect(throws: CaptureReader.Failure.self) { try LogRecorder.read(trace, as: .curlTrace) }
    }
}
