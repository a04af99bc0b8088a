import Bytes
import CaptureSources

/// A segment that waits for the bytes before it.
struct HeldSegment {
    /// The offset of its first byte in the stream.
    var offset: Int
    /// Its bytes as captured.
    var bytes: [UInt8]
    /// The frame that carried it.
    var frame: Int
    /// When it was captured.
    var time: Timestamp?
    /// The connection's packet count when it arrived.
    var arrival: Int

    /// The offset after its last byte.
    var end: Int { offset + bytes.count }
}

/// The segments of a stream that wait for earlier bytes, sorted by offset and without overlap.
///
/// They are kept in short sorted blocks, so that inserting costs the logarithm of their number plus a block's
/// length, in any order of arrival.
struct OutOfOrderQueue {
    /// Where blocks are split: moving this many segments costs less than allocating one.
    private static let blockLength = 64
    /// Memory of a waiting segment besides its bytes: its entry, and the storage of its array.
    private static let overhead = 120

    private var blocks: [[HeldSegment]] = []
    /// How many segments wait.
    private(set) var count = 0
    /// Memory that the waiting segments take, in bytes.
    private(set) var cost = 0

    /// Whether none waits.
    var isEmpty: Bool { count == 0 }
    /// The offset of the first; meaningful unless empty.
    var firstOffset: Int { blocks.first?.first?.offset ?? .max }
    /// The offset after the last; `Int.min` where none waits.
    var end: Int { blocks.last?.last?.end ?? .min }
    /// The count of packets when the first came; meaningful unless empty.
    var firstArrival: Int { blocks.first?.first?.arrival ?? .max }
    /// The frame of the first; meaningful unless empty.
    var firstFrame: Int { blocks.first?.first?.frame ?? 0 }

    /// Removes and returns the first.
    mutating func popFirst() -> HeldSegment? {
        guard !blocks.isEmpty, !blocks[0].isEmpty else { return nil }
        let first = blocks[0].removeFirst()
        if blocks[0].isEmpty { blocks.removeFirst() }
        count -= 1
        cost -= first.bytes.count + Self.overhead
        return first
    }

    /// Inserts the bytes of a segment that are not there yet, in as many pieces as that takes: the first copy
    /// stays.
    ///
    /// - Parameters:
    ///   - bytes: the segment's bytes.
    ///   - model: the segment without its bytes.
    /// - Returns: how many bytes were there already, and how many of those differ.
    mutating func insert(_ bytes: RawSpan, as model: HeldSegment) -> (repeated: Int, differing: Int) {
        let end = model.offset + bytes.byteCount
        var start = model.offset
        var repeated = 0
        var differing = 0
        var place = place(after: start)
        if let before = segment(before: place), before.end > start {
            let overlap = start..<min(before.end, end)
            repeated += overlap.count
            differing += Self.differences(of: before, from: bytes, at: model.offset, in: overlap)
            start = overlap.upperBound
        }
        while start < end {
            let next = segment(at: place)
            let pieceEnd = min(next?.offset ?? end, end)
            if start < pieceEnd {
                place = insert(Self.piece(start..<pieceEnd, of: bytes, as: model), at: place)
                place = index(after: place)
            }
            start = pieceEnd
            guard let next, start < end else { break }
            let overlap = start..<min(next.end, end)
            repeated += overlap.count
            differing += Self.differences(of: next, from: bytes, at: model.offset, in: overlap)
            start = overlap.upperBound
            place = index(after: place)
        }
        return (repeated, differing)
    }
}

extension OutOfOrderQueue {
    /// The position of a segment in the blocks, or the position at which it would be inserted.
    private struct Place {
        var block: Int
        var index: Int
    }

    /// The place of the first segment whose offset is greater than `offset`.
    private func place(after offset: Int) -> Place {
        var low = 0
        var high = blocks.count
        while low < high {
            let middle = (low + high) / 2
            if blocks[middle][0].offset <= offset { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return Place(block: 0, index: 0) }
        let block = low - 1
        low = 0
        high = blocks[block].count
        while low < high {
            let middle = (low + high) / 2
            if blocks[block][middle].offset <= offset { low = middle + 1 } else { high = middle }
        }
        return Place(block: block, index: low)
    }

    private func segment(before place: Place) -> HeldSegment? {
        if place.index > 0 { return blocks[place.block][place.index - 1] }
        return place.block > 0 ? blocks[place.block - 1].last : nil
    }

    private func segment(at place: Place) -> HeldSegment? {
        guard place.block < blocks.count else { return nil }
        if place.index < blocks[place.block].count { return blocks[place.block][place.index] }
        return place.block + 1 < blocks.count ? blocks[place.block + 1][0] : nil
    }

    private func index(after place: Place) -> Place {
        guard place.block < blocks.count else { return place }
        return place.index < blocks[place.block].count
            ? Place(block: place.block, index: place.index + 1) : Place(block: place.block + 1, index: 1)
    }

    /// Inserts a segment at a place, and returns where it is now.
    private mutating func insert(_ segment: HeldSegment, at place: Place) -> Place {
        count += 1
        cost += segment.bytes.count + Self.overhead
        guard place.block < blocks.count else {
            blocks.append([segment])
            return Place(block: blocks.count - 1, index: 0)
        }
        blocks[place.block].insert(segment, at: place.index)
        guard blocks[place.block].count > Self.blockLength else { return place }
        // Segments mostly come in order: beginning a new block, rather than splitting the full one, keeps
        // blocks full.
        let middle = place.index == Self.blockLength ? Self.blockLength : Self.blockLength / 2
        blocks.insert(Array(blocks[place.block][middle...]), at: place.block + 1)
        blocks[place.block].removeSubrange(middle...)
        return place.index < middle ? place : Place(block: place.block + 1, index: place.index - middle)
    }

    /// The part of a segment in a range of the stream.
    private static func piece(_ range: Range<Int>, of bytes: RawSpan, as model: HeldSegment) -> HeldSegment {
        var piece = model
        piece.offset = range.lowerBound
        piece.bytes = bytes.copy((range.lowerBound - model.offset)..<(range.upperBound - model.offset))
        return piece
    }

    /// How many bytes of a range of the stream differ between a waiting segment and a later one.
    private static func differences(
        of held: HeldSegment,
        from bytes: RawSpan,
        at offset: Int,
        in range: Range<Int>
    ) -> Int {
        range.reduce(0) { sum, index in
            sum + (held.bytes[index - held.offset] == bytes.byte(at: index - offset) ? 0 : 1)
        }
    }
}
