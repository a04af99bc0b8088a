extension CheckerFlag {
    /// libhtp's flags of a form, as Suricata and others get them.
    static let libhtp: [CheckerFlag] = [
        flag(
            "LF_LINE",
            "a line ends in a bare LF, be it data",
            [
                "line/bare-lf-everywhere", "line/mixed", "line/lf-in-part-headers", "delimiter/lf-before",
                "delimiter/lf-after", "line/text-value-lone-lf",
            ]
        ),
        flag("CRLF_LINE", "a line ends in CRLF, as it should", []),
        flag("BBOUNDARY_LWS_AFTER", "blanks follow a delimiter", ["delimiter/padding"]),
        flag(
            "BBOUNDARY_NLWS_AFTER",
            "other bytes than blanks follow a delimiter on its line",
            [
                "delimiter/junk-after", "delimiter/junk-after-close", "boundary/prefix-in-content",
                "delimiter/malformed-close", "delimiter/no-line-break-after", "boundary/nested-prefix",
            ]
        ),
        flag(
            "HAS_PREAMBLE",
            "bytes stand before the first delimiter, or no delimiter is found",
            [
                "delimiter/preamble", "delimiter/first-not-at-line-start", "line/leading-bom",
                "boundary/mismatch",
            ]
        ),
        flag("HAS_EPILOGUE", "bytes follow the close delimiter", ["delimiter/epilogue"]),
        flag(
            "SEEN_LAST_BOUNDARY",
            "the close delimiter was seen, as it should be; the rules tell why it may not be",
            ["delimiter/missing-close", "delimiter/truncated-close", "delimiter/malformed-close"]
        ),
        flag(
            "PART_AFTER_LAST_BOUNDARY",
            "a part follows the close delimiter",
            ["delimiter/part-after-close"]
        ),
        flag(
            "INCOMPLETE",
            "the body ends before the form does",
            ["delimiter/missing-close", "body/truncated", "boundary/mismatch", "length/too-short"]
        ),
        flag(
            "HBOUNDARY_INVALID",
            "the boundary in Content-Type is not as it may be",
            [
                "boundary/too-long", "boundary/illegal-char", "boundary/duplicate-parameter",
                "boundary/empty",
                "boundary/parameter-name-case", "content-type/charset-param", "content-type/empty-parameter",
                "content-type/missing-semicolon", "content-type/type-case",
            ]
        ),
        flag(
            "HBOUNDARY_UNUSUAL",
            "the boundary in Content-Type has unusual characters, quotes, or blanks around it",
            [
                "boundary/quoted", "boundary/needs-quoting", "boundary/unusual-chars",
                "content-type/whitespace-around-equals", "boundary/single-quoted",
            ]
        ),
        flag(
            "HBOUNDARY_QUOTED",
            "the boundary in Content-Type is quoted, which is legal",
            ["boundary/quoted"]
        ),
        flag(
            "PART_HEADER_FOLDING",
            "a part's header line is folded",
            ["part-header/obs-fold", "part-header/fold-invalid-whitespace"]
        ),
        flag(
            "PART_UNKNOWN",
            "a part has no Content-Disposition that can be read, or no name",
            [
                "part-header/none", "part-header/missing-content-disposition", "disposition/missing-name",
                "disposition/type-not-form-data", "line/blank-line-before-headers", "disposition/type-case",
            ]
        ),
        flag("PART_HEADER_REPEATED", "a header field occurs twice in a part", ["part-header/duplicate"]),
        flag(
            "PART_HEADER_UNKNOWN",
            "a part has a field other than Content-Disposition and Content-Type",
            [
                "part-header/other-field", "part-header/content-length-present",
                "part-header/content-transfer-encoding", "limits/part-header-count",
            ]
        ),
        flag(
            "PART_HEADER_INVALID",
            "a part's header line cannot be read",
            [
                "part-header/no-colon", "part-header/empty-name", "part-header/invalid-name-char",
                "part-header/empty-value", "line/missing-blank-line", "part-header/leading-whitespace",
            ]
        ),
        flag("CD_TYPE_INVALID", "a part is not disposed as form-data", ["disposition/type-not-form-data"]),
        flag(
            "CD_PARAM_REPEATED",
            "a parameter of Content-Disposition occurs twice",
            ["disposition/duplicate-name-param", "disposition/duplicate-filename-param"]
        ),
        flag(
            "CD_PARAM_UNKNOWN",
            "Content-Disposition has another parameter than name and filename, in lowercase",
            ["disposition/unknown-param", "disposition/parameter-case"]
        ),
        flag(
            "CD_SYNTAX_INVALID",
            "Content-Disposition is not written as the grammar says, or without quotes",
            [
                "disposition/unquoted-value", "disposition/unterminated-quote",
                "disposition/junk-after-value",
                "disposition/raw-quote", "disposition/single-quoted", "disposition/missing-semicolon",
                "disposition/filename-star", "disposition/trailing-semicolon",
            ]
        ),
        flag(
            "PART_INCOMPLETE",
            "a part ends before its content begins",
            ["delimiter/inside-headers", "line/missing-blank-line", "body/truncated"]
        ),
        flag("NUL_BYTE", "a NUL stands in a part's header", ["part-header/nul", "disposition/filename-nul"]),
    ]

    private static func flag(_ name: String, _ meaning: String, _ rules: [String]) -> CheckerFlag {
        CheckerFlag(.libhtp, "HTP_MULTIPART_" + name, meaning, rules)
    }
}
