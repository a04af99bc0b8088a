/// The runs of a ``RunMap`` that has more than are stored inline.
@usableFromInline
struct LongRunList: Sendable {
    private struct Checkpoint {
        var offset: Int
        var value: Int
        var index: Int
    }

    private var encoded: [UInt8] = []
    private var checkpoints: [Checkpoint] = []

    /// The bytes that it takes in memory besides itself, roughly.
    var memoryBytes: Int {
        ArrayGrowth.bytes(encoded.count)
            + ArrayGrowth.bytes(checkpoints.count, stride: MemoryLayout<Checkpoint>.stride)
    }

    /// Whether its room should not stay.
    var isLong: Bool { encoded.count > 512 }

    /// Removes all runs, and keeps room.
    mutating func removeAll() {
        encoded.removeAll(keepingCapacity: true)
        checkpoints.removeAll(keepingCapacity: true)
    }

    /// Adds a run with an index.
    mutating func write(_ length: Int, _ value: Int, at offset: Int, after previous: Int, run: Int) {
        if run % 128 == 0 {
            checkpoints.append(Checkpoint(offset: offset, value: previous, index: encoded.count))
        }
        encode(UInt64(length))
        let step = value &- previous
        encode(UInt64(bitPattern: Int64((step << 1) ^ (step >> 63))))
    }

    /// The value of the run that holds `offset`, and that run's range; `nil` after all runs.
    func run(at offset: Int) -> (value: Int, range: Range<Int>)? {
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
    func lengths(_ limit: Int) -> [Int] {
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
