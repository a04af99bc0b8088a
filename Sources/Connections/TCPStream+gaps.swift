import Bytes
import CaptureSources

/// What is missing of a stream: how long it is waited for, and how it is reported.
extension TCPStream {
    /// The offset of the first range that is captured or known to be cut off; `Int.max` where nothing waits.
    var firstWaiting: Int { min(held.firstOffset, cut.firstOffset) }

    /// Whether the next byte is known to be cut off by the snap length.
    private var isNextCut: Bool { cut.firstOffset <= nextOffset }

    /// Keeps in mind that a packet carried a range of the stream that was not captured.
    mutating func noteCut(
        _ range: Range<Int>,
        _ segment: TCPSegment,
        _ place: Place,
        _ budget: inout ReassemblyBudget
    ) {
        let before = cut.cost
        cut.insert(range, frame: segment.frame, arrival: place.packetCount)
        budget.hold(cut.cost - before)
    }

    /// Forgets the cut-off ranges whose bytes have come after all, or were reported missing.
    mutating func forgetPassedCuts(_ budget: inout ReassemblyBudget) {
        guard isNextCut else { return }
        let before = cut.cost
        cut.drop(before: nextOffset)
        budget.hold(cut.cost - before)
    }

    /// Gives up gaps, once the capture has had time to show their bytes.
    ///
    /// Bytes that no packet carried are given up when the other side has them; bytes that the snap length cut off also
    /// where no acknowledgement was captured, and at once where the sender has no reason to send them again.
    ///
    /// - Parameters:
    ///   - place: which stream this is.
    ///   - patience: how many packets of the connection a gap is waited for; `nil` for the limit.
    ///   - budget: accounts for the memory of waiting segments.
    ///   - consumer: receives the stream.
    mutating func settle(
        _ place: Place,
        patience: Int? = nil,
        _ budget: inout ReassemblyBudget,
        _ consumer: any StreamConsumer
    ) {
        guard phase == .open else { return }
        let patience = patience ?? budget.limits.packetsBeforeGap
        while firstWaiting != .max {
            let age: Int
            if isNextCut {
                age = acknowledged > finOffset ? patience : place.packetCount - cut.firstArrival
            } else {
                guard acknowledged >= firstWaiting else { break }
                let isHeld = held.firstOffset <= cut.firstOffset
                age = place.packetCount - (isHeld ? held.firstArrival : cut.firstArrival)
            }
            guard age >= patience else { break }
            giveUpFirst(.notCaptured, place, &budget, consumer)
        }
        let isFinDue = acknowledged > finOffset && place.packetCount - finArrival >= patience
        if finOffset <= nextOffset || (firstWaiting == .max && isFinDue) { close(place, &budget, consumer) }
    }

    /// Gives up the first gaps until no more of the stream waits than may.
    mutating func keepLimits(
        _ place: Place,
        _ budget: inout ReassemblyBudget,
        _ consumer: any StreamConsumer
    ) {
        while firstWaiting != .max {
            let limits = budget.limits
            let isOver =
                held.cost + cut.cost > limits.heldBytesPerStream
                || held.count + cut.count > limits.heldSegmentsPerStream
            guard isOver else { return }
            giveUpFirst(for: .heldPerStream, place, &budget, consumer)
        }
    }

    /// Gives up all gaps, because memory is needed for other streams.
    mutating func giveUpWaiting(
        _ place: Place,
        _ budget: inout ReassemblyBudget,
        _ consumer: any StreamConsumer
    ) {
        if phase == .starting { open(place, &budget, consumer) }
        while firstWaiting != .max { giveUpFirst(for: .heldInAll, place, &budget, consumer) }
        if finOffset <= nextOffset { close(place, &budget, consumer) }
    }

    /// Gives up the first gap for a limit, which is noted where the bytes might have come.
    private mutating func giveUpFirst(
        for limit: ReassemblyLimit,
        _ place: Place,
        _ budget: inout ReassemblyBudget,
        _ consumer: any StreamConsumer
    ) {
        let isLost = acknowledged >= firstWaiting
        if !isLost, !isNextCut { budget.note(limit, on: place.connection) }
        giveUpFirst(isLost ? .notCaptured : .limit, place, &budget, consumer)
    }

    /// Gives up the first gap, and delivers what follows it.
    ///
    /// - Parameters:
    ///   - cause: why the bytes are missing, unless the snap length cut them off.
    ///   - place: which stream this is.
    ///   - budget: accounts for the memory of waiting segments.
    ///   - consumer: receives the stream.
    mutating func giveUpFirst(
        _ cause: GapCause,
        _ place: Place,
        _ budget: inout ReassemblyBudget,
        _ consumer: any StreamConsumer
    ) {
        if isNextCut {
            miss(until: min(cut.firstEnd, held.firstOffset), cause, frame: 0, place, &budget, consumer)
        } else {
            let frame = held.firstOffset <= cut.firstOffset ? held.firstFrame : cut.firstFrame
            miss(until: firstWaiting, cause, frame: frame, place, &budget, consumer)
        }
        drain(place, &budget, consumer)
    }

    /// Reports that the bytes up to `end` are missing: those that the snap length cut off as such, others for `cause`.
    mutating func miss(
        until end: Int,
        _ cause: GapCause,
        frame: Int,
        _ place: Place,
        _ budget: inout ReassemblyBudget,
        _ consumer: any StreamConsumer
    ) {
        while nextOffset < end {
            let isCut = isNextCut
            let length = min(end, isCut ? cut.firstEnd : cut.firstOffset) - nextOffset
            let origin = ByteOrigin(offset: nextOffset - origin, frame: isCut ? cut.firstFrame : frame)
            nextOffset += length
            nextNumber = nextNumber.advanced(by: length)
            budget.counts.missedBytes += length
            forgetPassedCuts(&budget)
            consumer.missed(length, from: place.side, cause: isCut ? .snapLength : cause, origin)
        }
    }
}
