import Inspection

extension Cascade {
    /// Line ends are wrong throughout.
    static let lineFolds: [Suppression] = [
        Suppression(
            roots: ["line/bare-lf-everywhere"],
            consequences: [
                "line/mixed", "line/lf-in-part-headers", "delimiter/lf-before", "delimiter/lf-after",
                "delimiter/lf-after-close", "delimiter/epilogue", "boundary/lf-line-in-content",
            ]
        ),
        Suppression(
            roots: ["line/bare-cr-everywhere"],
            consequences: [
                "line/mixed", "line/bare-cr-in-header", "delimiter/cr-before", "delimiter/epilogue",
                "delimiter/junk-after-close", "delimiter/missing-close",
            ]
        ),
        Suppression(
            roots: ["line/cr-cr-lf"],
            consequences: ["line/mixed", "line/bare-cr-in-header", "delimiter/epilogue"]
        ),
        Suppression(
            roots: ["delimiter/lf-after"],
            consequences: [
                "line/bare-cr-in-header", "line/lf-in-part-headers", "line/mixed", "line/missing-blank-line",
                "part-header/missing-content-disposition", "part-header/invalid-name-char",
                "delimiter/cr-before",
                "delimiter/lf-after-close", "delimiter/missing-close", "delimiter/junk-after-close",
                "delimiter/epilogue", "boundary/lf-line-in-content", "part/header-in-content",
                "line/text-value-lone-lf",
            ],
            reach: .reversedLines
        ),
        // Reported once per part; that other line ends are CRLF is the same fault.
        Suppression(
            roots: ["line/lf-in-part-headers"],
            consequences: ["line/mixed"]
        ),
        Suppression(
            roots: ["line/bare-lf-everywhere"],
            consequences: ["delimiter/first-not-at-line-start"],
            hint: DelimiterFirstNotAtLineStart.lineBreakHint
        ),
        Suppression(
            roots: ["line/blank-line-before-headers"],
            consequences: [
                "line/lf-in-part-headers", "line/mixed", "line/text-value-lone-lf", "delimiter/lf-before",
                "delimiter/epilogue", "part-header/none", "boundary/lf-line-in-content",
                "part/header-in-content",
            ],
            rootHint: LineBlankLineBeforeHeaders.doubledHint
        ),
        Suppression(
            roots: ["line/leading-bom"],
            consequences: ["delimiter/preamble", "delimiter/first-not-at-line-start"]
        ),
        // A writer of its own for each part begins it with a mark.
        Suppression(
            roots: ["line/leading-bom"],
            consequences: ["delimiter/missing-crlf-before", "delimiter/missing-crlf-before-close"],
            hint: StrayBytes.markHint
        ),
        // The NUL after each line stands at the beginning of the next one, and so before each delimiter.
        Suppression(
            roots: ["part-header/none"],
            consequences: ["boundary/midline-in-content", "compat/divergence"] + missingEnd,
            rootHint: PartHeaderNone.nulHint
        ),
    ]
}
