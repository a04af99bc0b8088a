/// The difference of two texts, shown by the first lines that are not the same.
package enum TextDifference {
    /// The number of differing lines that are shown of each text.
    package static let lineLimit = 5
    /// The number of characters of a line that are shown, so that one long line does not fill the screen.
    package static let columnLimit = 240

    /// Says at which line (1-based) the texts first differ, and shows what each has there; empty for equal
    /// texts.
    package static func describe(expected: String, found: String) -> String {
        let left = expected.split(separator: "\n", omittingEmptySubsequences: false)
        let right = found.split(separator: "\n", omittingEmptySubsequences: false)
        let same = zip(left, right).prefix { $0.unicodeScalars.elementsEqual($1.unicodeScalars) }.count
        guard same < max(left.count, right.count) else { return "" }
        return "line \(same + 1):\n" + excerpt(left, from: same, mark: "-")
            + excerpt(right, from: same, mark: "+")
    }

    private static func excerpt(_ lines: [Substring], from start: Int, mark: String) -> String {
        let shown = lines.dropFirst(start).prefix(lineLimit)
        let text = shown.map {
            mark + " " + $0.prefix(columnLimit) + ($0.count > columnLimit ? "…" : "") + "\n"
        }
        return shown.isEmpty ? mark + " (no further line)\n" : text.joined()
    }
}
