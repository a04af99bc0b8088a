import Bytes
import Connections

extension HTTP1MessageReader {
    /// Keeps bytes that may become a start line or are part of a head.
    mutating func hold(_ bytes: RawSpan, _ delivery: ByteOrigin) {
        if held.isEmpty {
            heldFrames.restart(at: delivery.base)
            heldFirst = delivery
        }
        // The pointer stays inside the closure, and the array copies what it points to.
        bytes.withUnsafeBytes { held.append(contentsOf: $0) }
        if let frame = delivery.frame { heldFrames.append(length: bytes.byteCount, value: frame) }
        heldLast = delivery
    }

    /// Passes on what is held and turned out not to be a start line, with the frames in which it arrived.
    mutating func replay(_ dialogue: inout ExchangeQueue, _ handler: inout some ExchangeHandler) {
        var isContent = false
        if case .resumed(let resumed) = leftover {
            state = resumed
            isContent = true
        }
        for piece in takeHeld() {
            if isContent {
                _ = receive(piece.bytes.span.bytes, piece.delivery, &dialogue, &handler)
            } else {
                leave(piece.bytes.span.bytes, piece.delivery, &dialogue, &handler)
            }
        }
    }

    /// Takes out what is held, by the frames in which it arrived.
    mutating func takeHeld() -> [(bytes: [UInt8], delivery: ByteOrigin)] {
        var pieces: [(bytes: [UInt8], delivery: ByteOrigin)] = []
        var start = 0
        while start < held.count {
            let run = heldFrames.run(at: heldFirst.base + start)
            let end = run.map { $0.range.upperBound - heldFirst.base } ?? held.count
            let delivery = ByteOrigin(base: heldFirst.base + start, frame: run?.value, time: heldLast.time)
            pieces.append((Array(held[start..<end]), delivery))
            start = end
        }
        held = []
        return pieces
    }

    /// Passes on bytes that are no start line.
    mutating func leave(
        _ bytes: RawSpan,
        _ delivery: ByteOrigin,
        _ dialogue: inout ExchangeQueue,
        _ handler: inout some ExchangeHandler
    ) {
        switch leftover {
        case .skipped, .resumed:
            if skipped.length == 0 { skipped = (delivery.base, 0, delivery.frame ?? 0) }
            skipped.length += bytes.byteCount
            guard dialogue.client == nil, !isFile else { return }
            let limit =
                dialogue.summary.sawHandshake
                ? limits.unrecognizedBytes : limits.unrecognizedBytesMidStream
            unrecognized += bytes.byteCount
            if unrecognized > limit {
                dialogue.become(.notHTTP, frame: delivery.frame, &handler)
                state = .ended
            }
        case .excess:
            consume(bytes.byteCount, delivery, isContent: false, &dialogue)
            let room = limits.excessBytes
            dialogue.update(.request) { message in
                let kept = min(room - min(message.excess.count, room), bytes.byteCount)
                message.excess += bytes.copied(0..<kept)
                message.excessLength += bytes.byteCount
            }
        case .content:
            consume(bytes.byteCount, delivery, isContent: true, &dialogue)
            deliver(bytes, at: delivery.base, &dialogue, &handler)
        }
    }

    /// Begins anew to look for blank lines before a request (RFC 9112 §2.2); after a gap they may be
    /// anything.
    mutating func forgetBlankLines(isAfterGap: Bool) {
        blankLines = nil
        hasOtherLines = isAfterGap
    }

    /// Takes out what is held for another reader, which must not rely on what was skipped before.
    mutating func handOver(
        _ dialogue: ExchangeQueue,
        _ handler: inout some ExchangeHandler
    ) -> [(bytes: [UInt8], delivery: ByteOrigin)] {
        state = .ended
        if skipped.length > 0 {
            dialogue.http2?.loseFrames(from: side, frame: skipped.frame, &handler)
            tellSkipped(dialogue, &handler)
        }
        return takeHeld()
    }

    /// Says which bytes belonged to no message.
    mutating func tellSkipped(_ dialogue: ExchangeQueue, _ handler: inout some ExchangeHandler) {
        guard skipped.length > 0 else { return }
        handler.skipped(
            connection: dialogue.summary.number,
            from: side,
            at: skipped.start,
            length: skipped.length,
            frame: skipped.frame
        )
        skipped.length = 0
    }
}
