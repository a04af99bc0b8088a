extension TrialCase {
    /// A field with a value, and one after it: what swallows the delimiter loses the second.
    private static func value(
        _ name: String,
        _ purpose: String,
        _ clause: String,
        _ text: String,
        _ change: (inout TrialCase) -> Void = { _ in }
    ) -> TrialCase {
        TrialCase("value/\(name)", purpose, clause, [.field("a", text), .field("after", "1")], change)
    }

    static let values: [TrialCase] = [
        value("crlf", "CR LF in a value", whatwg, "a\r\nb"),
        value("lf", "LF in a value: kept, or CR LF", whatwg, "a\nb") { $0.isInformational = true },
        value("cr", "CR in a value: kept, or CR LF", whatwg, "a\rb") { $0.isInformational = true },
        value("lf-cr", "LF CR in a value: kept, or twice CR LF", whatwg, "a\n\rb") {
            $0.isInformational = true
        },
        value("leading-crlf", "a value that begins with CR LF", "RFC 2046 §5.1.1", "\r\na"),
        value("trailing-crlf", "a value that ends with CR LF", "RFC 2046 §5.1.1", "a\r\n"),
        value("ends-in-cr", "a value that ends with CR, just before a delimiter", "RFC 2046 §5.1.1", "a\r"),
        value(
            "delimiter-like",
            "dashes, and the delimiters of examples",
            "RFC 2046 §5.1.1",
            "--\r\n----\r\n------------------------\r\n--AaB03x\r\n"
        ),
        TrialCase(
            "value/own-boundary",
            "a delimiter of the client's last request",
            "RFC 2046 §5.1.1",
            [TrialPart(name: "a", content: .lastDelimiter), .field("after", "1")]
        ) { $0.mayRefuse = true },
        value(
            "pem",
            "a certificate in PEM",
            "RFC 7468 §2",
            """
            -----BEGIN CERTIFICATE-----\r
            MIIBszCCAVmgAwIBAgIUQ2xpZW50IHRyaWFsIG9mIGZvcm1zMAoGCCqGSM49BAMC\r
            MBQxEjAQBgNVBAMMCWxvY2FsaG9zdA==\r
            -----END CERTIFICATE-----\r

            """
        ),
        value("nul", "NUL in a value", whatwg, "b\0c"),
        value(
            "quotes",
            "quotes, a backslash and a percent-encoded quote: nothing is escaped",
            whatwg,
            "\"'\\%22"
        ),
        value("non-ascii", "characters beyond ASCII, as UTF-8", "RFC 7578 §4.6", "ä€😀"),
        value("bidi", "U+202E and U+200B", "RFC 7578 §4.6", "a\u{202E}b\u{200B}c"),
        TrialCase(
            "value/lone-surrogate",
            "U+D800 alone: EF BF BD",
            "WHATWG HTML §4.10.22.7",
            [TrialPart(name: "a", content: .unpairedSurrogate), .field("after", "1")]
        ) {
            $0.isInformational = true
            $0.needs = [.unpairedSurrogate]
        },
    ]

    private static func name(
        _ name: String,
        _ purpose: String,
        _ text: String,
        _ change: (inout TrialCase) -> Void = { _ in }
    ) -> TrialCase {
        TrialCase("name/\(name)", purpose, whatwg, [.field(text, "1"), .field("after", "1")], change)
    }

    static let names: [TrialCase] = [
        name("quote", "a quote in a name: %22", "a\"b"),
        name("single-quote", "a single quote in a name: as it is", "a'b"),
        name("backslash", "a backslash in a name: as it is", "a\\b"),
        name(
            "final-backslash",
            "a backslash at the end of a name, where half of all receivers escape the quote",
            "a\\"
        ) {
            $0.isInformational = true
            $0.mayRefuse = true
        },
        name("percent", "a percent sign in a name: as it is", "100%"),
        name("percent-22", "%22 in a name, which cannot be told from a quote", "a%22b") {
            $0.isInformational = true
        },
        name("separators", "separators of parameters in a name: quoted", "a b;c=d, e"),
        name("brackets", "brackets in a name", "user[tags][]"),
        name("crlf", "CR LF in a name: %0D%0A", "a\r\nb") { $0.mayRefuse = true },
        name("lf", "LF in a name: %0D%0A", "a\nb") { $0.mayRefuse = true },
        name("cr", "CR in a name: %0D%0A", "a\rb") { $0.mayRefuse = true },
        name("nul", "NUL in a name", "a\0b") {
            $0.isInformational = true
            $0.mayRefuse = true
        },
        name("non-ascii", "characters beyond ASCII in a name, as UTF-8", "áə💩"),
        TrialCase(
            "name/charset-field",
            "a field named _charset_, which browsers fill in",
            "RFC 7578 §4.6",
            [.field("_charset_", ""), .field("a", "ä")]
        ) { $0.isInformational = true },
    ]
}
