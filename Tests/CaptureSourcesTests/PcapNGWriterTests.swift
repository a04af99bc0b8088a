import Bytes
import CaptureSources
import Testing

/// What the writer of pcapng writes, as its reader finds it.
struct PcapNGWriterTests {
    @Test(arguments: [0, 1, 2, 3, 4, 1500])
    func `packets are read back with their bytes, times and link type`(_ length: Int) throws {
        let packet = [UInt8](repeating: 0x45, count: length)
        let time = Timestamp(nanoseconds: 1_795_226_289_123_456_789)
        var file = PcapNGWriter.opening(application: "test", comment: "äöü")
        file += PcapNGWriter.packet(packet, at: time, comment: "first")
        file += PcapNGWriter.packet(packet, at: nil)
        #expect(file.count.isMultiple(of: 4))
        var source = try ByteSource(name: "x.pcapng", bytes: file)
        var recorder = PacketRecorder()
        let summary = try CaptureReader.read(&source, into: &recorder)
        #expect(summary.format == .pcapng && recorder.problems.isEmpty)
        #expect(recorder.packets.map(\.bytes) == [packet, packet])
        #expect(recorder.packets.map(\.header.time) == [time, nil])
        #expect(recorder.packets.allSatisfy { $0.header.linkType == .raw })
    }
}
