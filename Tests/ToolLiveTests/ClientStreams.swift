import Bytes
import CaptureSources
import Connections
import TestSupport

/// What the clients of a capture sent, a stream for each connection, in the order in which they connected.
struct ClientStreams: ConnectionHandler {
    private final class Stream: StreamConsumer {
        var bytes: [UInt8] = []
        var isWhole = true

        func received(_ bytes: RawSpan, from side: Side, _ origin: ByteOrigin) {
            if side == .initiator { self.bytes += bytes.withUnsafeBytes { [UInt8]($0) } }
        }

        func missed(_ length: Int, from side: Side, cause: GapCause, _ origin: ByteOrigin) {
            if side == .initiator { isWhole = false }
        }

        func ended(_ end: StreamEnd, from side: Side, _ origin: ByteOrigin) {}
        func closed() {}
    }

    private var streams: [Stream] = []
    private var sawAllHandshakes = true

    mutating func opened(_ connection: ConnectionSummary) -> any StreamConsumer {
        if !connection.sawHandshake { sawAllHandshakes = false }
        let stream = Stream()
        streams.append(stream)
        return stream
    }

    /// The streams of a capture; `nil` where it lacks bytes of one.
    static func read(_ capture: CaptureFile) throws -> [[UInt8]]? { try read(capture.path) }

    /// The streams of the capture at a path; `nil` where it lacks bytes of one.
    static func read(_ path: String) throws -> [[UInt8]]? {
        var source = try ByteSource(path: path)
        var reader = ConnectionReader(ClientStreams())
        _ = try CaptureReader.read(&source, into: &reader)
        reader.finish()
        guard reader.handler.sawAllHandshakes, reader.handler.streams.allSatisfy(\.isWhole) else {
            return nil
        }
        return reader.handler.streams.map(\.bytes)
    }
}
