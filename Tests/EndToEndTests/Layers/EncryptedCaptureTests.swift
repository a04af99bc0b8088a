import Bytes
import Connections
import Decryption
import Exchanges
import Forms
import Inspection
import Pipeline
import TestSupport
import Testing

/// Captures that are encrypted: with their keys embedded, without them, and with others.
struct EncryptedCaptureTests {
    private static let encrypted = CaptureFolder.captures.filter { $0.keysPath != nil }
    private static let recorded = Corpora.captures.files.filter { $0.keysPath != nil && $0.format == "pcap" }

    /// What is said of each request.
    private func account(_ collected: CollectedCapture) -> [String] {
        collected.exchanges.map { exchange in
            let request = exchange.exchange.request
            let findings = exchange.findings.map { "\($0.finding.rule) \($0.frame ?? 0) \($0.record ?? 0)" }
            return """
                \(exchange.exchange.method) \(exchange.exchange.url() ?? "") \(request?.content.bodyLength ?? 0) \
                \(request?.arrival.firstFrame ?? 0) \(exchange.form?.parts.count ?? 0) \(findings)
                """
        }
    }

    private func log(_ bytes: [UInt8]) -> KeyLog {
        var log = KeyLog()
        log.push(bytes.span.bytes)
        log.finish()
        return log
    }

    @Test(arguments: encrypted + recorded)
    func `keys embedded in the capture do what keys beside it do`(_ capture: CaptureFile) throws {
        let beside = try CollectedCapture.read(capture.path)
        let keys = try Checkout.bytes(of: #require(capture.keysPath))
        let embedded = try EmbeddedSecrets(keys, in: capture.bytes()).bytes
        let collected = try CollectedCapture.read(embedded, name: "memory")
        #expect(account(collected) == account(beside))
        #expect(collected.exchanges.contains { $0.exchange.tls != nil } || capture.name.contains("h2"))
    }

    @Test(arguments: encrypted)
    func `without keys nothing is invented, and one problem says what is missing`(
        _ capture: CaptureFile
    ) throws {
        let collected = try CollectedCapture.read(capture.bytes(), name: "memory")
        #expect(collected.exchanges.allSatisfy { $0.exchange.tls == nil && $0.findings.isEmpty })
        let problems = collected.capture?.problems.filter { $0.kind == "tls-unread" } ?? []
        #expect(problems.count == 1)
        #expect(problems.first?.message.contains("partwise explain keys") ?? false)
    }

    @Test(arguments: encrypted)
    func `the log of other sessions is said to be that`(_ capture: CaptureFile) throws {
        let other = try #require(Self.encrypted.first { $0.name != capture.name }?.keysPath)
        let collected = try CollectedCapture.read(
            capture.bytes(),
            name: "memory",
            log: log(Checkout.bytes(of: other))
        )
        #expect(collected.findings.isEmpty)
        #expect(collected.problems.isSuperset(of: ["tls-unread", "key-log"]))
    }

    @Test(arguments: encrypted)
    func `a log that is cut off gives what its whole lines give`(_ capture: CaptureFile) throws {
        let keys = try Checkout.bytes(of: #require(capture.keysPath))
        let bytes = try capture.bytes()
        let whole = try CollectedCapture.read(bytes, name: "memory", log: log(keys)).exchanges.count
        for count in stride(from: 0, to: keys.count, by: 61) {
            let collected = try CollectedCapture.read(bytes, name: "memory", log: log(Array(keys[..<count])))
            #expect(collected.exchanges.count <= whole)
            // With the keys of the server's data alone there are responses without requests, which is said.
            let isWhole = collected.exchanges.allSatisfy { $0.exchange.request != nil }
            #expect(isWhole || collected.problems.contains("tls-half-read"))
            let requested = collected.exchanges.filter { $0.exchange.request != nil }
            #expect(requested.allSatisfy { !$0.exchange.method.isEmpty })
            let isRead = collected.exchanges.count == whole && isWhole
            #expect(isRead || !collected.problems.isDisjoint(with: ["tls-unread", "tls-half-read"]))
        }
    }

    @Test(arguments: encrypted.prefix(3))
    func `keys are found among ten thousand`(_ capture: CaptureFile) throws {
        let keys = try Checkout.bytes(of: #require(capture.keysPath))
        var log = KeyLog()
        for number in 0..<10_000 {
            let random = UInt32(number).bytes + [UInt8](repeating: 0xEE, count: 28)
            if let random = ClientRandom(random) {
                log.add([UInt8](repeating: 1, count: 48), .master, of: random)
            }
        }
        log.push(keys.span.bytes)
        log.finish()
        let collected = try CollectedCapture.read(capture.bytes(), name: "memory", log: log)
        #expect(account(collected) == account(try CollectedCapture.read(capture.path)))
        #expect(collected.problems.isEmpty)
    }

    @Test func `a request inside a tunnel keeps the number of the connection, and names its records`() throws
    {
        let capture = try #require(Self.encrypted.first { $0.name.contains("connect-proxy") })
        let collected = try CollectedCapture.read(capture.path)
        #expect(collected.exchanges.map(\.exchange.method) == ["CONNECT", "CONNECT", "POST"])
        #expect(collected.exchanges.map(\.exchange.connection) == [1, 1, 1])
        #expect(collected.exchanges.map(\.exchange.tls) == [nil, nil, .tls13])
        #expect(collected.capture?.opaque.isEmpty ?? false)
    }
}

/// A capture rewritten as pcapng, with a block of decryption secrets before its packets.
private struct EmbeddedSecrets {
    /// The bytes of the file.
    let bytes: [UInt8]

    init(_ secrets: [UInt8], in pcap: [UInt8]) throws {
        let link = Array(pcap[20..<22])
        var result = Self.block(
            0x0A0D_0D0A,
            [0x4D, 0x3C, 0x2B, 0x1A, 1, 0, 0, 0] + [UInt8](repeating: 0xFF, count: 8)
        )
        result += Self.block(1, link + [0, 0, 0, 0, 4, 0])
        result += Self.block(10, Array("KSLT".utf8) + UInt32(secrets.count).bytes + secrets.padded)
        var index = 24
        while index + 16 <= pcap.count {
            let length = pcap[(index + 8)..<(index + 12)].reversed().reduce(0) { $0 << 8 | Int($1) }
            let packet = Array(pcap[(index + 16)..<(index + 16 + length)])
            let lengths = pcap[(index + 8)..<(index + 16)]
            result += Self.block(6, [UInt8](repeating: 0, count: 12) + lengths + packet.padded)
            index += 16 + length
        }
        bytes = result
    }

    private static func block(_ type: UInt32, _ body: [UInt8]) -> [UInt8] {
        let length = UInt32(body.count + 12).bytes
        return type.bytes + length + body + length
    }
}

extension UInt32 {
    /// The bytes, the lowest first.
    fileprivate var bytes: [UInt8] { withUnsafeBytes(of: littleEndian) { [UInt8]($0) } }
}

extension [UInt8] {
    /// The bytes, and zeros up to a multiple of four.
    fileprivate var padded: [UInt8] { self + [UInt8](repeating: 0, count: (4 - count % 4) % 4) }
}
