import Bytes

/// A stream that is open: its exchange, and how far the contents of the two messages are (RFC 9113 §5).
///
/// An object, for the connection's frames change it in its place.
final class HTTP2Stream {
    /// How far the content of a message is.
    struct Content {
        /// Whether DATA frames belong to it.
        var isOpen = false
        /// Whether the handler wants it.
        var isWanted = false
        /// Bytes so far, missing ones included, padding left out.
        var length = 0
        /// DATA frames so far.
        var frameCount = 0
        /// Body offset → number of the DATA frame.
        var dataFrames = RunMap()
        /// The run of offsets in one DATA frame that is not yet in the maps: its length, and how far stream offsets
        /// are ahead.
        var run = (length: 0, shift: 0)
        /// How many runs the maps have.
        var runs = (frames: 0, shifts: 0)
    }

    /// The stream's number.
    let number: Int
    /// The exchange.
    var entry: PendingExchange
    /// Whether the server reset the stream before it acted on the request (RFC 9113 §8.7).
    var isUnprocessed = false
    /// The content of the request.
    var request = Content()
    /// The content of the response.
    var response = Content()

    /// Makes a stream for an exchange.
    init(number: Int, entry: PendingExchange) {
        self.number = number
        self.entry = entry
    }

    /// The content of one of the messages.
    subscript(role: MessageRole) -> Content {
        get { role == .request ? request : response }
        _modify {
            if role == .request { yield &request } else { yield &response }
        }
    }

    /// Changes one of the messages in its place.
    func update(_ role: MessageRole, _ change: (inout Message) -> Void) {
        entry.exchange.update(role, change)
    }

    /// Notes that bytes of a message arrived that stand at stream offsets up to `end`.
    ///
    /// Bytes of other streams that stand between are given the same frame: nobody asks for them.
    func note(_ role: MessageRole, upTo end: Int, wire: Int, _ delivery: ByteOrigin, limits: ExchangeLimits) {
        let mayMap = self[role].runs.frames < limits.mapRuns
        self[role].runs.frames += 1
        update(role) { message in
            message.wireLength += wire
            message.lastFrame = delivery.frame
            message.endedAt = delivery.time ?? message.endedAt
            if let frame = delivery.frame, mayMap {
                message.frames.append(length: end - message.frames.endOffset, value: frame)
            }
        }
    }

    /// Moves on in the content of a message, whose next `count` bytes stand at a stream offset.
    func advance(_ role: MessageRole, _ count: Int, at offset: Int, limits: ExchangeLimits) {
        let shift = offset - self[role].length
        if self[role].run.length > 0, self[role].run.shift != shift { flush(role, limits) }
        self[role].run = (self[role].run.length + count, shift)
        self[role].length += count
    }

    /// Enters in a message what is known of its content when that is over.
    func seal(_ role: MessageRole, _ completion: MessageCompletion, limits: ExchangeLimits) {
        flush(role, limits)
        let content = self[role]
        self[role].isOpen = false
        self[role].dataFrames = RunMap()
        update(role) { message in
            message.bodyLength = content.length
            message.completion = completion
            message.http2 = message.http2?.with(dataFrames: content.dataFrames)
        }
    }

    /// Enters the run of a DATA frame in the maps; called at the end of each such frame at the latest.
    func flush(_ role: MessageRole, _ limits: ExchangeLimits) {
        let run = self[role].run
        guard run.length > 0 else { return }
        self[role].run = (0, 0)
        guard self[role].isWanted, self[role].runs.shifts < limits.mapRuns else { return }
        self[role].runs.shifts += 1
        self[role].dataFrames.append(length: run.length, value: self[role].frameCount)
        update(role) { $0.bodyShift.append(length: run.length, value: run.shift) }
    }
}
