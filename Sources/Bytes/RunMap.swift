/// A map from offsets to numbers that are constant, or grow by small steps, over runs of offsets.
///
/// It answers "which frame carried byte n" and "how much framing stood before byte n" for uploads of any size: a
/// run costs about three bytes: lengths and steps are stored as variable-length differences, with a
/// checkpoint every 128 runs for the search. Up to two runs, all that a small message has, need no
/// allocation: their ends are stored inline.
/// ```
///   offsets  0 ······ 1460 ······ 2920 ······ 4000
///   value     frame 4    frame 6     frame 9
/// ```
package struct RunMap: Sendable {
    private struct Checkpoint {
        var offset: Int
        var value: Int
        var index: Int
    }

    /// The greatest number of runs that are stored inline.
    package static let freeRuns = 2

    private var encoded: [UInt8] = []
    private var checkpoints: [Checkpoint] = []
    private var lastValue = 0
    /// Where the second of two runs begins, and the value of the first.
    private var second = (start: 0, firstValue: 0)

    /// How many runs there are.
    package private(set) var runCount = 0
    /// The offset at which the first run begins.
    package private(set) var startOffset: Int
    /// The offset after the last run.
    package private(set) var endOffset: Int

    /// Makes an empty map whose first run will begin at `startOffset`.
    package init(startOffset: Int = 0) {
        self.startOffset = startOffset
        self.endOffset = startOffset
    }

    /// The bytes that it takes in memory besides itself, roughly.
    package var memoryBytes: Int {
        ArrayGrowth.bytes(encoded.count)
            + ArrayGrowth.bytes(checkpoints.count, stride: MemoryLayout<Checkpoint>.stride)
    }

    /// Whether the map has no run.
    package var isEmpty: Bool { runCount == 0 }

    /// Adds a run of `length` offsets (0 is ignored) that all have `value`.
    ///
    /// Runs beyond `Int.max` are dropped, because a capture may claim a gap of any size.
    package mutating func append(length: Int, value: Int) {
        let length = endOffset > 0 ? min(length, Int.max - endOffset) : length
        guard length > 0 else { return }
        if runCount == 1, value == lastValue, length <= Int.max - (endOffset - startOffset) {
            endOffset += length
            return
        }
        if runCount == 1 { second = (endOffset, lastValue) }
        if runCount == 2 {
            let (start, first) = second
            write(start - startOffset, first, at: startOffset, after: 0, run: 0)
            write(endOffset - start, lastValue, at: start, after: first, run: 1)
        }
        if runCount > 1 { write(length, value, at: endOffset, after: lastValue, run: runCount) }
        lastValue = value
        endOffset += length
        runCount += 1
    }

    private mutating func write(_ length: Int, _ value: Int, at offset: Int, after previous: Int, run: Int) {
        if run % 128 == 0 {
            checkpoints.append(Checkpoint(offset: offset, value: previous, index: encoded.count))
        }
        encode(UInt64(length))
        let step = value &- previous
        encode(UInt64(bitPattern: Int64((step << 1) ^ (step >> 63))))
    }

    /// Lets the first run of an empty map begin at `offset`.
    package mutating func begin(at offset: Int) {
        precondition(isEmpty, "a map with runs begins where they do")
        startOffset = offset
        endOffset = offset
    }

    /// Removes all runs; the next one begins at `offset`.
    package mutating func restart(at offset: Int) {
        // The room that stays is not counted.
        let isShort = encoded.count <= 512
        encoded.removeAll(keepingCapacity: isShort)
        checkpoints.removeAll(keepingCapacity: isShort)
        runCount = 0
        lastValue = 0
        startOffset = offset
        endOffset = offset
    }

    /// The value of the run that holds `offset`, and that run's range; `nil` outside all runs.
    package func run(at offset: Int) -> (value: Int, range: Range<Int>)? {
        guard offset >= startOffset, offset < endOffset else { return nil }
        guard runCount > 1 else { return (lastValue, startOffset..<endOffset) }
        guard runCount > 2 else {
            let (start, first) = second
            return offset < start ? (first, startOffset..<start) : (lastValue, start..<endOffset)
        }
        var low = 0
        var high = checkpoints.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if checkpoints[middle].offset <= offset { low = middle } else { high = middle }
        }
        var position = checkpoints[low].offset
        var value = checkpoints[low].value
        var index = checkpoints[low].index
        while index < encoded.count {
            let length = Int(decode(&index))
            let zigzag = decode(&index)
            value &+= Int(Int64(bitPattern: (zigzag >> 1) ^ (0 &- (zigzag & 1))))
            if offset < position + length { return (value, position..<(position + length)) }
            position += length
        }
        return nil
    }

    /// The lengths of the runs, in order, at most `limit` of them; neighbours of the same value are one run.
    package func lengths(limit: Int) -> [Int] {
        guard runCount > 1 else { return runCount == 0 || limit < 1 ? [] : [endOffset - startOffset] }
        guard runCount > 2 else {
            let (start, first) = second
            let lengths = [start - startOffset, endOffset - start]
            return first == lastValue ? [endOffset - startOffset] : Array(lengths.prefix(limit))
        }
        var lengths: [Int] = []
        var index = 0
        while index < encoded.count {
            let length = Int(decode(&index))
            let zigzag = decode(&index)
            let step = Int(Int64(bitPattern: (zigzag >> 1) ^ (0 &- (zigzag & 1))))
            if step == 0, !lengths.isEmpty {
                lengths[lengths.count - 1] += length
            } else {
                if lengths.count >= limit { break }
                lengths.append(length)
            }
        }
        return lengths
    }

    /// The value at `offset`, or `nil` outside all runs.
    package subscript(_ offset: Int) -> Int? { run(at: offset)?.value }

    private mutating func encode(_ number: UInt64) {
        var rest = number
        while rest >= 0x80 {
            encoded.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        encoded.append(UInt8(rest))
    }

    private func decode(_ index: inout Int) -> UInt64 {
        var result: UInt64 = 0
        var shift: UInt64 = 0
        while index < encoded.count {
            let byte = encoded[index]
            index += 1
            result |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { break }
            shift += 7
        }
        return result
    }
}
