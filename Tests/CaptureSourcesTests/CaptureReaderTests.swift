import Bytes
import CaptureSources
import Testing

@Suite struct CaptureReaderTests {
    /// An Ethernet frame with a UDP packet to a port.
    private static func frame(port: UInt8) -> [UInt8] {
        let ip: [UInt8] = [0x45, 0, 0, 28, 0, 0, 0, 0, 64, 17, 0, 0, 10, 0, 0, 1, 10, 0, 0, 2]
        return [UInt8](repeating: 2, count: 12) + [8, 0] + ip + [0, 9, 0, port, 0, 8, 0, 0]
    }

    private static let capture = PcapReaderTests.capture(packets: [
        frame(port: 1), frame(port: 2), frame(port: 1),
    ])

    @Test(arguments: [false, true], [64, 1 << 20])
    func `reads a capture whole, compressed or not`(isCompressed: Bool, blockSize: Int) throws {
        let input = isCompressed ? ByteSourceTests.gzip(Self.capture) : Self.capture
        var source = try ByteSource(name: "x", bytes: input, blockSize: blockSize)
        var recorder = PacketRecorder()
        let summary = try CaptureReader.read(&source, into: &recorder)
        #expect(summary.format == .pcap)
        #expect(summary.packetCount == 3)
        #expect(recorder.packets.map(\.header.frame) == [1, 2, 3])
    }

    @Test func `counts the packets that a filter keeps back`() throws {
        var source = try ByteSource(name: "x", bytes: Self.capture)
        var recorder = PacketRecorder()
        let summary = try CaptureReader.read(&source, filter: PacketFilter("udp port 2"), into: &recorder)
        #expect(summary.packetCount == 3)
        #expect(summary.passedPacketCount == 1)
        #expect(recorder.packets.map(\.header.frame) == [2])
    }

    @Test func `says what is wrong with a filter`() throws {
        do {
            _ = try PacketFilter("udp prt 2")
            Issue.record("the filter compiles")
        } catch {
            #expect(error.expression == "udp prt 2")
            #expect(error.description.contains("syntax error"))
        }
    }

    @Test func `throws when a filter does not fit the link type of the capture`() throws {
        let input = PcapReaderTests.capture(link: 101, packets: [[0x45], [0x45]])
        var source = try ByteSource(name: "x", bytes: input)
        var recorder = PacketRecorder()
        let filter = try PacketFilter("vlan 5")
        #expect(throws: CaptureReader.Failure.self) {
            _ = try CaptureReader.read(&source, filter: filter, into: &recorder)
        }
    }

    @Test func `gives the packets before damage to the compression, and both problems`() throws {
        let packets = (0..<200).map { index in (0..<500).map { UInt8(truncatingIfNeeded: $0 * index * index) }
        }
        let input = ByteSourceTests.gzip(PcapReaderTests.capture(packets: packets))
        var source = try ByteSource(name: "x", bytes: Array(input.prefix(input.count / 2)))
        var recorder = PacketRecorder()
        let summary = try CaptureReader.read(&source, into: &recorder)
        #expect((1..<200).contains(recorder.packets.count))
        #expect(summary.problems.map(\.kind) == [.truncatedFile, .truncatedFile])
        #expect(recorder.problems == summary.problems)
    }
}
