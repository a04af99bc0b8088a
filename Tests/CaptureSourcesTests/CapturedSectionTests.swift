import Bytes
import CaptureSources
import Testing

/// Sections of pcapng as a live capture writes them, as their reader finds them.
struct CapturedSectionTests {
    private static func interface(nanoseconds: Bool = true, filter: String? = nil) -> CapturedInterface {
        CapturedInterface(
            name: "lo",
            description: "Loopback",
            linkType: .ethernet,
            snapLength: 262_144,
            hasNanoseconds: nanoseconds,
            filter: filter
        )
    }

    private static func header(_ frame: Int, _ length: Int, original: Int? = nil) -> PacketHeader {
        PacketHeader(
            frame: frame,
            time: Timestamp(nanoseconds: 1_795_226_289_123_456_789 + Int64(frame)),
            capturedLength: length,
            originalLength: original ?? length,
            linkType: .ethernet
        )
    }

    @Test(arguments: [0, 1, 2, 3, 4, 1_500, 65_550])
    func `packets are read back with their bytes, times and lengths`(_ length: Int) {
        let packet = [UInt8](repeating: 0x45, count: length)
        let headers = [Self.header(1, length), Self.header(2, length, original: length + 9)]
        var file = PcapNGWriter.opening(application: "test", of: Self.interface(filter: "tcp port 80"))
        for header in headers {
            let start = file.count
            PcapNGWriter.append(header, packet.span.bytes, of: Self.interface(), to: &file)
            #expect(file.count - start == PcapNGWriter.lengthOfBlock(of: header))
        }
        let counts = DropCounts(received: 3, byKernel: 1)
        let statistics = PcapNGWriter.statistics(counts, at: nil, of: Self.interface())
        #expect(statistics.count == PcapNGWriter.statisticsLength)
        file += statistics
        #expect(file.count.isMultiple(of: 4))
        let recorder = PacketRecorder.pcapNG([file[...]])
        #expect(
            recorder.problems.map(\.message) == [
                "\(counts.sentence), as the capture says: uploads that they belong to have gaps"
            ]
        )
        #expect(recorder.packets.map(\.header) == headers)
        #expect(recorder.packets.map(\.bytes) == [packet, packet])
    }

    @Test func `times of a clock with microseconds are written as such`() {
        let interface = Self.interface(nanoseconds: false)
        var file = PcapNGWriter.opening(application: "test", of: interface)
        PcapNGWriter.append(Self.header(1, 4), [UInt8](1...4).span.bytes, of: interface, to: &file)
        let recorder = PacketRecorder.pcapNG([file[...]])
        #expect(
            recorder.packets.map(\.header.time) == [Timestamp(nanoseconds: 1_795_226_289_123_456_000)]
        )
    }

    @Test(arguments: ["", "a\n", "ab\n", "abc\n", "CLIENT_RANDOM 00 11\n"])
    func `secrets are read back as they were written`(_ lines: String) {
        var file = PcapNGWriter.opening(application: "test", of: Self.interface())
        PcapNGWriter.append(Self.header(1, 4), [UInt8](1...4).span.bytes, of: Self.interface(), to: &file)
        file += PcapNGWriter.secrets(Array(lines.utf8))
        let expected = DecryptionSecrets(kind: .tlsKeyLog, bytes: Array(lines.utf8), precedingFrames: 1)
        #expect(PacketRecorder.pcapNG([file[...]]).secrets == [expected])
    }
}
