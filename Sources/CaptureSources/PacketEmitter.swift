import Bytes

/// The end of all packet readers: counts frames, applies the filter, records faults.
struct PacketEmitter {
    /// The number of packets so far, including those that the filter rejected.
    private(set) var frameCount = 0
    /// The number of packets that passed the filter.
    private(set) var passedCount = 0
    /// All faults so far.
    private(set) var problems: [CaptureProblem] = []
    /// Why the filter could not be applied to a packet; no packet is passed on after that.
    private(set) var filterFailure: PacketFilter.Failure?
    private let filter: PacketFilter?

    /// Makes an emitter that passes on the packets that match `filter`.
    init(filter: PacketFilter?) {
        self.filter = filter
    }

    /// Counts a packet, and passes it on if it matches the filter.
    ///
    /// Inlined: to hand on what it takes would be as much work as it does.
    @inline(__always)
    mutating func packet(
        _ bytes: RawSpan,
        time: Timestamp?,
        originalLength: Int,
        linkType: LinkType,
        comment: RawSpan = RawSpan(),
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
        if !comment.isEmpty { handler.comment(comment) }
        handler.packet(header, bytes)
    }

    /// Counts a frame that is not a network packet.
    mutating func otherFrame() {
        frameCount += 1
    }

    /// Records a fault and reports it to the handler.
    mutating func problem(_ problem: CaptureProblem, to handler: inout some PacketHandler) {
        problems.append(problem)
        handler.problem(problem)
    }
}
