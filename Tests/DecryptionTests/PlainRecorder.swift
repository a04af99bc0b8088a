import Bytes
import CaptureSources
import Connections

/// Writes down the plain streams that it is told of.
struct PlainRecorder: ConnectionHandler {
    /// A stream, its gaps in their places.
    struct Stream: Equatable {
        /// The bytes; a gap has none.
        var bytes: [UInt8] = []
        /// Where in `bytes` gaps are, how long, and why.
        var gaps: [String] = []
        /// How the stream ended.
        var end: StreamEnd?

        /// The bytes as text.
        var text: String { String(decoding: bytes, as: UTF8.self) }
    }

    /// What was announced, by keys.
    var summaries: [Int: ConnectionSummary] = [:]
    /// The streams, by keys, the initiator's first.
    var streams: [Int: [Stream]] = [:]
    /// The keys of the connections that were closed.
    var closedKeys: [Int] = []
    /// Whether all offsets were those that follow from what came before.
    var isContinuous = true
    private var offsets: [Int: [Int]] = [:]

    /// The streams that came out of TLS, in the order of their keys.
    var decrypted: [[Stream]] {
        summaries.filter { $0.value.tls != nil }.keys.sorted().compactMap { streams[$0] }
    }

    mutating func opened(_ connection: ConnectionSummary) {
        summaries[connection.key] = connection
        streams[connection.key] = [Stream(), Stream()]
        offsets[connection.key] = [0, 0]
    }

    mutating func received(
        _ bytes: RawSpan,
        on connection: Int,
        from side: Side,
        at offset: Int,
        frame: Int,
        time: Timestamp?
    ) {
        let index = Int(side.rawValue)
        isContinuous = isContinuous && offsets[connection]?[index] == offset
        offsets[connection]?[index] = offset + bytes.byteCount
        streams[connection]?[index].bytes += bytes.withUnsafeBytes { [UInt8]($0) }
    }

    mutating func missed(
        _ length: Int,
        on connection: Int,
        from side: Side,
        at offset: Int,
        cause: GapCause,
        frame: Int
    ) {
        let index = Int(side.rawValue)
        isContinuous = isContinuous && offsets[connection]?[index] == offset
        offsets[connection]?[index] = offset + length
        let place = streams[connection]?[index].bytes.count ?? 0
        streams[connection]?[index].gaps.append("\(length) at \(place): \(cause)")
    }

    mutating func ended(_ end: StreamEnd, on connection: Int, from side: Side, frame: Int, time: Timestamp?) {
        streams[connection]?[Int(side.rawValue)].end = end
    }

    mutating func closed(_ connection: Int) { closedKeys.append(connection) }
}
