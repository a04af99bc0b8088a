/// A text or a byte string of a log: kept where it is short, otherwise only where it stands.
struct LogText {
    /// How bytes are written in the log.
    enum Spelling {
        /// As they are.
        case plain
        /// As the inside of a JSON string (RFC 8259 §7).
        case json
        /// As character data of XML, with references.
        case xml
        /// As Java's modified UTF-8.
        case modifiedUTF8
    }

    /// A stretch of the log.
    struct Piece {
        /// Where it stands, in bytes from the start of the log.
        var range: Range<Int>
        /// How it is written.
        var spelling: Spelling
    }

    /// Bytes up to which a text is kept: URLs and field values are shorter, for no server takes longer ones.
    static let keptBytes = 32 * 1024

    private enum Content {
        case kept([UInt8])
        case standing([Piece])
    }

    private let content: Content

    /// A text whose bytes are at hand.
    init(_ bytes: [UInt8]) {
        content = .kept(bytes)
    }

    /// A text that stands in the log.
    init(_ pieces: [Piece]) {
        content = .standing(pieces)
    }

    /// Whether there is nothing in it.
    var isEmpty: Bool {
        switch content {
        case .kept(let bytes): bytes.isEmpty
        case .standing(let pieces): pieces.allSatisfy(\.range.isEmpty)
        }
    }

    /// The number of bytes, where none is written in a longer way.
    var length: Int {
        switch content {
        case .kept(let bytes): bytes.count
        case .standing(let pieces): pieces.reduce(0) { $0 + $1.range.count }
        }
    }

    /// Gives the bytes to `body`, piece by piece.
    func forEachPiece(in store: StoredBytes, _ body: (RawSpan) -> Void) {
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
    func bytes(in store: StoredBytes, limit: Int = 1 << 20) -> [UInt8] {
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

    /// The bytes as text, where they are at hand; what is longer is no name or number.
    var short: String? {
        guard case .kept(let bytes) = content else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }
}
