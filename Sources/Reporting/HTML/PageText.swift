import Bytes

/// Text as the template `piece` takes it, piece by piece: plain, a sign for a control, the beginning or end of code.
enum PageText {
    /// Few fonts have the pictures of controls: a page writes the control's name instead.
    private static let signs: [Character: String] = ["␍": "CR", "␊": "LF", "␉": "HT"]

    /// A sentence, in which what stands between backticks is code.
    ///
    /// - Parameters:
    ///   - text: the sentence.
    ///   - limit: the greatest number of bytes of it that are shown.
    ///   - isLeading: whether it stands by itself, so that its first letter is a capital.
    /// - Returns: the pieces, in order.
    static func sentence(
        _ text: String,
        limit: Int = 1200,
        isLeading: Bool = false
    ) -> [PageTemplates.Context] {
        var shown = PrintableText.text(text, limit: limit)
        if isLeading { shown = shown.prefix(1).uppercased() + shown.dropFirst() }
        let stretches = shown.split(separator: "`", omittingEmptySubsequences: false)
        // An odd backtick was sent by a client: then none of them quotes anything.
        guard stretches.count % 2 == 1 else { return pieces(stretches.joined(separator: "`")) }
        return stretches.enumerated().flatMap { index, stretch in
            index.isMultiple(of: 2) ? pieces(stretch) : [["open": true]] + pieces(stretch) + [["close": true]]
        }
    }

    /// Text that is fit to be shown, its controls named.
    static func pieces(_ text: some StringProtocol) -> [PageTemplates.Context] {
        var pieces: [PageTemplates.Context] = []
        var plain = ""
        func flush() {
            if !plain.isEmpty { pieces.append(["plain": plain]) }
            plain = ""
        }
        for character in text {
            guard let sign = signs[character] else {
                plain.append(character)
                continue
            }
            flush()
            pieces.append(["sign": sign])
        }
        flush()
        return pieces
    }
}
