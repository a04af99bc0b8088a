import Bytes
import Exchanges
import Forms

/// The faults of one kind in the framing of a request, with the bytes that show them where they were kept.
struct FaultyFraming {
    /// The first fault of the kind.
    let first: FramingFault
    /// How many there are, as far as they were recorded.
    let count: Int

    /// Looks for faults of a kind; `nil` where there is none.
    init?(_ context: borrowing RuleContext, _ kind: FramingFault.Kind) {
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
    static func bytes(atStream offset: Int, in context: borrowing RuleContext) -> ArraySlice<UInt8> {
        guard let request = context.request, let form = context.form, context.contentCoding.isEmpty else {
            return []
        }
        var low = 0
        var high = form.length
        while low < high {
            let middle = low + (high - low) / 2
            if request.streamOffset(ofBody: middle) < offset { low = middle + 1 } else { high = middle }
        }
        guard low < form.length, request.streamOffset(ofBody: low) == offset else { return [] }
        return form.kept.window(at: low, before: 0, after: 24).bytes
    }
}
