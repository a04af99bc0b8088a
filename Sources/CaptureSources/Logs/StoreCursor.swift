/// A place in stored bytes from which they are read on.
struct StoreCursor {
    /// What is read.
    let store: ByteStore
    /// The offset of the next byte.
    private(set) var position: Int
    private var block: [UInt8] = []
    private var blockStart = 0
    private var blockEnd = 0

    /// Begins at an offset.
    init(_ store: ByteStore, at position: Int = 0) {
        self.store = store
        self.position = position
    }

    /// The number of bytes left.
    var remaining: Int { max(store.count - position, 0) }

    /// The next byte, without consuming it; `nil` at the end.
    mutating func peek() -> UInt8? {
        if position < blockStart || position >= blockEnd {
            guard load() else { return nil }
        }
        return block[position - blockStart]
    }

    /// The next byte; `nil` at the end.
    mutating func next() -> UInt8? {
        guard let byte = peek() else { return nil }
        position += 1
        return byte
    }

    /// Consumes the byte that ``peek()`` returned.
    ///
    /// `next()` with its result discarded is not used: where the position is read after it, optimized code of
    /// Swift 6.3.1 uses the position from before it.
    mutating func advance() {
        position += 1
    }

    /// Continues at another offset.
    mutating func seek(to offset: Int) {
        position = max(offset, 0)
    }

    /// The next `count` bytes, which must be few; `nil` where fewer are left.
    mutating func take(_ count: Int) -> [UInt8]? {
        guard count >= 0, count <= remaining else { return nil }
        if position >= blockStart, position + count <= blockEnd {
            let start = position - blockStart
            position += count
            return Array(block[start..<(start + count)])
        }
        let bytes = store.bytes(position..<(position + count))
        guard bytes.count == count else { return nil }
        position += count
        return bytes
    }

    /// Skips bytes as long as `condition` holds.
    mutating func skip(while condition: (UInt8) -> Bool) {
        while peek() != nil {
            var index = position - blockStart
            let end = blockEnd - blockStart
            while index < end, condition(block[index]) { index += 1 }
            position = blockStart + index
            if index < end { return }
        }
    }

    /// Skips bytes up to and including the next `mark`, ignoring bytes after an `escape`; false where there
    /// is none.
    mutating func skip(through mark: UInt8, escape: UInt8) -> Bool {
        while peek() != nil {
            var index = position - blockStart
            let end = blockEnd - blockStart
            while index < end {
                let byte = block[index]
                if byte == mark {
                    position = blockStart + index + 1
                    return true
                }
                index += byte == escape ? 2 : 1
            }
            // The escaped byte may be the first of the next block.
            position = blockStart + index
        }
        return false
    }

    /// Whether these bytes are next; they are skipped if so.
    mutating func skip(_ text: StaticString) -> Bool {
        let start = position
        for index in 0..<text.utf8CodeUnitCount where next() != text.withUTF8Buffer({ $0[index] }) {
            position = start
            return false
        }
        return true
    }

    /// The greatest length of a line in bytes; a longer one is returned in pieces.
    private static let lineLimit = 1 << 20

    /// The next line without its CR LF or LF, which is skipped; reading stops at an offset.
    mutating func line(upTo end: Int) -> [UInt8] {
        var line: [UInt8] = []
        while position < end, line.count < Self.lineLimit, let byte = next() {
            if byte == 0x0A { break }
            line.append(byte)
        }
        if line.last == 0x0D { line.removeLast() }
        return line
    }

    private mutating func load() -> Bool {
        if block.isEmpty { block = [UInt8](repeating: 0, count: min(store.blockSize, store.count)) }
        guard position < store.count else { return false }
        blockStart = position
        blockEnd = position + store.read(at: position, into: &block)
        return blockEnd > position
    }
}
