import Bytes

/// Writes JSON values as text, byte by byte for speed: reports of a thousand exchanges have megabytes.
///
/// What stands together is appended at once: to make room costs more than a few bytes do.
struct JSONWriter {
    /// Whether `<`, `>` and `&`, which occur only in strings, are escaped (RFC 8259 §7).
    private let isInScript: Bool
    /// The text written so far, as UTF-8.
    private(set) var bytes: [UInt8] = []
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
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Drops the text written so far.
    mutating func restart() { bytes.removeAll(keepingCapacity: true) }

    /// Writes text that is JSON already.
    mutating func put(_ text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
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
        let (level, isFirst) = (level, isEmpty)
        bytes.append(addingCapacity: 2 + 2 * (level ?? 0)) { $0.beginElement(isFirst, level) }
        isEmpty = false
    }

    /// Begins a member of the object that is open, whose name needs no escaping.
    mutating func name(_ name: StaticString) {
        let (level, isFirst) = (level, isEmpty)
        // Sound: a literal of several bytes is in memory.
        let name = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
        bytes.append(addingCapacity: 6 + 2 * (level ?? 0) + name.count) { text in
            text.beginElement(isFirst, level)
            text.append(UInt8(ascii: "\""))
            text.append(name)
            text.append(UInt8(ascii: "\""))
            text.append(UInt8(ascii: ":"))
            if level != nil { text.append(UInt8(ascii: " ")) }
        }
        isEmpty = false
    }

    /// Writes a whole number, `null` for `nil`.
    mutating func number(_ number: Int?) {
        guard let number else { return put("null") }
        guard number >= 0 else { return append(String(number)) }
        bytes.append(addingCapacity: 19) { $0.append(decimal: UInt(number)) }
    }

    /// Writes text, `null` for `nil`.
    mutating func string(_ text: String?) {
        guard let text else { return put("null") }
        quote(text)
    }

    /// Writes bytes as text, if they are printable ASCII; false where they are not.
    mutating func plain(_ text: ArraySlice<UInt8>) -> Bool {
        text.withUnsafeBufferPointer { text in
            guard needsCare(text) else {
                putQuoted(text)
                return true
            }
            guard !isInScript, text.allSatisfy({ $0 &- 0x20 < 0x5F }) else { return false }
            bytes.append(addingCapacity: 2 * text.count + 2) { output in
                output.append(UInt8(ascii: "\""))
                for byte in text {
                    if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
                        output.append(UInt8(ascii: "\\"))
                    }
                    output.append(byte)
                }
                output.append(UInt8(ascii: "\""))
            }
            return true
        }
    }

    /// Writes a value.
    ///
    /// - Parameters:
    ///   - value: the value to write.
    ///   - depth: the level of the value, for one member or element on each line; `nil` for one line.
    mutating func write(_ value: JSONValue, depth: Int? = nil) {
        switch value {
        case .null: put("null")
        case .bool(let bool): put(bool ? "true" : "false")
        case .integer(let integer): number(integer)
        case .string(let string): quote(string)
        case .array(let elements):
            put("[")
            for (index, element) in elements.enumerated() {
                beginElement(index, depth)
                write(element, depth: depth.map { $0 + 1 })
            }
            if !elements.isEmpty { breakLine(depth) }
            put("]")
        case .object(let members):
            put("{")
            for (index, member) in members.enumerated() {
                beginElement(index, depth)
                quote(member.name)
                put(depth == nil ? ":" : ": ")
                write(member.value, depth: depth.map { $0 + 1 })
            }
            if !members.isEmpty { breakLine(depth) }
            put("}")
        }
    }

    /// Writes a string with its quotation marks.
    mutating func quote(_ string: String) {
        var string = string
        string.withUTF8 { text in
            // Most strings need no escaping.
            guard needsCare(text) else { return putQuoted(text) }
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
                    bytes.append(contentsOf: text[plain..<index])
                    append(escape)
                    plain = next
                }
                index = next
            }
            bytes.append(contentsOf: text[plain...])
            put("\"")
        }
    }

    /// Writes a string in which nothing has to be escaped.
    private mutating func putQuoted(_ string: UnsafeBufferPointer<UInt8>) {
        bytes.append(addingCapacity: string.count + 2) { text in
            text.append(UInt8(ascii: "\""))
            text.append(string)
            text.append(UInt8(ascii: "\""))
        }
    }

    /// Whether one of some bytes is, or begins, a character that may have to be escaped.
    private func needsCare(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        let bytes = RawSpan(_unsafeElements: text)
        var place = 0
        while place &+ 8 <= bytes.byteCount {
            // Sound: eight bytes are left.
            if needsCare(bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: place, as: UInt64.self)) {
                return true
            }
            place &+= 8
        }
        while place < bytes.byteCount {
            if needsCare(bytes.byte(place)) { return true }
            place &+= 1
        }
        return false
    }

    /// Whether one of eight bytes is, or begins, a character that may have to be escaped.
    private func needsCare(_ word: UInt64) -> Bool {
        let highBits: UInt64 = 0x8080_8080_8080_8080
        /// Not zero where a byte is less than a limit of 1 to 128.
        func less(_ word: UInt64, _ limit: UInt64) -> UInt64 {
            (word &- 0x0101_0101_0101_0101 &* limit) & ~word & highBits
        }
        func equal(_ byte: UInt64) -> UInt64 { less(word ^ 0x0101_0101_0101_0101 &* byte, 1) }
        var care = word & highBits | less(word, 0x20) | equal(0x22) | equal(0x5C) | equal(0x7F)
        if isInScript { care |= equal(0x26) | equal(0x3C) | equal(0x3E) }
        return care != 0
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

    private mutating func beginElement(_ index: Int, _ depth: Int?) {
        if index > 0 { put(",") }
        breakLine(depth.map { $0 + 1 })
    }

    private mutating func breakLine(_ depth: Int?) {
        guard let depth else { return }
        bytes.append(addingCapacity: 1 + 2 * depth) { $0.beginElement(true, depth) }
    }

    private mutating func append(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }
}

extension OutputSpan<UInt8> {
    /// Begins an element or a member: a comma after the one before, and a line of its own on a level.
    fileprivate mutating func beginElement(_ isFirst: Bool, _ level: Int?) {
        if !isFirst { append(UInt8(ascii: ",")) }
        guard let level else { return }
        append(0x0A)
        append(repeating: 0x20, count: 2 * level)
    }

    fileprivate mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        withUnsafeMutableBufferPointer { room, count in
            count = room[count...].update(fromContentsOf: bytes)
        }
    }
}
