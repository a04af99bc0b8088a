import NIOCore

/// What the client sent that was not passed on.
extension MessageRelay {
    /// The bytes that are held before the client is read no further: a head, and the beginning of a body.
    static let holdLimit = 320 << 10
    /// The requests that wait for their responses before a client is read no further: of many more, the inspection gives up
    /// to match some with theirs.
    private static let waitingLimit = 1_000

    /// Whether so much of what the client sent waits that no more should be read.
    var holdsMuch: Bool {
        guard held.readableBytes <= Self.holdLimit else { return true }
        guard case .messages = phase else { return false }
        return requests.count + outstanding > Self.waitingLimit
    }

    /// Adds bytes to those that are held.
    func hold(_ buffer: ByteBuffer) {
        guard held.readableBytes > 0 else { return held = buffer }
        // Taken out while they grow: a change in place that calls other code has each access to them checked.
        var joined = held
        held = ByteBuffer()
        joined.writeImmutableBuffer(buffer)
        held = joined
    }

    /// Lets go of bytes that were passed on.
    func release(_ count: Int) {
        held.moveReaderIndex(forwardBy: count)
        heldStart += count
        if held.readableBytes == 0 { held = ByteBuffer() }
    }
}
