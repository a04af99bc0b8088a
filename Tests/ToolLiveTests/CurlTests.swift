import Foundation
import TestSupport
import Testing

/// A client that others wrote, over each protocol that the sink speaks; Wireshark judges what was recorded.
@Suite(.enabled(if: LiveRun.has("curl"), "needs curl"))
struct CurlTests {
    private static let ways: [(name: String, scheme: String, options: String, version: String)] = [
        ("HTTP/1.1", "http", "--http1.1", "1.1"), ("h2c", "http", "--http2-prior-knowledge", "2"),
        ("TLS", "https", "-k --http1.1", "1.1"), ("h2", "https", "-k --http2", "2"),
    ]

    private func curl(
        _ sink: SinkProcess,
        _ options: String,
        scheme: String = "http",
        to path: String = "/up"
    ) throws
        -> LiveRun
    {
        try LiveRun(shell: "curl -q -s \(options) \(scheme)://localhost:\(sink.port)\(path)")
    }

    @Test func `every protocol carries uploads, and the recording is sound`() throws {
        let folder = try TemporaryFolder()
        let content = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 167) }
        let file = try folder.write(content, to: "a.bin")
        let path = folder.path + "/r.pcapng"
        let sink = try SinkProcess(["-o", path])
        for way in Self.ways {
            let answer = folder.path + "/answer"
            let run = try curl(
                sink,
                "\(way.options) -o \(answer) -w '%{http_code} %{http_version}' -F title=Grüße -F file=@\(file)",
                scheme: way.scheme
            )
            #expect(run.output == "200 \(way.version)", "\(way.name)")
            let text = try String(contentsOfFile: answer, encoding: .utf8)
            #expect(text.contains("\"contentLength\": 200000"), "\(way.name)")
        }
        let result = sink.stop()
        #expect(result.status == 0)
        #expect(result.output.contains("4 uploads with 8 parts"))
        let check = try LiveRun(["check", path], of: "partwise")
        #expect(check.status == 0)
        #expect(check.output.contains("4 uploads with 8 parts"))
        guard LiveRun.has("tshark") else { return }
        let fields = "-o tcp.check_checksum:TRUE -T fields -e tcp.checksum.status -e _ws.malformed"
        let columns = try LiveRun(shell: "tshark -r '\(path)' \(fields)").output.split(separator: "\n")
        #expect(columns.count > 20)
        #expect(columns.allSatisfy { $0 == "1\t" }, "\(Set(columns))")
    }

    @Test(arguments: ["--http1.1", "--http2"])
    func `redirects, refusals and credentials are those of real servers`(version: String) throws {
        let sink = try SinkProcess()
        let form = "\(version) -k -o /dev/null -w '%{http_code} %{num_redirects}' -F a=b"
        #expect(try curl(sink, "\(form) -L", scheme: "https", to: "/307/up").output == "200 1")
        #expect(try curl(sink, "\(form) --anyauth -u x:y", scheme: "https", to: "/401/up").output == "200 1")
        #expect(try curl(sink, form, scheme: "https", to: "/early-413/10/up").output.hasPrefix("413"))
        #expect(try curl(sink, form, scheme: "https", to: "/late/1/up").output == "200 0")
        let result = sink.stop()
        #expect(!result.output.contains("error["))
    }

    @Test func `an upload made by hand and one of curl are told apart`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/r.pcapng"
        let sink = try SinkProcess(["-o", path])
        let picture = try folder.write([0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10, 0, 1, 2], to: "a.png")
        #expect(
            try curl(sink, "-o /dev/null -F userhash=1 -F 'fileToUpload=@\(picture);type=image/png'").status
                == 0
        )
        // As the well-known tutorials have it: the last delimiter is written without the dashes at its end.
        let boundary = "Boundary-7B9E1A52-33D0-4C1B-9D5E-2F1C6A7B8D90"
        let body =
            Array("--\(boundary)\r\nContent-Disposition: form-data; name=\"userhash\"\r\n\r\n1\r\n".utf8)
            + Array(
                "--\(boundary)\r\nContent-Disposition: form-data; name=\"fileToUpload\"; filename=\"a.png\"\r\n"
                    .utf8
            )
            + Array("Content-Type: image/png\r\n\r\n".utf8) + (try Checkout.bytes(of: picture))
            + Array("\r\n--\(boundary)\r\n".utf8)
        let head = """
            POST /up HTTP/1.1\r\nHost: h\r\nContent-Type: multipart/form-data; boundary=\(boundary)\r\n\
            Content-Length: \(body.count)\r\n\r\n
            """
        let client = try RawClient(port: sink.port)
        client.send(Array(head.utf8) + body)
        client.finish()
        #expect(client.receiveAll().hasPrefix("HTTP/1.1 400"))
        _ = sink.stop()
        let diff = try LiveRun(["diff", "\(path)#1", "\(path)#2"], of: "partwise")
        #expect(diff.status == 1)
        #expect(diff.output.contains("close delimiter"))
    }
}
