import Inspection

extension Cascade {
    /// The boundary occurs where it should not.
    static let boundaryFolds: [Suppression] = [
        Suppression(
            roots: ["boundary/nested-same"],
            consequences: [
                "boundary/occurs-in-content", "delimiter/part-after-close", "delimiter/duplicate-close",
                "delimiter/epilogue", "disposition/type-not-form-data", "disposition/missing-name",
            ]
        ),
        Suppression(
            roots: ["boundary/nested-prefix"],
            consequences: [
                "boundary/prefix-in-content", "boundary/occurs-in-content", "delimiter/junk-after",
                "delimiter/empty-body-without-crlf", "part-header/missing-content-disposition",
            ]
        ),
        Suppression(
            roots: ["boundary/occurs-in-content"],
            consequences: [
                "part-header/no-colon", "part-header/none", "part-header/missing-content-disposition",
                "part-header/invalid-name-char", "part-header/other-field", "disposition/missing-name",
                "line/missing-blank-line", "line/blank-line-before-headers", "delimiter/inside-headers",
                "delimiter/consecutive", "delimiter/empty-body-without-crlf",
            ],
            reach: .partOrNext
        ),
    ]

    /// A delimiter is damaged.
    static let delimiterFolds: [Suppression] = [
        // Each text that was written has its length before it, in delimiters, header lines and contents.
        Suppression(
            roots: ["delimiter/first-not-at-line-start"],
            consequences: [
                "boundary/midline-in-content", "boundary/prefix-in-content", "boundary/occurs-in-content",
                "boundary/lookalike-delimiter", "delimiter/", "line/", "part-header/", "disposition/",
                "part/",
                "compat/",
            ] + missingEnd,
            rootHint: WrittenLengths.hint
        ),
        Suppression(
            roots: [
                "delimiter/missing-crlf-before", "delimiter/missing-crlf-before-close",
                "delimiter/extra-dashes",
            ],
            consequences: ["boundary/midline-in-content", "compat/modsecurity-dash-lines"]
        ),
        Suppression(
            roots: ["delimiter/missing-crlf-before", "delimiter/extra-dashes"],
            consequences: ["part/", "delimiter/preamble"],
            reach: .part
        ),
        // A body without line breaks is one header line, with all that contents may hold.
        Suppression(
            roots: ["delimiter/no-line-break-after"],
            consequences: cutHeader + [
                "part-header/leading-whitespace", "part-header/nul", "part-header/control-char",
                "disposition/",
                "compat/modsecurity-dash-lines", "boundary/midline-in-content",
            ],
            reach: .cutPart
        ),
        Suppression(
            roots: ["delimiter/no-line-break-after"],
            consequences: ["part-header/leading-whitespace"],
            reach: .part
        ),
        Suppression(
            roots: [
                "delimiter/missing-crlf-before-close", "delimiter/truncated-close",
                "delimiter/malformed-close",
            ],
            consequences: ["delimiter/missing-close", "body/truncated"]
        ),
        Suppression(
            roots: ["delimiter/part-after-close"],
            consequences: [
                "delimiter/duplicate-close", "delimiter/epilogue", "delimiter/junk-after-close",
                "delimiter/extra-trailing-crlf",
            ]
        ),
        Suppression(
            roots: ["delimiter/duplicate-close", "delimiter/junk-after-close"],
            consequences: ["delimiter/epilogue", "delimiter/extra-trailing-crlf"]
        ),
    ]
}
