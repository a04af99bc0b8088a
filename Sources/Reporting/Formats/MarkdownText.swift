/// Text made fit for a page of Markdown.
enum MarkdownText {
    /// The text with the characters that Markdown or HTML would act on escaped.
    static func escaped(_ text: String) -> String {
        text.reduce(into: "") { result, character in
            if "\\`*_[]<>|#&~".contains(character) { result.append("\\") }
            result.append(character)
        }
    }

    /// Lines between fences that are longer than any run of backticks in them.
    static func fenced(_ lines: [String]) -> [String] {
        let runs = lines.flatMap { $0.split(whereSeparator: { $0 != "`" }).map(\.count) }
        let fence = String(repeating: "`", count: max((runs.max() ?? 0) + 1, 3))
        return [fence + "text"] + lines + [fence]
    }
}
