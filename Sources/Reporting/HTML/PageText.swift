import Bytes

/// Converts text to markup: everything significant is escaped.
enum PageText {
    /// A sentence, with code between backticks.
    ///
    /// - Parameters:
    ///   - text: the sentence.
    ///   - limit: the greatest number of bytes to show.
    ///   - isLeading: whether its first letter is a capital.
    /// - Returns: the markup.
    static func sentence(_ text: String, limit: Int = 1200, isLeading: Bool = false) -> Markup {
        var shown = PrintableText.text(text, limit: limit)
        if isLeading { shown = shown.prefix(1).uppercased() + shown.dropFirst() }
        // An odd number of backticks includes one from a client: then none of them quotes code.
        let isPaired = shown.utf8.count { $0 == UInt8(ascii: "`") }.isMultiple(of: 2)
        return markup(shown, hasCode: isPaired)
    }

    /// Text escaped for display, with controls named.
    static func signed(_ text: some StringProtocol) -> Markup {
        markup(String(text), hasCode: false)
    }

    /// Few fonts have glyphs for control pictures: a page writes the control's name instead.
    private static func markup(_ text: String, hasCode: Bool) -> Markup {
        var markup = ""
        markup.reserveCapacity(text.utf8.count)
        var isCode = false
        for scalar in text.unicodeScalars {
            switch scalar {
            case "␍": markup += "<i>CR</i>"
            case "␊": markup += "<i>LF</i>"
            case "␉": markup += "<i>HT</i>"
            case "`" where hasCode:
                isCode.toggle()
                markup += isCode ? "<code>" : "</code>"
            default:
                if let escape = HTMLText.escape(scalar) {
                    markup += escape
                } else {
                    markup.unicodeScalars.append(scalar)
                }
            }
        }
        return Markup(html: markup)
    }
}
