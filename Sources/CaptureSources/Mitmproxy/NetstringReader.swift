/// Reads typed netstrings, the format of mitmproxy's flow files, without loading long byte strings.
///
/// `<length>:<payload><type>`: the types are `,` bytes, `;` text, `#` whole number, `^` number, `!` boolean,
/// `~` null, `]` list and `}` record of alternating names and values.
struct NetstringReader {
    /// The greatest nesting depth: a flow nests six.
    private static let depthLimit = 32
    /// The greatest number of values in one flow: the metadata of a long WebSocket have the most.
    private static let valueLimit = 500_000

    /// The place in the file.
    var cursor: StoreCursor
    private var valueCount = 0

    /// Begins at the start of the file.
    init(_ store: ByteStore) {
        cursor = StoreCursor(store)
    }

    /// Reads the length of the next value; returns the range of its payload, at which the cursor is then.
    mutating func payload() throws(CaptureProblem) -> Range<Int> {
        let start = cursor.position
        var length = 0
        var digits = 0
        while let byte = cursor.next(), byte != UInt8(ascii: ":") {
            digits += 1
            // mitmproxy itself accepts at most twelve digits.
            guard byte &- 0x30 < 10, digits <= 12 else {
                throw fault("a length and a colon are expected", start)
            }
            length = length * 10 + Int(byte - 0x30)
        }
        guard digits > 0 else { throw fault("a length and a colon are expected", start) }
        guard length < cursor.remaining else {
            throw CaptureProblem(
                .truncatedFile,
                "a value of \(length) bytes begins, but only \(cursor.remaining) are left",
                at: start
            )
        }
        return cursor.position..<(cursor.position + length)
    }

    /// Reads a flow whose payload begins at the cursor.
    mutating func flow(_ payload: Range<Int>) throws(CaptureProblem) -> LogValue {
        valueCount = 0
        return try value(payload, depth: 0)
    }

    /// The text of a member of a record, whose other members are skipped; `nil` where it has none, or is damaged.
    mutating func member(_ name: String, of record: Range<Int>) -> [UInt8]? {
        cursor.seek(to: record.lowerBound)
        while cursor.position < record.upperBound {
            guard let key = try? payload(), key.upperBound < record.upperBound else { return nil }
            let isWanted = key.count == name.utf8.count && short(key).elementsEqual(name.utf8)
            cursor.seek(to: key.upperBound + 1)
            guard let value = try? payload(), value.upperBound < record.upperBound else { return nil }
            if isWanted { return short(value) }
            cursor.seek(to: value.upperBound + 1)
        }
        return nil
    }

    private mutating func value(_ payload: Range<Int>, depth: Int) throws(CaptureProblem) -> LogValue {
        valueCount += 1
        guard depth < Self.depthLimit, valueCount <= Self.valueLimit else {
            throw CaptureProblem(
                .limit,
                "a flow has too many values, or too deep ones",
                at: payload.lowerBound
            )
        }
        cursor.seek(to: payload.upperBound)
        guard let type = cursor.next() else {
            throw fault("the type of a value is missing", payload.upperBound)
        }
        let end = cursor.position
        defer { cursor.seek(to: end) }
        switch type {
        case UInt8(ascii: ","), UInt8(ascii: ";"):
            guard payload.count <= LogText.keptBytes else {
                return .text(LogText([LogText.Piece(range: payload, spelling: .plain)]))
            }
            return .text(LogText(short(payload)))
        case UInt8(ascii: "#"), UInt8(ascii: "^"):
            let text = String(decoding: short(payload), as: UTF8.self)
            guard let number = Double(text) else { throw fault("a number is expected", payload.lowerBound) }
            return .number(number)
        case UInt8(ascii: "!"): return .bool(short(payload) == Array("true".utf8))
        case UInt8(ascii: "~"): return .null
        case UInt8(ascii: "]"): return .list(try elements(of: payload, depth: depth))
        case UInt8(ascii: "}"):
            let elements = try elements(of: payload, depth: depth)
            guard elements.count.isMultiple(of: 2) else {
                throw fault("a record has a name without a value", payload.lowerBound)
            }
            return .record(
                stride(from: 0, to: elements.count, by: 2).map { index in
                    (elements[index].string ?? "", elements[index + 1])
                }
            )
        default: throw fault("no value has the type \(type)", payload.upperBound)
        }
    }

    private mutating func elements(of payload: Range<Int>, depth: Int) throws(CaptureProblem) -> [LogValue] {
        var elements: [LogValue] = []
        cursor.seek(to: payload.lowerBound)
        while cursor.position < payload.upperBound {
            let inner = try self.payload()
            guard inner.upperBound < payload.upperBound else {
                throw fault("a value is longer than what contains it", inner.lowerBound)
            }
            elements.append(try value(inner, depth: depth + 1))
        }
        return elements
    }

    private mutating func short(_ payload: Range<Int>) -> [UInt8] {
        cursor.seek(to: payload.lowerBound)
        return payload.count <= LogText.keptBytes ? cursor.take(payload.count) ?? [] : []
    }

    private func fault(_ what: String, _ offset: Int) -> CaptureProblem {
        CaptureProblem(.damagedEntry, "this is not a flow: \(what) here", at: offset)
    }
}
