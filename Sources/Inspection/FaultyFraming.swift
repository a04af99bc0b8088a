import Bytes
package import Exchanges
import Forms

/// The faults of one kind in the framing of a request, with the bytes that show them where they were kept.
package struct FaultyFraming {
    /// The first fault of the kind.
    package let first: FramingFault
    /// How many there are, as far as they were recorded.
    package let count: Int

    /// Looks for faults of a kind; `nil` where there is none.
    package init?(_ context: borrowing RuleContext, _ kind: FramingFault.Kind) {
        guard let faults = context.request?.content.faults, !faults.isEmpty else { return nil }
        var first: FramingFault?
        var count = 0
        for fault in faults where fault.kind == kind {
            first = first ?? fault
            count += 1
        }
        guard let first else { return nil }
        self.first = first
        self.count = count
    }

    /// The bytes from a place in the stream on, at most 24; empty where the body does not hold them.
    ///
    /// Where the chunked coding breaks off, the bytes that follow are read as content.
    package static func bytes(atStream offset: Int, in context: borrowing RuleContext) -> ArraySlice<UInt8> {
        guard let request = context.request, let form = context.form, context.contentCoding.isEmpty else {
            return []
        }
        let start = bodyOffset(ofStream: offset, request, form)
        guard start < form.length, request.streamOffset(ofBody: start) == offset else { return [] }
        return form.kept.window(at: start, before: 0, after: 24).bytes
    }

    /// The size of the data of the chunk that ends at `offset` of the stream according to its size, where its size line has
    /// that in decimal digits.
    package static func decimalSize(ofChunkBefore offset: Int, in context: borrowing RuleContext) -> Int? {
        guard let request = context.request, let form = context.form, let start = brokenChunk(in: context)
        else { return nil }
        let size = offset - request.streamOffset(ofBody: start)
        guard size > 9, let decimal = Int(String(size, radix: 16)), decimal < size else { return nil }
        let end = form.kept.window(at: start + decimal, before: 0, after: 3).bytes
        return end.starts(with: [0x0D, 0x0A]) && end.last?.hexValue != nil ? decimal : nil
    }

    /// The size of the data of the chunk in which the last chunk was read as data.
    package static func sizeBeforeSwallowedLastChunk(in context: borrowing RuleContext) -> Int? {
        guard let form = context.form, let start = brokenChunk(in: context) else { return nil }
        return form.length - lastChunk.count - start
    }

    /// Whether the size line of the chunk in which the last chunk was read as data may have `size` in decimal digits: it
    /// has as many, and as hexadecimal digits these mean more than all that follows.
    package static func mayBeDecimal(_ size: Int, in context: borrowing RuleContext) -> Bool {
        guard let request = context.request, let form = context.form, let start = brokenChunk(in: context),
            size > 9, let read = Int(String(size), radix: 16), read > form.length - start
        else { return false }
        // CR LF ends the data of the chunk before it.
        let line =
            start > 0 ? request.streamOffset(ofBody: start - 1) + 3 : request.head.contentStart
        return request.streamOffset(ofBody: start) - line == String(size).utf8.count + 2
    }

    /// The place in the stream of the last chunk where it was read as data of another one, whose size is too large.
    package static func swallowedLastChunk(in context: borrowing RuleContext) -> Range<Int>? {
        guard FaultyFraming(context, .chunkMissingTerminator) != nil, let request = context.request,
            context.form?.ending == .closed, endsWithLastChunk(context)
        else { return nil }
        let end = request.streamOffset(ofBody: request.content.bodyLength)
        return (end - 5)..<end
    }

    /// The offset in the body from which lines of the chunked coding may stand among its bytes: the first one of the
    /// chunk whose size is wrong; `nil` where all chunks can be told apart, or there were none.
    package static func brokenChunk(in context: borrowing RuleContext) -> Int? {
        guard let request = context.request, let form = context.form, !request.content.faults.isEmpty,
            context.contentCoding.isEmpty
        else { return nil }
        let breakOffset: Int
        if let fault = FaultyFraming(context, .chunkDataLength) {
            breakOffset = max(bodyOffset(ofStream: fault.first.range.lowerBound, request, form) - 1, 0)
        } else if swallowedLastChunk(in: context) != nil {
            breakOffset = form.length - 1
        } else if request.content.completion == .malformed,
            let fault = FaultyFraming(context, .chunkSizeInvalid)
        {
            let start = fault.first.range.lowerBound
            // Without a last chunk, there were none: the body is a form under a Transfer-Encoding set by hand.
            guard start > request.head.contentStart || endsWithLastChunk(context) else { return nil }
            // What ended the chunk before it may have been a line end of the form.
            breakOffset = max(bodyOffset(ofStream: start, request, form) - 1, 0)
        } else {
            return nil
        }
        return request.arrival.bodyShift.run(at: breakOffset)?.range.lowerBound ?? breakOffset
    }

    /// The CR LF at the end of a chunk's data, and the last chunk.
    private static let lastChunk: [UInt8] = [0x0D, 0x0A, 0x30, 0x0D, 0x0A, 0x0D, 0x0A]

    private static func endsWithLastChunk(_ context: borrowing RuleContext) -> Bool {
        guard let form = context.form, form.length >= lastChunk.count else { return false }
        return form.kept[(form.length - lastChunk.count)..<form.length]?.elementsEqual(lastChunk) ?? false
    }

    /// The offset in the body of the first byte at or after a place in the stream.
    static func bodyOffset(ofStream offset: Int, _ request: Message, _ form: Form) -> Int {
        var low = 0
        var high = form.length
        while low < high {
            let middle = low + (high - low) / 2
            if request.streamOffset(ofBody: middle) < offset { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
