import Bytes

/// A line of a curl trace that is not data: what it announces, with the optional time and ids before it.
struct TraceLine {
    /// What a line announces.
    enum Kind: Equatable {
        /// A block of this many bytes.
        case block(TraceBlock.Kind, length: Int)
        /// A message of curl's.
        case info(String)
        /// A line of a head, from `-v`.
        case head(isRequest: Bool, String)
        /// A number of bytes of data that were not dumped, from `-v`.
        case omitted(isRequest: Bool, length: Int)
    }

    /// What the line announces.
    let kind: Kind
    /// The time of day, as `--trace-time` writes it.
    let time: String?
    /// The number of the transfer, as `--trace-ids` writes it; empty without.
    let transfer: String

    /// Parses a line without its line break; `nil` where it is data or anything else.
    init?(_ line: [UInt8]) {
        guard let first = line.first, !line.isEmpty else { return nil }
        // Most lines are data: an offset, a colon and a space.
        guard !first.isHexDigitOfTrace || line.prefix(9).filter({ $0 == UInt8(ascii: ":") }).count == 2 else {
            return nil
        }
        var rest = String(decoding: line, as: UTF8.self)[...]
        var time: String?
        var transfer = ""
        if let word = rest.split(separator: " ").first, word.count >= 8, word.contains(":"),
            word.first?.isNumber == true
        {
            time = String(word)
            rest = rest.dropFirst(word.count).drop { $0 == " " }
        }
        if rest.hasPrefix("["), let end = rest.firstIndex(of: "]") {
            transfer = String(rest[rest.index(after: rest.startIndex)..<end].prefix { $0 != "-" })
            rest = rest[rest.index(after: end)...].drop { $0 == " " }
        }
        self.time = time
        self.transfer = transfer
        guard let kind = Self.kind(rest) else { return nil }
        self.kind = kind
    }

    private static func kind(_ text: Substring) -> Kind? {
        if text.begins(with: "== Info: ") { return .info(String(text.dropFirst(9))) }
        if text.begins(with: "* ") { return .info(String(text.unicodeScalars.dropFirst(2))) }
        for (mark, kind) in TraceBlock.Kind.marks where text.begins(with: mark) {
            let length = text.dropFirst(mark.count).prefix { $0.isNumber }
            return Int(length).map { .block(kind, length: $0) }
        }
        if text.hasPrefix("} [") || text.hasPrefix("{ [") {
            let length = text.dropFirst(3).prefix { $0.isNumber }
            return Int(length).map { .omitted(isRequest: text.hasPrefix("}"), length: $0) }
        }
        if text == ">" || text == "<" { return .head(isRequest: text == ">", "") }
        guard text.begins(with: "> ") || text.begins(with: "< ") else { return nil }
        return .head(isRequest: text.begins(with: ">"), String(text.unicodeScalars.dropFirst(2)))
    }
}

extension UInt8 {
    /// Whether the byte is a lowercase hexadecimal digit, as curl writes offsets.
    fileprivate var isHexDigitOfTrace: Bool { self &- 0x30 < 10 || self &- 0x61 < 6 }
}
