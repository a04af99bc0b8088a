import Bytes
import CaptureSources
import TestSupport
import Testing

@Suite struct PcapReaderTests {
    /// A classic capture of two packets.
    static func capture(
        magic: UInt32 = 0xA1B2_C3D4,
        isBigEndian: Bool = false,
        link: UInt32 = 1,
        minor: UInt16 = 4,
        packets: [[UInt8]] = [[1, 2, 3], [4, 5, 6, 7, 8]]
    ) -> [UInt8] {
        let number = NumberWriter(isBigEndian: isBigEndian)
        var bytes =
            number(magic) + number(UInt16(2)) + number(minor) + number(UInt64(0)) + number(UInt32(65_535))
        bytes += number(link)
        if magic >> 8 == 0x1C_0001 { bytes += number(UInt32(99)) }
        for packet in packets {
            bytes += number(UInt32(1_700_000_000)) + number(UInt32(123))
            bytes += number(UInt32(packet.count)) + number(UInt32(packet.count + 10))
            if magic == 0xA1B2_CD34 { bytes += number(UInt64(0)) }
            bytes += packet
        }
        return bytes
    }

    @Test(
        arguments: [
            (UInt32(0xA1B2_C3D4), Int64(123_000)), (0xA1B2_3C4D, 123), (0xA1B2_CD34, 123_000),
            (0x1C00_01AC, 123), (0x1C00_01AB, 123_000),
        ],
        [false, true]
    )
    func `reads every variant in both byte orders`(
        variant: (magic: UInt32, fraction: Int64),
        isBigEndian: Bool
    ) {
        let input = Self.capture(magic: variant.magic, isBigEndian: isBigEndian)
        let told = PacketRecorder.pcap([input[...]])
        let time = Timestamp(nanoseconds: 1_700_000_000_000_000_000 + variant.fraction)
        let expected = [[1, 2, 3], [4, 5, 6, 7, 8]].enumerated().map { index, bytes in
            PacketRecorder.Packet(
                header: PacketHeader(
                    frame: index + 1,
                    time: time,
                    capturedLength: bytes.count,
                    originalLength: bytes.count + 10,
                    linkType: .ethernet
                ),
                bytes: bytes
            )
        }
        #expect(told.packets == expected)
        #expect(told.problems.isEmpty)
        #expect(CaptureFormat(sniffing: input) == .pcap)
        ParserVerifier.verify(input) { PacketRecorder.pcap($0) }
    }

    @Test func `takes the link type without the length of the frame check sequence`() {
        let told = PacketRecorder.pcap([Self.capture(link: 0x2400_0001)[...]])
        #expect(told.packets.first?.header.linkType == .ethernet)
    }

    @Test func `swaps the lengths of old writers`() {
        let number = NumberWriter(isBigEndian: false)
        let record = number(UInt64(0)) + number(UInt32(60)) + number(UInt32(3)) + [1, 2, 3]
        let told = PacketRecorder.pcap([(Self.capture(minor: 3, packets: []) + record)[...]])
        #expect(told.packets.first?.header.originalLength == 60)
        #expect(told.packets.first?.bytes == [1, 2, 3])
    }

    @Test func `hands on all that stands before the cut, and says where it is`() {
        let input = Self.capture()
        let ends = [24, 43, input.count]
        for length in 0...input.count {
            let told = PacketRecorder.pcap([input[..<length]])
            #expect(told.packets.count == max(ends.filter { $0 <= length }.count - 1, 0))
            #expect(told.problems.map(\.offset) == (ends.contains(length) ? [] : [length]))
            #expect(told.problems.allSatisfy { $0.kind == .truncatedFile })
        }
        let message = PacketRecorder.pcap([input[..<(43 + 18)]]).problems.first?.message
        #expect(message == "the file ends after 61 bytes, in packet 2, of whose 21 bytes 18 are there")
    }

    @Test func `stops at a record that is longer than a packet can be`() {
        let number = NumberWriter(isBigEndian: false)
        let record = number(UInt64(0)) + number(UInt32(0xFFFF_FFFF)) + number(UInt32(3)) + [1, 2, 3]
        let input = Self.capture() + record + Self.capture()
        let told = PacketRecorder.pcap([input[...]])
        #expect(told.packets.count == 2)
        #expect(
            told.problems == [
                CaptureProblem(
                    .damagedRecord,
                    "packet 3 says that 4294967295 bytes of it were captured, more than 262144",
                    at: 64
                )
            ]
        )
        ParserVerifier.verify(input) { PacketRecorder.pcap($0) }
    }

    @Test(arguments: [UInt32(0xA1B2_C3D4), 0xA1B2_CD34, 0x1C00_01AC], [false, true])
    func `reads captures that were joined as they are`(_ magic: UInt32, isBigEndian: Bool) {
        let joined = Self.capture(magic: magic, isBigEndian: isBigEndian, link: 101, packets: [[9], [7, 7]])
        let input = Self.capture() + joined + Self.capture(packets: [[]]) + Self.capture(packets: [])
        let told = PacketRecorder.pcap([input[...]])
        #expect(told.packets.map(\.bytes) == [[1, 2, 3], [4, 5, 6, 7, 8], [9], [7, 7], []])
        #expect(told.packets.map(\.header.linkType) == [.ethernet, .ethernet, .raw, .raw, .ethernet])
        #expect(told.packets.map(\.header.frame) == [1, 2, 3, 4, 5])
        #expect(told.problems.isEmpty)
        ParserVerifier.verify(input) { PacketRecorder.pcap($0) }
    }

    @Test(arguments: ["curl/names.pcap", "mangled/bigendian.pcap"])
    func `a real capture is read the same however it is cut`(_ name: String) throws {
        let input = try Checkout.bytes(of: Checkout.path("Captures/" + name))
        ParserVerifier.verify(Array(input.prefix(4_000))) { PacketRecorder.pcap($0) }
    }
}
