import Bytes

/// Pieces of a body that are kept to show and to judge: all of a small body, relevant places of a large one.
package struct KeptBytes: Sendable {
    private struct Piece: Hashable {
        var offset: Int
        var bytes: [UInt8]

        var end: Int { offset + bytes.count }

        /// Appends bytes that overlap or directly follow these, if new; false where other bytes are between
        /// them.
        mutating func join(_ more: [UInt8], at start: Int) -> Bool {
            guard start <= end else { return false }
            if start >= offset, start + more.count > end { bytes += more[(end - start)...] }
            return true
        }
    }

    /// The first piece, and those after it: most bodies are kept as one piece.
    private var first: Piece?
    private var later: [Piece] = []
    /// The number of bytes that were added.
    package private(set) var byteCount = 0

    /// Makes an empty store.
    package init() {}

    /// Keeps a whole body of at least one byte.
    init(whole body: [UInt8]) {
        first = Piece(offset: 0, bytes: body)
        byteCount = body.count
    }

    /// The bytes of the first piece; empty where nothing is kept.
    var firstBytes: [UInt8] { first?.bytes ?? [] }

    /// The whole body, where it is kept as one piece from offset 0.
    package func whole(length: Int) -> [UInt8]? {
        guard let first, first.offset == 0, first.bytes.count >= length else {
            return length == 0 ? [] : nil
        }
        return first.bytes
    }

    /// The ranges of the body that are kept, in order.
    package var ranges: [Range<Int>] { ((first.map { [$0] } ?? []) + later).map { $0.offset..<$0.end } }

    /// Adds a piece.
    ///
    /// Pieces are added in the order of their offsets; one that overlaps the last is joined to it.
    package mutating func add(_ bytes: [UInt8], at offset: Int) {
        guard !bytes.isEmpty else { return }
        byteCount += bytes.count
        // A copy of the last piece would make each append copy all its bytes.
        let isJoined =
            later.isEmpty
            ? first?.join(bytes, at: offset) ?? false : later[later.count - 1].join(bytes, at: offset)
        guard !isJoined else { return }
        let piece = Piece(offset: offset, bytes: bytes)
        if first == nil { first = piece } else { later.append(piece) }
    }

    /// Adds a piece that may lie before the last one.
    mutating func insert(_ bytes: [UInt8], at offset: Int) {
        guard let first, offset < later.last?.offset ?? first.offset else { return add(bytes, at: offset) }
        let piece = Piece(offset: offset, bytes: bytes)
        byteCount += bytes.count
        if offset < first.offset {
            later.insert(first, at: 0)
            self.first = piece
        } else {
            later.insert(piece, at: later.firstIndex { $0.offset > offset } ?? later.count)
        }
    }

    /// The kept bytes around an offset: at most `before` bytes before it and `after` bytes from it.
    ///
    /// - Returns: the bytes and the offset of the first of them; empty where none are kept there.
    package func window(at offset: Int, before: Int, after: Int) -> (bytes: ArraySlice<UInt8>, offset: Int) {
        guard let piece = later.last(where: { $0.offset <= offset }) ?? first, piece.offset <= offset,
            offset <= piece.end
        else { return ([], offset) }
        let lower = max(offset - before, piece.offset) - piece.offset
        let upper = min(offset + after, piece.end) - piece.offset
        return (piece.bytes[lower..<max(lower, upper)], piece.offset + lower)
    }

    /// The bytes of a range, `nil` unless all of them are kept.
    package subscript(_ range: Range<Int>) -> ArraySlice<UInt8>? {
        // Most bodies are kept as one piece: it is not copied to be looked at.
        if later.isEmpty, let offset = first?.offset, let end = first?.end, range.lowerBound >= offset,
            range.upperBound <= end
        {
            return first?.bytes[range.moved(by: 0 &- offset)]
        }
        let found = window(at: range.lowerBound, before: 0, after: range.count)
        return found.bytes.count == range.count ? found.bytes : nil
    }
}

extension KeptBytes: Hashable {
    /// Whether the same bytes are kept at the same places; how often a byte was added does not count.
    package static func == (one: KeptBytes, other: KeptBytes) -> Bool {
        one.first == other.first && one.later == other.later
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(first)
        hasher.combine(later)
    }
}
