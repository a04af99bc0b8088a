import Bytes

/// UTF-8 text that grows at its end.
///
/// With each addition an array asks whether it is shared, and a report of hundreds of megabytes is written in additions
/// of a few bytes.
struct TextBuffer: ~Copyable {
    private var start: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    /// The number of bytes written so far.
    private(set) var count = 0

    /// Makes an empty buffer with room for some bytes.
    init(capacity: Int = 4096) {
        self.capacity = capacity
        start = .allocate(capacity: capacity)
    }

    deinit { start.deallocate() }

    /// The text written so far.
    var text: String { String(decoding: written, as: UTF8.self) }

    private var written: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: count) }

    /// Calls a function with the bytes written from an offset on.
    @inline(__always)
    func withBytes<Result>(from offset: Int = 0, _ body: (RawSpan) -> Result) -> Result {
        body(RawSpan(_unsafeElements: UnsafeBufferPointer(rebasing: written[offset...])))
    }

    /// Drops the text written so far but for a number of bytes; its room stays.
    mutating func removeAll(after length: Int = 0) { count = min(count, length) }

    /// Writes the text to a sink.
    func write(to sink: any TextSink) { sink.write(utf8: written.span.bytes) }

    /// Makes room for as many bytes more; they are written from the place returned, and are text with ``end(at:)``.
    @inline(__always)
    mutating func room(for additional: Int) -> UnsafeMutablePointer<UInt8> {
        if additional > capacity &- count { grow(by: additional) }
        return start + count
    }

    /// Ends the text at a place in the room that was made last.
    @inline(__always)
    mutating func end(at place: UnsafeMutablePointer<UInt8>) { count = place - start }

    /// Appends bytes.
    @inline(__always)
    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        var place = room(for: bytes.count)
        place.put(bytes)
        end(at: place)
    }

    /// Appends what a function writes from a place on, for which room for a number of bytes is made.
    @inline(__always)
    mutating func append(upTo limit: Int, _ write: (_ place: inout UnsafeMutablePointer<UInt8>) -> Void) {
        var place = room(for: limit)
        write(&place)
        end(at: place)
    }

    /// Appends blanks, sixteen at once.
    @inline(__always)
    mutating func append(blanks length: Int) {
        typealias Block = SIMD16<UInt8>
        let place = UnsafeMutableRawPointer(room(for: length &+ Block.scalarCount))
        var offset = 0
        repeat {
            place.storeBytes(of: Block(repeating: 0x20), toByteOffset: offset, as: Block.self)
            offset &+= Block.scalarCount
        } while offset < length
        count &+= length
    }

    /// Puts blanks before what was written from an offset on.
    mutating func insert(blanks: Int, at offset: Int) {
        let moved = count - offset
        _ = room(for: blanks)
        (start + offset + blanks).update(from: start + offset, count: moved)
        (start + offset).update(repeating: 0x20, count: blanks)
        count += blanks
    }

    /// Doubles the room at least, so that each byte is moved once on average.
    @inline(never)
    private mutating func grow(by additional: Int) {
        capacity = max(2 * capacity, count + additional)
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        larger.initialize(from: start, count: count)
        start.deallocate()
        start = larger
    }
}

/// Sound where room was made for what is written.
extension UnsafeMutablePointer<UInt8> {
    /// Writes a byte.
    @inline(__always)
    mutating func put(_ byte: UInt8) {
        pointee = byte
        self += 1
    }

    /// Writes bytes.
    @inline(__always)
    mutating func put(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let source = bytes.baseAddress else { return }
        update(from: source, count: bytes.count)
        self += bytes.count
    }

    /// Writes bytes.
    @inline(__always)
    mutating func put(_ bytes: RawSpan) {
        bytes.withUnsafeBytes { bytes in
            guard let source = bytes.baseAddress else { return }
            UnsafeMutableRawPointer(self).copyMemory(from: source, byteCount: bytes.count)
        }
        self += bytes.byteCount
    }

    /// Writes a few bytes without a call, as the names of members are: the last ones overlap those before them.
    @inline(__always)
    mutating func put(short bytes: UnsafeBufferPointer<UInt8>) {
        guard let first = bytes.baseAddress, bytes.count >= 4, bytes.count <= 16 else {
            // Brackets are one byte.
            return bytes.count == 1 ? put(bytes[0]) : put(bytes)
        }
        let (source, own) = (UnsafeRawPointer(first), UnsafeMutableRawPointer(self))
        if bytes.count >= 8 {
            let last = bytes.count - 8
            own.storeBytes(of: source.loadUnaligned(as: UInt64.self), as: UInt64.self)
            (own + last).storeBytes(of: (source + last).loadUnaligned(as: UInt64.self), as: UInt64.self)
        } else {
            let last = bytes.count - 4
            own.storeBytes(of: source.loadUnaligned(as: UInt32.self), as: UInt32.self)
            (own + last).storeBytes(of: (source + last).loadUnaligned(as: UInt32.self), as: UInt32.self)
        }
        self += bytes.count
    }

    /// Writes blanks, eight at once: there must be room for as many more.
    @inline(never)
    mutating func put(blanks count: Int) {
        var place = 0
        while place < count {
            UnsafeMutableRawPointer(self + place).storeBytes(of: 0x2020_2020_2020_2020, as: UInt64.self)
            place &+= 8
        }
        self += count
    }
}
