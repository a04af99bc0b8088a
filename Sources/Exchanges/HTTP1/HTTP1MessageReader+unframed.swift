import Bytes

extension HTTP1MessageReader {
    /// Keeps bytes that may become a start line or are part of a head.
    mutating func hold(_ bytes: RawSpan, _ origin: ByteOrigin) {
        if held.isEmpty {
            heldFrames.restart(at: origin.offset)
            heldRecords.restart(at: origin.offset)
            heldFirst = origin
        }
        // The pointer stays inside the closure, and the array copies what it points to.
        bytes.withUnsafeBytes { held.append(contentsOf: $0) }
        if let frame = origin.frame { heldFrames.append(length: bytes.byteCount, value: frame) }
        if let record = origin.record { heldRecords.append(length: bytes.byteCount, value: record) }
        heldLast = origin
    }

    /// Passes on held bytes that turned out not to be a start line, with the frames in which they arrived.
    ///
    /// In a file the content may end among them, and a response begin: then ``isAtResponse``, and the rest is held.
    mutating func replay(_ queue: inout ExchangeQueue, _ handler: inout some ExchangeEventHandler) {
        var isContent = false
        if case .resumed(let resumed) = unframed {
            resume(resumed)
            isContent = true
        }
        for piece in takeHeld() {
            let bytes = piece.bytes.span.bytes
            guard isContent else {
                leave(bytes, piece.origin, &queue, &handler)
                continue
            }
            let count = isAtResponse ? 0 : receive(bytes, piece.origin, &queue, &handler)
            guard count < bytes.byteCount else { continue }
            isAtResponse = true
            hold(bytes.extracting(count..<bytes.byteCount), piece.origin.moved(by: count))
        }
    }

    /// Reads content, after its first line has turned out to be no message.
    ///
    /// A form without a length is read line by line, since a message may follow it.
    mutating func resume(_ resumed: State) {
        guard case .rest = resumed, closeLine != nil else {
            state = resumed
            return
        }
        state = .startLine
        unframed = .content
        isInsideLine = false
    }

    /// Removes and returns the held bytes, split by the frames in which they arrived.
    mutating func takeHeld() -> [(bytes: [UInt8], origin: ByteOrigin)] {
        var pieces: [(bytes: [UInt8], origin: ByteOrigin)] = []
        var start = 0
        while start < held.count {
            let run = heldFrames.run(at: heldFirst.offset + start)
            let end = run.map { $0.range.upperBound - heldFirst.offset } ?? held.count
            let offset = heldFirst.offset + start
            let origin = ByteOrigin(
                offset: offset,
                frame: run?.value,
                record: heldRecords[offset],
                time: heldLast.time
            )
            pieces.append((Array(held[start..<end]), origin))
            start = end
        }
        held = []
        return pieces
    }

    /// Passes on bytes that are not a start line.
    mutating func leave(
        _ bytes: RawSpan,
        _ origin: ByteOrigin,
        _ queue: inout ExchangeQueue,
        _ handler: inout some ExchangeEventHandler
    ) {
        switch unframed {
        case .skipped, .resumed:
            if skipped.length == 0 { skipped = (origin.offset, 0, origin.frame) }
            skipped.length += bytes.byteCount
            if hasOtherLines, side == .initiator { queue.hasStrayLines = true }
            guard queue.client == nil, !isFile else { return }
            let limit =
                queue.summary.sawHandshake
                ? limits.unrecognizedBytes : limits.unrecognizedBytesMidStream
            unrecognized += bytes.byteCount
            if unrecognized > limit {
                queue.leave(for: .opaque(.notHTTP, frame: origin.frame))
                state = .ended
            }
        case .excess:
            guard isInMessage else { return }
            reopen()
            consume(bytes.byteCount, origin, isContent: false)
            draft.content.addExcess(bytes, limits, queue.memory)
        case .content:
            closeLine?.note(bytes)
            consume(bytes.byteCount, origin, isContent: true)
            deliver(bytes, at: origin.offset, &handler)
        }
    }

    /// Starts to look for blank lines before a request again (RFC 9112 §2.2); after a gap they may belong to
    /// anything.
    mutating func forgetBlankLines(isAfterGap: Bool) {
        blankLines = nil
        hasOtherLines = isAfterGap
    }

    /// Stops reading: the held bytes are for another reader.
    ///
    /// - Parameter handler: receives the report of bytes that belonged to no message.
    /// - Returns: the frame of the first of these bytes, whether there were any, and what is held.
    mutating func handOver(
        _ handler: inout some ExchangeEventHandler
    ) -> (skippedFrame: Int?, hasSkipped: Bool, held: [(bytes: [UInt8], origin: ByteOrigin)]) {
        state = .ended
        let (frame, hasSkipped) = (skipped.frame, skipped.length > 0)
        reportSkipped(&handler)
        return (frame, hasSkipped, takeHeld())
    }

    /// Reports which bytes belonged to no message.
    mutating func reportSkipped(_ handler: inout some ExchangeEventHandler) {
        guard skipped.length > 0 else { return }
        handler.handle(
            .skipped(from: side, at: skipped.start, length: skipped.length, frame: skipped.frame)
        )
        skipped.length = 0
    }
}
