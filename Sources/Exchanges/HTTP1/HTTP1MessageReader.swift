import Bytes

/// One direction of a connection, read as messages (RFC 9112 §2.2).
/// ```
///        ┌──────────── not a start line: skipped, excess, or content ◄─┐
///        ▼                                                             │
///   start line ──► head ──► counted │ chunked │ rest ──► end of content┘
/// ```
/// A start line is looked for at the beginning of the stream, after a message, after a gap and after every
/// line end. Bytes that may still become one are held, all others are passed on at once. How the bytes are
/// split into origins affects nothing but the sizes of the pieces of content.
struct HTTP1MessageReader: Sendable {
    /// What is being read.
    enum State {
        /// A start line, or bytes between messages.
        case startLine
        /// The field section.
        case head
        /// The head of an interim response in a file, between a request's head and its content: its status, and the
        /// lines so far in ``held``.
        case interim(status: Int)
        /// Content of known length.
        case counted(remaining: Int)
        /// Chunked content.
        case chunked
        /// Content until the stream ends.
        case rest
        /// Nothing: the stream has ended, or is not read.
        case ended
    }

    /// What lines count as that are not a start line.
    enum UnframedBytes {
        /// Bytes of no message that was seen.
        case skipped
        /// Excess of the message before them.
        case excess
        /// Content whose end cannot be known.
        case content
        /// Content, to be read as the state says, unless a start line comes first: the message may have no
        /// content, as after an expectation that failed.
        case resumed(State)
    }

    /// The sender.
    let side: Side
    /// How much is kept.
    let limits: ExchangeLimits
    /// Whether the source is a file, in which content without framing lasts to the end in requests too.
    let isFile: Bool

    /// What is being read.
    var state = State.startLine
    /// What lines count as that are not a start line.
    var unframed = UnframedBytes.skipped

    /// Bytes of an incomplete start line or head.
    var held: [UInt8] = []
    /// The frames of `held`, by stream offsets; begins at the first of its bytes.
    var heldFrames = RunMap()
    /// The TLS records of `held`, by stream offsets; empty where nothing is encrypted.
    var heldRecords = RunMap()
    /// The origin of the first of `held`.
    var heldFirst = ByteOrigin(offset: 0)
    /// The origin of the last of `held`.
    var heldLast = ByteOrigin(offset: 0)
    /// Whether the next bytes belong to a line whose beginning is not a start line.
    var isInsideLine = false
    /// Whether a record of another protocol may begin here: at the beginning of the stream, and after a gap.
    var isAtAnchor = true
    /// The stream offset of the first blank line since the last message or the beginning of the stream; excess aside.
    var blankLines: Int?
    /// Whether anything but blank lines came since, or may have: blank lines are then not a fault of a
    /// request.
    var hasOtherLines: Bool
    /// The bytes that belong to no message since the last one: from where, and how many.
    var skipped: (start: Int, length: Int, frame: Int?) = (0, 0, nil)

    /// How many bytes passed before any start line of the connection was seen.
    var unrecognized = 0

    /// The start line of the head that is being gathered in `held`.
    var startLine: StartLine?
    /// The offset in `held` at which its last line begins, and the number of lines before it.
    var headLine = (start: 0, count: 0)

    /// The message that is being read: its head, and its account of the content so far.
    var draft = MessageDraft()
    /// Whether nothing is in the draft: what was in it was moved into a message.
    var isFresh = true
    /// Whether a message is being read: from its head until it is closed.
    var isInMessage = false
    /// Whether it is a request or a response.
    var role = MessageRole.request
    /// The exchange that it belongs to.
    var exchange = ExchangeID(number: 0, slot: 0)
    /// Whether its content is complete.
    var hasEnded = false
    /// The message as it was when its content was complete; `nil` before that, and where bytes were added
    /// since.
    var ended: Message?
    /// Whether it is a request whose end is not reported yet, because the bytes at hand may hold more than
    /// its content.
    var isUnreported = false
    /// The chunks of the message that is being read.
    var chunks: ChunkedCoding?
    /// Whether the content is reported.
    var isWanted = false
    /// The current run of content offsets at one distance from stream offsets, which is not in the map yet.
    var shift = (length: 0, value: 0)
    /// How many runs the maps of the message have.
    var runs = (frames: 0, shifts: 0)
    /// Whether the framing broke, and everything that follows is content.
    var isBroken = false
    /// Whether the current head breaks off.
    var isCutHead = false
    /// Whether a response begins in a file that was read as a request, and its first lines are in ``held``.
    var isAtResponse = false
    /// Whether the client expects the server to ask for the content.
    var expectsContinue = false
    /// Looks for the end of a form in a file that says nothing of its length; `nil` where none is read.
    var closeLine: CloseLineWatch?

    /// Whether content is read line by line in which no message may begin yet.
    var isBeforeClose: Bool {
        guard let closeLine, case .content = unframed else { return false }
        return !closeLine.isAfterClose
    }

