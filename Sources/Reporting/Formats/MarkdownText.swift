/// Escapes text for Markdown.
enum MarkdownText {
    /// Escapes the characters that are markup in Markdown or HTML.
    static func escaped(_ text: String) -> String {
        text.reduce(into: "") { result, character in
            if "\\`*_[]<>|#&~".contains(character) { result.append("\\") }
            result.append(character)
        }
    }

    /// The lines between fences longer than any run of backticks in them.
    static func fenced(_ lines: [String]) -> [String] {
        let runs = lines.flatMap { $0.split(whereSeparator: { $0 != "`" }).map(\.count) }
        let fence = String(repeating: "`", count: max((runs.max() ?? 0) + 1, 3))
        return [fence + "text"] + lines + [fence]
    }
}
