/// Text for the message strings of SARIF.
///
/// Braces in them begin placeholders, and are doubled
/// ([SARIF 2.1.0 §3.11.5](https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html#_Toc34317421)). In plain text
/// `[words](URI)` is a link (§3.11.6), which no text of a capture may be; links of ours are in Markdown alone.
enum SARIFText {
    /// The text for a member `text`: it holds no placeholder and no link.
    static func plain(_ text: String) -> String {
        var isAfterBracket = false
        return text.escapingScalars { scalar in
            defer { isAfterBracket = scalar == "]" }
            return isAfterBracket && scalar == "(" ? "\\(" : doubled(scalar)
        }
    }

    /// Markdown for a member `markdown`: it holds no placeholder.
    static func formatted(_ markdown: String) -> String { markdown.escapingScalars(doubled) }

    private static func doubled(_ scalar: Unicode.Scalar) -> String? {
        scalar == "{" || scalar == "}" ? "\(scalar)\(scalar)" : nil
    }
}
