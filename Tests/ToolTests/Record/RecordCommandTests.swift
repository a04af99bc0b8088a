import CaptureSources
import Foundation
import Shell
import TestSupport
import Testing

/// `partwise record` on the loopback interface, as users run it.
struct RecordCommandTests {
    private static let loopback = (try? CaptureDevice.list())?.first { $0.isLoopback }?.name

    /// Whether this process may capture, and the tool stands beside the tests.
    private static let mayRecord: Bool = {
        guard let loopback, CommandRun.tool != nil else { return false }
        return (try? DeviceCapture(on: loopback, DeviceCapture.Options())) != nil
    }()

    private static let upload =
        "curl -s -o /dev/null --max-time 20 -H 'Content-Type: multipart/form-data; boundary=4NqF7uZy1Lr0pKxTt2Wc' "
        + "--data-binary @body http://127.0.0.1:%PORT%/up"
    private static let body =
        "--4NqF7uZy1Lr0pKxTt2Wc\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n"

    /// Runs lines of the shell around a recording: `INTERFACE` and `PORT` stand for the place, `record` waits until the
    /// capture has begun, `upload` sends a faulty form.
    private func shell(_ lines: String, _ folder: TemporaryFolder, _ receiver: LoopbackReceiver) throws
        -> Int32
    {
        let upload = Self.upload.replacingOccurrences(of: "%PORT%", with: "\(receiver.port)")
        return try CommandRun.shell(
            """
            cd '\(folder.path)'; INTERFACE='\(Self.loopback ?? "")'; PORT=\(receiver.port)
            record() { '\(CommandRun.tool ?? "")' record -i $INTERFACE "$@" >report 2>remarks & recorder=$!
              for i in $(seq 200); do grep -q 'Ctrl-C ends' remarks && break; sleep 0.1; done; }
            await() { for i in $(seq 200); do grep -q "$1" $2 && break; sleep 0.1; done; }
            upload() { \(upload); }
            \(lines)
            """
        )
    }

    private func text(_ name: String, _ folder: TemporaryFolder) throws -> String {
        String(decoding: try Checkout.bytes(of: folder.path + "/" + name), as: UTF8.self)
    }

