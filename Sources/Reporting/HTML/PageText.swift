import Bytes

/// Text as markup: whatever could act as such is escaped, so that templates put it in as it is.
enum PageText {
    /// A sentence, in which what stands between backticks is code.
    ///
    /// - Parameters:
    ///   - text: the sentence.
    ///   - limit: the greatest number of bytes of it that are shown.
    ///   - isLeading: whether it stands by itself, so that its first letter is a capital.
    /// - Returns: the markup.
    static func sentence(_ text: String, limit: Int = 1200, isLeading: Bool = false) -> String {
        var shown = PrintableText.text(text, limit: limit)
        if isLeading { shown = shown.prefix(1).uppercased() + shown.dropFirst() }
        // An odd backtick was sent by a client: then none of them quotes anything.
        let isPaired = shown.utf8.count { $0 == UInt8(ascii: "`") }.isMultiple(of: 2)
        return markup(shown, hasCode: isPaired)
    }

    /// Text that is fit to be shown, its controls named.
    static func signed(_ text: some StringProtocol) -> String {
        markup(String(text), hasCode: false)
    }

    /// Few fonts have the pictures of controls: a page writes the control's name instead.
    private static func markup(_ text: String, hasCode: Bool) -> String {
        var markup = ""
        markup.reserveCapacity(text.utf8.count)
        var isCode = false
        for scalar in text.unicodeScalars {
            switch scalar {
            case "<": markup += "&lt;"
            case ">": markup += "&gt;"
            case "&": markup += "&amp;"
            case "\"": markup += "&quot;"
            case "'": markup += "&#39;"
            case "␍": markup += "<i>CR</i>"
            case "␊": markup += "<i>LF</i>"
            case "␉": markup += "<i>HT</i>"
            case "`" where hasCode:
                isCode.toggle()
                markup += isCode ? "<code>" : "</code>"
            default: markup.unicodeScalars.append(scalar)
            }
        }
        return markup
    }
}
