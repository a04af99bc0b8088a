extension TrialCase {
    private static func filename(
        _ name: String,
        _ purpose: String,
        _ text: String,
        _ change: (inout TrialCase) -> Void = { _ in }
    ) -> TrialCase {
        TrialCase("filename/\(name)", purpose, whatwg, [.file(text), .field("after", "1")], change)
    }

    static let filenames: [TrialCase] = [
        filename("quote", "a quote in a filename: %22", "b\"c"),
        filename("quoted-whole", "a filename in quotes", "\"a.txt\""),
        filename("backslash", "a backslash in a filename: as it is", "b\\c"),
        filename("percent", "percent signs in a filename: as they are", "100%25.txt"),
        TrialCase(
            "filename/punctuation",
            "a space, and each mark of ASCII",
            whatwg,
            " !$&'()*+,./:;=?^[]{}~|".map { .file("a\($0)b.txt", name: "file") }
        ),
        filename("crlf", "CR LF in a filename: %0D%0A", "b\r\nc") { $0.mayRefuse = true },
        filename("lf", "LF in a filename: %0A", "b\nc") { $0.mayRefuse = true },
        filename("cr", "CR in a filename: %0D", "b\rc") { $0.mayRefuse = true },
        TrialCase(
            "filename/controls",
            "HT, FF, ESC and DEL in filenames: as they are",
            whatwg,
            ["b\tc", "b\u{C}c", "b\u{1B}c", "b\u{7F}c"].map { .file($0) }
        ) { $0.allowedRules = ["part-header/control-char"] },
        filename("nul", "NUL in a filename", "b\0c") {
            $0.isInformational = true
            $0.mayRefuse = true
        },
        filename("non-ascii", "characters beyond ASCII in a filename, as UTF-8", "größe.txt"),
        filename(
            "wpt-unicode",
            "symbols of many scripts",
            "file-for-upload-in-form-ABC~‾¥≈¤･・•∙·☼★星🌟星★☼·∙•・･¤≈¥‾~XYZ.txt"
        ),
        TrialCase(
            "filename/path",
            "paths as filenames: kept, or their last segment",
            "RFC 7578 §4.2",
            [.file("dir/a.txt", name: "a"), .file("..\\a.txt", name: "b")]
        ) { $0.isInformational = true },
        filename("255", "a filename of 255 bytes of UTF-8", String(repeating: "ä", count: 125) + "a.txt"),
        filename("bidi", "U+202E in a filename", "cod\u{202E}gpj.exe") { $0.isInformational = true },
    ]

    static let types: [TrialCase] = [
        TrialCase(
            "type/declared",
            "a type that is given",
            "RFC 7578 §4.4",
            [.file("a.png", type: "image/png", .bytes(png))]
        ),
        TrialCase(
            "type/with-parameter",
            "a type with a parameter: kept",
            "RFC 7578 §4.4",
            [.file("a.txt", type: "text/plain; charset=iso-8859-1", .bytes([0xE4, 0x0A]))]
        ),
        TrialCase(
            "type/undeclared",
            "a file named .png without a type",
            "RFC 7578 §4.4",
            [.file("a.png", type: nil, .bytes(png))]
        ) { $0.isInformational = true },
        TrialCase(
            "type/unknown-extension",
            "a file named .qqq without a type",
            "RFC 7578 §4.4",
            [.file("a.qqq", type: nil)]
        ) { $0.isInformational = true },
        TrialCase(
            "type/on-text-field",
            "a text field has no type",
            "WHATWG HTML §4.10.22.7",
            [.field("a", "1"), .field("b", "größe")]
        ),
        TrialCase(
            "type/injection",
            "CR LF in a type: no field of its own",
            "RFC 9110 §5.5",
            [.file("a.txt", type: "text/plain\r\nX-Injected: 1")]
        ) {
            $0.mayRefuse = true
            $0.demands = [.noInjectedField]
        },
    ]
}