    @Test(.enabled(if: mayRecord && Judge.has("curl"), "needs the right to capture, and curl"))
    func `an upload is judged as it passes, and a signal ends the capture with a summary`() throws {
        let folder = try TemporaryFolder()
        let receiver = try LoopbackReceiver(folder: folder.path)
        _ = try folder.write(Array(Self.body.utf8), to: "body")
        let status = try shell(
            """
            record -o up.pcapng tcp port $PORT; upload; await missing-close report; cp report early
            upload; for i in $(seq 100); do partwise check --format ndjson up.pcapng > growing
              [ $(wc -l < growing) = 2 ] && break; sleep 0.1; done
            kill -INT $recorder; wait $recorder
            """,
            folder,
            receiver
        )
        #expect(status == 1)
        let early = try text("early", folder)
        #expect(
            early.contains("#1  127.0.0.1:") && early.contains("error[delimiter/missing-close]"),
            "\(early)"
        )
        #expect(!early.contains("2 errors"))
        let report = try text("report", folder)
        #expect(report.contains("up.pcapng: 2 errors in 2 of 2 uploads"), "\(report)")
        let remarks = try text("remarks", folder)
        #expect(remarks.contains(" packets captured, none dropped\n"), "\(remarks)")
        // The file could be read meanwhile, and has the same in it at the end.
        #expect(FedRun.ordered(try text("growing", folder)).count == 2)
        let written = try CommandRun(checking: [folder.path + "/up.pcapng"])
        #expect(written.output.contains("2 errors in 2 of 2 uploads"))
        #expect(written.diagnostics.isEmpty)
    }

    @Test(
        .enabled(
            if: mayRecord && Judge.has("curl") && Judge.has("tcpdump"),
            "needs the right to capture, curl and tcpdump"
        )
    )
    func `tcpdump beside it captures the same exchanges`() throws {
        let folder = try TemporaryFolder()
        let receiver = try LoopbackReceiver(folder: folder.path)
        _ = try folder.write([UInt8](repeating: 0x61, count: 300_000), to: "file")
        _ = try folder.write(Array(Self.body.utf8), to: "body")
        let status = try shell(
            """
            tcpdump -i $INTERFACE -B 16384 --immediate-mode -U -w judge.pcap tcp port $PORT 2>judge & judge=$!
            await 'listening on' judge
            record -o own.pcapng --format ndjson tcp port $PORT
            for i in 1 2 3; do curl -s -o /dev/null -F a=1 -F f=@file http://127.0.0.1:$PORT/$i; upload; done
            curl -s -o /dev/null -H 'Transfer-Encoding: chunked' -F f=@file http://127.0.0.1:$PORT/chunked
            curl -s -o /dev/null http://127.0.0.1:$PORT/last; await /last judge.pcap; await /last own.pcapng
            kill -KILL $judge; wait $judge; kill -TERM $recorder; wait $recorder
            """,
            folder,
            receiver
        )
        #expect(status == 1)
        let live = FedRun.ordered(try text("report", folder))
        let own = try CommandRun(checking: [folder.path + "/own.pcapng"], ["--format", "ndjson"])
        let judge = try CommandRun(checking: [folder.path + "/judge.pcap"], ["--format", "ndjson"])
        #expect(live.count == 8)
        #expect(live == FedRun.ordered(own.output))
        // The two time packets in different units.
        let untimed = { (lines: [String]) in
            lines.map { $0.replacing(#/"startedAt":"[^"]*"/#, with: "") }
        }
        #expect(untimed(live) == untimed(FedRun.ordered(judge.output)))
    }

    @Test(.enabled(if: mayRecord, "needs the right to capture"))
    func `a capture without packets ends after its time, and names what lists interfaces`() throws {
        let run = CommandRun([
            "record", "-i", Self.loopback ?? "", "--duration", "1", "--filter",
            "tcp port 1 and host 192.0.2.77",
        ])
        #expect(run.status == .fine)
        #expect(run.diagnostics.contains("0 packets captured: --interfaces lists where others may pass\n"))
        #expect(run.output.contains("no HTTP exchange in packets that match --filter"))
    }

    @Test(.enabled(if: mayRecord, "needs the right to capture"))
    func `an unknown interface is exit code 3, a wrong filter 2, a file that cannot be written 3`() {
        let unknown = CommandRun(["record", "-i", "nosuch0"])
        #expect(unknown.status == .unreadable)
        #expect(unknown.diagnostics.hasPrefix("partwise: nosuch0: no such interface; there are "))
        let name = Self.loopback ?? ""
        let filter = CommandRun(["record", "-i", name, "tcp", "prot"])
        #expect(filter.status == .usage)
        #expect(filter.diagnostics.hasPrefix("partwise: filter 'tcp prot' cannot be compiled for "))
        let file = CommandRun(["record", "-i", name, "-o", "/no/such/folder/x.pcapng"])
        #expect(file.status == .unreadable)
        #expect(
            file.diagnostics
                == "partwise: /no/such/folder/x.pcapng: cannot be written: no such file or directory\n"
        )
    }

    @Test(.enabled(if: mayRecord && Judge.has("setpriv"), "needs root, and setpriv"))
    func `without the right to capture it says what gives it, of an interface that there is`() throws {
        let folder = try TemporaryFolder()
        let record =
            "setpriv --reuid 65534 --regid 65534 --clear-groups '\(folder.path)/partwise' record >'\(folder.path)/out'"
        let status = try CommandRun.shell(
            """
            cp '\(CommandRun.tool ?? "")' '\(folder.path)/partwise' && chmod 755 '\(folder.path)' \
            '\(folder.path)/partwise'; \(record) -i nosuch0 2>'\(folder.path)/unknown'
            \(record) -i '\(Self.loopback ?? "")' 2>'\(folder.path)/err'
            """
        )
        #expect(status == 3)
        let remark = try text("err", folder)
        #expect(remark.contains("run it with sudo"), "\(remark)")
        #expect(remark.contains(#/`sudo setcap cap_net_raw=ep /[^`]*/partwise`/#), "\(remark)")
        #expect(remark.split(separator: "\n").count == 1)
        let unknown = try text("unknown", folder)
        #expect(unknown.hasPrefix("partwise: nosuch0: no such interface; there are "), "\(unknown)")
    }

    @Test(.enabled(if: mayRecord, "needs the right to capture"))
    func `a signal ends it while no program reads from the named pipe that it is to write`() throws {
        let folder = try TemporaryFolder()
        let status = try CommandRun.shell(
            """
            mkfifo '\(folder.path)/pipe'
            '\(CommandRun.tool ?? "")' record -i '\(Self.loopback ?? "")' -o '\(folder.path)/pipe' & recorder=$!
            sleep 1; kill -TERM $recorder
            for i in $(seq 100); do kill -0 $recorder || exit 0; sleep 0.1; done; kill -KILL $recorder; exit 1
            """
        )
        #expect(status == 0)
    }

    @Test(arguments: [
        ["--ring", "2"], ["--embed-keys"], ["-o", "x", "--embed-keys"], ["--rotate-size", "1M"], ["-o", "-"],
        ["-o", "x", "--ring", "2"],
        ["--count", "0"], ["--duration", "-1"], ["--buffer-size", "10"], ["--filter", "tcp", "udp"],
        ["-o", "x", "--rotate-size", "0"], ["-o", "x", "--rotate-every", "0"], ["--format", "json"],
    ])
    func `a wrong command line is exit code 2`(_ options: [String]) {
        let run = CommandRun(["record"] + options)
        #expect(run.status == .usage)
        #expect(run.output.isEmpty && !run.diagnostics.isEmpty)
    }

    @Test(.enabled(if: loopback != nil, "needs a loopback interface"))
    func `interfaces are listed with their state and addresses`() {
        let run = CommandRun(["record", "--interfaces"])
        #expect(run.status == .fine)
        let rows = run.output.split(separator: "\n")
        #expect(rows.first?.hasPrefix("interface ") ?? false)
        #expect(
            rows.contains { $0.hasPrefix(Self.loopback ?? "?") && $0.contains("up, loopback  127.0.0.1") }
        )
    }
}
