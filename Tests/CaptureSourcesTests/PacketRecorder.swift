import Bytes
import CaptureSources

/// Writes down what a reader of captures tells.
struct PacketRecorder: PacketHandler, Equatable {
    struct Packet: Equatable {
        var header: PacketHeader
        var bytes: [UInt8]
    }

    var packets: [Packet] = []
    var problems: [CaptureProblem] = []
    var secrets: [DecryptionSecrets] = []

    mutating func packet(_ header: PacketHeader, _ bytes: RawSpan) {
        packets.append(Packet(header: header, bytes: bytes.withUnsafeBytes { [UInt8]($0) }))
    }

    mutating func problem(_ problem: CaptureProblem) { problems.append(problem) }
    mutating func secrets(_ secrets: DecryptionSecrets) { self.secrets.append(secrets) }

    /// What a classic capture tells that is pushed in the given chunks.
    static func pcap(_ chunks: [ArraySlice<UInt8>], limits: CaptureLimits = CaptureLimits()) -> PacketRecorder
    {
        var reader = PcapReader(limits: limits)
        var recorder = PacketRecorder()
        for chunk in chunks { reader.push(chunk.span.bytes, into: &recorder) }
        reader.finish(into: &recorder)
        return recorder
    }

    /// What a pcapng capture tells that is pushed in the given chunks.
    static func pcapNG(_ chunks: [ArraySlice<UInt8>], limits: CaptureLimits = CaptureLimits())
        -> PacketRecorder
    {
        var reader = PcapNGReader(limits: limits)
        var recorder = PacketRecorder()
        for chunk in chunks { reader.push(chunk.span.bytes, into: &recorder) }
        reader.finish(into: &recorder)
        return recorder
    }
}

/// Writes numbers in one of the two byte orders.
struct NumberWriter {
    var isBigEndian: Bool

    func callAsFunction<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        withUnsafeBytes(of: isBigEndian ? number.bigEndian : number.littleEndian) { [UInt8]($0) }
    }
}
