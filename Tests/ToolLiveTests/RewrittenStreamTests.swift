import TestSupport
import Testing

/// Forms of HTTP/2 that are rewritten, beside the same ones sent by the client itself.
struct RewrittenStreamTests {
    private static let boundary = "----WebKitFormBoundary7MA4YWxkTrZu0gW"

    private static func form(_ photo: String, _ content: [UInt8]) -> [UInt8] {
        let text = "--\(boundary)\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--\(boundary)\r\n"
        return Array("\(text)Content-Disposition: form-data; name=\"photo\"\(photo)\r\n\r\n".utf8)
            + content + Array("\r\n--\(boundary)--\r\n".utf8)
    }

    /// A head without Huffman coding or indices (RFC 7541 §6.2.2).
    private static func head(_ fields: [(name: String, value: String)]) -> [UInt8] {
        fields.flatMap { name, value in
            [0, UInt8(name.utf8.count)] + name.utf8 + [UInt8(value.utf8.count)] + value.utf8
        }
    }

    /// Sends a form on a connection of its own, and waits until that is closed.
    private static func send(_ form: [UInt8], to port: UInt16, as authority: String) throws {
        let client = try RawClient(port: port)
        let head = head([
            (":method", "POST"), (":authority", authority), (":scheme", "http"), (":path", "/up"),
            ("content-length", "\(form.count)"),
            ("content-type", "multipart/form-data; boundary=\(boundary)"),
            ("cookie", "a=1"), ("cookie", "b=2"), ("user-agent", "app/1"),
        ])
        var frames = FrameServer.frame(4, on: 0) + FrameServer.frame(1, flags: 4, on: 1, head)
        for start in stride(from: 0, to: form.count, by: 16_375) {
            let end = min(start + 16_375, form.count)
            let flags: UInt8 = end == form.count ? 1 : 0
            frames += FrameServer.frame(0, flags: flags, on: 1, Array(form[start..<end]))
        }
        client.send(Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + frames)
        client.finish()
        #expect(!client.receiveAllBytes().isEmpty)
    }

    @Test(arguments: [5_000, 60_000])
    func `a server cannot tell that a file took the place of a field`(size: Int) throws {
        let folder = try TemporaryFolder()
        let image = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let file = try folder.write(image, to: "sea.png")
        let sink = try SinkProcess(["-o", "\(folder.path)/sink.pcapng"])
        let proxy = try SinkProcess(
            [
                "--reverse", "http://127.0.0.1:\(sink.port)", "--ca-folder", "\(folder.path)/ca", "-o",
                "\(folder.path)/proxy.pcapng", "--attach", "photo=@\(file);type=image/png",
            ],
            command: "proxy"
        )
        let authority = "127.0.0.1:\(sink.port)"
        try Self.send(Self.form("", Array("none".utf8)), to: proxy.port, as: authority)
        let photo = "; filename=\"sea.png\"\r\nContent-Type: image/png"
        try Self.send(Self.form(photo, image), to: sink.port, as: authority)
        let said = proxy.stop().diagnostics
        #expect(said.contains("'photo' holds"), "\(said)")
        _ = sink.stop()
        let recording = "\(folder.path)/sink.pcapng"
        let run = try LiveRun(["diff", "\(recording)#1", "\(recording)#2"], of: "partwise")
        #expect(run.output.contains("POST /up, answered 200, 2 parts"), "\(run.output)\(run.diagnostics)")
        #expect(run.output.contains("A and B are alike"), "\(run.output)")
    }
}
