package import Bytes
import CaptureSources

/// A TCP connection that is written: handshake, segments, end (RFC 9293 §3.5, §3.6), as blocks of a pcapng file.
///
/// Blocks are appended to a buffer of the caller's, who knows by ``packetCount`` how many there are.
package struct TCPConversation: Sendable {
    /// The number of packets that were written.
    package private(set) var packetCount = 0

    private let client: Endpoint
    private let server: Endpoint
    private let segmentLimit: Int
    private var nextOfClient: UInt32
    private var nextOfServer: UInt32
    private var time: Timestamp?

    /// Prepares a connection.
    ///
    /// - Parameters:
    ///   - client: the endpoint that opens it.
    ///   - server: the other endpoint, of the same version of IP.
    ///   - number: makes its sequence numbers differ from those of other connections between the same endpoints.
    ///   - time: the time of its first packet; `nil` where it is not known.
    ///   - segmentLimit: the greatest number of bytes in a segment, at most ``TCPPacket/greatestPayload``.
    package init(
        _ client: Endpoint,
        _ server: Endpoint,
        number: Int,
        at time: Timestamp?,
        segmentLimit: Int = TCPPacket.payloadLimit
    ) {
        self.client = client
        self.server = server
        self.segmentLimit = segmentLimit
        self.time = time
        nextOfClient = UInt32(truncatingIfNeeded: number &* 0x0100_0000)
        nextOfServer = nextOfClient &+ 0x8000_0000
    }

    /// Writes the three packets of the handshake; the first has a comment.
    package mutating func open(comment: String?, into blocks: inout [UInt8]) {
        write(.syn, from: .initiator, comment: comment, into: &blocks)
        advance(.initiator, 1)
        write([.syn, .ack], from: .responder, into: &blocks)
        advance(.responder, 1)
        write(.ack, from: .initiator, into: &blocks)
    }

    /// Advances the clock; it never goes back.
    package mutating func wait(until time: Timestamp?) {
        guard let time else { return }
        self.time = max(self.time ?? time, time)
    }

    /// Writes bytes of a side, in as many segments as they need; the first has a comment.
    package mutating func send(
        _ bytes: RawSpan,
        from side: Side,
        comment: String? = nil,
        into blocks: inout [UInt8]
    ) {
        var start = 0
        while start < bytes.byteCount {
            let end = min(start + segmentLimit, bytes.byteCount)
            let isLast = end == bytes.byteCount
            write(
                isLast ? [.psh, .ack] : .ack,
                from: side,
                bytes.extracting(start..<end),
                comment: start == 0 ? comment : nil,
                into: &blocks
            )
            advance(side, end - start)
            start = end
        }
    }

    /// Skips bytes of a side, as if the capture had lost their packets.
    package mutating func skip(_ length: Int, from side: Side) { advance(side, length) }

    /// Ends the stream of a side (FIN).
    package mutating func finish(_ side: Side, into blocks: inout [UInt8]) {
        write([.fin, .ack], from: side, into: &blocks)
        advance(side, 1)
        write(.ack, from: side.other, into: &blocks)
    }

    /// Resets the connection from a side.
    package mutating func reset(_ side: Side, into blocks: inout [UInt8]) {
        write([.rst, .ack], from: side, into: &blocks)
    }

    private mutating func advance(_ side: Side, _ count: Int) {
        let count = UInt32(truncatingIfNeeded: count)
        if side == .initiator { nextOfClient &+= count } else { nextOfServer &+= count }
    }

    private mutating func write(
        _ flags: TCPPacket.Flags,
        from side: Side,
        _ payload: RawSpan = RawSpan(),
        comment: String? = nil,
        into blocks: inout [UInt8]
    ) {
        let isClient = side == .initiator
        let packet = TCPPacket(
            from: isClient ? client : server,
            to: isClient ? server : client,
            sequence: isClient ? nextOfClient : nextOfServer,
            acknowledgment: isClient ? nextOfServer : nextOfClient,
            flags: flags
        )
        packetCount += 1
        let length = packet.headerLength + payload.byteCount
        PcapNGWriter.openPacket(ofLength: length, at: time, into: &blocks)
        packet.append(carrying: payload, to: &blocks)
        PcapNGWriter.closePacket(ofLength: length, at: time, comment: comment, into: &blocks)
    }
}
