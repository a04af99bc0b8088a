import Inspection

extension Cascade {
    /// Which findings follow from which; the first cause that matches is taken.
    static let suppressions: [Suppression] =
        excusingFolds + headFolds + declarationFolds + formatFolds + lengthFolds + framingFolds + lineFolds
        + boundaryFolds + delimiterFolds + headerFolds + contentFolds + contractFolds

    /// Rules that report a missing end of the form, whatever cut it off.
    static let missingEnd = [
        "body/truncated", "delimiter/missing-close", "delimiter/truncated-close", "delimiter/malformed-close",
        "delimiter/no-final-crlf",
    ]

    /// Rules that a header cut off in the last part violates as well.
    static let cutHeader = [
        "part-header/none", "part-header/no-colon", "part-header/missing-content-disposition",
        "part-header/empty-value", "part-header/invalid-name-char", "part-header/file-without-content-type",
        "disposition/missing-name", "disposition/unterminated-quote", "disposition/type-not-form-data",
        "line/missing-blank-line", "line/bare-cr-in-header",
    ]

    /// Content-Type declares something by which the body cannot be read.
    private static let declarationFolds: [Suppression] = [
        Suppression(
            roots: ["boundary/mismatch"],
            consequences: ["boundary/needs-quoting"],
            hint: BoundaryNeedsQuoting.otherBoundaryHint
        ),
        Suppression(
            roots: ["boundary/mismatch"],
            consequences: ["boundary/weak"],
            hint: BoundaryWeak.unsetHint
        ),
        // Where each delimiter has a boundary of its own, the form is read by one of them: the others are
        // content.
        Suppression(
            roots: ["boundary/new-each-time"],
            consequences: [
                "boundary/mismatch", "boundary/lookalike-delimiter", "boundary/case-mismatch",
                "delimiter/none-found", "delimiter/missing-close", "delimiter/no-final-crlf",
                "body/truncated",
                "part/", "line/mixed", "line/text-value-lone-lf", "compat/modsecurity-dash-lines",
            ]
        ),
        Suppression(
            roots: [
                "content-type/missing-semicolon", "content-type/comma-separator",
                "content-type/whitespace-around-equals", "content-type/rfc2231-parameter",
                "content-type/duplicate-header", "boundary/needs-quoting", "boundary/unterminated-quote",
                "boundary/duplicate-parameter", "boundary/single-quoted", "boundary/quoted-pair",
                "boundary/trailing-space", "boundary/empty",
            ],
            consequences: [
                "content-type/boundary-overwritten", "boundary/mismatch", "boundary/body-missing-dashes",
                "boundary/body-extra-dashes", "boundary/header-includes-dashes", "boundary/case-mismatch",
                "delimiter/none-found",
            ]
        ),
        Suppression(
            roots: [
                "boundary/mismatch", "boundary/header-includes-dashes", "boundary/body-missing-dashes",
                "boundary/body-extra-dashes", "boundary/case-mismatch",
            ],
            consequences: [
                "delimiter/none-found", "delimiter/missing-close", "body/truncated",
                "boundary/lookalike-delimiter",
            ]
        ),
        Suppression(
            roots: ["boundary/lookalike-delimiter"],
            consequences: ["delimiter/missing-close", "boundary/midline-in-content"],
            reach: .part,
            isOfErrors: true
        ),
        Suppression(
            roots: ["boundary/lookalike-delimiter"],
            consequences: ["part/header-in-content"],
            reach: .part
        ),
        Suppression(
            roots: ["boundary/lookalike-delimiter"],
            consequences: ["boundary/prefix-in-content"],
            reach: .part,
            rootHint: TypographicDashes.hint
        ),
        Suppression(
            roots: ["boundary/occurs-in-content"],
            consequences: ["delimiter/missing-close", "part-header/none"],
            rootHint: BoundaryOccursInContent.splitHint
        ),
        // Of -F with a Content-Type of the user's own curl makes attachments.
        Suppression(
            roots: ["content-type/wrong-type"],
            consequences: ["disposition/type-not-form-data"]
        ),
        // Where line ends are written as text, the close delimiter alone is found, at the end of the body.
        Suppression(
            roots: ["delimiter/none-found"],
            consequences: [
                "delimiter/first-not-at-line-start", "delimiter/zero-parts",
                "delimiter/missing-crlf-before-close",
                "delimiter/preamble", "delimiter/no-final-crlf",
            ]
        ),
        Suppression(
            roots: ["boundary/mismatch"],
            consequences: ["delimiter/epilogue"],
            rootHint: BoundaryMismatch.writerHint
        ),
        Suppression(
            roots: ["boundary/mismatch"],
            consequences: ["boundary/illegal-char", "boundary/contains-boundary-equals"]
        ),
        Suppression(
            roots: ["semantics/retry-different-boundary"],
            consequences: ["boundary/mismatch"]
        ),
        Suppression(
            roots: ["content-type/boundary-overwritten", "content-type/wrong-type", "content-type/missing"],
            consequences: ["delimiter/none-found", "boundary/mismatch"]
        ),
    ]

