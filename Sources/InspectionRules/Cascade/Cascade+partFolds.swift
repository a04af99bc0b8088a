import Inspection

extension Cascade {
    /// The header lines of a part are damaged, so that what follows is misread.
    static let headerFolds: [Suppression] = [
        // A blank before a header line makes it part of the one above it.
        Suppression(
            roots: ["part-header/obs-fold"],
            consequences: [
                "disposition/junk-after-value", "disposition/duplicate-name-param",
                "disposition/duplicate-filename-param", "disposition/unquoted-illegal",
                "disposition/malformed-parameter", "part-header/content-type-malformed",
                "part-header/file-without-content-type", "part/",
            ],
            reach: .part,
            rootHint: PartHeaderObsFold.indentedHint
        ),
        // The line that is meant as Content-Disposition is none.
        Suppression(
            roots: ["part-header/no-colon"],
            consequences: ["part-header/missing-content-disposition"],
            reach: .part,
            rootHint: PartHeaderNoColon.dispositionHint
        ),
        Suppression(
            roots: ["part-header/invalid-name-char"],
            consequences: ["part-header/missing-content-disposition"],
            reach: .part,
            rootHint: StrayBytes.markHint
        ),
        Suppression(
            roots: ["disposition/raw-crlf"],
            consequences: [
                "part-header/no-colon", "part-header/invalid-name-char", "part-header/other-field",
                "part-header/duplicate", "disposition/unterminated-quote", "disposition/raw-quote",
                "line/missing-blank-line",
            ],
            reach: .part
        ),
        Suppression(
            roots: ["disposition/raw-lf-or-cr"],
            consequences: [
                "line/lf-in-part-headers", "line/bare-cr-in-header", "line/mixed", "part-header/no-colon",
                "part-header/invalid-name-char", "part-header/control-char", "disposition/unterminated-quote",
                "disposition/raw-quote", "line/missing-blank-line",
            ],
            reach: .part
        ),
        Suppression(
            roots: ["disposition/backslash-before-closing-quote"],
            consequences: [
                "disposition/unterminated-quote", "disposition/filename-path", "disposition/backslash-escape",
            ],
            reach: .part
        ),
        Suppression(
            roots: ["disposition/raw-quote"],
            consequences: [
                "disposition/junk-after-value", "disposition/unterminated-quote", "disposition/unknown-param",
            ],
            reach: .part
        ),
        Suppression(
            roots: ["disposition/raw-quote"],
            consequences: ["disposition/empty-name", "disposition/empty-filename"],
            reach: .part,
            rootHint: DispositionRawQuote.quotedTwiceHint
        ),
        Suppression(
            roots: ["disposition/junk-after-value"],
            consequences: ["part-header/file-without-content-type"],
            reach: .part,
            rootHint: DispositionJunkAfterValue.fieldHint
        ),
        Suppression(
            roots: ["disposition/malformed-parameter"],
            consequences: [
                "disposition/missing-name", "disposition/unquoted-value", "disposition/trailing-semicolon",
                "disposition/duplicate-field-name", "disposition/empty-filename", "disposition/unknown-param",
                "part-header/file-without-content-type",
            ],
            reach: .part
        ),
        Suppression(
            roots: ["delimiter/inside-headers"],
            consequences: ["part-header/other-field"],
            reach: .part,
            rootHint: DelimiterInsideHeaders.contentHint
        ),
        Suppression(
            roots: ["line/missing-blank-line"],
            consequences: [
                "part-header/no-colon", "part-header/invalid-name-char", "part-header/other-field",
                "part-header/leading-whitespace", "part-header/empty-name", "part-header/empty-value",
                "part-header/nul", "part-header/control-char", "part-header/non-ascii-name",
                "part-header/space-before-colon", "part-header/obs-fold", "delimiter/inside-headers",
            ],
            reach: .part
        ),
        Suppression(
            roots: ["line/blank-line-before-headers"],
            consequences: [
                "part-header/none", "part-header/missing-content-disposition", "disposition/missing-name",
                "line/content-starts-with-crlf", "part-header/file-without-content-type",
                "part/type-mismatch",
            ],
            reach: .part
        ),
        // A filename that is not recognised turns the file into a field.
        Suppression(
            roots: [
                "disposition/junk-after-value", "disposition/missing-semicolon", "disposition/raw-quote",
                "disposition/raw-crlf", "disposition/raw-lf-or-cr", "disposition/unterminated-quote",
                "line/missing-blank-line", "line/blank-line-before-headers",
                "disposition/malformed-parameter",
            ],
            consequences: [
                "part/binary-without-filename", "part/nul-in-field", "part/text-not-utf8",
                "line/text-value-lone-lf",
            ],
            reach: .part
        ),
        Suppression(
            roots: ["part-header/none"],
            consequences: ["part-header/missing-content-disposition", "disposition/missing-name"],
            reach: .part
        ),
    ]

    /// The content of a part is not what its header says: the clearest finding precedes the others.
    static let contentFolds: [Suppression] = [
        Suppression(
            roots: ["line/content-starts-with-crlf"],
            consequences: ["part/type-mismatch", "part/extension-mismatch", "part/text-type-binary-content"],
            reach: .part
        ),
        Suppression(
            roots: ["part/stringified-object"],
            consequences: ["part/type-mismatch"],
            reach: .part
        ),
        Suppression(
            roots: ["part/type-mismatch"],
            consequences: ["part/extension-mismatch"],
            reach: .part
        ),
        Suppression(
            roots: ["part/text-type-binary-content", "part/binary-without-filename"],
            consequences: ["part/nul-in-field"],
            reach: .part
        ),
    ]
}
