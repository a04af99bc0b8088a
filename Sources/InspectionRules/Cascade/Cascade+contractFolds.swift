import Inspection

extension Cascade {
    /// A form that cannot be read as it was meant lacks the fields that a contract demands: that is not a
    /// second fault.
    static let contractFolds: [Suppression] = [
        Suppression(
            roots: [
                "body/empty", "body/format-is-other", "body/declared-but-not-encoded",
                "body/encoded-but-undeclared", "delimiter/none-found", "delimiter/zero-parts",
                "delimiter/missing-crlf-before", "delimiter/part-after-close", "length/too-short",
                "length/short-by-close-delimiter", "length/characters-not-bytes", "length/piece-not-counted",
                "line/utf16-body", "line/leading-bom",
            ],
            consequences: ["contract/field-missing", "contract/field-count"]
        ),
        Suppression(
            roots: ["delimiter/first-not-at-line-start"],
            consequences: ["contract/field-missing", "contract/field-count", "contract/field-extra"],
            rootHint: WrittenLengths.hint
        ),
        Suppression(
            roots: [
                "disposition/missing-name", "disposition/unquoted-illegal", "disposition/raw-quote",
                "disposition/raw-crlf", "disposition/unterminated-quote", "disposition/malformed-parameter",
                "part-header/none", "part-header/no-colon", "part-header/invalid-name-char",
                "part-header/missing-content-disposition", "line/missing-blank-line",
            ],
            consequences: ["contract/field-extra"],
            reach: .part
        ),
    ]
}
