import Bytes

/// The state of reading one direction of an HTTP/2 connection.
struct HTTP2Direction: Sendable {
    /// A header block that is being collected (RFC 9113 §4.3).
    struct Block: Sendable {
        /// The stream of the frame that began it.
        var stream: Int
        /// Whether the frame that began it ends the stream.
        var endsStream: Bool
        /// Whether a PUSH_PROMISE began it.
        var isPush: Bool
        /// The origin of the first byte of its first frame's header.
        var first: ByteOrigin
        /// The origin of its last byte so far.
        var last: ByteOrigin
        /// The stream offset after its last frame so far.
        var end: Int
        /// Whether bytes of it are missing; those after them are not collected.
        var hasGap = false
        /// The block so far.
        var bytes: [UInt8] = []
    }

    /// Splits the stream into frames.
    var frameReader = HTTP2FrameReader()
    /// How many bytes of the preface are still to come.
    var prefaceRemaining = 0
    /// The decoder of header blocks.
    var hpack = HPACKDecoder()
    /// The settings that this end announced.
    var settings = HTTP2Settings()
    /// The header block that is being collected.
    var block: Block?
    /// Whether any byte was seen.
    var hasBytes = false
    /// The part of the current frame that precedes its content or is read as a whole: padding length,
    /// priority, identifiers, settings.
    var control: [UInt8] = []
    /// How many bytes of the current frame's content are still to come; `nil` before that part is read.
    var contentRemaining: Int?
    /// The slot of the stream whose content the current DATA frame carries; `nil` where that is not open.
    var contentSlot: Int?
    /// Looks for the next frame after a gap; `nil` while frames follow one another.
    var search: HTTP2FrameSearch?
    /// Whether nothing more follows.
    var hasEnded = false

    /// An estimate of the bytes that it takes in memory.
    var memoryBytes: Int {
        mutating get {
            MemoryLayout<Self>.stride + hpack.memoryBytes + ArrayGrowth.bytes(block?.bytes.count ?? 0)
        }
    }

    /// How many bytes precede the content of a frame: padding length, priority, promised stream; the last
    /// stream and the error of GOAWAY.
    static func prefixLength(of header: HTTP2FrameHeader) -> Int {
        switch header.kind {
        case .data: header.isPadded ? 1 : 0
        case .headers: (header.isPadded ? 1 : 0) + (header.hasPriority ? 5 : 0)
        case .pushPromise: (header.isPadded ? 1 : 0) + 4
        case .goAway: 8
        default: 0
        }
    }

    /// The stream of the header block that is being collected.
    var blockStream: Int? { block?.stream }

    /// Adds a piece to a header block; returns false where it would be longer than `limit`.
    mutating func gather(_ piece: RawSpan, upTo end: Int, _ origin: ByteOrigin, limit: Int) -> Bool {
        guard var block = block.take() else { return true }
        let fits = block.bytes.count + piece.byteCount <= limit
        if fits {
            block.last = origin
            block.end = end
            if !block.hasGap { piece.withUnsafeBytes { block.bytes.append(contentsOf: $0) } }
        }
        self.block = block
        return fits
    }

    /// Drops what depends on missing bytes, and starts to look for the next frame.
    mutating func lose() {
        frameReader.restart()
        hpack.forget()
        prefaceRemaining = 0
        block = nil
        contentSlot = nil
        contentRemaining = nil
        control = []
        search = HTTP2FrameSearch()
    }
}
