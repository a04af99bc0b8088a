import Bytes
import Connections

/// One direction of a connection, read as messages (RFC 9112 §2.2).
/// ```
///        ┌──────────── not a start line: skipped, excess, or content ◄─┐
///        ▼                                                             │
///   start line ──► head ──► counted │ chunked │ rest ──► end of content┘
/// ```
/// A start line is looked for at the beginning of the stream, after a message, after a gap and after every
/// line end. Bytes that may yet become one are held, everything else is passed on at once. How the bytes are
/// cut into deliveries makes no difference to what is told, but for the sizes of the pieces of content.
struct HTTP1MessageReader {
    /// What is being read.
    enum State {
        /// What begins a message, or bytes between messages.
        case startLine
        /// The field section.
        case head
        /// Content of known length.
        case counted(remaining: Int)
        /// Chunks.
        case chunked
        /// Content until the stream ends.
        case rest
        /// Nothing: the stream has ended, or is not read.
        case ended
    }

    /// What becomes of lines that are no start line.
    enum UnframedBytes {
        /// They belong to no message that was seen.
        case skipped
        /// They are the excess of the message before them.
        case excess
        /// They are content whose end cannot be known.
        case content
        /// They are content, to be read as the state says, unless a start line stands in its first place: the
        /// message may well have none, as after an expectation that failed.
        case resumed(State)
    }

    /// The end that sends.
    let side: Side
    /// How much is kept.
    let limits: ExchangeLimits
    /// Whether content without framing lasts until the end of the stream in requests too, as in a file.
    let isFile: Bool

    /// What is being read.
    var state = State.startLine
    /// What becomes of lines that are no start line.
    var leftover = UnframedBytes.skipped

    /// Bytes of a start line or head that has not arrived whole.
    var held: [UInt8] = []
    /// The frames of `held`, by stream offsets; begins at the first of its bytes.
    var heldFrames = RunMap()
    /// The delivery of the first of `held`.
    var heldFirst = ByteOrigin(base: 0)
    /// The delivery of the last of `held`.
    var heldLast = ByteOrigin(base: 0)
    /// Whether the bytes that come belong to a line whose beginning is no start line.
    var isInsideLine = false
    /// Whether a record of another protocol may begin here: at the beginning, and after a gap.
    var isAtAnchor = true
    /// The stream offset of the first blank line since the last message or the beginning of the stream.
    var blankLines: Int?
    /// Whether anything but blank lines came since, or may have: such lines are then no fault of a request.
    var hasOtherLines: Bool
    /// The bytes that belong to no message since the last one: from where, and how many.
    var skipped = (start: 0, length: 0, frame: 0)

    /// How many bytes passed before any start line of the connection was seen.
    var unrecognized = 0

    /// The head before the one that comes.
    var last = LastHead()
    /// The start line of the head that is being gathered in `held`.
    var startLine: StartLine?
    /// The offset in `held` at which its last line begins, and the number of lines before it.
    var headLine = (start: 0, count: 0)

    /// The chunks of the message that is being read.
    var chunks: ChunkedCoding?
    /// Whether the handler wants the content.
    var isWanted = false
    /// Bytes of content so far, missing ones included.
    var bodyLength = 0
    /// The run of content offsets that are equally far behind stream offsets, and not yet in the map.
    var shift = (length: 0, value: 0)
    /// How many runs the maps of the message have.
    var runs = (frames: 0, shifts: 0)
    /// Whether the framing broke, and everything that follows is content.
    var isBroken = false
    /// Whether the head that is being told of breaks off.
    var isCutHead = false
    /// Whether the client expects the server to ask for the content.
    var expectsContinue = false

    /// Makes the reader of one direction.
    init(side: Side, limits: ExchangeLimits, isFromStart: Bool = true, isFile: Bool = false) {
        self.side = side
        hasOtherLines = !isFromStart
        self.limits = limits
        self.isFile = isFile
    }

    /// What the stream carries as far as the dialogue knows.
    func role(in dialogue: ExchangeQueue) -> MessageRole? {
        dialogue.role(of: side)
    }

    /// Reads the next bytes; returns how many of them were read.
    ///
    /// All are, unless a response begins in a file that was read as a request: then those from it on are not,
    /// and what is held of its status line is in ``held``.
    mutating func receive(
        _ bytes: RawSpan,
        _ delivery: ByteOrigin,
        _ dialogue: inout ExchangeQueue,
        _ handler: inout some ExchangeHandler
    ) -> Int {
        if mayHaveEnded { reconsider(dialogue) }
        var position = 0
        while position < bytes.byteCount {
            switch state {
            case .startLine:
                guard scan(bytes, from: &position, delivery, &dialogue, &handler) else { return position }
            case .head:
                gatherHead(bytes, from: &position, delivery, &dialogue, &handler)
            case .counted(let remaining):
                let count = min(remaining, bytes.byteCount - position)
                let piece = bytes.extracting(position..<(position + count))
                state = .counted(remaining: remaining - count)
                consume(count, delivery, isContent: true, &dialogue)
                deliver(piece, at: delivery.base + position, &dialogue, &handler)
                position += count
                if count == remaining { endContent(&dialogue, &handler) }
            case .chunked:
                readChunks(bytes, from: &position, delivery, &dialogue, &handler)
            case .rest:
                let piece = bytes.extracting(position..<bytes.byteCount)
                consume(piece.byteCount, delivery, isContent: true, &dialogue)
                deliver(piece, at: delivery.base + position, &dialogue, &handler)
                position = bytes.byteCount
            case .ended:
                return position
            }
        }
        return position
    }

    /// Whether what is being read may have come to its end by what the other side said.
    private var mayHaveEnded: Bool {
        switch state {
        case .rest: true
        case .counted: expectsContinue
        case .startLine, .head, .chunked, .ended: false
        }
    }

    /// Looks at what the other side has said since: it may end what has no end of its own.
    private mutating func reconsider(_ dialogue: ExchangeQueue) {
        guard role(in: dialogue) == .request else { return }
        switch state {
        case .rest where dialogue.requestIsAnswered && !isFile:
            state = .startLine
            leftover = .content
            isInsideLine = false
        case .counted(let remaining) where expectsContinue && bodyLength == 0:
            // A client whose expectation failed may send its next request in place of the content.
            guard dialogue.requestIsAnswered, !dialogue.requestMayContinue else { return }
            expectsContinue = false
            state = .startLine
            leftover = .resumed(.counted(remaining: remaining))
            isInsideLine = false
        default: break
        }
    }
}
