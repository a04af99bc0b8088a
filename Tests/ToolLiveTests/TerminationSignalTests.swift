import Foundation
import Glibc
import Shell
import TestSupport
import Testing

/// The signals that end commands that listen.
struct TerminationSignalTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func upload(to port: UInt16, _ path: String = "/up") throws {
        let body = "--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--B--\r\n"
        let client = try RawClient(port: port)
        client.send(
            "POST \(path) HTTP/1.1\r\nHost: h\r\nContent-Type: multipart/form-data; boundary=B\r\n"
                + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
        )
        #expect(client.receive(until: "\r\n\r\n").hasPrefix("HTTP/1.1 200 "))
    }

    @Test func `a second Ctrl-C breaks off the HAR, and leaves the recording whole`() throws {
        let sink = try SinkProcess()
        let (recording, har) = ("\(folder.path)/proxy.pcapng", "\(folder.path)/proxy.har")
        let proxy = try SinkProcess(
            ["--ca-folder", "\(folder.path)/ca", "-o", recording, "--har", har],
            command: "proxy"
        )
        // Who opens it to write waits until it is read.
        #expect(mkfifo(har, 0o600) == 0)
        try upload(to: proxy.port, "http://127.0.0.1:\(sink.port)/up")
        kill(proxy.identifier, SIGINT)
        for _ in 0..<500 where !proxy.printed.contains("conforms") { usleep(20_000) }
        usleep(500_000)
        #expect(proxy.isRunning)
        kill(proxy.identifier, SIGINT)
        for _ in 0..<250 where proxy.isRunning { usleep(20_000) }
        let isEnded = !proxy.isRunning
        #expect(isEnded)
        if !isEnded { kill(proxy.identifier, SIGKILL) }
        let report = try LiveRun(["check", recording], of: "partwise")
        #expect(report.status == 0 && report.output.contains("1 upload"), "\(report.output)")
        _ = proxy.stop()
        _ = sink.stop()
    }

    /// Under nohup, SIGHUP is none of them.
    private static var numbers: [CInt] {
        var signals = StopSignals.signals
        return [SIGINT, SIGTERM, SIGHUP].filter { sigismember(&signals, $0) == 1 }
    }

    @Test(arguments: numbers)
    func `a signal ends the sink in order`(signal: CInt) throws {
        let recording = "\(folder.path)/sink.pcapng"
        let sink = try SinkProcess(["-o", recording])
        try upload(to: sink.port)
        kill(sink.identifier, signal)
        for _ in 0..<500 where sink.isRunning { usleep(20_000) }
        #expect(!sink.isRunning)
        let said = sink.stop()
        #expect(said.status == 0 && said.output.contains("conforms"), "\(said)")
        let report = try LiveRun(["check", recording], of: "partwise")
        #expect(report.status == 0 && report.output.contains("1 upload"), "\(report.output)")
    }

    @Test func `SIGHUP does not end a sink that is to outlive its terminal`() throws {
        let program = LiveRun.url(of: "partwise-live").path
        let run = try LiveRun(
            shell: """
                cd \(folder.path); trap '' HUP
                \(program) sink --listen 127.0.0.1:0 --no-config > printed 2> said & sink=$!
                for i in $(seq 100); do grep -q Ctrl-C said && break; sleep 0.1; done
                kill -HUP $sink; sleep 1; cat printed; echo then; kill -INT $sink; wait $sink; echo $?; cat printed
                """
        )
        #expect(run.output.hasPrefix("then\n0\nlive: no HTTP exchange"), "\(run.output)")
    }
}
