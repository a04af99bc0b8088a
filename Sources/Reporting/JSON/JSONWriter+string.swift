import Bytes
import Exchanges

/// Strings, which are scanned and copied at once: most need no escaping.
extension JSONWriter {
    /// Bytes that are looked at in one step.
    private typealias Block = SIMD16<UInt8>

    /// Writes printable ASCII with its quotation marks; writes nothing, and returns false, where there is something else,
    /// or what is escaped in a script.
    mutating func plain(_ text: RawSpan) -> Bool {
        var place = buffer.room(for: Self.room(forPlain: text.byteCount))
        place.put(UInt8(ascii: "\""))
        guard write(plain: text, at: &place) else { return false }
        place.put(UInt8(ascii: "\""))
        buffer.end(at: place)
        return true
    }

    /// The same for the pieces of a URL.
    mutating func plain(_ url: consuming Exchange.JoinedURL) -> Bool {
        let count = url.scheme.utf8.count + url.authority.count + url.target.utf8.count
        var place = buffer.room(for: Self.room(forPlain: count + 4))
        place.put(UInt8(ascii: "\""))
        guard url.scheme.withUTF8({ append(plain: RawSpan(_unsafeElements: $0), at: &place) }) else {
            return false
        }
        for byte in "://".utf8 { place.put(byte) }
        guard append(plain: url.authority.span.bytes, at: &place) else { return false }
        if url.lacksSlash { place.put(UInt8(ascii: "/")) }
        guard url.target.withUTF8({ append(plain: RawSpan(_unsafeElements: $0), at: &place) }) else {
            return false
        }
        place.put(UInt8(ascii: "\""))
        buffer.end(at: place)
        return true
    }

    /// The room for quotation marks, a backslash before each character, and a block of which the first character alone
    /// is wanted.
    private static func room(forPlain count: Int) -> Int { 2 * count + 18 }

    /// Writes a piece of a text as ``write(plain:at:)`` does.
    private func append(plain text: RawSpan, at place: inout UnsafeMutablePointer<UInt8>) -> Bool {
        write(plain: text, at: &place)
    }

    /// Writes printable ASCII where there is room for it; returns false where there is something else, or what is escaped
    /// in a script.
    @inline(__always)
    private func write(plain text: RawSpan, at place: inout UnsafeMutablePointer<UInt8>) -> Bool {
        let count = text.byteCount
        var (output, offset) = (place, 0)
        while offset < count {
            let left = count &- offset
            if left >= Block.scalarCount {
                // Sound: as many bytes are left.
                let block = text.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: Block.self)
                UnsafeMutableRawPointer(output).storeBytes(of: block, as: Block.self)
                if isPlain(block) {
                    output += Block.scalarCount
                    offset &+= Block.scalarCount
                    continue
                }
            }
            let word: UInt64
            if left >= ByteOctet.count {
                word = ByteOctet(in: text, knownAt: offset).word
            } else {
                // Letters stand in place of those behind the end.
                word = Self.lastBytes(left, of: text) | 0x6161_6161_6161_6161 &<< UInt64(8 &* left)
            }
            UnsafeMutableRawPointer(output).storeBytes(of: word.littleEndian, as: UInt64.self)
            let care = care(word)
            guard care != 0 else {
                let step = min(left, ByteOctet.count)
                output += step
                offset &+= step
                continue
            }
            output += care.trailingZeroBitCount / 8
            offset &+= care.trailingZeroBitCount / 8
            let byte = text.knownByte(offset)
            guard byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else { return false }
            output.put(UInt8(ascii: "\\"))
            output.put(byte)
            offset &+= 1
        }
        place = output
        return true
    }

    /// The last bytes of a text, fewer than eight; zeros in place of others.
    @inline(__always)
    private static func lastBytes(_ count: Int, of text: RawSpan) -> UInt64 {
        let start = text.byteCount &- ByteOctet.count
        if start >= 0 {
            return ByteOctet(in: text, knownAt: start).word &>> UInt64(8 &* (ByteOctet.count &- count))
        }
        guard count >= 4 else { return ByteOctet(in: text, at: text.byteCount &- count).word }
        // Two halves that overlap. Sound: there are at least four bytes.
        let end = text.byteCount &- 4
        let first = text.unsafeLoadUnaligned(fromUncheckedByteOffset: end &+ 4 &- count, as: UInt32.self)
        let last = text.unsafeLoadUnaligned(fromUncheckedByteOffset: end, as: UInt32.self)
        return UInt64(UInt32(littleEndian: first)) | UInt64(UInt32(littleEndian: last))
            &<< UInt64(8 &* (count &- 4))
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

    /// Whether none of sixteen bytes is, or begins, a character that may have to be escaped.
    @inline(__always)
    private func isPlain(_ block: Block) -> Bool {
        var care = (block .< Block(repeating: 0x20)) .| (block .> Block(repeating: 0x7E))
        care = care .| (block .== Block(repeating: 0x22)) .| (block .== Block(repeating: 0x5C))
        if isInScript {
            care = care .| (block .== Block(repeating: 0x26)) .| (block .== Block(repeating: 0x3C))
            care = care .| (block .== Block(repeating: 0x3E))
        }
        let words = unsafeBitCast(care, to: SIMD2<UInt64>.self)
        return words[0] | words[1] == 0
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
}
