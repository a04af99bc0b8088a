/// The charset from which the text of a HAR was decoded, as far as it matters to readers.
enum HARCharset {
    /// UTF-8 or its subset ASCII.
    case utf8
    /// ISO-8859-1: each byte became the code point of its value.
    case latin1
    /// UTF-16 or UTF-32: the text's length differs from that of its UTF-8.
    case wide
    /// Any other.
    case other

    /// The charset that a media type declares; `nil` where it declares none.
    init?(of contentType: String) {
        let text = contentType.lowercased()
        guard let parameter = text.firstRange(of: "charset=") else { return nil }
        let name = text[parameter.upperBound...].drop { $0 == "\"" || $0 == "'" }
            .prefix { $0 != ";" && $0 != "\"" && $0 != "'" && $0 != " " && $0 != "," }
        self =
            switch name {
            case "utf-8", "utf8", "us-ascii", "ascii": .utf8
            case "iso-8859-1", "latin-1", "latin1", "iso8859-1", "iso_8859-1": .latin1
            case let name where name.hasPrefix("utf-16") || name.hasPrefix("utf-32"): .wide
            default: .other
            }
    }
}
