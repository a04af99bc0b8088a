extension XMLReader {
    /// Reads a tag.
    mutating func tag() throws(CaptureProblem) -> Event {
        let start = cursor.position
        var bytes: [UInt8] = []
        var quote: UInt8?
        cursor.advance()
        while let byte = cursor.next() {
            if quote == nil, byte == UInt8(ascii: ">") { return event(bytes, at: start) }
            if byte == quote {
                quote = nil
            } else if quote == nil, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            }
            bytes.append(byte)
            guard bytes.count <= Self.tagLimit else {
                throw CaptureProblem(.limit, "a tag is longer than \(Self.tagLimit) bytes", at: start)
            }
        }
        throw CaptureProblem(.truncatedFile, "the file ends inside a tag", at: start)
    }

    private func event(_ bytes: [UInt8], at offset: Int) -> Event {
        var rest = bytes[...]
        if rest.first == UInt8(ascii: "/") {
            return .end(String(decoding: rest.dropFirst().prefix { $0 > 0x20 }, as: UTF8.self))
        }
        let isEmpty = rest.last == UInt8(ascii: "/")
        if isEmpty { rest = rest.dropLast() }
        let name = rest.prefix { $0 > 0x20 }
        rest = rest.dropFirst(name.count)
        var element = XMLElement(name: String(decoding: name, as: UTF8.self), attributes: [], offset: offset)
        while true {
            rest = rest.drop { $0 <= 0x20 }
            let name = rest.prefix { $0 > 0x20 && $0 != UInt8(ascii: "=") }
            rest = rest.dropFirst(name.count).drop { $0 <= 0x20 }
            guard !name.isEmpty, rest.first == UInt8(ascii: "=") else { break }
            rest = rest.dropFirst().drop { $0 <= 0x20 }
            guard let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
                break
            }
            let value = rest.dropFirst().prefix { $0 != quote }
            rest = rest.dropFirst(value.count + 2)
            let text = String(decoding: XMLUnescaping.bytes(Array(value)), as: UTF8.self)
            element.attributes.append((String(decoding: name, as: UTF8.self), text))
        }
        return .start(element, isEmpty: isEmpty)
    }
}
