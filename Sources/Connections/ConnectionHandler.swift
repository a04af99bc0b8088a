package import Bytes
package import CaptureSources

/// Receives the two streams of one connection: ordered bytes and typed gaps for each direction.
///
/// Offsets count from 0 at the first byte of the stream that could be in the capture (the byte after the SYN, or
/// the first seen). Bytes are delivered once, in order, and never across a gap that was not announced.
package protocol StreamConsumer: AnyObject {
    /// The next bytes of a stream; `bytes` are valid during the call only.
    func received(_ bytes: RawSpan, from side: Side, _ origin: ByteOrigin)

    /// The next `length` bytes of a stream are not in the capture; the origin names the first frame after them.
    func missed(_ length: Int, from side: Side, cause: GapCause, _ origin: ByteOrigin)

    /// A stream has ended; the origin names the offset, frame and time of its end.
    func ended(_ end: StreamEnd, from side: Side, _ origin: ByteOrigin)

    /// Both streams have ended, and nothing more of the connection follows.
    func closed()
}

/// Opens a consumer for each connection when its first packet is seen.
package protocol ConnectionHandler {
    /// Whether nothing more is wanted: reading may end.
    var isFinished: Bool { get }

    /// A connection's first packet was seen; returns the consumer of its streams.
    mutating func opened(_ connection: ConnectionSummary) -> any StreamConsumer

    /// The capture is damaged, cut off or not understood at one place; reading goes on after it.
    mutating func problem(_ problem: CaptureProblem)

    /// The capture carries secrets with which streams can be decrypted.
    mutating func secrets(_ secrets: DecryptionSecrets)
}

extension ConnectionHandler {
    /// Wants all.
    package var isFinished: Bool { false }

    /// Ignores the problem; the capture's summary lists it as well, unless it was found in this module.
    package mutating func problem(_ problem: CaptureProblem) {}

    /// Ignores the secrets.
    package mutating func secrets(_ secrets: DecryptionSecrets) {}
}
