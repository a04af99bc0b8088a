import Bytes

/// Writes JSON values as text, byte by byte for speed: reports of a thousand exchanges have megabytes.
struct JSONWriter: ~Copyable {
    /// Whether `<`, `>` and `&`, which occur only in strings, are escaped (RFC 8259 §7).
    private let isInScript: Bool
    private var buffer = TextBuffer()
    /// The level of what is written next, for one member or element on each line; `nil` for one line.
    private(set) var level: Int?
    /// Whether the object or array that is open has no member or element yet.
    private var isEmpty = true

    /// Makes an empty writer, for one line, or for lines from a level on.
    init(isInScript: Bool = false, level: Int? = nil) {
        self.isInScript = isInScript
        self.level = level
    }

    /// The text written so far.
    var text: String { buffer.text }

    /// Drops the text written so far.
    mutating func restart() { buffer.removeAll() }

    /// Writes the text to a sink.
    func write(to sink: any TextSink) { buffer.write(to: sink) }

    /// Writes text that is JSON already.
    mutating func put(_ text: StaticString) {
        var place = buffer.room(for: text.utf8CodeUnitCount)
        place.put(short: UnsafeBufferPointer(text))
        buffer.end(at: place)
    }

    /// Opens an object or an array.
    mutating func open(_ bracket: StaticString) {
        put(bracket)
        level = level.map { $0 + 1 }
        isEmpty = true
    }

    /// Closes it.
    mutating func close(_ bracket: StaticString) {
        level = level.map { $0 - 1 }
        if !isEmpty { breakLine(level) }
        put(bracket)
        isEmpty = false
    }

    /// Begins an element of the array that is open.
    mutating func element() {
        var place = buffer.room(for: Self.elementRoom(level))
        place.beginElement(isEmpty, level)
        buffer.end(at: place)
        isEmpty = false
    }

    /// Begins a member of the object that is open, whose name needs no escaping.
    mutating func name(_ name: StaticString) {
        var place = buffer.room(for: Self.elementRoom(level) + name.utf8CodeUnitCount + 4)
        place.beginElement(isEmpty, level)
        place.put(UInt8(ascii: "\""))
        place.put(short: UnsafeBufferPointer(name))
        place.put(UInt8(ascii: "\""))
        place.put(UInt8(ascii: ":"))
        if level != nil { place.put(0x20) }
        buffer.end(at: place)
        isEmpty = false
    }

    /// The room that the begin of an element takes: a comma, a line break, and blanks, all in groups of 32.
    private static func elementRoom(_ level: Int?) -> Int { 34 + 2 * (level ?? 0) }

    /// Writes a whole number, `null` for `nil`.
    mutating func number(_ number: Int?) {
        guard let number else { return put("null") }
        guard number >= 0 else { return append(String(number)) }
        var place = buffer.room(for: 19)
        place.put(decimal: number)
        buffer.end(at: place)
    }

    /// Writes text, `null` for `nil`.
    mutating func string(_ text: String?) {
        guard let text else { return put("null") }
        quote(text)
    }

    /// Writes the address and the port of an endpoint as text, `null` for `nil`.
    mutating func endpoint(_ endpoint: Endpoint?) {
        guard let endpoint, !endpoint.isIPv6 else { return string(endpoint?.description) }
        buffer.append(upTo: Endpoint.greatestDottedLength + 2) { text in
            text.append(UInt8(ascii: "\""))
            text.append(endpoint)
            text.append(UInt8(ascii: "\""))
        }
    }

    /// Writes a time, `null` for `nil`.
    mutating func time(_ time: Timestamp?) {
        guard let time else { return put("null") }
        buffer.append(upTo: Timestamp.greatestTextLength + 2) { text in
            text.append(UInt8(ascii: "\""))
            text.append(time)
            text.append(UInt8(ascii: "\""))
        }
    }

    /// Writes printable ASCII with its quotation marks; writes nothing, and returns false, where there is something else,
    /// or what is escaped in a script.
    mutating func plain(_ text: RawSpan) -> Bool {
        let count = text.byteCount
        // Room for a backslash before each character, and for a word of which the first character alone is wanted.
        var output = buffer.room(for: 2 * count + 10)
        output.put(UInt8(ascii: "\""))
        var place = 0
        while place < count {
            let left = count &- place
            var word: UInt64
            if left >= ByteOctet.count {
                word = ByteOctet(in: text, knownAt: place).word
            } else {
                // Letters stand in place of those behind the end.
                word = Self.lastBytes(left, of: text) | 0x6161_6161_6161_6161 << UInt64(8 &* left)
            }
            UnsafeMutableRawPointer(output).storeBytes(of: word.littleEndian, as: UInt64.self)
            let care = care(word)
            guard care != 0 else {
                let step = min(left, ByteOctet.count)
                output += step
                place &+= step
                continue
            }
            output += care.trailingZeroBitCount / 8
            place &+= care.trailingZeroBitCount / 8
            let byte = text.knownByte(place)
            guard byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else { return false }
            output.put(UInt8(ascii: "\\"))
            output.put(byte)
            place &+= 1
        }
        output.put(UInt8(ascii: "\""))
        buffer.end(at: output)
        return true
    }