    /// The body is not a form, or not in the bytes that a form must have.
    private static let formatFolds: [Suppression] = [
        Suppression(
            roots: ["length/zero-with-body", "length/missing"],
            consequences: ["body/empty", "length/too-short", "framing/bytes-after-body"]
        ),
        Suppression(
            roots: ["line/utf16-body"],
            consequences: [
                "body/format-is-other", "boundary/mismatch", "delimiter/none-found", "delimiter/zero-parts",
                "delimiter/first-not-at-line-start", "line/leading-bom",
            ]
        ),
        Suppression(
            roots: [
                "body/encoded-but-undeclared", "body/format-is-other", "body/empty",
                "body/declared-but-not-encoded",
            ],
            consequences: [
                "delimiter/none-found", "delimiter/zero-parts", "delimiter/leading-crlf",
                "delimiter/preamble", "delimiter/epilogue",
                "part/stringified-object", "body/content-encoded",
            ]
        ),
        // A body of another kind has no boundary that Content-Type could declare.
        Suppression(
            roots: ["body/format-is-other"],
            consequences: ["content-type/boundary-overwritten", "boundary/"]
        ),
        Suppression(
            roots: ["body/chunk-framing-leaked", "body/headers-leaked"],
            consequences: [
                "delimiter/preamble", "delimiter/epilogue", "delimiter/leading-crlf",
                "delimiter/junk-after-close",
                "delimiter/extra-trailing-crlf", "delimiter/first-not-at-line-start", "delimiter/none-found",
            ]
        ),
        // The length was counted without the fields that stand in the body.
        Suppression(
            roots: ["body/headers-leaked"],
            consequences: [
                "length/too-short", "length/missing", "length/piece-not-counted",
                "length/characters-not-bytes",
                "length/graphemes-crlf", "length/short-by-close-delimiter", "length/short-by-line-count",
                "length/equals-file-size", "length/off-by-1", "length/off-by-2", "framing/bytes-after-body",
            ] + missingEnd
        ),
        Suppression(
            roots: ["body/headers-leaked"],
            consequences: cutHeader,
            reach: .cutPart
        ),
        // A chunk that ends among header lines, or before a line end, puts the line of the next one there.
        Suppression(
            roots: ["body/chunk-framing-leaked"],
            consequences: ["line/cr-cr-lf", "line/mixed", "part-header/no-colon"]
        ),
    ]

    /// Content-Length is wrong: the explanation precedes the number, and the number precedes what it cut off.
    private static let lengthFolds: [Suppression] = [
        Suppression(
            roots: [
                "length/pre-compression", "length/equals-file-size", "length/short-by-close-delimiter",
                "length/characters-not-bytes", "length/short-by-line-count", "length/graphemes-crlf",
                "length/piece-not-counted", "length/off-by-2", "length/off-by-1",
            ],
            consequences: [
                "length/too-short", "length/too-long", "length/h2-mismatch", "framing/bytes-after-body",
                "delimiter/epilogue", "delimiter/lf-after-close", "delimiter/none-found",
            ] + missingEnd
        ),
        Suppression(
            roots: ["length/duplicate-different", "length/invalid-syntax", "length/overflow"],
            consequences: [
                "length/too-short", "length/too-long", "length/zero-with-body", "framing/bytes-after-body",
                "delimiter/none-found", "delimiter/zero-parts",
            ] + missingEnd
        ),
        // A form without its end was broken off; in a form that has its end, the length is wrong.
        Suppression(
            roots: ["body/truncated"],
            consequences: ["length/too-long"]
        ),
        Suppression(
            roots: ["length/too-short", "length/too-long"],
            consequences: ["framing/bytes-after-body", "delimiter/none-found"] + missingEnd
        ),
        Suppression(
            roots: [
                "length/equals-file-size", "length/short-by-close-delimiter", "length/characters-not-bytes",
                "length/short-by-line-count", "length/graphemes-crlf", "length/piece-not-counted",
                "length/off-by-2", "length/off-by-1", "length/duplicate-different", "length/invalid-syntax",
                "length/too-short", "length/too-long",
                "framing/chunk-missing-terminator", "body/truncated",
            ],
            consequences: cutHeader,
            reach: .cutPart
        ),
    ]

    /// The chunked coding is broken, so that the body that was read is not the one that was meant.
    private static let framingFolds: [Suppression] = [
        Suppression(
            roots: ["framing/chunked-twice"],
            consequences: ["framing/te-obfuscated"]
        ),
        Suppression(
            roots: ["framing/te-not-final-chunked"],
            consequences: [
                "framing/te-unknown", "framing/chunk-size-invalid", "body/encoded-but-undeclared",
                "delimiter/none-found",
            ]
        ),
        Suppression(
            roots: [
                "framing/chunk-size-invalid", "framing/chunk-data-length", "framing/chunk-missing-terminator",
            ],
            consequences: [
                "delimiter/none-found", "delimiter/preamble", "delimiter/epilogue",
                "body/chunk-framing-leaked",
            ] + missingEnd
        ),
        // The lines of the chunks that follow stand among the bytes of the form.
        Suppression(
            roots: ["framing/chunk-size-invalid", "framing/chunk-data-length"],
            consequences: [
                "boundary/", "delimiter/", "line/", "part-header/", "disposition/", "part/", "compat/",
                "whatwg/", "limits/",
            ],
            reach: .brokenChunk
        ),
    ]
}
