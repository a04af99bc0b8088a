import Bytes
import CaptureSources
import TestSupport
import Testing

@Suite struct PcapNGReaderTests {
    /// Builds the blocks of a section.
    struct Blocks {
        var number: NumberWriter

        init(isBigEndian: Bool = false) { number = NumberWriter(isBigEndian: isBigEndian) }

        func block(_ type: UInt32, _ body: [UInt8]) -> [UInt8] {
            let padded = body + [UInt8](repeating: 0, count: (4 - body.count % 4) % 4)
            let length = number(UInt32(padded.count + 12))
            return number(type) + length + padded + length
        }

        func section(major: UInt16 = 1) -> [UInt8] {
            block(
                0x0A0D_0D0A,
                number(UInt32(0x1A2B_3C4D)) + number(major) + number(UInt16(0)) + number(Int64(-1))
            )
        }

        func interface(link: UInt16 = 1, snapLength: UInt32 = 0, options: [UInt8] = []) -> [UInt8] {
            block(1, number(link) + [0, 0] + number(snapLength) + options)
        }

        func option(_ code: UInt16, _ value: [UInt8]) -> [UInt8] {
            number(code) + number(UInt16(value.count)) + value
                + [UInt8](repeating: 0, count: (4 - value.count % 4) % 4)
        }

        func packet(_ bytes: [UInt8], interface: UInt32 = 0, ticks: UInt64 = 0) -> [UInt8] {
            let time = number(UInt32(ticks >> 32)) + number(UInt32(truncatingIfNeeded: ticks))
            let lengths = number(UInt32(bytes.count)) + number(UInt32(bytes.count))
            return block(6, number(interface) + time + lengths + bytes)
        }

        func obsoletePacket(_ bytes: [UInt8], interface: UInt16) -> [UInt8] {
            let lengths = number(UInt32(bytes.count)) + number(UInt32(bytes.count))
            return block(2, number(interface) + [0, 7] + number(UInt64(0)) + lengths + bytes)
        }

        func simplePacket(_ bytes: [UInt8], originalLength: Int) -> [UInt8] {
            block(3, number(UInt32(originalLength)) + bytes)
        }
    }

    private static let sections: [UInt8] = {
        let little = Blocks()
        let big = Blocks(isBigEndian: true)
        let resolution = big.option(9, [9]) + big.option(14, big.number(Int64(-5)))
        let parts: [[UInt8]] = [
            little.section(),
            little.interface(snapLength: 4),
            little.interface(link: 101),
            little.block(
                10,
                little.number(UInt32(0x544C_534B)) + little.number(UInt32(5)) + Array("KEYS\n".utf8)
            ),
            little.packet([1, 2, 3], ticks: 1_700_000_000_000_001),
            little.packet([4], interface: 1),
            little.block(0x7777, [UInt8](repeating: 9, count: 40)),
            little.simplePacket([5, 6, 7, 8], originalLength: 9),
            little.obsoletePacket([9, 9], interface: 1),
            big.section(),
            big.block(9, [1, 2, 3, 4]),
            big.interface(options: resolution),
            big.packet([0xA, 0xB], ticks: 6_000_000_007),
        ]
        return parts.flatMap { $0 }
    }()

