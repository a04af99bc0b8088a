import Bytes
import CaptureSources
import TestSupport
import Testing

/// Sessions in zip archives: Charles 5 and Fiddler.
struct ZippedLogTests {
    private let meta = """
        {"method":"POST","protocolVersion":"HTTP/1.1","scheme":"https","host":"h","actualPort":443,"path":"/p",\
        "query":"q=1","clientAddress":"/10.0.0.2","clientPort":7,"ssl":{"protocol":"TLSv1.2"},\
        "times":{"start":"2026-11-21T01:58:09Z"},"request":{"sizes":{"body":4},"header":{"firstLine":\
        "POST /p?q=1 HTTP/1.1","headers":[{"name":"Host","value":"h"}]}},\
        "response":{"status":200,"header":{"firstLine":"HTTP/1.1 200 OK","headers":[]}}}
        """

    @Test(arguments: [("body", LoggedForm.content), ("longer", .text)])
    func `reads a zipped session, and trusts a body that is as long as it was on the wire`(
        _ body: String,
        _ form: LoggedForm
    ) throws {
        var zip = ZipBuilder()
        zip.add("0-meta.json", meta, deflated: true)
        zip.add("0-req.dat", body, deflated: true)
        let log = try LogRecorder.read(zip.bytes, as: .charlesZip)
        let read = try #require(log.entries.first)
        #expect(log.problems.isEmpty)
        #expect(read.requestText == body && read.note.form == form)
        #expect(read.note.url == "https://h/p?q=1")
        #expect(read.note.client == LoggedAddress(host: "10.0.0.2", port: 7))
        #expect(read.note.tlsVersion == "TLSv1.2")
        #expect(read.response?.status == 200)
    }

    @Test(arguments: [("four", KeptRepresentation.sent), ("longer", .decoded)])
    func `reads the content of a response in a member of its own, decoded where its length is another`(
        _ body: String,
        _ representation: KeptRepresentation
    ) throws {
        var zip = ZipBuilder()
        let sizes = #""response":{"sizes":{"body":4},"status"#
        zip.add("0-meta.json", meta.replacing(#""response":{"status"#, with: sizes))
        zip.add("0-res.bin", body, deflated: true)
        zip.add("1-meta.json", meta.replacing(#""response":{"status"#, with: sizes))
        let log = try LogRecorder.read(zip.bytes, as: .charlesZip)
        #expect(log.entries.map(\.responseText) == [body, ""])
        #expect(log.entries.first?.response?.representation == representation)
        #expect(log.entries.map { $0.response?.content } == [.counted(length: 4), .absent(length: 4)])
    }

    @Test func `one damaged member does not lose the others`() throws {
        var zip = ZipBuilder()
        zip.add("0-meta.json", "{broken")
        zip.add("1-meta.json", meta)
        let log = try LogRecorder.read(zip.bytes, as: .charlesZip)
        #expect(log.entries.count == 1)
        #expect(log.entries.first?.request?.content == .absent(length: 4))
        #expect(log.problems.count == 1)
    }

    @Test func `reads Fiddler's sessions in the order of their numbers, whatever the paths`() throws {
        var zip = ZipBuilder()
        zip.add("raw/10_c.txt", "GET http://h/second HTTP/1.1\r\n\r\n")
        zip.add("raw\\2_c.txt", "POST http://h/first HTTP/1.1\r\nContent-Length: 1\r\n\r\nx")
        zip.add("raw/2_s.txt", "HTTP/1.1 200 OK\r\n\r\n")
        zip.add(
            "raw/2_m.xml",
            "<Session><SessionTimers ClientBeginRequest=\"2026-11-21T01:58:09.5Z\"/><SessionFlags>"
                + "<SessionFlag N=\"x-clientip\" V=\"127.0.0.1\"/><SessionFlag N=\"x-clientport\" V=\"99\"/>"
                + "</SessionFlags></Session>"
        )
        zip.add("../../etc/passwd", "x")
        let log = try LogRecorder.read(zip.bytes, as: .saz)
        #expect(log.problems.isEmpty)
        #expect(
            log.entries.map { $0.requestText.prefix(20) } == ["POST http://h/first ", "GET http://h/second "]
        )
        #expect(log.entries.first?.note.client == LoggedAddress(host: "127.0.0.1", port: 99))
        #expect(log.entries.first?.note.requestStart != nil)
        #expect(log.entries.first?.responseBytes.isEmpty == false)
        #expect(log.entries.allSatisfy { $0.note.form == .wire })
    }

    @Test func `takes the heads of HTTP/2 apart that a proxy shows like those of HTTP/1.1`() throws {
        var zip = ZipBuilder()
        zip.add("raw/1_c.txt", "POST https://h/ HTTP/2\r\nHost: h\r\n\r\nbody")
        zip.add("raw/1_s.txt", "HTTP/2 200\r\nserver: s\r\n\r\nanswer")
        let log = try LogRecorder.read(zip.bytes, as: .saz)
        #expect(log.entries.first?.request?.version == "HTTP/2")
        #expect(log.entries.first?.requestText == "body")
        #expect(log.entries.first?.responseText == "answer")
        #expect(log.entries.first?.response?.representation == .sent)
        #expect(log.entries.first?.note.form == .content)
    }

    @Test func `reads a member that inflates as far as deflate can`() throws {
        var zip = ZipBuilder()
        zip.add("raw/1_c.txt", [UInt8](repeating: 0x61, count: 200 << 20), deflated: true)
        zip.add("raw/2_c.txt", "GET / HTTP/1.1\r\n\r\n")
        let log = try LogRecorder.read(zip.bytes, as: .saz)
        #expect(log.entries.count == 2)
        #expect(log.problems.isEmpty)
    }

    @Test(arguments: [0, 10, 40, 100])
    func `refuses an archive that is cut off in one line`(_ length: Int) throws {
        var zip = ZipBuilder()
        zip.add("raw/1_c.txt", String(repeating: "GET / HTTP/1.1\r\n", count: 20))
        let cut = Array([0x50, 0x4B, 3, 4] + zip.bytes.dropFirst(4).prefix(length))
        #expect(throws: CaptureReader.Failure.self) { try LogRecorder.read(cut, as: .saz) }
    }
}
