import Decryption
import TestSupport
import Testing

struct KeyLogTests {
    private static let random = [UInt8](0..<32)
    private static let digits = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
    private static let secret = String(repeating: "Ab", count: 48)

    private func log(_ text: String) -> KeyLog {
        var log = KeyLog()
        log.push(Array(text.utf8).span.bytes)
        log.finish()
        return log
    }

    @Test func `reads secrets in either case, with either line break, among comments`() throws {
        let log = log(
            "# NSS\r\n\r\nCLIENT_RANDOM \(Self.digits.uppercased()) \(Self.secret)\r\nEXPORTER_SECRET"
        )
        let random = try #require(ClientRandom(Self.random))
        #expect(log[random]?[.master] == [UInt8](repeating: 0xAB, count: 48))
        #expect(log.sessionCount == 1)
        #expect(log.firstBadLines == [4], "the last line is cut off")
    }

    @Test func `writes the secrets of a session as lines that read back the same`() throws {
        let lines = SessionSecrets.Label.allCases.map {
            "\($0.name) \(Self.digits) \(Self.secret.lowercased())\n"
        }
        let random = try #require(ClientRandom(Self.random))
        let secrets = try #require(log(lines.joined())[random])
        #expect(secrets.count == lines.count)
        #expect(String(decoding: secrets.lines(of: random), as: UTF8.self) == lines.joined())
    }

    @Test(arguments: [1, 2, 100])
    func `of a log without an end the newest sessions are kept`(_ limit: Int) throws {
        var log = KeyLog(keepingNewest: limit)
        let randoms = try (0..<250).map { number in
            try #require(ClientRandom([UInt8](repeating: 0, count: 31) + [UInt8(number)]))
        }
        for (number, random) in randoms.enumerated() {
            log.add([UInt8(number)], .clientTraffic, of: random)
            log.add([UInt8(number)], .serverTraffic, of: random)
            #expect(log.sessionCount == min(number + 1, limit))
        }
        for (number, random) in randoms.enumerated() {
            #expect(log[random]?.count == (number >= 250 - limit ? 2 : nil))
        }
        #expect(!log.isOverfull)
    }

    @Test func `keeps each label of a session, and the first secret of each`() throws {
        let lines = SessionSecrets.Label.allCases.map { label in
            "\(label.name) \(Self.digits) \(Self.secret)\n\(label.name) \(Self.digits) \(String(repeating: "00", count: 48))"
        }
        let log = log(lines.joined(separator: "\n"))
        let random = try #require(ClientRandom(Self.random))
        for label in SessionSecrets.Label.allCases {
            #expect(log[random]?[label] == [UInt8](repeating: 0xAB, count: 48))
        }
        #expect(log.badLineCount == 0)
    }

    @Test(arguments: [
        "CLIENT_RANDOM 00 11", "CLIENT_RANDOM \(digits) abc", "CLIENT_RANDOM \(digits) zz",
        "CLIENT_RANDOM \(digits) \(digits)", "<html>", "CLIENT_RANDOM \(digits)",
        String(repeating: "A", count: 5_000),
    ])
    func `counts a line that is not understood, with its number, and goes on`(_ line: String) {
        let log = log("\n\(line)\nCLIENT_RANDOM \(Self.digits) \(Self.secret)\n")
        #expect(log.badLineCount == 1)
        #expect(log.firstBadLines == [2])
        #expect(log.sessionCount == 1)
    }

    @Test func `passes over what decrypts no stream`() {
        let log = log(
            """
            EXPORTER_SECRET \(Self.digits) \(Self.secret)
            ECH_SECRET \(Self.digits) \(Self.secret)
            RSA 0011223344556677 \(Self.secret)
            PMS_CLIENT_RANDOM \(Self.digits) \(Self.secret)
            """
        )
        #expect(log.sessionCount == 0)
        #expect(log.badLineCount == 0)
        #expect(log.premasterLineCount == 2)
    }

    /// Everything that a log tells.
    private struct Told: Equatable {
        var secrets: [SessionSecrets?]
        var counts: [Int]
        var firstBadLines: [Int]
        var isOverfull: Bool

        init(_ log: KeyLog, of randoms: [[UInt8]]) {
            secrets = randoms.map { ClientRandom($0).flatMap { log[$0] } }
            counts = [log.sessionCount, log.badLineCount, log.premasterLineCount, log.revision]
            firstBadLines = log.firstBadLines
            isOverfull = log.isOverfull
        }
    }

    @Test func `reads the same however its bytes are cut`() {
        let other = String(repeating: "0f", count: 32)
        let text = """
            # a\r\nCLIENT_RANDOM \(Self.digits) \(Self.secret)\nbad\n\nRSA 0011223344556677 \(Self.secret)\r
            CLIENT_TRAFFIC_SECRET_0 \(other) \(Self.secret)\nSERVER_TRAFFIC_SECRET_0 x y\n\
            \(String(repeating: "A", count: KeyLog.lineLimit + 1))\nSERVER_TRAFFIC_SECRET_0 \(other) \(Self.secret)
            """
        ParserVerifier.verify(Array(text.utf8)) { chunks in
            var log = KeyLog()
            for chunk in chunks { log.push(chunk.span.bytes) }
            log.finish()
            return Told(log, of: [Self.random, [UInt8](repeating: 0x0F, count: 32)])
        }
    }

    @Test
    func `finds a session among ten thousand`() throws {
        let lines = (0..<10_000).map { number in
            let digits = String(number + 0x1_0000, radix: 16).dropFirst()
            return "CLIENT_RANDOM \(String(repeating: "0", count: 60))\(digits) \(Self.secret)"
        }
        let log = log(lines.joined(separator: "\n"))
        #expect(log.sessionCount == 10_000)
        let random = try #require(ClientRandom([UInt8](repeating: 0, count: 30) + [0x27, 0x0F]))
        #expect(log[random]?[.master]?.count == 48)
    }
}
