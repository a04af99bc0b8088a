/// Text that means something to what shows it, or to what it is written for: shells, curl, markup, logs.
package struct HostileText: Sendable {
    private let pieces: [[UInt8]]

    /// What shells and curl's options act on; no control character, which no request line holds.
    package static let commands = HostileText([
        ";headers=@secret.txt", ";headers=<secret.txt", ";type=x/y", ";filename=\"z\"", ";filename=z",
        ";encoder=base64",
        ";charset=x", "; charset=utf-8", "@secret.txt", "<secret.txt", "=", "=@secret.txt", "=<secret.txt",
        "\"", "\\",
        "\\\"", "'", "''", "$(cat secret.txt)", "`cat secret.txt`", "${HOME}", ",", ",secret.txt", ";",
        "{a,b}", "[1-3]",
        "[", "]", "%0A", "%22", "%", "#", "?", "&", "|", "!", "~", "*", "(", ")", "-", "--", "-o",
        "--upload-file", "a", "bc",
        " ", "é", "漢", "\u{301}", ";\u{301}", "@\u{301}", "'\u{301}", "\"\u{301}", "/", "//", "..", ".", ":",
        "\u{FFFE}",
    ])

    /// What markup, tables, annotations and terminals act on; `<hostile` begins an element that nothing else writes.
    package static let markup = HostileText([
        "<hostile>", "<hostile a='b'>", "</script>", "</style>", "<!--", "-->", "]]>", "<![CDATA[", "&lt;",
        "&", "&#0;",
        "\"", "'", "<", ">", "|", "||", "`", "```", "~~~", "\\", "\\|", "*a*", "_b_", "[a](b)", "![a](b)",
        "#", "- ", "1. ",
        "::error::", "##[error]", "%0A", "%", ",", ":", "{", "}", "{0}", "\u{301}", "<\u{301}hostile>",
        "\"\u{301}",
        "&\u{301}", "|\u{301}", "`\u{301}", "\\\u{301}", "'\u{301}", ":\u{301}", ",\u{301}", "%\u{301}",
        "]\u{301}",
        "\u{FFFE}", "\u{FFFF}", "\u{1FFFE}", "\u{85}", "\u{2028}", "\u{202E}", "\u{200D}",
        "\u{FEFF}", "a", "b",
        " ", "é", "👩\u{200D}👧",
    ])

    /// Control characters and bytes that are not valid UTF-8, for places that can hold them.
    package static let controls = HostileText(
        bytes: (1..<0x20).filter { $0 != 0x0A && $0 != 0x0D }.map { [$0] } + [
            [0x7F], [0xC3], [0xFF], [0xED, 0xA0, 0x80],
        ]
    )

    private init(_ texts: [String]) { pieces = texts.map { Array($0.utf8) } }

    private init(bytes: [[UInt8]]) { pieces = bytes }

    /// The pieces of both.
    package static func + (left: HostileText, right: HostileText) -> HostileText {
        HostileText(bytes: left.pieces + right.pieces)
    }

    /// Up to `limit` pieces, without the bytes in `omitted`.
    package func text(
        upTo limit: Int = 5,
        except omitted: String = "",
        using generator: inout some RandomNumberGenerator
    ) -> [UInt8] {
        (0..<Int.random(in: 1...limit, using: &generator)).flatMap { _ in
            (pieces.randomElement(using: &generator) ?? []).filter { !omitted.utf8.contains($0) }
        }
    }
}
