import Bytes
import Inspection

/// How a client wrote the characters of a name or filename that cannot appear unescaped between quotes.
struct LabelWriting {
    private let raw: ArraySlice<UInt8>
    private let intended: [UInt8]

    /// Reads a value as sent.
    init(_ raw: ArraySlice<UInt8>) {
        self.raw = raw
        intended = Self.withoutEscapes(Array(EscapedText.resolvingBackslashes(in: raw)))
    }

    /// A name with `%22`, `%0D` and `%0A`, which browsers write, decoded, and nothing else.
    ///
    /// Whether a client meant the three characters or the one is not decidable; names that differ only in
    /// this belong to one field.
    static func withoutEscapes(_ name: [UInt8]) -> [UInt8] {
        guard name.contains(UInt8(ascii: "%")) else { return name }
        return EscapedText.resolvingPercentEscapes(in: name[...], of: EscapedText.isEscapedByBrowsers)
    }

    /// The ways of writing, such as `" as %22, \ as it is`; `nil` where no such character occurs.
    var words: String? {
        let words = [quotes, backslashes, lineBreaks, letters].compactMap(\.self)
        return words.isEmpty ? nil : words.joined(separator: ", ")
    }

    private var quotes: String? {
        guard intended.contains(UInt8(ascii: "\"")) else { return nil }
        if has("%22") { return "\" as %22" }
        return has("\\\"") ? "\" as \\\"" : "\" as it is"
    }

    private var backslashes: String? {
        guard intended.contains(UInt8(ascii: "\\")) else { return nil }
        if has("%5C") || has("%5c") { return "\\ as %5C" }
        return has("\\\\") ? "\\ doubled" : "\\ as it is"
    }

    private var lineBreaks: String? {
        guard intended.contains(where: \.isLineBreak) else { return nil }
        if has("%0D") || has("%0A") { return "line breaks as %0D%0A" }
        return has("\\\r") || has("\\\n") ? "a backslash before line breaks" : "line breaks as they are"
    }

    private var letters: String? {
        if raw.contains(where: { $0 >= 0x80 }) {
            let isUTF8 = String(validating: raw, as: UTF8.self) != nil
            return "letters beyond ASCII in \(isUTF8 ? "UTF-8" : "another charset than UTF-8")"
        }
        guard let decoded = EscapedText.percentDecoded(raw), decoded.contains(where: { $0 >= 0x80 }) else {
            return nil
        }
        return "percent-encoded as a whole"
    }

    private func has(_ text: String) -> Bool {
        let pattern = Array(text.utf8)
        return raw.indices.contains { raw[$0...].starts(with: pattern) }
    }
}
