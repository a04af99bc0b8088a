import Bytes
import CaptureSources
import Foundation
import Reporting
import Shell
import TestSupport
import Testing

/// A live capture over the packets of recorded clients: what it prints and writes.
struct RecordSessionTests {
    /// Captures whose packets one interface may have given, with their keys beside them, if any.
    private static let captures = TestScope.sample(
        of: CaptureFolder.captures.filter { capture in
            guard capture.holdsPackets, let bytes = try? capture.bytes() else { return false }
            // Secrets in a capture come from no interface.
            return !bytes.indices.dropLast(4).contains { bytes[$0..<($0 + 4)] == [0x4B, 0x53, 0x4C, 0x54] }
        },
        atMost: 24,
        seed: 18
    )

    @Test(arguments: captures)
    func `exchanges are those that check finds, and those of the file that was written`(
        capture: CaptureFile
    ) throws {
        guard let source = FedSource(try FedSource.packets(of: capture.path), batch: 5) else { return }
        let folder = try TemporaryFolder()
        let file = folder.path + "/written.pcapng"
        let keys = capture.keysPath.map { [$0] } ?? []
        let run = try FedRun(source, to: file, keys: keys, embedsKeys: !keys.isEmpty)
        let known = try CommandRun(checking: [capture.path], ["--format", "ndjson"])
        #expect(run.exchanges == FedRun.ordered(known.output))
        #expect(run.status == known.status)
        let written = try CommandRun(checking: [file], ["--format", "ndjson"])
        #expect(FedRun.ordered(written.output) == run.exchanges)
    }

    @Test func `keys are taken as they are written, and those used are written before they are needed`()
        throws
    {
        let capture = Checkout.path("Captures/tls/tls13-aes128-gcm.pcap")
        let lines = String(
            decoding: try Checkout.bytes(of: Checkout.path("Captures/tls/tls13-aes128-gcm.keys")),
            as: UTF8.self
        )
        let foreign =
            "CLIENT_RANDOM \(String(repeating: "ab", count: 32)) \(String(repeating: "cd", count: 48))\n"
        let folder = try TemporaryFolder()
        let log = try folder.write([], to: "keys.log")
        let handle = try #require(FileHandle(forWritingAtPath: log))
        let source = try #require(FedSource(try FedSource.packets(of: capture), batch: 1))
        // The second half of a line comes turns after the first.
        let pieces = [foreign, String(lines.prefix(100)), String(lines.dropFirst(100))]
        source.beforeTurn = { turn in
            if turn.isMultiple(of: 3), turn / 3 < pieces.count { handle.write(Data(pieces[turn / 3].utf8)) }
        }
        let file = folder.path + "/written.pcapng"
        let run = try FedRun(source, to: file, keys: [log], embedsKeys: true)
        let known = try CommandRun(checking: [capture], ["--format", "ndjson"])
        #expect(!run.exchanges.isEmpty && run.exchanges == FedRun.ordered(known.output))
        let written = try CommandRun(checking: [file], ["--format", "ndjson"])
        #expect(FedRun.ordered(written.output) == run.exchanges)
        // It holds keys: only its owner may read it.
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        let bytes = String(decoding: try Checkout.bytes(of: file), as: UTF8.self)
        #expect(bytes.contains("CLIENT_TRAFFIC_SECRET_0 ") && !bytes.contains("abababab"))
        let plain = try FedRun(try #require(FedSource(try FedSource.packets(of: capture))))
        #expect(
            plain.exchanges.isEmpty && plain.remarks.contains { $0.contains("1 TLS session was not read") }
        )
    }

