import Bytes
import CaptureSources

/// Segments that are not simply the next one.
extension TCPStream {
    /// Delivers, queues or trims a segment that is not simply the next one.
    mutating func arrange(
        _ segment: TCPSegment,
        _ payload: RawSpan,
        distance: Int,
        _ place: Place,
        _ budget: inout ReassemblyBudget,
        _ consumer: any StreamConsumer
    ) {
        let earliest = phase == .starting ? -budget.limits.bytesBeforeStart : -Self.largestWindow
        guard distance >= earliest, distance < Self.largestWindow else {
            budget.counts.straySegments += 1
            return
        }
        let length = payload.byteCount + segment.missingLength
        let floor = phase == .starting ? Int.min : nextOffset
        let start = max(nextOffset + distance, floor)
        let end = min(nextOffset + distance + length, finOffset)
        let skipped = start - (nextOffset + distance)
        budget.counts.repeatedBytes += min(skipped, length)
        guard start < end else { return }
        let bytes = payload.extracting(droppingFirst: min(skipped, payload.byteCount))
            .extracting(first: end - start)
        let capturedEnd = start + bytes.byteCount
        if phase == .open, start == nextOffset, held.isEmpty || capturedEnd <= held.firstOffset {
            deliver(bytes, frame: segment.frame, time: segment.time, place, consumer)
        } else if start < capturedEnd {
            hold(bytes, at: start, segment, place, &budget)
        }
        if capturedEnd < end { noteCut(capturedEnd..<end, segment, place, &budget) }
        if phase == .starting {
            let limits = budget.limits
            let count = max(held.count, cut.count)
            guard count >= limits.segmentsBeforeStart || held.cost >= limits.bytesBeforeStart else { return }
            open(place, &budget, consumer)
        } else {
            drain(place, &budget, consumer)
            keepLimits(place, &budget, consumer)
        }
    }

    private mutating func hold(
        _ bytes: RawSpan,
        at offset: Int,
        _ segment: TCPSegment,
        _ place: Place,
        _ budget: inout ReassemblyBudget
    ) {
        let before = held.cost
        let model = HeldSegment(
            offset: offset,
            bytes: [],
            frame: segment.frame,
            time: segment.time,
            arrival: place.packetCount
        )
        let (repeated, differing) = held.insert(bytes, as: model)
        budget.hold(held.cost - before)
        budget.counts.repeatedBytes += repeated
        budget.counts.differingBytes += differing
    }

    /// Begins to deliver what was seen of a stream whose SYN was not captured.
    mutating func open(
        _ place: Place,
        _ budget: inout ReassemblyBudget,
        _ consumer: any StreamConsumer
    ) {
        phase = .open
        guard firstWaiting != .max else { return }
        nextNumber = nextNumber.advanced(by: firstWaiting - nextOffset)
        nextOffset = firstWaiting
        origin = firstWaiting
        firstNumber = nextNumber
        drain(place, &budget, consumer)
        if finOffset <= nextOffset { close(place, &budget, consumer) }
    }

    /// Delivers waiting segments that are now next.
    mutating func drain(
        _ place: Place,
        _ budget: inout ReassemblyBudget,
        _ consumer: any StreamConsumer
    ) {
        while !held.isEmpty, held.firstOffset <= nextOffset {
            let before = held.cost
            guard let segment = held.popFirst() else { return }
            budget.hold(held.cost - before)
            let skipped = min(nextOffset - segment.offset, segment.bytes.count)
            let bytes = segment.bytes.span.bytes.extracting(droppingFirst: skipped)
            deliver(bytes, frame: segment.frame, time: segment.time, place, consumer)
        }
        if !cut.isEmpty { forgetPassedCuts(&budget) }
    }
}
