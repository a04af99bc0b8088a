import Bytes

extension LineEnding {
    /// The ending in words.
    var words: String {
        switch self {
        case .crlf: "CR LF"
        case .lf: "LF"
        case .cr: "CR"
        case .crcrlf: "CR CR LF"
        case .none: "nothing"
        }
    }

    /// The kinds of line endings, in words.
    static func list(_ found: some Sequence<LineEnding>) -> String {
        let kinds = Set(found)
        return [LineEnding.crlf, .lf, .cr, .crcrlf, .none].filter(kinds.contains).map(\.words).joined(
            separator: ", "
        )
    }
}
