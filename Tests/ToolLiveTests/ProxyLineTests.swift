import Foundation
import TestSupport
import Testing

/// What a proxy prints while exchanges come, and what it has printed and recorded when it ends.
struct ProxyLineTests {
    private static func proxy(in folder: TemporaryFolder) throws -> SinkProcess {
        try SinkProcess(
            ["--ca-folder", "\(folder.path)/ca", "-o", "\(folder.path)/proxy.pcapng"],
            command: "proxy"
        )
    }

    @Test func `of uploads that come fast each has its line, in order, and is recorded`() async throws {
        let folder = try TemporaryFolder()
        let sink = try SinkProcess()
        let proxy = try Self.proxy(in: folder)
        let count = 150
        let body =
            "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--b--\r\n"
        let uploads = (0..<count).map { number in
            """
            POST http://127.0.0.1:\(sink.port)/n\(number) HTTP/1.1\r\nHost: h\r\nContent-Length: \(body.utf8.count)\r\n\
            Content-Type: multipart/form-data; boundary=b\r\n\r\n\(body)
            """
        }
        let client = try RawClient(port: proxy.port)
        client.send(uploads.joined())
        client.finish()
        #expect(client.receiveAll().components(separatedBy: "HTTP/1.1 200 OK").count == count + 1)
        // Ended at once: some lines wait still, and some packets.
        let said = proxy.stop()
        _ = sink.stop()
        let targets = said.output.split(separator: "\n").compactMap { line in
            line.split(separator: " ").first { $0.hasPrefix("http://") }
        }
        #expect(targets == (0..<count).map { "http://127.0.0.1:\(sink.port)/n\($0)"[...] })
        let report = try LiveRun(
            ["check", "\(folder.path)/proxy.pcapng", "--format", "ndjson"],
            of: "partwise"
        ).output
        let recorded = report.split(separator: "\n").count { $0.contains("/n") }
        #expect(recorded == count)
    }

    @Test func `of thousands of requests in one write each is told with its response`() throws {
        let folder = try TemporaryFolder()
        let sink = try SinkProcess()
        let proxy = try Self.proxy(in: folder)
        let count = 8_000
        let client = try RawClient(port: proxy.port)
        client.send(
            (0..<count).map { "GET http://127.0.0.1:\(sink.port)/n\($0) HTTP/1.1\r\nHost: h\r\n\r\n" }
                .joined()
        )
        client.finish()
        #expect(client.receiveAll().components(separatedBy: "HTTP/1.1 404 ").count == count + 1)
        let lines = proxy.stop().output.split(separator: "\n")
        _ = sink.stop()
        #expect(lines.count { $0.contains("  GET  ") && $0.contains("  404  ") } == count)
        #expect(!lines.contains { $0.contains("  –  ") })
    }

    @Test func `a line is printed while the proxy runs`() async throws {
        let folder = try TemporaryFolder()
        let sink = try SinkProcess()
        let proxy = try Self.proxy(in: folder)
        for number in 1...3 {
            let url = "http://127.0.0.1:\(sink.port)/up"
            let run = try LiveRun(["send", url, "--proxy", "127.0.0.1:\(proxy.port)", "-F", "a=1"])
            #expect(run.status == 0, "\(run.diagnostics)")
            let end = ContinuousClock.now + .seconds(5)
            while proxy.printed.components(separatedBy: url).count <= number, .now < end {
                try await Task.sleep(for: .milliseconds(10))
            }
            #expect(proxy.printed.components(separatedBy: url).count == number + 1)
        }
        _ = proxy.stop()
        _ = sink.stop()
    }
}
