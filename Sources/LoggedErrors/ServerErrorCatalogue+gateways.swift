extension ServerErrorCatalogue {
    /// What stands before a server: nginx and firewalls.
    static let gateways: [ServerError] = [
        ServerError(
            [
                "client intended to send too large body", "client intended to send too large chunked body",
                "413 Request Entity Too Large",
            ],
            of: "nginx",
            about: .limit,
            meaning: "The request is longer than nginx allows; the server behind it never saw it.",
            rules: tooLarge,
            elsewhere: "Raise client_max_body_size, which is 1 MiB if not set."
        ),
        ServerError(
            [
                "Multipart request body failed strict validation",
                "Multipart parser detected a possible unmatched boundary",
            ],
            of:
                "ModSecurity (rules 200003 and 200004, in older files 200002 and 200003), Azure's and other firewalls",
            about: .form,
            meaning:
                "ModSecurity saw something that some server may read otherwise; the letters after the text say what.",
            rules: [
                "boundary/quoted", "content-type/missing-semicolon", "line/bare-lf-everywhere", "line/mixed",
                "delimiter/preamble", "delimiter/leading-crlf", "delimiter/epilogue", "part-header/obs-fold",
                "disposition/unquoted-value", "disposition/raw-quote", "boundary/lookalike-delimiter",
                "delimiter/missing-close",
            ],
            elsewhere:
                "Look up the letters: PE a part that cannot be read, BQ a quoted boundary, BW blanks in the boundary, "
                + "DB and DA data before and after the delimiters, HF a folded header, LF a bare line feed, SM a missing "
                + "semicolon, IQ an invalid quote, IP an invalid part, IH an invalid folding, FL too many files."
        ),
        ServerError(
            ["Multipart: Final boundary missing"],
            of: "ModSecurity",
            about: .form,
            meaning:
                "The body ends without the close delimiter, or version 3 gave up before it, of whatever fault.",
            rules: ["delimiter/missing-close"] + brokenEnd + strictDelimiter + badHeader + strictDisposition
                + ["limits/part-header-line"],
            elsewhere:
                "Look at SecRequestBodyLimit and SecRequestBodyLimitAction, which may cut the body off."
        ),
        ServerError(
            ["Multipart: No boundaries found in payload"],
            of: "ModSecurity",
            about: .delimiter,
            meaning: "The body has no line that is the delimiter which Content-Type announces.",
            rules: otherBoundary + [
                "content-type/whitespace-around-equals", "boundary/single-quoted", "delimiter/zero-parts",
                "line/bare-cr-everywhere",
            ] + strictDelimiter,
            elsewhere: changed
        ),
        ServerError(
            [
                "Multipart: Boundary not found in C-T", "Multipart: Invalid boundary in C-T",
                "Multipart: Multiple boundary parameters in C-T",
            ],
            of: "ModSecurity",
            about: .boundary,
            meaning:
                "Content-Type has no boundary parameter, several, or one that is written in another way than browsers do.",
            rules: lostBoundary + [
                "boundary/duplicate-parameter", "boundary/illegal-char", "boundary/unterminated-quote",
                "boundary/quoted-pair", "boundary/parameter-name-case", "boundary/trailing-space",
                "content-type/charset-param", "content-type/empty-parameter",
                "content-type/control-or-nonascii",
                "content-type/mixed-instead-of-form-data",
            ],
            elsewhere: retyped
        ),
        ServerError(
            ["Multipart parsing error: Multipart: Invalid boundary:"],
            of: "ModSecurity",
            about: .delimiter,
            meaning: "A line that begins with the delimiter does not end as a delimiter does.",
            rules: strictDelimiter,
            elsewhere: changed
        ),
        ServerError(
            [
                "Multipart: Invalid part header", "Multipart: Nul byte in part headers",
                "Multipart: Part header line over … bytes long", "Multipart: Duplicate part header",
            ],
            of: "ModSecurity",
            about: .partHeader,
            meaning: "A line in the header of a part is not a header line, is too long or comes twice.",
            rules: badHeader + [
                "part-header/duplicate", "part-header/space-before-colon", "limits/part-header-line",
                "part-header/missing-content-disposition", "boundary/lf-line-in-content",
            ],
            elsewhere: changed
        ),
        ServerError(
            [
                "Multipart: Part missing Content-Disposition header",
                "Multipart: Content-Disposition header missing name field",
                "Multipart: Invalid Content-Disposition header",
            ],
            of: "ModSecurity",
            about: .partHeader,
            meaning:
                "A part has no Content-Disposition, or one that is written in another way than browsers do.",
            rules: noDisposition + strictDisposition,
            elsewhere: changed
        ),
    ]

    /// Lines after which ModSecurity reads no further, of those that begin with the delimiter.
    private static let strictDelimiter = [
        "delimiter/malformed-close", "delimiter/padding", "delimiter/junk-after",
        "delimiter/junk-after-close",
        "boundary/prefix-in-content", "boundary/nested-prefix", "delimiter/no-line-break-after",
        "delimiter/part-after-close", "delimiter/preamble", "line/cr-cr-lf",
    ]

    /// Content-Disposition as ModSecurity refuses it.
    private static let strictDisposition = [
        "disposition/missing-name", "disposition/empty-name", "disposition/type-not-form-data",
        "disposition/unquoted-illegal", "disposition/raw-quote", "disposition/unterminated-quote",
        "disposition/missing-semicolon", "disposition/malformed-parameter", "disposition/junk-after-value",
        "disposition/duplicate-name-param", "disposition/duplicate-filename-param",
        "disposition/filename-star",
        "disposition/name-star", "disposition/backslash-before-closing-quote", "disposition/single-quoted",
        "disposition/space-around-equals", "disposition/trailing-semicolon", "disposition/type-case",
        "disposition/parameter-case", "disposition/unknown-param", "part-header/control-char",
        "part-header/space-before-colon", "line/bare-cr-in-header",
    ]
}
