import Bytes

/// Splits a stream into TLS records, however its bytes arrive (RFC 8446 §5.1).
/// ```
///   header ──► fragment ──► a record
///     ▲  └───► passed over ──┤          the fragment is not wanted, or has a gap
///     └── searching ◄────────┘          not a record: look for the next header
/// ```
struct RecordReader {
    /// The result of a step.
    enum Step: Equatable {
        /// All bytes were taken, and no record is complete.
        case moreNeeded
        /// A record is complete: it is in ``RecordReader/header`` and ``RecordReader/buffer``.
        case record
        /// A record whose fragment was not kept has ended.
        case passedOver
    }

    private enum State {
        case header
        case fragment
        case passing(Int)
        case searching
    }

    /// Room before the fragment, in bytes: the nonce is written there, so that the two need not be joined by
    /// a copy.
    static let room = 12

    /// The header of the record that is read.
    private(set) var header: RecordHeader?
    /// ``room`` bytes, and the fragment as far as it came.
    private(set) var buffer = [UInt8](repeating: 0, count: room)
    /// The stream offset of the record's first byte.
    private(set) var start = 0
    /// The number of the record, from 1; gaps that span a header make it a lower bound.
    private(set) var number = 0

    private var state = State.header
    private var head: [UInt8] = []

    /// The fragment as far as it came; to be released before the reader is changed, or the buffer is copied.
    var fragment: ArraySlice<UInt8> { buffer[Self.room...] }

    /// How many bytes of an unfinished record are held.
    var heldBytes: Int { buffer.count - Self.room + head.count }

    /// Reads bytes of the stream up to the end of a record.
    ///
    /// - Parameters:
    ///   - bytes: the bytes that were delivered.
    ///   - position: where in it to begin; afterwards, the first byte that was not read.
    ///   - base: the stream offset of the first of `bytes`.
    ///   - keepsFragment: whether the fragment of a record is needed.
    /// - Returns: why it stopped.
    mutating func step(
        _ bytes: RawSpan,
        from position: inout Int,
        base: Int,
        keepsFragment: Bool
    ) -> Step {
        while position < bytes.byteCount {
            switch state {
            case .header:
                if head.isEmpty { start = base + position }
                head.append(bytes.byte(position))
                position += 1
                guard head.count == RecordHeader.length else { continue }
                begin(keepsFragment)
                if case .passing(0) = state { return end(.passedOver) }
                if case .fragment = state, header?.fragmentLength == 0 { return end(.record) }
            case .fragment:
                let missing = (header?.fragmentLength ?? 0) - (buffer.count - Self.room)
                let count = min(missing, bytes.byteCount - position)
                // The pointer stays inside the closure, and the array copies what it points to.
                bytes.extracting(position..<(position + count)).withUnsafeBytes {
                    buffer.append(contentsOf: $0)
                }
                position += count
                if count == missing { return end(.record) }
            case .passing(let count):
                let step = min(count, bytes.byteCount - position)
                position += step
                state = .passing(count - step)
                if count == step { return end(.passedOver) }
            case .searching:
                search(bytes, from: &position, base: base, keepsFragment)
            }
        }
        return .moreNeeded
    }

    /// Skips bytes that the capture lacks; returns true where a record with a gap ends with them.
    mutating func miss(_ length: Int) -> Bool {
        switch state {
        case .fragment:
            let rest = (header?.fragmentLength ?? 0) - (buffer.count - Self.room)
            clear()
            return pass(over: rest, lacking: length)
        case .passing(let rest): return pass(over: rest, lacking: length)
        case .header, .searching:
            head = []
            state = .searching
            return false
        }
    }

    /// Drops a record that was read.
    mutating func clear() {
        if buffer.count > Self.room { buffer.removeLast(buffer.count - Self.room) }
    }

    /// Writes bytes into the room before the fragment, from an index on.
    mutating func fill(_ bytes: [UInt8], at index: Int) {
        for (offset, byte) in bytes.enumerated() { buffer[index + offset] = byte }
    }

    private mutating func pass(over rest: Int, lacking length: Int) -> Bool {
        state = length < rest ? .passing(rest - length) : length == rest ? .header : .searching
        return length >= rest
    }

    private mutating func begin(_ keepsFragment: Bool) {
        guard let found = RecordHeader(head) else {
            head.removeFirst()
            state = .searching
            return
        }
        head.removeAll(keepingCapacity: true)
        header = found
        number += 1
        clear()
        state = keepsFragment ? .fragment : .passing(found.fragmentLength)
    }

    private mutating func end(_ step: Step) -> Step {
        state = .header
        return step
    }

    /// Looks for what may be the header of a protected record.
    ///
    /// A false match costs a record, and occurs once in 2^24 bytes.
    private mutating func search(
        _ bytes: RawSpan,
        from position: inout Int,
        base: Int,
        _ keepsFragment: Bool
    ) {
        while position < bytes.byteCount {
            head.append(bytes.byte(position))
            position += 1
            while let first = head.first, !Self.mayGoOn(head, first) { head.removeFirst() }
            guard head.count == RecordHeader.length else { continue }
            start = base + position - RecordHeader.length
            begin(keepsFragment)
            if case .searching = state { continue }
            return
        }
    }

    private static func mayGoOn(_ head: [UInt8], _ first: UInt8) -> Bool {
        guard (0x14...0x17).contains(first) else { return false }
        if head.count > 1, head[1] != 0x03 { return false }
        if head.count > 2, head[2] == 0 || head[2] > 0x03 { return false }
        if head.count > 3, head[3] > 0x48 { return false }
        return true
    }
}
