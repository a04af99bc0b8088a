import Bytes
import CaptureSources
import Connections

/// A capture written down segment by segment, and what a handler is told of it.
///
/// Sequence numbers count from the first byte of each stream; the SYN stands at -1.
struct Dialogue {
    /// What a handler is told, bytes joined.
    enum Event: Hashable {
        case opened(Int, handshake: Bool)
        case bytes(Int, Side, at: Int, [UInt8])
        case gap(Int, Side, at: Int, Int, GapCause)
        case ended(Int, Side, StreamEnd)
        case closed(Int)
        case limit(ReassemblyLimit)
        case problem(CaptureProblem.Kind)

        /// Bytes of the initiator of connection 1.
        static func sent(_ text: String, at offset: Int = 0) -> Event {
            .bytes(1, .initiator, at: offset, Array(text.utf8))
        }

        /// Bytes of the responder of connection 1.
        static func answered(_ text: String, at offset: Int = 0) -> Event {
            .bytes(1, .responder, at: offset, Array(text.utf8))
        }
    }

    /// Writes down what it is told.
    struct Recorder: ConnectionHandler {
        var events: [Event] = []
        var frames: [Int] = []
        var initiators: [Endpoint] = []

        mutating func opened(_ connection: ConnectionSummary) {
            events.append(.opened(connection.number, handshake: connection.sawHandshake))
            initiators.append(connection.initiator)
        }

        mutating func received(
            _ bytes: RawSpan,
            on connection: Int,
            from side: Side,
            at offset: Int,
            frame: Int,
            time: Timestamp?
        ) {
            let copy = bytes.withUnsafeBytes { [UInt8]($0) }
            frames.append(frame)
            if case .bytes(connection, side, let start, let before) = events.last,
                start + before.count == offset
            {
                events[events.count - 1] = .bytes(connection, side, at: start, before + copy)
            } else {
                events.append(.bytes(connection, side, at: offset, copy))
            }
        }

        mutating func missed(
            _ length: Int,
            on connection: Int,
            from side: Side,
            at offset: Int,
            cause: GapCause,
            frame: Int
        ) {
            events.append(.gap(connection, side, at: offset, length, cause))
        }

        mutating func ended(
            _ end: StreamEnd,
            on connection: Int,
            from side: Side,
            frame: Int,
            time: Timestamp?
        ) {
            events.append(.ended(connection, side, end))
        }

        mutating func closed(_ connection: Int) { events.append(.closed(connection)) }
        mutating func limitPassed(_ limit: ReassemblyLimit, on connection: Int?) {
            events.append(.limit(limit))
        }
        mutating func problem(_ problem: CaptureProblem) { events.append(.problem(problem.kind)) }
    }

    var clientStart: UInt32 = 1_000
    var serverStart: UInt32 = 5_000_000
    var port: UInt16 = 40_000
    private(set) var reassembly: ConnectionReassembly
    private(set) var recorder = Recorder()
    private var frame = 0

    init(limits: ReassemblyLimits = ReassemblyLimits()) {
        reassembly = ConnectionReassembly(limits: limits)
    }

    var events: [Event] { recorder.events }

    /// Sends bytes from the client.
    mutating func client(_ sequence: Int, _ text: String = "", ack: Int = 0, flags: UInt8 = 0, cut: Int = 0) {
        send(true, sequence, Array(text.utf8), ack, flags, cut)
    }

    /// Sends bytes from the server.
    mutating func server(_ sequence: Int, _ text: String = "", ack: Int = 0, flags: UInt8 = 0, cut: Int = 0) {
        send(false, sequence, Array(text.utf8), ack, flags, cut)
    }

    /// Opens the connection with three packets.
    mutating func handshake() {
        client(-1, flags: SegmentBuilder.Flags.syn)
        server(-1, flags: SegmentBuilder.Flags.syn | SegmentBuilder.Flags.ack)
        client(0)
    }

    /// Takes a packet as captured.
    mutating func packet(_ bytes: [UInt8], linkType: LinkType = .raw, originalLength: Int? = nil) {
        frame += 1
        let header = PacketHeader(
            frame: frame,
            time: nil,
            capturedLength: bytes.count,
            originalLength: originalLength ?? bytes.count,
            linkType: linkType
        )
        reassembly.packet(header, bytes.span.bytes, into: &recorder)
    }

    /// Ends the capture.
    ///
    /// - Returns: all that was told.
    mutating func finish() -> [Event] {
        reassembly.finish(into: &recorder)
        return recorder.events
    }

    private mutating func send(
        _ isFromClient: Bool,
        _ sequence: Int,
        _ payload: [UInt8],
        _ acknowledgement: Int,
        _ flags: UInt8,
        _ cut: Int
    ) {
        let own = isFromClient ? clientStart : serverStart
        let other = isFromClient ? serverStart : clientStart
        let isFirst = flags & SegmentBuilder.Flags.syn != 0 && flags & SegmentBuilder.Flags.ack == 0
        let segment = SegmentBuilder(
            sourcePort: port,
            sequence: own &+ UInt32(truncatingIfNeeded: sequence),
            acknowledgement: isFirst ? 0 : other &+ UInt32(truncatingIfNeeded: acknowledgement),
            flags: flags | (isFirst ? 0 : SegmentBuilder.Flags.ack),
            payload: payload,
            isFromClient: isFromClient
        )
        let bytes = segment.ipv4()
        packet(Array(bytes.dropLast(cut)), originalLength: bytes.count)
    }
}
