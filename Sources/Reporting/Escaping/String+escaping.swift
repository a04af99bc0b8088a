extension String {
    /// The text with escapes in place of the characters that a grammar gives a meaning.
    ///
    /// It goes by Unicode scalars, as the grammars do: a combining mark after `<` makes one `Character` of both, which
    /// equals no `"<"`, and is markup all the same.
    ///
    /// - Parameter escape: the escape of a character; `nil` where it is kept.
    /// - Returns: the escaped text.
    func escapingScalars(_ escape: (Unicode.Scalar) -> String?) -> String {
        var result = ""
        result.reserveCapacity(utf8.count)
        for scalar in unicodeScalars {
            if let escape = escape(scalar) {
                result += escape
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
