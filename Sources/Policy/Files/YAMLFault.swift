/// Why a text is not valid YAML, in words for the person who has to fix it.
struct YAMLFault {
    /// One sentence without a full stop.
    let message: String

    /// Describes the failure of the YAML parser: what it found, and what it was reading.
    init(_ failure: YAMLParser.Failure, in text: String) {
        message = "this is not YAML: " + Self.words(failure, in: text)
    }

    private static func words(_ failure: YAMLParser.Failure, in text: String) -> String {
        let context = failure.context
        let start = context.map { " that begins at \($0.mark.line):\($0.mark.column)" } ?? ""
        let isQuoted = context?.text.contains("quoted scalar") ?? false
        switch failure.problem {
        case "found character that cannot start any token":
            return failure.mark.flatMap { character(at: $0, of: text) } == "\t"
                ? "a tab stands where lines are indented, which only spaces may do"
                : "no value begins with this character: put the text between quotes"
        case "found unexpected end of stream" where isQuoted: return "the quoted text\(start) is not closed"
        case "mapping values are not allowed in this context":
            return "a name and its colon cannot stand here: look at the indentation, or quote the text"
        case "could not find expected ':'": return "the colon after the name\(start) is missing"
        case "did not find expected key": return "the indentation fits no line above, or a name is missing"
        case "did not find expected node content": return "a value is missing, or a bracket is not closed"
        case "did not find expected ',' or ']'": return "the list\(start) is not closed"
        case "did not find expected ',' or '}'": return "the mapping\(start) is not closed"
        default: return context.map { "\(failure.problem) \($0.text)" } ?? failure.problem
        }
    }

    private static func character(at mark: YAMLParser.Mark, of text: String) -> Unicode.Scalar? {
        let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.indices.contains(mark.line - 1) else { return nil }
        return lines[mark.line - 1].dropFirst(mark.column - 1).first
    }
}
