import Bytes
import CaptureSources
import Forms

/// A body with changes: which of its bytes were sent, and which were written in their place.
///
/// Offsets count in the changed body; ``sentOffset(of:)`` leads back to what was sent.
struct EditedBody {
    /// A change: the bytes that replace those of a range, and what it is in words.
    struct Edit {
        /// The bytes that are replaced; empty where something is inserted.
        var range: Range<Int>
        /// What is written instead.
        var bytes: [UInt8]
        /// What was done, in words that its place follows; `nil` where another edit says so.
        var words: String?
    }

    private enum Piece {
        case sent(Range<Int>)
        case written([UInt8], at: Int)

        var count: Int {
            switch self {
            case .sent(let range): range.count
            case .written(let bytes, _): bytes.count
            }
        }
    }

    private let sent: ByteStore
    private var pieces: [Piece] = []
    /// The offset of each piece.
    private var starts: [Int] = []
    /// The number of bytes.
    private(set) var count = 0

    /// Makes a body without changes of the first `length` bytes sent.
    init(_ sent: ByteStore, length: Int) {
        self.sent = sent
        add(.sent(0..<length))
    }

    private init(_ sent: ByteStore) { self.sent = sent }

    /// The body with more changes; their ranges are in order and do not overlap.
    func replacing(_ edits: [Edit]) -> EditedBody {
        var result = EditedBody(sent)
        var position = 0
        for edit in edits {
            add(position..<edit.range.lowerBound, to: &result)
            result.add(.written(edit.bytes, at: sentOffset(of: edit.range.lowerBound)))
            position = max(position, edit.range.upperBound)
        }
        add(position..<count, to: &result)
        return result
    }

    /// The place in the sent bytes of an offset in these.
    func sentOffset(of offset: Int) -> Int {
        guard let index = index(at: offset) else { return pieces.last.map(Self.end) ?? 0 }
        switch pieces[index] {
        case .sent(let range): return range.lowerBound + (offset - starts[index])
        case .written(_, let place): return place
        }
    }

    /// The bytes of a range that is known to be short.
    func bytes(_ range: Range<Int>) throws -> [UInt8] {
        var result: [UInt8] = []
        try forEachPiece(in: range) { bytes in bytes.withUnsafeBytes { result.append(contentsOf: $0) } }
        return result
    }

    /// Passes the bytes of a range, or all of them, to `body`, at most 256 KiB at once.
    func forEachPiece(in range: Range<Int>? = nil, _ body: (RawSpan) throws -> Void) throws {
        let range = (range ?? 0..<count).clamped(to: 0..<count)
        var position = range.lowerBound
        while position < range.upperBound, let index = index(at: position) {
            let offset = position - starts[index]
            let length = min(
                pieces[index].count - offset,
                range.upperBound - position,
                ByteStore.defaultBlockSize
            )
            switch pieces[index] {
            case .sent(let place):
                let start = place.lowerBound + offset
                let bytes = try sent.contents(of: start..<(start + length))
                guard bytes.count == length else {
                    throw RepairFailure("what was kept of it cannot be read again")
                }
                try body(bytes.span.bytes)
            case .written(let bytes, _): try body(bytes.span.bytes.extracting(offset..<(offset + length)))
            }
            position += length
        }
    }

    private mutating func add(_ piece: Piece) {
        guard piece.count > 0 else { return }
        starts.append(count)
        pieces.append(piece)
        count += piece.count
    }

    private func add(_ range: Range<Int>, to result: inout EditedBody) {
        var position = range.lowerBound
        while position < range.upperBound, let index = index(at: position) {
            let offset = position - starts[index]
            let length = min(pieces[index].count - offset, range.upperBound - position)
            switch pieces[index] {
            case .sent(let place):
                result.add(.sent((place.lowerBound + offset)..<(place.lowerBound + offset + length)))
            case .written(let bytes, let place):
                result.add(.written(Array(bytes[offset..<(offset + length)]), at: place))
            }
            position += length
        }
    }

    /// The index of the piece that holds an offset; `nil` at the end.
    private func index(at offset: Int) -> Int? {
        guard offset < count else { return nil }
        var low = 0
        var high = pieces.count
        while low < high {
            let middle = (low + high) / 2
            if starts[middle] <= offset { low = middle + 1 } else { high = middle }
        }
        return low - 1
    }

    private static func end(of piece: Piece) -> Int {
        switch piece {
        case .sent(let range): range.upperBound
        case .written(_, let place): place
        }
    }
}

extension EditedBody {
    /// Reads the form.
    ///
    /// - Parameter declared: the boundaries to read it with; where none occurs, the one that the body shows.
    /// - Returns: the form.
    /// - Throws: a ``RepairFailure`` where the bytes cannot be read again.
    func form(declared: [[UInt8]]) throws -> Form {
        var reader = FormReader(declared: declared)
        try forEachPiece { reader.push($0) }
        return reader.finish()
    }
}
