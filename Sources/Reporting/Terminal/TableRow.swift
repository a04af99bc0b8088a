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
    /// The number of blanks after the last cell that has text: no part of the row where no text follows.
    private var padding = 0
    /// Whether nothing but printable ASCII was written to the cell.
    private var isPlain = true
    /// The colour of the cell, `nil` for none.
    var ink: Ink?

    /// Makes an empty row with room for some bytes.
    init(capacity: Int = 1024) { buffer = TextBuffer(capacity: capacity) }

    /// The text written so far.
    var text: String { withBytes { String(decoding: $0, as: UTF8.self) } }

    /// What was written so far as a cell.
    var cell: TextTable.Cell { TextTable.Cell(text, ink) }

    /// Replaces bytes by those written so far.
    func copy(to bytes: inout [UInt8]) {
        bytes.removeAll(keepingCapacity: true)
        withBytes { bytes.append(copying: $0.bytes) }
    }

    private func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        buffer.withBytes { $0.extracting(droppingLast: padding).withUnsafeBytes(body) }
    }

    /// Drops what was written; its room stays.
    mutating func restart() {
        buffer.removeAll()
        (start, padding, ink) = (0, 0, nil)
    }

    /// Writes the row and a line break to a sink.
    mutating func writeLine(to sink: any TextSink) {
        endLine()
        buffer.write(to: sink)
    }

    /// Ends the row with a line break.
    mutating func endLine() {
        buffer.removeAll(after: buffer.count - padding)
        padding = 0
        put(byte: 0x0A)
    }

    /// Begins a cell.
    @inline(__always)
    mutating func begin() {
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
    @inline(__always)
    mutating func end(width: Int, _ excess: TextTable.Excess, isRight: Bool, _ style: TextStyle) {
        let own = buffer.count &- start
        // Most cells are plain ASCII that fits.
        guard isPlain, own > 0, own <= width, !style.isColored else {
            return endOther(width: width, excess, isRight: isRight, style)
        }
        var blanks = width &- own
        if isRight, blanks > 0 {
            buffer.insert(blanks: blanks, at: start)
            blanks = 0
        }
        padding = blanks &+ 2
        buffer.append(blanks: padding)
    }

    /// Ends a cell that is in no column.
    mutating func end(_ style: TextStyle) {
        guard isPlain, buffer.count > start, !style.isColored else {
            return endOther(width: 0, .whole, isRight: false, style)
        }
        padding = 2
        buffer.append(blanks: padding)
    }

    /// Ends any cell.
    @inline(never)
    private mutating func endOther(
        width: Int,
        _ excess: TextTable.Excess,
        isRight: Bool,
        _ style: TextStyle
    ) {
        var own = columns
        if own > width, excess != .whole { own = cut(to: width, excess) }
        let blanks = max(width - own, 0)
        guard buffer.count > start else {
            padding += blanks + 2
            return buffer.append(blanks: blanks + 2)
        }
        if style.isColored, let ink { replace(style.paint(cellText, ink)) }
        if isRight, blanks > 0 { buffer.insert(blanks: blanks, at: start) }
        padding = (isRight ? 0 : blanks) + 2
        buffer.append(blanks: padding)
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
        text.withBytes {
            if isPlain, !RawSpan(_unsafeElements: $0).isPrintableASCII { isPlain = false }
            buffer.append($0)
        }
    }

    /// Writes a whole number, its digits in groups of three or not.
    @inline(__always)
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
        let isWritten = text.withBytes { put(plain: $0, limit: limit) }
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

    /// Writes a URL where it is joined and shown as it is; writes nothing, and returns false, where it is not.
    mutating func put(joinedURLOf exchange: Exchange, limit: Int) -> Bool {
        exchange.withJoinedURL { put(plain: $0, authority: $1, lacksSlash: $2, target: $3, limit: limit) }
    }

    private mutating func put(
        plain scheme: RawSpan,
        authority: RawSpan,
        lacksSlash: Bool,
        target: RawSpan,
        limit: Int
    ) -> Bool {
        let start = buffer.count
        let length = scheme.byteCount + authority.byteCount + target.byteCount + 4
        guard length <= limit else { return false }
        var place = buffer.room(for: length)
        place.put(scheme)
        ("://" as StaticString).withUTF8Buffer { place.put($0) }
        place.put(authority)
        if lacksSlash { place.put(UInt8(ascii: "/")) }
        place.put(target)
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
    /// Whether all bytes are printable ASCII: looked at sixteen or eight at a time.
    fileprivate var isPrintableASCII: Bool {
        typealias Block = SIMD16<UInt8>
        if byteCount >= Block.scalarCount {
            let last = byteCount &- Block.scalarCount
            var place = 0
            while true {
                // Sound: the bytes begin no later than the last sixteen, which overlap those before them.
                let block = unsafeLoadUnaligned(fromUncheckedByteOffset: place, as: Block.self)
                let others = block &- Block(repeating: 0x20) .> Block(repeating: 0x5E)
                let words = unsafeBitCast(others, to: SIMD2<UInt64>.self)
                guard words[0] | words[1] == 0 else { return false }
                guard place < last else { return true }
                place = min(place &+ Block.scalarCount, last)
            }
        }
        let all: UInt64 = 0x8080_8080_8080_8080
        if byteCount >= ByteOctet.count {
            let last = byteCount &- ByteOctet.count
            return ByteOctet(in: self, knownAt: 0).within(0x20, 0x7E) == all
                && ByteOctet(in: self, knownAt: last).within(0x20, 0x7E) == all
        }
        var place = 0
        while place < byteCount {
            guard 0x20...0x7E ~= knownByte(place) else { return false }
            place &+= 1
        }
        return true
    }
}
