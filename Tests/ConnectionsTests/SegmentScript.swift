import Bytes
import CaptureSources
import Connections

/// A capture written down segment by segment, and the events that come of it.
///
/// Sequence numbers count from the first byte of each stream; the SYN stands at -1.
struct SegmentScript {
    /// What comes of it, bytes joined.
    enum Event: Hashable {
        case opened(Int, handshake: Bool)
        case bytes(Int, Side, at: Int, [UInt8])
        case gap(Int, Side, at: Int, Int, GapCause)
        case ended(Int, Side, StreamEnd)
        case closed(Int)
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

    /// Keeps the events of all connections, in order.
    final class Log {
        var events: [Event] = []
        var frames: [Int] = []
        var initiators: [Endpoint] = []
    }

    /// Keeps the events of one connection.
    private final class Consumer: StreamConsumer {
        private let number: Int
        private let log: Log

        init(_ number: Int, _ log: Log) {
            self.number = number
            self.log = log
        }

        func received(_ bytes: RawSpan, from side: Side, _ origin: ByteOrigin) {
            let copy = bytes.withUnsafeBytes { [UInt8]($0) }
            if let frame = origin.frame { log.frames.append(frame) }
            if case .bytes(number, side, let start, let before) = log.events.last,
                start + before.count == origin.offset
            {
                log.events[log.events.count - 1] = .bytes(number, side, at: start, before + copy)
            } else {
                log.events.append(.bytes(number, side, at: origin.offset, copy))
            }
        }

        func missed(_ length: Int, from side: Side, cause: GapCause, _ origin: ByteOrigin) {
            log.events.append(.gap(number, side, at: origin.offset, length, cause))
        }

        func ended(_ end: StreamEnd, from side: Side, _ origin: ByteOrigin) {
            log.events.append(.ended(number, side, end))
        }

        func closed() { log.events.append(.closed(number)) }
    }

    /// Opens connections that keep their events.
    struct Recorder: ConnectionHandler {
        let log = Log()
        var events: [Event] { log.events }
        var frames: [Int] { log.frames }
        var initiators: [Endpoint] { log.initiators }

        mutating func opened(_ connection: ConnectionSummary) -> any StreamConsumer {
            log.events.append(.opened(connection.number, handshake: connection.sawHandshake))
            if let initiator = connection.initiator { log.initiators.append(initiator) }
            return Consumer(connection.number, log)
        }

        mutating func problem(_ problem: CaptureProblem) { log.events.append(.problem(problem.kind)) }
    }

    var clientStart: UInt32 = 1_000
    var serverStart: UInt32 = 5_000_000
    var port: UInt16 = 40_000
    /// When the packets that follow come; `nil` where the capture does not say.
    var time: Timestamp?
    private(set) var reassembly: ConnectionReassembly
    private(set) var recorder = Recorder()
    private var frame = 0

    init(limits: ReassemblyLimits = ReassemblyLimits(), memory: MemoryBudget = MemoryBudget()) {
        reassembly = ConnectionReassembly(limits: limits, memory: memory)
    }

    var events: [Event] { recorder.events }
    /// The limits that were reached.
    var passedLimits: [ReassemblyLimit] { reassembly.passedLimits.map(\.limit) }

    /// Sends bytes from the client.
    mutating func client(_ sequence: Int, _ text: String = "", ack: Int = 0, flags: UInt8 = 0, cut: Int = 0) {
        send(true, sequence, Array(text.utf8), ack, flags, cut)
    }

    /// Sends bytes from the client.
    mutating func client(_ sequence: Int, _ bytes: [UInt8]) { send(true, sequence, bytes, 0, 0, 0) }

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
            time: time,
            capturedLength: bytes.count,
            originalLength: originalLength ?? bytes.count,
            linkType: linkType
        )
        reassembly.packet(header, bytes.span.bytes, into: &recorder)
    }

    /// Says that on a live capture all packets up to a time have come.
    mutating func passed(_ time: Timestamp) { reassembly.passed(time) }

    /// Ends the capture.
    ///
    /// - Returns: all events.
    mutating func finish() -> [Event] {
        reassembly.finish()
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
        let frame = SegmentBuilder.ethernet(segment.ipv4())
        packet(Array(frame.dropLast(cut)), linkType: .ethernet, originalLength: frame.count)
    }
}
