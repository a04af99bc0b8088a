/// Pieces of a body that are kept to show and to judge: the whole of a small body, the telling places of a large one.
package struct KeptBytes: Sendable {
    private struct Piece {
        var offset: Int
        var bytes: [UInt8]
    }

    private var pieces: [Piece] = []
    /// The number of bytes that were added.
    package private(set) var byteCount = 0

    /// Makes an empty store.
    package init() {}

    /// Keeps a whole body of at least one byte.
    init(whole body: [UInt8]) {
        pieces = [Piece(offset: 0, bytes: body)]
        byteCount = body.count
    }

    /// The whole body, where it is kept as one piece from offset 0.
    package func whole(length: Int) -> [UInt8]? {
        guard let first = pieces.first, first.offset == 0, first.bytes.count >= length else {
            return length == 0 ? [] : nil
        }
        return first.bytes
    }

    /// The ranges of the body of which the bytes are kept, in order.
    package var ranges: [Range<Int>] { pieces.map { $0.offset..<($0.offset + $0.bytes.count) } }

    /// Adds a piece.
    ///
    /// Pieces are added in the order of their offsets; what overlaps the last one is joined to it.
    package mutating func add(_ bytes: [UInt8], at offset: Int) {
        guard !bytes.isEmpty else { return }
        byteCount += bytes.count
        if !pieces.isEmpty {
            // A copy of the last piece would make each append to it copy all its bytes.
            let lastOffset = pieces[pieces.count - 1].offset
            let lastEnd = lastOffset + pieces[pieces.count - 1].bytes.count
            if offset <= lastEnd, offset >= lastOffset {
                if offset + bytes.count > lastEnd {
                    pieces[pieces.count - 1].bytes += bytes[(lastEnd - offset)...]
                }
                return
            }
            if offset < lastOffset { return }
        }
        pieces.append(Piece(offset: offset, bytes: bytes))
    }

    /// The kept bytes nearest around an offset: what is kept of `before` bytes before it and `after` bytes from it.
    ///
    /// - Returns: the bytes and the offset of the first of them; empty where nothing is kept there.
    package func window(at offset: Int, before: Int, after: Int) -> (bytes: ArraySlice<UInt8>, offset: Int) {
        guard let piece = pieces.last(where: { $0.offset <= offset }),
            offset <= piece.offset + piece.bytes.count
        else { return ([], offset) }
        let lower = max(offset - before, piece.offset) - piece.offset
        let upper = min(offset + after, piece.offset + piece.bytes.count) - piece.offset
        return (piece.bytes[lower..<max(lower, upper)], piece.offset + lower)
    }

    /// The bytes of a range, `nil` unless all of them are kept.
    package subscript(_ range: Range<Int>) -> ArraySlice<UInt8>? {
        let found = window(at: range.lowerBound, before: 0, after: range.count)
        return found.bytes.count == range.count ? found.bytes : nil
    }
}
