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

    @Test(
        .enabled(if: LiveRun.has("curl")),
        arguments: ["--http1.1 -k https", "--http2-prior-knowledge http", "--http1.1 http"]
    )
    func `a client that the sink breaks off is not to blame`(way: String) throws {
        let folder = try TemporaryFolder()
        let file = try folder.write([UInt8](repeating: 0x61, count: 3_000_000), to: "f.bin")
        let recording = "\(folder.path)/sink.pcapng"
        let sink = try SinkProcess(["-o", recording])
        for path in ["close", "early-413"] {
            // At full speed, curl may have sent all before it reads the answer.
            let form = "--limit-rate 4M -H Expect: -F f=@\(file) -o /dev/null"
            _ = try LiveRun(shell: "curl -s -m 20 \(way)://127.0.0.1:\(sink.port)/\(path)/up \(form)")
        }
        let said = sink.stop()
        #expect(said.status == 0, "\(said.output)")
        #expect(said.output.contains("/close/up  –") && said.output.contains("cut off"), "\(said.output)")
        #expect(said.output.contains("  413  ") && said.output.contains("rejected early"), "\(said.output)")
        let report = try LiveRun(["check", recording], of: "partwise")
        #expect(report.status == 0, "\(report.output)")
    }

    @Test(arguments: ["sink", "proxy"])
    func `an upload is not lost whose connection was reset before it was accepted`(command: String) throws {
        let folder = try TemporaryFolder()
        let recording = "\(folder.path)/r.pcapng"
        let server = try SinkProcess(command == "sink" ? ["-o", recording] : [])
        let authority = ["--ca-folder", "\(folder.path)/ca"]
        let taker =
            command == "sink" ? server : try SinkProcess(authority + ["-o", recording], command: command)
        let target = command == "sink" ? "/up" : "http://127.0.0.1:\(server.port)/up"
        let body = "--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--B--\r\n"
        kill(taker.identifier, SIGSTOP)
        do {
            let client = try RawClient(port: taker.port)
            client.send(
                "POST \(target) HTTP/1.1\r\nHost: h\r\nContent-Type: multipart/form-data; boundary=B\r\n"
                    + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
            )
            client.reset()
        }
        kill(taker.identifier, SIGCONT)
        for _ in 0..<500 where !taker.printed.contains("POST") { usleep(20_000) }
        let said = taker.stop()
        // The system does not tell whose it was.
        #expect(said.output.contains("  –  POST  \(target)"), "\(said.output)\(said.diagnostics)")
        let report = try LiveRun(["check", recording, "--format", "json"], of: "partwise").output
        #expect(report.contains("\"client\": null") && !report.contains("0.0.0.0"), "\(report)")
        _ = server.stop()
    }
}
