/// Text of captures is taken apart by Unicode scalars, as the formats define it: a combining mark after a separator makes
/// one `Character` of both, which equals no separator.
extension StringProtocol {
    /// Whether the text begins with the scalars of another; canonical equivalence does not count.
    package func begins(with text: String) -> Bool { utf8.starts(with: text.utf8) }

    /// The pieces between separators.
    package func pieces(
        between separator: Unicode.Scalar,
        maxSplits: Int = .max,
        omittingEmpty: Bool = true
    ) -> [String] {
        unicodeScalars.split(
            separator: separator,
            maxSplits: maxSplits,
            omittingEmptySubsequences: omittingEmpty
        ).map { String(String.UnicodeScalarView($0)) }
    }

    /// The text up to the first of some scalars, or all of it.
    package func prefix(before separators: String) -> String {
        let ends = separators.unicodeScalars
        return String(String.UnicodeScalarView(unicodeScalars.prefix { !ends.contains($0) }))
    }

    /// The index of the first of some scalars.
    package func firstIndex(ofScalar separators: String) -> String.Index? {
        let ends = separators.unicodeScalars
        return unicodeScalars.firstIndex { ends.contains($0) }
    }

    /// The index of the last occurrence of a scalar.
    package func lastIndex(ofScalar scalar: Unicode.Scalar) -> String.Index? {
        unicodeScalars.lastIndex(of: scalar)
    }

    /// The range of the first `://`, which ends the scheme of a URL (RFC 3986 §3).
    package var schemeEnd: Range<String.Index>? {
        var rest = unicodeScalars[...]
        while let colon = rest.firstIndex(of: ":") {
            let after = rest.index(after: colon)
            if rest[after...].starts(with: "//".unicodeScalars) {
                return colon..<rest.index(after, offsetBy: 2)
            }
            rest = rest[after...]
        }
        return nil
    }
}