    @Test func `reads sections of both byte orders, packets of all kinds, and secrets`() {
        let told = PacketRecorder.pcapNG([Self.sections[...]])
        #expect(told.packets.map(\.bytes) == [[1, 2, 3], [4], [5, 6, 7, 8], [9, 9], [0xA, 0xB]])
        #expect(told.packets.map(\.header.frame) == [1, 2, 3, 4, 6])
        #expect(told.packets.map(\.header.linkType.rawValue) == [1, 101, 1, 101, 1])
        #expect(
            told.packets.map(\.header.time?.nanoseconds)
                == [1_700_000_000_000_001_000, 0, nil, 0, 1_000_000_007]
        )
        #expect(told.packets[2].header.originalLength == 9)
        let secrets = DecryptionSecrets(kind: .tlsKeyLog, bytes: Array("KEYS\n".utf8), precedingFrames: 0)
        #expect(told.secrets == [secrets])
        #expect(told.problems.isEmpty)
        ParserVerifier.verify(Self.sections) { PacketRecorder.pcapNG($0) }
    }

    @Test func `hands on all that stands before the cut, and says where it is`() {
        let whole = PacketRecorder.pcapNG([Self.sections[...]])
        for length in 1..<Self.sections.count {
            let told = PacketRecorder.pcapNG([Self.sections[..<length]])
            #expect(whole.packets.starts(with: told.packets, by: ==))
            #expect(told.problems.allSatisfy { $0.kind == .truncatedFile && $0.offset == length })
        }
        #expect(PacketRecorder.pcapNG([]).problems.map(\.kind) == [.truncatedFile])
    }

    @Test(arguments: ["curl/tricky.pcapng", "faulty/cl-short.pcapng"])
    func `a real capture is read the same however it is cut`(_ name: String) throws {
        let input = try Checkout.bytes(of: Checkout.path("Captures/" + name))
        ParserVerifier.verify(Array(input.prefix(6_000))) { PacketRecorder.pcapNG($0) }
    }

    private static let damaged: [(String, [UInt8])] = {
        let blocks = Blocks()
        let start = blocks.section() + blocks.interface()
        let number = blocks.number
        var mismatch = blocks.packet([1, 2, 3, 4])
        mismatch[mismatch.count - 4] = 99
        let lying = blocks.block(
            6,
            number(UInt64(0)) + number(UInt32(0)) + number(UInt32(50)) + number(UInt32(50))
        )
        return [
            ("a block says that it is 36 bytes long at its start, and 99 at its end", start + mismatch),
            (
                "a block of type 6 says that it is 8 bytes long, less than the 32 that it has to be",
                start + number(UInt32(6)) + number(UInt32(8)) + number(UInt32(8))
            ),
            (
                "a block of type 6 says that it is 2147483648 bytes long, more than 1310720",
                start + number(UInt32(6)) + number(UInt32(0x8000_0000)) + number(UInt32(0))
            ),
            ("a block of 32 bytes says that it holds a packet of 50 bytes", start + lying),
            ("a section has version 7, not 1", start + blocks.section(major: 7)),
            (
                "a section's byte-order magic is 1020304, which is not valid",
                start + number(UInt32(0x0A0D_0D0A)) + number(UInt32(28)) + [1, 2, 3, 4]
            ),
            (
                "a block of 24 bytes says that it holds 60 bytes of secrets",
                start + blocks.block(10, number(UInt32(1)) + number(UInt32(60)) + [1, 2, 3, 4])
            ),
        ]
    }()

    @Test(arguments: damaged.indices)
    func `stops at a damaged block and names its place`(index: Int) {
        let (message, input) = Self.damaged[index]
        let followed = input + Blocks().packet([1])
        let told = PacketRecorder.pcapNG([followed[...]])
        #expect(told.problems == [CaptureProblem(.damagedRecord, message, at: 48)])
        #expect(told.packets.isEmpty)
        ParserVerifier.verify(followed) { PacketRecorder.pcapNG($0) }
    }

    @Test func `passes over the packets of an interface that is not described, and counts them`() {
        let blocks = Blocks()
        let input =
            blocks.section() + blocks.packet([1]) + blocks.packet([1]) + blocks.interface()
            + blocks.packet([2])
        let told = PacketRecorder.pcapNG([input[...]])
        #expect(told.packets.map(\.header.frame) == [3])
        #expect(told.problems.map(\.kind) == [.undefinedInterface])
    }

    @Test(arguments: [false, true])
    func `tells once what the capturing program dropped, the counts of each interface`(isBigEndian: Bool) {
        let blocks = Blocks(isBigEndian: isBigEndian)
        func counts(of interface: UInt32, _ options: [(code: UInt16, count: UInt64)]) -> [UInt8] {
            let words = options.flatMap { blocks.option($0.code, blocks.number($0.count)) }
            return blocks.block(5, blocks.number(interface) + blocks.number(UInt64(0)) + words)
        }
        let opening = blocks.section() + blocks.interface() + blocks.interface()
        // A count that grows, one that has no drops, one of an interface that there is not, and one that is cut off.
        let first = counts(of: 0, [(4, 90), (5, 1), (7, 2)]) + counts(of: 1, [(4, 7), (5, 0), (7, 30)])
        let cut = blocks.block(5, blocks.number(UInt32(0)) + [7, 0])
        let second = counts(of: 0, [(7, 12), (0, 9)]) + counts(of: 2, [(7, 1_000)]) + cut
        // A file that the capture was rotated to counts on.
        let file = opening + first + blocks.packet([1]) + opening + second
        let told = PacketRecorder.pcapNG([file[...]])
        #expect(told.packets.count == 1)
        let message =
            "42 packets were dropped because they came faster than they were read, 1 packet was dropped by the interface "
            + "or its driver, as the capture says: uploads that they belong to have gaps"
        #expect(told.problems == [CaptureProblem(.droppedPackets, message, at: nil)])
        ParserVerifier.verify(file) { PacketRecorder.pcapNG($0) }
        #expect(PacketRecorder.pcapNG([(opening + counts(of: 0, [(4, 9), (7, 0)]))[...]]).problems.isEmpty)
    }

    @Test func `passes over secrets that are too long`() {
        let blocks = Blocks()
        let secrets = blocks.block(
            10,
            blocks.number(UInt32(1)) + blocks.number(UInt32(40)) + [UInt8](repeating: 0, count: 40)
        )
        var limits = CaptureLimits()
        limits.secretsLength = 50
        let input = blocks.section() + secrets + blocks.interface() + blocks.packet([1])
        let told = PacketRecorder.pcapNG([input[...]], limits: limits)
        #expect(told.secrets.isEmpty)
        #expect(told.packets.count == 1)
        #expect(told.problems.map(\.kind) == [.oversizedSecrets])
    }

    @Test(
        arguments: [
            (InterfaceDescription.TimeUnit.decimal(0), UInt64(3), Int64(3_000_000_000)),
            (.decimal(3), 3, 3_000_000), (.decimal(9), 3, 3), (.decimal(12), 3_999, 3), (.decimal(127), 9, 0),
            (.binary(0), 3, 3_000_000_000), (.binary(10), 1_536, 1_500_000_000),
            (.binary(32), 1 << 31, 500_000_000),
            (.binary(64), 1 << 63, 500_000_000), (.binary(127), .max, 0),
        ] as [(InterfaceDescription.TimeUnit, UInt64, Int64)]
    )
    func `counts time in units of all kinds`(
        unit: InterfaceDescription.TimeUnit,
        ticks: UInt64,
        expected: Int64
    ) {
        var interface = InterfaceDescription(linkType: .ethernet, snapLength: 0)
        interface.timeUnit = unit
        #expect(interface.timestamp(ticks)?.nanoseconds == expected)
        interface.timeOffset = -2
        #expect(interface.timestamp(ticks)?.nanoseconds == expected - 2_000_000_000)
    }

    @Test func `has no time for what 64 bits of nanoseconds cannot hold`() {
        var interface = InterfaceDescription(linkType: .ethernet, snapLength: 0)
        for unit in [InterfaceDescription.TimeUnit.decimal(0), .decimal(6), .binary(0), .binary(20)] {
            interface.timeUnit = unit
            #expect(interface.timestamp(.max) == nil)
        }
        interface.timeOffset = .max
        #expect(interface.timestamp(0) == nil)
    }
}
