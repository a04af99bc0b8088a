import Bytes

/// The parsed head of a raw message that is written like HTTP/1.1 but was of another version.
///
/// It is parsed here, because its start line is not one of HTTP/1.1.
struct RawHead {
    /// The greatest length of a head in bytes.
    static let limit = 256 * 1024

    /// The words of the start line: at most three, the last with the rest of the line.
    let words: [String]
    /// The field lines in order.
    let fields: [LoggedField]
    /// The number of bytes before the content: the head with its blank line.
    let length: Int

    /// Parses the head of the final response; informational ones before it are skipped (RFC 9110 §15.2).
    init?(response bytes: [UInt8]) {
        guard var head = RawHead(bytes) else { return nil }
        while let status = head.status, status < 200, status != 101 {
            guard let next = RawHead(bytes, at: head.length) else { break }
            head = next
        }
        self = head
    }

    /// Parses the head at an offset of bytes; `nil` where no blank line ends it.
    init?(_ bytes: [UInt8], at offset: Int = 0) {
        var lines: [ArraySlice<UInt8>] = []
        var start = offset
        while true {
            guard let feed = bytes[start...].firstIndex(of: 0x0A) else { return nil }
            let hasReturn = feed > start && bytes[feed - 1] == 0x0D
            let line = bytes[start..<(hasReturn ? feed - 1 : feed)]
            start = feed + 1
            if line.isEmpty { break }
            lines.append(line)
        }
        guard let first = lines.first else { return nil }
        words = String(decoding: first, as: UTF8.self).pieces(between: " ", maxSplits: 2)
        fields = lines.dropFirst().compactMap { line in
            // The names of HTTP/2's pseudo-header fields begin with a colon.
            guard let colon = line.dropFirst().firstIndex(of: UInt8(ascii: ":")) else { return nil }
            let value = line[(colon + 1)...].drop(while: \.isBlank)
            return LoggedField(Array(line[..<colon]), Array(value))
        }
        length = start
    }

    /// The status code, where the head is a response's.
    var status: Int? { words.count >= 2 ? Int(words[1]) : nil }

    /// Whether the start of a message shows a version above HTTP/1.1.
    static func isNeeded(for bytes: [UInt8]) -> Bool {
        let line = String(
            decoding: bytes.prefix { $0 != 0x0A && $0 != 0x0D }.prefix(64 * 1024),
            as: UTF8.self
        )
        let version =
            line.begins(with: "HTTP/") ? line.prefix(before: " ") : line.pieces(between: " ").last ?? ""
        return version.begins(with: "HTTP/2") || version.begins(with: "HTTP/3")
    }

    /// The version among the words, in the form of a start line.
    func version(at index: Int) -> String {
        guard words.indices.contains(index) else { return "" }
        let version = words[index].trimmingBlanks
        return version == "HTTP/2.0" ? "HTTP/2" : version
    }
}

extension String {
    fileprivate var trimmingBlanks: String { String(drop { $0 == " " }.prefix { $0 != " " }) }
}
