package import Bytes
package import CaptureSources

/// The two ends of a connection.
///
/// `initiator` is the end that sent the SYN; where the capture began later it is the end that was seen sending
/// first, and ``ConnectionSummary/sawHandshake`` is false. Who speaks HTTP as the client is told by the bytes, in
/// Exchanges, not by this.
package enum Side: UInt8, Hashable, Sendable {
    /// The end that opened the connection, or was seen sending first.
    case initiator
    /// The other end.
    case responder

    /// The other side.
    @inlinable
    package var other: Side {
        switch self {
        case .initiator: .responder
        case .responder: .initiator
        }
    }

    /// Whether two are the same: written out, so that other rooms compare without a call.
    @inlinable
    package static func == (left: Side, right: Side) -> Bool {
        switch (left, right) {
        case (.initiator, .initiator), (.responder, .responder): true
        default: false
        }
    }
}

/// A TCP connection as it is announced to a handler.
package struct ConnectionSummary: Sendable {
    /// The connection's number in the capture, from 1, in order of first packets.
    package var number: Int
    /// The end that sent the SYN, or was seen sending first.
    package var initiator: Endpoint
    /// The other end.
    package var responder: Endpoint
    /// Whether the SYN was seen; false for a connection that was open when the capture began.
    package var sawHandshake: Bool
    /// The number by which events name it: its own, but for streams inside the connection's stream (TLS, tunnels).
    package var key: Int
    /// The version of TLS that its bytes were taken out of; `nil` for those that were on the wire.
    package var tls: TLSVersion?

    /// Makes a summary.
    package init(number: Int, initiator: Endpoint, responder: Endpoint, sawHandshake: Bool) {
        self.number = number
        self.initiator = initiator
        self.responder = responder
        self.sawHandshake = sawHandshake
        key = number
        tls = nil
    }
}

/// Why bytes of a stream are not in the capture.
package enum GapCause: UInt8, Hashable, Sendable {
    /// The segment is not in the capture although later bytes are: the capture lost it.
    case notCaptured
    /// The packet is in the capture, cut short by its snap length.
    case snapLength
    /// A limit of the reassembly was passed, and bytes that waited for their turn were given up.
    case limit
    /// The bytes are in the capture, encrypted, and could not be decrypted.
    case notDecrypted
}

/// How a stream (one direction of a connection) ended.
package enum StreamEnd: UInt8, Hashable, Sendable {
    /// A FIN: the sender had nothing more to say.
    case finished
    /// An RST, from either end.
    case reset
    /// The capture ended while the stream was open.
    case captureEnded
    /// A new connection on the same addresses and ports began.
    case replaced
    /// A limit on connections was passed and this one was given up.
    case limit
}

/// What is told of connections as packets arrive: for each direction, ordered bytes and typed gaps.
///
/// Offsets count from 0 at the first byte of the stream that could be in the capture (the byte after the SYN, or
/// the first seen). Bytes are delivered once, in order, and never across a gap that was not announced.
package protocol ConnectionHandler {
    /// A connection's first packet was seen.
    mutating func opened(_ connection: ConnectionSummary)

    /// The next bytes of a stream.
    ///
    /// - Parameters:
    ///   - bytes: valid during the call only.
    ///   - connection: the connection's number.
    ///   - side: who sent them.
    ///   - offset: the offset of the first of them in the stream.
    ///   - frame: the frame that carried them, from 1, as Wireshark numbers it.
    ///   - time: when that frame was captured.
    mutating func received(
        _ bytes: RawSpan,
        on connection: Int,
        from side: Side,
        at offset: Int,
        frame: Int,
        time: Timestamp?
    )

    /// The next `length` bytes of a stream are not in the capture; `frame` is the first frame after them.
    mutating func missed(
        _ length: Int,
        on connection: Int,
        from side: Side,
        at offset: Int,
        cause: GapCause,
        frame: Int
    )

    /// A stream has ended; nothing more of it follows.
    mutating func ended(_ end: StreamEnd, on connection: Int, from side: Side, frame: Int, time: Timestamp?)

    /// Both streams have ended, and nothing more of the connection follows: what is kept of it can go.
    mutating func closed(_ connection: Int)

    /// A limit of the reassembly was passed; told once for each limit and capture.
    ///
    /// - Parameters:
    ///   - limit: which.
    ///   - connection: on which connection it was passed first, where it belongs to one.
    mutating func limitPassed(_ limit: ReassemblyLimit, on connection: Int?)

    /// The capture is damaged, cut off or not understood at some place; the rest goes on.
    mutating func problem(_ problem: CaptureProblem)

    /// The capture carries secrets with which streams can be decrypted.
    mutating func secrets(_ secrets: DecryptionSecrets)
}

extension ConnectionHandler {
    /// Ignores the limit.
    package mutating func limitPassed(_ limit: ReassemblyLimit, on connection: Int?) {}

    /// Ignores the problem, which the capture's summary holds too unless Connections found it.
    package mutating func problem(_ problem: CaptureProblem) {}

    /// Ignores the secrets.
    package mutating func secrets(_ secrets: DecryptionSecrets) {}
}
