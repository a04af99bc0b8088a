package import Bytes
import CaptureSources
import Connections
package import Pipeline

/// A synthetic TCP connection for one exchange: handshake, segments, end (RFC 9293 §3.5, §3.6).
package struct TCPConversation {
    private let client: Endpoint
    private let server: Endpoint
    private let output: (([UInt8]) throws -> Void)
    private var sequences: [Side: UInt32]
    private var time: Timestamp?

    /// Starts a connection.
    ///
    /// - Parameters:
    ///   - client: the endpoint that opens it.
    ///   - server: the other endpoint.
    ///   - number: makes its sequence numbers differ from those of other connections between the same
    ///     endpoints.
    ///   - time: the start time.
    ///   - comment: the comment on its first packet.
    ///   - output: receives the blocks of a pcapng file.
    /// - Throws: what `output` throws.
    package init(
        _ client: Endpoint,
        _ server: Endpoint,
        number: Int,
        at time: Timestamp?,
        comment: String,
        _ output: @escaping ([UInt8]) throws -> Void
    ) throws {
        self.client = client
        self.server = server
        self.output = output
        self.time = time
        let first = UInt32(truncatingIfNeeded: number &* 0x0100_0000)
        sequences = [.initiator: first, .responder: first &+ 0x8000_0000]
        try send(.syn, from: .initiator, comment: comment)
        advance(.initiator, 1)
        try send([.syn, .ack], from: .responder)
        advance(.responder, 1)
        try send(.ack, from: .initiator)
    }

    /// Advances the clock; it never goes back.
    package mutating func wait(until time: Timestamp?) {
        guard let time else { return }
        self.time = max(self.time ?? time, time)
    }

    /// Sends bytes; a gap is skipped, as if the capture had lost its packets.
    package mutating func send(_ piece: SpooledBytes.Piece, from side: Side) throws {
        switch piece {
        case .missing(let length, _): advance(side, UInt32(truncatingIfNeeded: length))
        case .bytes(let bytes):
            var rest = bytes[...]
            while !rest.isEmpty {
                let payload = rest.prefix(TCPPacket.payloadLimit)
                rest = rest.dropFirst(payload.count)
                try send(rest.isEmpty ? [.psh, .ack] : .ack, from: side, payload)
                advance(side, UInt32(payload.count))
            }
        }
    }

    /// Ends the stream of a side (FIN).
    package mutating func finish(_ side: Side) throws {
        try send([.fin, .ack], from: side)
        advance(side, 1)
        try send(.ack, from: side.other)
    }

    /// Resets the connection from a side.
    package mutating func reset(_ side: Side) throws { try send([.rst, .ack], from: side) }

    private mutating func advance(_ side: Side, _ count: UInt32) {
        sequences[side, default: 0] &+= count
    }

    private func send(
        _ flags: TCPPacket.Flags,
        from side: Side,
        _ payload: ArraySlice<UInt8> = [],
        comment: String? = nil
    ) throws {
        let packet = TCPPacket(
            from: side == .initiator ? client : server,
            to: side == .initiator ? server : client,
            sequence: sequences[side, default: 0],
            acknowledgment: sequences[side.other, default: 0],
            flags: flags
        )
        try output(PcapNGWriter.packet(packet.bytes(carrying: payload), at: time, comment: comment))
    }
}
