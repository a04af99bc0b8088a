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
@usableFromInline
package struct RunMap: Sendable {
    /// The greatest number of runs that are stored inline.
    package static let freeRuns = 2

    /// Empty where all runs are stored inline; otherwise one.
    @usableFromInline var long: [LongRunList] = []
    @usableFromInline var lastValue = 0
    /// Where the second of two runs begins, and the value of the first.
    @usableFromInline var second = (start: 0, firstValue: 0)

    /// How many runs there are.
    @usableFromInline package internal(set) var runCount = 0
    /// The offset at which the first run begins.
    @usableFromInline package internal(set) var startOffset: Int
    /// The offset after the last run.
    @usableFromInline package internal(set) var endOffset: Int

    /// Makes an empty map whose first run will begin at `startOffset`.
    @inlinable
    package init(startOffset: Int = 0) {
        self.startOffset = startOffset
        self.endOffset = startOffset
    }

    /// The bytes that it takes in memory besides itself, roughly.
    package var memoryBytes: Int {
        long.first?.memoryBytes ?? 0
    }

    /// Whether the map has no run.
    @inlinable
    package var isEmpty: Bool { runCount == 0 }

    /// Adds a run of `length` offsets (0 is ignored) that all have `value`.
    ///
    /// Runs beyond `Int.max` are dropped, because a capture may claim a gap of any size.
    @inlinable
    package mutating func append(length: Int, value: Int) {
        let length = endOffset > 0 ? min(length, Int.max - endOffset) : length
        guard length > 0 else { return }
        // Most messages have one run: what more need is not compiled into the callers.
        guard runCount == 0 else { return appendRun(length, value) }
        lastValue = value
        endOffset += length
        runCount = 1
    }

    /// Adds a run to others.
    @usableFromInline
    mutating func appendRun(_ length: Int, _ value: Int) {
        if runCount == 1, value == lastValue, length <= Int.max - (endOffset - startOffset) {
            endOffset += length
            return
        }
        if runCount == 1 { second = (endOffset, lastValue) }
        if runCount == 2 {
            let (start, first) = second
            if long.isEmpty { long.append(LongRunList()) }
            long[0].write(start - startOffset, first, at: startOffset, after: 0, run: 0)
            long[0].write(endOffset - start, lastValue, at: start, after: first, run: 1)
        }
        if runCount > 1 { long[0].write(length, value, at: endOffset, after: lastValue, run: runCount) }
        lastValue = value
        endOffset += length
        runCount += 1
    }

    /// Lets the first run of an empty map begin at `offset`.
    @inlinable
    package mutating func begin(at offset: Int) {
        precondition(isEmpty, "a map with runs begins where they do")
        startOffset = offset
        endOffset = offset
    }

    /// Removes all runs; the next one begins at `offset`.
    package mutating func restart(at offset: Int) {
        // The room that stays is not counted.
        if !long.isEmpty {
            if long[0].isLong { long = [] } else { long[0].removeAll() }
        }
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
        return long[0].run(at: offset)
    }

    /// The lengths of the runs, in order, at most `limit` of them; neighbours of the same value are one run.
    package func lengths(limit: Int) -> [Int] {
        guard runCount > 1 else { return runCount == 0 || limit < 1 ? [] : [endOffset - startOffset] }
        guard runCount > 2 else {
            let (start, first) = second
            let lengths = [start - startOffset, endOffset - start]
            return first == lastValue ? [endOffset - startOffset] : Array(lengths.prefix(limit))
        }
        return long[0].lengths(limit)
    }

    /// The value at `offset`, or `nil` outside all runs.
    package subscript(_ offset: Int) -> Int? { run(at: offset)?.value }
}
