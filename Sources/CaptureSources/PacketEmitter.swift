import Bytes

/// What all readers of packets share at their end: the count of frames, the filter, the problems.
struct PacketEmitter {
    /// How many packets were in the capture so far, filtered ones included.
    private(set) var frameCount = 0
    /// How many passed the filter.
    private(set) var passedCount = 0
    /// All problems so far.
    private(set) var problems: [CaptureProblem] = []
    /// Why the filter could not be asked about a packet; nothing more is handed on.
    private(set) var filterFailure: PacketFilter.Failure?
    private let filter: PacketFilter?

    /// Makes an outlet that hands on the packets that `filter` lets pass.
    init(filter: PacketFilter?) {
        self.filter = filter
    }

    /// Counts a packet, and hands it on if it passes.
    mutating func packet(
        _ bytes: RawSpan,
        time: Timestamp?,
        originalLength: Int,
        linkType: LinkType,
        to handler: inout some PacketHandler
    ) {
        frameCount += 1
        let header = PacketHeader(
            frame: frameCount,
            time: time,
            capturedLength: bytes.byteCount,
            originalLength: originalLength,
            linkType: linkType
        )
        if let filter {
            guard filterFailure == nil else { return }
            do {
                guard try filter.passes(header, bytes) else { return }
            } catch {
                filterFailure = error
                return
            }
        }
        passedCount += 1
        handler.packet(header, bytes)
    }

    /// Counts a frame that holds no packet of a network.
    mutating func otherFrame() {
        frameCount += 1
    }

    /// Notes a problem, and tells of it.
    mutating func problem(_ problem: CaptureProblem, to handler: inout some PacketHandler) {
        problems.append(problem)
        handler.problem(problem)
    }
}
