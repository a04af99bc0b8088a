import Bytes
import Exchanges
import Inspection

/// One row of cells while it is written: each cell is measured, cut and aligned where its bytes are.
///
/// ```
///   begin() ─► put(…) … put(…) ─► end(…)      … once a cell
/// ```
struct TableRow: ~Copyable {
    private var buffer: TextBuffer
    /// The offset at which the cell begins, after the blanks before it.
    private var start = 0
    /// The number of blanks before the next cell that has text.
    private var pending = 0
    /// Whether nothing but printable ASCII was written to the cell.
    private var isPlain = true
    /// The colour of the cell, `nil` for none.
    var ink: Ink?

    /// Makes an empty row with room for some bytes.
    init(capacity: Int = 1024) { buffer = TextBuffer(capacity: capacity) }

    /// The text written so far.
    var text: String { buffer.text }

    /// What was written so far as a cell.
    var cell: TextTable.Cell { TextTable.Cell(text, ink) }

    /// The bytes written so far.
    var bytes: [UInt8] {
        buffer.withBytes { bytes in bytes.withUnsafeBytes { Array($0) } }
    }

    /// Drops what was written; its room stays.
    mutating func restart() {
        buffer.removeAll()
        (start, pending, ink) = (0, 0, nil)
    }

    /// Writes the row and a line break to a sink.
    mutating func writeLine(to sink: any TextSink) {
        put(byte: 0x0A)
        buffer.write(to: sink)
    }

    /// Begins a cell.
    mutating func begin() {
        let blanks = pending
        buffer.append(upTo: blanks + 8) { $0.put(blanks: blanks) }
        start = buffer.count
        isPlain = true
        ink = nil
    }

    /// Ends a cell; a row has no blanks at its end.
    ///
    /// - Parameters:
    ///   - width: the width of its column in terminal columns.
    ///   - excess: what is done with text that is wider.
    ///   - isRight: whether it is right-aligned.
    ///   - style: colours.
    mutating func end(width: Int, _ excess: TextTable.Excess, isRight: Bool, _ style: TextStyle) {
        var own = columns
        if own > width, excess != .whole { own = cut(to: width, excess) }
        let blanks = max(width - own, 0)
        if buffer.count == start {
            buffer.removeAll(after: start - pending)
            pending += blanks + 2
            return
        }
        if style.isColored, let ink { replace(style.paint(cellText, ink)) }
        if isRight, blanks > 0 { buffer.insert(blanks: blanks, at: start) }
        pending = (isRight ? 0 : blanks) + 2
    }

    /// The text of the cell.
    private var cellText: String {
        buffer.withBytes(from: start) { bytes in
            bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
        }
    }

    /// The width of the cell in terminal columns.
    private var columns: Int {
        // Most text is plain ASCII.
        isPlain ? buffer.count - start : cellText.columns
    }

    /// Leaves out some of the cell, and returns its new width.
    private mutating func cut(to width: Int, _ excess: TextTable.Excess) -> Int {
        let text = excess == .elided ? cellText.elided(to: width) : cellText.cut(to: width)
        replace(text)
        return text.columns
    }

    private mutating func replace(_ text: String) {
        buffer.removeAll(after: start)
        isPlain = true
        put(text)
    }

    /// Writes a cell.
    mutating func put(_ cell: TextTable.Cell) {
        put(cell.text)
        ink = cell.ink
    }

    /// Writes text that is safe to print.
    mutating func put(_ text: String) {
        var text = text
        text.withUTF8 {
            if isPlain, !RawSpan(_unsafeElements: $0).isPrintableASCII { isPlain = false }
            buffer.append($0)
        }
    }

    /// Writes a whole number, its digits in groups of three or not.
    mutating func put(_ number: Int, isGrouped: Bool = false) {
        guard number >= 0 else { return put(isGrouped ? number.grouped : String(number)) }
        buffer.append(upTo: UnsafeMutablePointer<UInt8>.decimalRoom) { place in
            if isGrouped { place.put(grouped: number) } else { place.put(decimal: number) }
        }
    }

    /// Writes the address and the port of an endpoint.
    mutating func put(_ endpoint: Endpoint) {
        guard !endpoint.isIPv6 else { return put(endpoint.description) }
        let room = UnsafeMutablePointer<UInt8>.room(ofDigits: Endpoint.greatestDottedLength)
        buffer.append(upTo: room) { $0.put(endpoint) }
    }

    /// Writes the seconds between two times, with three decimals.
    mutating func put(secondsFrom start: Timestamp, to end: Timestamp) {
        buffer.append(upTo: Timestamp.secondsRoom) { $0.put(secondsFrom: start, to: end) }
    }

    /// Writes text from a capture, escaped for display and cut to a number of bytes.
    mutating func put(printable text: String, limit: Int) {
        var text = text
        let isWritten = text.withUTF8 { put(plain: $0, limit: limit) }
        if !isWritten { put(PrintableText.text(text, limit: limit)) }
    }

    /// The same for bytes.
    mutating func put(printable bytes: ArraySlice<UInt8>, limit: Int) {
        let isWritten = bytes.withUnsafeBufferPointer { put(plain: $0, limit: limit) }
        if !isWritten { put(PrintableText.text(bytes, limit: limit)) }
    }

    /// Writes bytes that are shown as they are, as most texts of a capture are; writes nothing, and returns false, where
    /// they are not.
    private mutating func put(plain bytes: UnsafeBufferPointer<UInt8>, limit: Int) -> Bool {
        guard bytes.count <= limit, RawSpan(_unsafeElements: bytes).isPrintableASCII else { return false }
        buffer.append(bytes)
        return true
    }

    /// Writes a URL where it is shown as it is; writes nothing, and returns false, where it is not.
    mutating func put(plain url: consuming Exchange.JoinedURL, limit: Int) -> Bool {
        let start = buffer.count
        let length = url.scheme.utf8.count + url.authority.count + url.target.utf8.count + 4
        guard length <= limit else { return false }
        var place = buffer.room(for: length)
        url.scheme.withUTF8 { place.put($0) }
        ("://" as StaticString).withUTF8Buffer { place.put($0) }
        url.authority.withUnsafeBufferPointer { place.put($0) }
        if url.lacksSlash { place.put(UInt8(ascii: "/")) }
        url.target.withUTF8 { place.put($0) }
        buffer.end(at: place)
        // All pieces are looked at in one pass.
        if buffer.withBytes(from: start, { $0.isPrintableASCII }) { return true }
        buffer.removeAll(after: start)
        return false
    }

    /// Writes a byte of ASCII.
    mutating func put(byte: UInt8) {
        var place = buffer.room(for: 1)
        place.put(byte)
        buffer.end(at: place)
    }
}

extension RawSpan {
    /// Whether all bytes are printable ASCII: looked at eight at a time.
    fileprivate var isPrintableASCII: Bool {
        let all: UInt64 = 0x8080_8080_8080_8080
        var place = 0
        while place &+ ByteOctet.count <= byteCount {
            guard ByteOctet(in: self, knownAt: place).within(0x20, 0x7E) == all else { return false }
            place &+= ByteOctet.count
        }
        // The last eight bytes overlap those before them.
        if byteCount >= ByteOctet.count {
            return ByteOctet(in: self, knownAt: byteCount &- ByteOctet.count).within(0x20, 0x7E) == all
        }
        while place < byteCount {
            guard 0x20...0x7E ~= knownByte(place) else { return false }
            place &+= 1
        }
        return true
    }
}
