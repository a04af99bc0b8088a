package import Bytes
package import CaptureSources
import Connections

/// Bytes of a message that were put by, with the gaps that the capture has, some of them perhaps to be replaced by
/// fill of the same length as they are read.
package struct SpooledBytes: Sendable {
    /// A piece of them as it is read.
    package enum Piece {
        /// Bytes.
        case bytes([UInt8])
        /// So many bytes that the capture lacks, and why.
        case missing(Int, GapCause)
    }

    fileprivate enum Stretch: Sendable {
        case spooled(Range<Int>)
        case held([UInt8])
        case missing(Int, GapCause)

        var count: Int {
            switch self {
            case .spooled(let range): range.count
            case .held(let bytes): bytes.count
            case .missing(let count, _): count
            }
        }
    }

    /// Bytes that are read at once.
    fileprivate static let pieceSize = 256 * 1024

    private let spool: TrafficSpool?
    fileprivate var stretches: [Stretch] = []
    /// How many bytes they are, missing ones included.
    package private(set) var count = 0
    /// How many of them are missing.
    package private(set) var missingBytes = 0
    /// What is replaced by fill, as offsets in these bytes, in order.
    var masks: [Range<Int>] = []

    /// Makes no bytes, which may be added from a spool.
    init(in spool: TrafficSpool?) {
        self.spool = spool
    }

    /// Takes bytes that are in memory.
    package init(_ bytes: [UInt8]) {
        spool = nil
        add(bytes)
    }

    /// Adds the bytes at a range of places in the spool.
    mutating func add(_ range: Range<Int>) {
        guard !range.isEmpty else { return }
        count += range.count
        if case .spooled(let last) = stretches.last, last.upperBound == range.lowerBound {
            stretches[stretches.count - 1] = .spooled(last.lowerBound..<range.upperBound)
        } else {
            stretches.append(.spooled(range))
        }
    }

    /// Puts bytes into the spool, and adds them.
    mutating func spool(_ bytes: [UInt8]) {
        guard let spool else { return add(bytes) }
        let start = spool.end
        spool.append(bytes.span.bytes)
        add(start..<(start + bytes.count))
    }

    /// Adds bytes that are in memory.
    package mutating func add(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        count += bytes.count
        stretches.append(.held(bytes))
    }

    /// Adds bytes that the capture lacks.
    package mutating func addMissing(_ length: Int, _ cause: GapCause) {
        let length = min(length, Int.max - count)
        guard length > 0 else { return }
        count += length
        missingBytes += length
        stretches.append(.missing(length, cause))
    }

    /// Whether some of them are replaced by fill.
    package var isMasked: Bool { !masks.isEmpty }

    /// Gives the bytes of a range, or all of them, to `body`, piece by piece.
    ///
    /// - Parameters:
    ///   - range: offsets in these bytes.
    ///   - body: takes at most 256 KiB at once.
    /// - Throws: what `body` throws, or a failure to read what was put by.
    package func forEachPiece(in range: Range<Int>? = nil, _ body: (Piece) throws -> Void) throws {
        var cursor = Cursor(self, in: range)
        while let piece = try cursor.next() { try body(piece) }
    }

    /// The bytes of a range that is known to be short; missing ones are left out.
    package func bytes(in range: Range<Int>? = nil) throws -> [UInt8] {
        var result: [UInt8] = []
        try forEachPiece(in: range) { if case .bytes(let bytes) = $0 { result += bytes } }
        return result
    }

    fileprivate func bytes(of stretch: Stretch, _ range: Range<Int>) throws(ByteSource.Failure) -> [UInt8] {
        switch stretch {
        case .spooled(let place):
            let start = place.lowerBound + range.lowerBound
            return try spool?.bytes(start..<(start + range.count)) ?? []
        case .held(let bytes): return Array(bytes[range])
        case .missing: return []
        }
    }
}

extension SpooledBytes {
    /// A place in bytes that are read piece by piece, as their reader asks for them.
    package struct Cursor {
        private let source: SpooledBytes
        private let end: Int
        private var offset: Int
        /// The stretch that holds the offset, or one before it, and where it begins.
        private var stretch = (index: 0, start: 0)
        private var fill: MaskedRun

        /// Begins at the first byte of a range, or of all.
        package init(_ source: SpooledBytes, in range: Range<Int>? = nil) {
            let range = (range ?? 0..<source.count).clamped(to: 0..<source.count)
            self.source = source
            offset = range.lowerBound
            end = range.upperBound
            fill = MaskedRun(source.masks)
        }

        /// The next piece, at most `limit` bytes of those that are there; `nil` at the end.
        ///
        /// - Throws: a failure to read what was put by.
        package mutating func next(
            atMost limit: Int = .max
        ) throws(ByteSource.Failure) -> Piece? {
            guard offset < end else { return nil }
            while stretch.start + source.stretches[stretch.index].count <= offset {
                stretch = (stretch.index + 1, stretch.start + source.stretches[stretch.index].count)
            }
            let current = source.stretches[stretch.index]
            let rest = min(stretch.start + current.count, end) - offset
            if case .missing(_, let cause) = current {
                offset += rest
                return .missing(rest, cause)
            }
            let start = offset - stretch.start
            let count = min(rest, limit, SpooledBytes.pieceSize)
            var bytes = try source.bytes(of: current, start..<(start + count))
            fill.apply(to: &bytes, at: offset)
            offset += count
            return .bytes(bytes)
        }
    }
}

/// The masks over bytes that come in order.
struct MaskedRun {
    private let masks: [Range<Int>]
    private var next = 0

    /// Takes masks that are in order.
    init(_ masks: [Range<Int>]) {
        self.masks = masks
    }

    /// Replaces what is masked in the bytes that begin at an offset.
    mutating func apply(to bytes: inout [UInt8], at offset: Int) {
        while next < masks.count, masks[next].upperBound <= offset { next += 1 }
        var index = next
        while index < masks.count, masks[index].lowerBound < offset + bytes.count {
            let lower = max(masks[index].lowerBound - offset, 0)
            let upper = min(masks[index].upperBound - offset, bytes.count)
            ContentFill.replace(&bytes, in: lower..<upper)
            index += 1
        }
    }
}