    /// The last bytes of a text, fewer than eight; zeros in place of others.
    private static func lastBytes(_ count: Int, of text: RawSpan) -> UInt64 {
        let start = text.byteCount &- ByteOctet.count
        guard start >= 0 else { return ByteOctet(in: text, at: text.byteCount &- count).word }
        return ByteOctet(in: text, knownAt: start).word >> UInt64(8 &* (ByteOctet.count &- count))
    }

    /// Writes a string with its quotation marks.
    mutating func quote(_ string: String) {
        var string = string
        string.withUTF8 { text in
            // Most strings need no escaping.
            guard !plain(RawSpan(_unsafeElements: text)) else { return }
            put("\"")
            var plain = text.startIndex
            var index = plain
            while index < text.endIndex {
                guard needsCare(text[index]) else {
                    index += 1
                    continue
                }
                let scalar = Self.scalar(text[index...])
                let next = index + UTF8.width(scalar)
                if let escape = escape(scalar) {
                    buffer.append(UnsafeBufferPointer(rebasing: text[plain..<index]))
                    append(escape)
                    plain = next
                }
                index = next
            }
            buffer.append(UnsafeBufferPointer(rebasing: text[plain...]))
            put("\"")
        }
    }

    /// Not zero where one of eight bytes is, or begins, a character that may have to be escaped; the lowest bit is in the
    /// first of them.
    private func care(_ word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        // The highest bit of a byte is set where it is greater than 0x7E, where it is less than 0x20 or a quotation mark,
        // and where it is a backslash.
        var care = word | (word &+ ones) | ((word ^ ones &* 0x02) &- ones &* 0x21)
        care |= (word ^ ones &* 0x5C) &- ones
        if isInScript {
            for byte: UInt64 in [0x26, 0x3C, 0x3E] { care |= (word ^ ones &* byte) &- ones }
        }
        return care & (ones &* 0x80)
    }

    /// Whether a byte is, or begins, a character that may have to be escaped.
    private func needsCare(_ byte: UInt8) -> Bool {
        switch byte {
        case 0..<0x20, 0x22, 0x5C, 0x7F...: true
        case 0x26, 0x3C, 0x3E: isInScript
        default: false
        }
    }

    /// The first character of valid text.
    private static func scalar(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Unicode.Scalar {
        var decoder = UTF8()
        var iterator = text.makeIterator()
        guard case .scalarValue(let scalar) = decoder.decode(&iterator) else { return "\u{FFFD}" }
        return scalar
    }

    /// The escape of a character; `nil` where it needs none.
    private func escape(_ scalar: Unicode.Scalar) -> String? {
        switch scalar.value {
        case 0x22: "\\\""
        case 0x5C: "\\\\"
        case 0x08: "\\b"
        case 0x09: "\\t"
        case 0x0A: "\\n"
        case 0x0C: "\\f"
        case 0x0D: "\\r"
        case 0..<0x80: Self.hexadecimal(UInt16(scalar.value))
        case _ where PrintableText.isDeceptive(scalar): scalar.utf16.map(Self.hexadecimal).joined()
        default: nil
        }
    }

    private static func hexadecimal(_ unit: UInt16) -> String {
        let digits = String(unit, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }

    /// Begins a line on a level, where values are written in several.
    mutating func breakLine(_ depth: Int?) {
        guard let depth else { return }
        var place = buffer.room(for: Self.elementRoom(depth))
        place.beginElement(true, depth)
        buffer.end(at: place)
    }

    private mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { buffer.append($0) }
    }
}

extension UnsafeMutablePointer<UInt8> {
    /// Begins an element or a member: a comma after the one before, and a line of its own on a level.
    @inline(__always)
    fileprivate mutating func beginElement(_ isFirst: Bool, _ level: Int?) {
        guard let level else {
            if !isFirst { put(UInt8(ascii: ",")) }
            return
        }
        // Copied at once, with more blanks than most levels have: a report has millions of them.
        let separator: StaticString = ",\n                                "
        let skipped = isFirst ? 1 : 0
        let source = UnsafeRawPointer(separator.utf8Start + skipped)
        let blanks = 2 * level
        UnsafeMutableRawPointer(self).copyMemory(from: source, byteCount: 32)
        self += 2 - skipped
        if blanks <= 30 { self += blanks } else { put(blanks: blanks) }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// The bytes of a literal.
    fileprivate init(_ text: StaticString) {
        // Sound: a literal of several bytes is in memory.
        self.init(start: text.utf8Start, count: text.utf8CodeUnitCount)
    }
}