    @Test func `a key log that is long already is read to its end before the first packet`() throws {
        let capture = Checkout.path("Captures/tls/tls13-aes128-gcm.pcap")
        let lines = try Checkout.bytes(of: Checkout.path("Captures/tls/tls13-aes128-gcm.keys"))
        let comment = [UInt8](repeating: 0x23, count: 999) + [0x0A]
        let folder = try TemporaryFolder()
        let log = try folder.write((0..<2_000).flatMap { _ in comment } + lines, to: "keys.log")
        var packets = try FedSource.packets(of: capture)
        // The connection has ended when the packets are read that do not wait for keys any more.
        packets += repeatElement(try #require(packets.last), count: 5)
        let start = try #require(packets.first?.header.time)
        for index in packets.indices {
            packets[index].header.time = Timestamp(
                nanoseconds: start.nanoseconds + Int64(index) * 100_000_000
            )
        }
        let run = try FedRun(try #require(FedSource(packets, batch: 1_000)), keys: [log])
        #expect(run.exchanges.count == 1, "\(run.remarks)")
    }

    @Test func `a frame is named with the file that holds it, and by its number there`() throws {
        let capture = Checkout.path("Captures/faulty/glued-close.pcap")
        let packets = try FedSource.packets(of: capture)
        let folder = try TemporaryFolder()
        let rotation = RecordedFiles.Rotation(size: 1_500)
        let file = folder.path + "/up.pcapng"
        let run = try FedRun(try #require(FedSource(packets)), to: file, rotation)
        #expect(run.status == .findings)
        let known = try CommandRun(checking: [capture], ["--format", "ndjson"])
        var checked = 0
        for (line, original) in zip(run.exchanges, FedRun.ordered(known.output)) {
            let findings = try JSONDocument(parsing: line)["findings"]?.elements ?? []
            let originals = try JSONDocument(parsing: original)["findings"]?.elements ?? []
            #expect(findings.count == originals.count)
            for (finding, original) in zip(findings, originals) {
                guard case .number(let frame)? = finding["frame"], case .string(let path)? = finding["file"],
                    case .number(let number)? = original["frame"]
                else { continue }
                let held = try FedSource.packets(of: path)
                #expect(held[Int(frame) - 1].bytes == packets[Int(number) - 1].bytes)
                checked += 1
            }
            #expect(try JSONDocument(parsing: line)["request"]?["firstFile"] != nil)
        }
        #expect(checked > 0)
        #expect(try folder.names().count > 2)
        let text = try FedRun(try #require(FedSource(packets)), .text, to: file, rotation)
        #expect(text.output.contains(#/frame \d+ of /.*/up-\d{8}T\d{6}Z-\d{5}\.pcapng/#))
    }

    @Test func `without a file no frame is named`() throws {
        let packets = try FedSource.packets(of: Checkout.path("Captures/faulty/glued-close.pcap"))
        let run = try FedRun(try #require(FedSource(packets)))
        #expect(run.output.contains("\"frame\":null") && run.output.contains("\"firstFrame\":null"))
        #expect(!run.output.contains("\"file\":"))
        let text = try FedRun(try #require(FedSource(packets)), .text)
        #expect(text.output.contains("fed0#1  POST") && !text.output.contains("frame "))
    }

    @Test func `a line and its findings come with the request, the answer later`() throws {
        let packets = try FedSource.packets(of: Checkout.path("Captures/faulty/glued-close.pcap"))
        let source = try #require(FedSource(packets, batch: 1))
        let run = try FedRun(source, .text)
        let lines = run.output.split(separator: "\n")
        #expect(lines.first?.contains("  –  ") ?? false, "\(run.output)")
        #expect(lines.dropFirst().first?.hasPrefix("error[") ?? false)
        #expect(lines.contains { $0.contains("#1  ") && $0.contains("  answered  ") })
        let whole = try FedRun(try #require(FedSource(packets, batch: 1_000)), .text)
        #expect(!whole.output.contains("answered"))
        // Nothing is found in this one: it waits for its status.
        let good = try FedSource.packets(of: Checkout.path("Captures/curl/plain.pcap"))
        let waiting = try FedRun(try #require(FedSource(good, batch: 1)), .text)
        #expect(waiting.output.hasPrefix("#1  ") && waiting.output.contains("  200  "))
        #expect(!waiting.output.contains("answered"))
    }

    @Test(arguments: ["curl/keepalive-two.pcap", "firefox/page-script.pcapng"])
    func `an answered exchange has its line before the connection goes on`(capture: String) throws {
        let packets = try FedSource.packets(of: Checkout.path("Captures/\(capture)"))
        let source = try #require(FedSource(packets, batch: 1))
        let text = StringSink()
        var counts: [Int] = []
        source.beforeTurn = { turn in
            let bytes = String(decoding: packets[turn].bytes, as: UTF8.self)
            guard bytes.contains(#/(GET|POST) \S+ HTTP/1\.1\r\n/#) else { return }
            counts.append(text.text.split(separator: "\n").count { $0.hasPrefix("#") })
        }
        let status = try FedRun.run(
            source,
            now: { source.now },
            .text,
            writing: text,
            to: nil,
            RecordedFiles.Rotation(),
            keys: []
        ) { _ in }
        #expect(status == .fine)
        #expect(counts.count > 1 && counts == Array(counts.indices), "\(counts)")
        #expect(!text.text.contains("answered"))
    }

    @Test func `dropped packets are told when they are dropped, and at the end`() throws {
        let packets = try FedSource.packets(of: Checkout.path("Captures/curl/plain.pcap"))
        let source = try #require(FedSource(packets, batch: 4))
        source.dropsByTurn = [DropCounts(received: 4), DropCounts(received: 20, byKernel: 12)]
        let folder = try TemporaryFolder()
        let run = try FedRun(source, to: folder.path + "/x.pcapng")
        #expect(run.remarks.last == "fed0: \(packets.count) packets captured; \(Self.dropped)")
        #expect(run.output.contains("{\"kind\":\"dropped-packets\",\"message\":\"\(Self.dropped)\""))
        #expect(run.status == .fine)
    }

    private static let dropped = "12 packets were dropped because they came faster than they were read"

    @Test(arguments: [1, 5, 12])
    func `the capture ends after so many packets`(_ count: Int) throws {
        let packets = try FedSource.packets(of: Checkout.path("Captures/curl/plain.pcap"))
        let folder = try TemporaryFolder()
        let file = folder.path + "/x.pcapng"
        let source = try #require(FedSource(packets, batch: 3))
        let run = try FedRun(source, to: file, limits: RecordSession.Limits(packets: count))
        #expect(try FedSource.packets(of: file).map(\.bytes) == packets.prefix(count).map(\.bytes))
        #expect(
            run.remarks.last == "fed0: \(count == 1 ? "1 packet" : "\(count) packets") captured, none dropped"
        )
    }

    @Test(arguments: [true, false])
    func `what came before a signal is read to its end, and no more`(isEarlier: Bool) throws {
        let packets = try FedSource.packets(of: Checkout.path("Captures/curl/plain.pcap"))
        let end = try #require((isEarlier ? packets.last : packets.first)?.header.time)
        let text = StringSink()
        var remarks: [String] = []
        let status = try FedRun.run(
            try #require(FedSource(packets, batch: 4)),
            now: { end },
            .ndjson,
            writing: text,
            to: nil,
            RecordedFiles.Rotation(),
            keys: [],
            until: { true }
        ) { remarks.append($0) }
        #expect(status == .fine)
        let count = isEarlier ? packets.count : 4
        #expect(remarks == ["fed0: \(count) packets captured, none dropped"])
        #expect(text.text.contains("\"status\":200") == isEarlier)
    }
}
