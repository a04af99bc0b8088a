import Bytes
import CaptureSources
import Decryption
import Testing

@testable import Shell

/// Parts of a live capture by themselves.
struct LiveCaptureTests {
    private static func second(_ seconds: Double) -> Timestamp {
        Timestamp(nanoseconds: Int64(seconds * 1_000_000_000))
    }

    private static func header(_ frame: Int) -> PacketHeader {
        PacketHeader(frame: frame, time: nil, capturedLength: 1, originalLength: 1, linkType: .raw)
    }

    @Test func `packets wait for their keys, in order`() {
        var held = HeldPackets()
        for frame in 1...3 {
            held.add(Self.header(frame), [UInt8(frame)].span.bytes, at: Self.second(Double(frame) / 10))
        }
        #expect(held.oldest == Self.second(0.1))
        #expect(held.pop(at: Self.second(0.3)) == nil)
        #expect(held.pop(at: Self.second(0.45))?.bytes == [1])
        #expect(held.pop(at: Self.second(0.45)) == nil)
        #expect(held.pop(at: Self.second(0.45), all: true)?.header.frame == 2)
        // The clock was set back.
        #expect(held.pop(at: Self.second(0))?.header.frame == 3)
        #expect(held.pop(at: Self.second(9)) == nil && held.oldest == nil)
    }

    @Test func `packets do not wait where too many bytes do`() {
        var held = HeldPackets()
        let packet = [UInt8](repeating: 0, count: 1 << 16)
        var popped = 0
        for frame in 1...1_000 {
            held.add(Self.header(frame), packet.span.bytes, at: Self.second(1))
            while held.pop(at: Self.second(1)) != nil { popped += 1 }
        }
        #expect(popped > 700 && popped < 1_000)
    }

    @Test func `the secrets of a session are written when it begins, and again when there are more`() throws {
        let random = try #require(ClientRandom([UInt8](repeating: 7, count: 32)))
        let other = try #require(ClientRandom([UInt8](repeating: 8, count: 32)))
        var log: [ClientRandom: SessionSecrets] = [:]
        var secrets = EmbeddedSecrets()
        #expect(secrets.lines(for: [random]) { log[$0] }.isEmpty)
        log[random, default: SessionSecrets()][.clientHandshake] = [1]
        log[other, default: SessionSecrets()][.clientHandshake] = [2]
        let first = String(decoding: secrets.newLines { log[$0] }, as: UTF8.self)
        #expect(first.hasPrefix("CLIENT_HANDSHAKE_TRAFFIC_SECRET 0707") && first.hasSuffix(" 01\n"))
        #expect(secrets.newLines { log[$0] }.isEmpty)
        log[random]?[.clientTraffic] = [3]
        #expect(String(decoding: secrets.newLines { log[$0] }, as: UTF8.self).hasPrefix(first))
        #expect(!secrets.lines(for: [other]) { log[$0] }.isEmpty)
    }

    @Test func `dropped packets are told of when it happens, and not too often`() {
        var notice = DropNotice()
        #expect(notice.notice(of: DropCounts(received: 9), at: Self.second(1)) == nil)
        let first = notice.notice(of: DropCounts(received: 9, byKernel: 1), at: Self.second(2))
        #expect(first?.hasPrefix("1 packet was dropped because") ?? false)
        #expect(notice.notice(of: DropCounts(received: 9, byKernel: 5), at: Self.second(3)) == nil)
        let next = notice.notice(of: DropCounts(byKernel: 6, byInterface: 2), at: Self.second(12))
        #expect(
            next?.hasPrefix(
                "5 packets were dropped because they came faster than they were read, 2 packets were"
            )
                ?? false
        )
        #expect(notice.notice(of: DropCounts(byKernel: 6, byInterface: 2), at: Self.second(60)) == nil)
    }

    @Test(arguments: [
        ("1", 1), ("1000", 1_000), ("64k", 65_536), ("100M", 104_857_600), ("2G", 2_147_483_648),
    ])
    func `sizes have units`(_ text: String, _ bytes: Int) {
        #expect(ByteSize(argument: text)?.bytes == bytes)
    }

    @Test(arguments: ["", "0", "K", "-1", "1.5M", "10T", "9999999999G", "99999999999999999999", "1 M", "٣"])
    func `anything else is no size`(_ text: String) {
        #expect(ByteSize(argument: text) == nil)
    }
}
