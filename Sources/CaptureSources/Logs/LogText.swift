/// A text or byte string of a log: in memory where it is short, otherwise as ranges of the log.
struct LogText {
    /// How bytes are encoded in the log.
    enum Spelling {
        /// Verbatim.
        case plain
        /// As the inside of a JSON string (RFC 8259 §7).
        case json
        /// As character data of XML, with references.
        case xml
        /// As Java's modified UTF-8.
        case modifiedUTF8
    }

    /// A range of the log.
    struct Piece {
        /// The range, in bytes from the start of the log.
        var range: Range<Int>
        /// How it is encoded.
        var spelling: Spelling
    }

    /// The greatest length of a text kept in memory: URLs and field values are shorter, since no server
    /// accepts longer ones.
    static let keptBytes = 32 * 1024

    private enum Content {
        case kept([UInt8])
        case standing([Piece])
    }

    private let content: Content

    /// Makes a text from bytes in memory.
    init(_ bytes: [UInt8]) {
        content = .kept(bytes)
    }

    /// Makes a text from ranges of the log.
    init(_ pieces: [Piece]) {
        content = .standing(pieces)
    }

    /// Whether it is empty.
    var isEmpty: Bool {
        switch content {
        case .kept(let bytes): bytes.isEmpty
        case .standing(let pieces): pieces.allSatisfy(\.range.isEmpty)
        }
    }

    /// The number of bytes before unescaping.
    var length: Int {
        switch content {
        case .kept(let bytes): bytes.count
        case .standing(let pieces): pieces.reduce(0) { $0 + $1.range.count }
        }
    }

    /// Gives the bytes to `body`, piece by piece.
    func forEachPiece(in store: ByteStore, _ body: (RawSpan) -> Void) {
        switch content {
        case .kept(let bytes):
            if !bytes.isEmpty { body(bytes.span.bytes) }
        case .standing(let pieces):
            for piece in pieces {
                switch piece.spelling {
                case .plain: store.forEachPiece(of: piece.range, body)
                case .json:
                    var reading = JSONUnescaping()
                    store.forEachPiece(of: piece.range) { reading.push($0, into: body) }
                    reading.finish(into: body)
                case .xml:
                    var reading = XMLUnescaping()
                    store.forEachPiece(of: piece.range) { reading.push($0, into: body) }
                    reading.finish(into: body)
                case .modifiedUTF8:
                    var reading = ModifiedUTF8()
                    store.forEachPiece(of: piece.range) { reading.push($0, into: body) }
                    reading.finish(into: body)
                }
            }
        }
    }

    /// The first bytes, at most `limit` of them.
    func bytes(in store: ByteStore, limit: Int = 1 << 20) -> [UInt8] {
        if case .kept(let bytes) = content {
            return bytes.count <= limit ? bytes : Array(bytes.prefix(limit))
        }
        var bytes: [UInt8] = []
        forEachPiece(in: store) { span in
            let room = min(limit - bytes.count, span.byteCount)
            if room > 0 { span.extracting(0..<room).withUnsafeBytes { bytes.append(contentsOf: $0) } }
        }
        return bytes
    }

    /// The first bytes, those that at most `limit` bytes of the log stand for.
    func opening(in store: ByteStore, limit: Int) -> [UInt8] {
        switch content {
        case .kept(let bytes): return Array(bytes.prefix(limit))
        case .standing(let pieces):
            guard var piece = pieces.first(where: { !$0.range.isEmpty }) else { return [] }
            let start = piece.range.lowerBound
            piece.range = start..<min(piece.range.upperBound, start + limit)
            return LogText([piece]).bytes(in: store)
        }
    }

    /// The text, where it is in memory; a longer one is not a name or number.
    var short: String? {
        guard case .kept(let bytes) = content else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }
}
