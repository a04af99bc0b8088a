extension CheckerFlag {
    /// ModSecurity's variables that begin with `MULTIPART_`, and the two about request bodies.
    static let modSecurity: [CheckerFlag] = [
        CheckerFlag(
            .modSecurity,
            "MULTIPART_STRICT_ERROR",
            "one of BQ, BW, DB, DA, HF, LF, SM, IQ, IP, IH and FL is set: rule 200003 blocks the request",
            [
                "line/mixed", "line/lf-in-part-headers", "delimiter/epilogue", "delimiter/preamble",
                "part-header/obs-fold", "content-type/missing-semicolon", "boundary/quoted",
                "disposition/single-quoted",
            ]
        ),
        CheckerFlag(
            .modSecurity,
            "REQBODY_ERROR",
            letters: "PE",
            "the body could not be read to its end: rule 200002 blocks the request",
            [
                "delimiter/missing-close", "boundary/mismatch", "delimiter/none-found",
                "part-header/no-colon",
                "delimiter/padding", "disposition/missing-name", "limits/part-header-line",
                "boundary/duplicate-parameter", "boundary/illegal-char",
            ]
        ),
        CheckerFlag(
            .modSecurity,
            "REQBODY_PROCESSOR_ERROR",
            letters: "PE",
            "as REQBODY_ERROR",
            ["delimiter/missing-close", "boundary/mismatch", "delimiter/none-found", "part-header/no-colon"]
        ),
        CheckerFlag(
            .modSecurity,
            "MULTIPART_BOUNDARY_QUOTED",
            letters: "BQ",
            "the boundary in Content-Type is quoted, which is legal",
            ["boundary/quoted", "boundary/quoted-pair"]
        ),
        CheckerFlag(
            .modSecurity,
            "MULTIPART_BOUNDARY_WHITESPACE",
            letters: "BW",
            "white space stands around the equals sign of the boundary parameter",
            ["content-type/whitespace-around-equals"]
        ),
        CheckerFlag(
            .modSecurity,
            "MULTIPART_DATA_BEFORE",
            letters: "DB",
            "bytes stand before the first delimiter",
            [
                "delimiter/preamble", "delimiter/leading-crlf", "delimiter/first-not-at-line-start",
                "line/leading-bom", "boundary/mismatch",
            ]
        ),
        CheckerFlag(
            .modSecurity,
            "MULTIPART_DATA_AFTER",
            letters: "DA",
            "bytes stand after the close delimiter's line",
            [
                "delimiter/epilogue", "delimiter/extra-trailing-crlf", "delimiter/part-after-close",
                "delimiter/duplicate-close",
            ]
        ),
        CheckerFlag(
            .modSecurity,
            "MULTIPART_HEADER_FOLDING",
            letters: "HF",
            "a part's header line is folded",
            ["part-header/obs-fold", "part-header/leading-whitespace"]
        ),
        CheckerFlag(
            .modSecurity,
            "MULTIPART_LF_LINE",
            letters: "LF",
            "a delimiter or header line ends in a bare LF",
            [
                "line/bare-lf-everywhere", "line/lf-in-part-headers", "delimiter/lf-before",
                "delimiter/lf-after", "delimiter/lf-after-close", "line/mixed",
            ]
        ),
        CheckerFlag(
            .modSecurity,
            "MULTIPART_CRLF_LF_LINES",
            "lines end in CRLF and in bare LF, mixed",
            ["line/mixed", "delimiter/lf-before", "delimiter/lf-after", "line/lf-in-part-headers"]
        ),
        CheckerFlag(
            .modSecurity,
            "MULTIPART_MISSING_SEMICOLON",
            letters: "SM",
            "no semicolon stands between the media type and the boundary parameter",
            ["content-type/missing-semicolon"]
        ),
        CheckerFlag(
            .modSecurity,
            "MULTIPART_INVALID_QUOTING",
            letters: "IQ",
            "an apostrophe stands where a quote should be, or bytes follow a closing quote",
            [
                "disposition/single-quoted", "disposition/raw-quote", "disposition/junk-after-value",
                "part-header/control-char",
            ]
        ),
        CheckerFlag(
            .modSecurity,
            "MULTIPART_INVALID_PART",
            letters: "IP",
            "a part is not built as it should be: it lacks its header lines, its name or its end",
            [
                "part-header/none", "part-header/missing-content-disposition", "disposition/missing-name",
                "disposition/type-not-form-data", "line/missing-blank-line", "delimiter/consecutive",
                "delimiter/inside-headers", "delimiter/empty-body-without-crlf",
            ]
        ),
        CheckerFlag(
            .modSecurity,
            "MULTIPART_INVALID_HEADER_FOLDING",
            letters: "IH",
            "a folded header line goes on after other white space than blank or tab",
            ["part-header/fold-invalid-whitespace", "line/cr-cr-lf"]
        ),
        CheckerFlag(
            .modSecurity,
            "MULTIPART_FILE_LIMIT_EXCEEDED",
            letters: "FL",
            "the form has more files than SecUploadFileLimit allows",
            ["limits/part-count"]
        ),
        CheckerFlag(
            .modSecurity,
            "MULTIPART_UNMATCHED_BOUNDARY",
            "a line begins with two dashes, or holds the boundary, and is not a delimiter (1); "
                + "since version 3 also 2, for forms that are in order: rule 200004 (200003 in old files) blocks "
                + "the request on 1, and as older files have it on 2 as well",
            [
                "compat/modsecurity-dash-lines", "boundary/lookalike-delimiter", "boundary/mismatch",
                "boundary/header-includes-dashes", "boundary/case-mismatch", "boundary/midline-in-content",
                "delimiter/missing-crlf-before-close", "delimiter/leading-whitespace",
            ]
        ),
    ]
}