    /// Whether the content of a request has not begun, and a response may have taken its place.
    var awaitsContinue: Bool {
        guard isInMessage, !hasEnded, expectsContinue, case .startLine = state, case .resumed = unframed
        else {
            return false
        }
        return true
    }

    /// Whether lines came that begin no message, and are not the excess of one.
    var hasStrayLines: Bool { hasOtherLines && skipped.length > 0 }

    /// Whether some of a head came, and not its end.
    var hasUnfinishedHead: Bool {
        switch state {
        // A CR may be the first half of an empty line after the request before.
        case .startLine: held.contains { !$0.isLineBreak }
        case .head: !held.isEmpty
        case .interim, .counted, .chunked, .rest, .ended: false
        }
    }

    /// Whether nothing came after the last message: an interim response is none.
    var isBetweenMessages: Bool {
        guard !isInMessage || hasEnded, case .startLine = state else { return false }
        return !hasUnfinishedHead && !hasStrayLines
    }

    /// The response that is being read; `nil` where none is, or its content has ended.
    var unfinishedResponse: UnfinishedMessage? {
        guard isInMessage, role == .response, !hasEnded else { return nil }
        return UnfinishedMessage(
            exchange: exchange.number,
            role: .response,
            receivedBytes: draft.content.bodyLength,
            declaredLength: draft.head.declaredLength
        )
    }

    /// Makes the reader of one direction.
    init(side: Side, limits: ExchangeLimits, isFromStart: Bool = true, isFile: Bool = false) {
        self.side = side
        hasOtherLines = !isFromStart
        self.limits = limits
        self.isFile = isFile
    }

    /// Reads the next bytes; returns how many of them were read.
    ///
    /// All are, unless a response begins in a file that was read as a request: the bytes from there on are
    /// not read, and bytes of it that came before are in ``held``; where all of its bytes are, ``isAtResponse`` says so.
    mutating func receive(
        _ bytes: RawSpan,
        _ origin: ByteOrigin,
        _ queue: inout ExchangeQueue,
        _ handler: inout some ExchangeEventHandler
    ) -> Int {
        // Of a long content most pieces are within it: they end nothing, and change nothing else.
        if case .counted(let remaining) = state, remaining > bytes.byteCount, !expectsContinue, !isUnreported
        {
            state = .counted(remaining: remaining - bytes.byteCount)
            consume(bytes.byteCount, origin, isContent: true)
            deliver(bytes, at: origin.offset, &handler)
            return bytes.byteCount
        }
        let count = read(bytes, origin, &queue, &handler)
        if isUnreported {
            isUnreported = false
            queue.reportRequest(hasEnded && ended == nil ? Message(draft) : nil, &handler)
        }
        return count
    }

    private mutating func read(
        _ bytes: RawSpan,
        _ origin: ByteOrigin,
        _ queue: inout ExchangeQueue,
        _ handler: inout some ExchangeEventHandler
    ) -> Int {
        if mayHaveEnded { reconsider(queue) }
        var position = 0
        while position < bytes.byteCount {
            switch state {
            case .startLine:
                guard scan(bytes, from: &position, origin, &queue, &handler) else { return position }
            case .head:
                gatherHead(bytes, from: &position, origin, &queue, &handler)
            case .interim(let status):
                guard gatherInterim(status, bytes, from: &position, origin, &queue, &handler) else {
                    return position
                }
            case .counted(let remaining):
                let count = min(remaining, bytes.byteCount - position)
                let piece = bytes.extracting(position..<(position + count))
                state = .counted(remaining: remaining - count)
                consume(count, origin, isContent: true)
                deliver(piece, at: origin.offset + position, &handler)
                position += count
                if count == remaining { endContent(&queue, &handler) }
            case .chunked:
                readChunks(bytes, from: &position, origin, &queue, &handler)
            case .rest:
                let piece = bytes.extracting(position..<bytes.byteCount)
                consume(piece.byteCount, origin, isContent: true)
                deliver(piece, at: origin.offset + position, &handler)
                position = bytes.byteCount
            case .ended:
                return position
            }
        }
        return position
    }

    /// Whether the other side's messages may have ended what is being read.
    var mayHaveEnded: Bool {
        switch state {
        case .rest: true
        case .counted: expectsContinue
        case .startLine, .head, .interim, .chunked, .ended: false
        }
    }

    /// Checks what the other side has sent since: it may end content that has no end of its own.
    mutating func reconsider(_ queue: borrowing ExchangeQueue) {
        guard isInMessage, role == .request else { return }
        switch state {
        case .rest where queue.requestIsAnswered && !isFile:
            state = .startLine
            unframed = .content
            isInsideLine = false
        case .counted(let remaining) where expectsContinue && draft.content.bodyLength == 0:
            // A client whose expectation failed may send its next request in place of the content.
            guard queue.requestIsAnswered, !queue.requestMayContinue else { return }
            expectsContinue = false
            state = .startLine
            unframed = .resumed(.counted(remaining: remaining))
            isInsideLine = false
        default: break
        }
    }
}
