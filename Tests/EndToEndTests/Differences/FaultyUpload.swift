import Testing

/// A faulty upload, and in what its body differs from a good one of the same form by what its sender says of it.
struct FaultyUpload: CustomTestStringConvertible {
    /// What it is called.
    let name: String
    /// In what the body differs from that of the good upload, in the words of ``TruthDifferences``.
    let differences: Set<String>

    var testDescription: String { name }

    private init(_ name: String, _ differences: String...) {
        self.name = name
        self.differences = Set(differences)
    }

    /// All that were recorded.
    ///
    /// Where nothing stands, the fault is in the head, or a matter of a rule alone.
    static let all = [
        FaultyUpload("boundary-in-content", "bytes of fileToUpload", "presence of no name"),
        FaultyUpload("boundary-prefix-in-content", "bytes of fileToUpload"),
        FaultyUpload("boundary-too-long"),
        FaultyUpload("charset-param"),
        FaultyUpload("chunked-and-cl"),
        FaultyUpload("chunked-not-chunked"),
        FaultyUpload("cl-short", "framing, Content-Length", "body, close delimiter"),
        FaultyUpload("dashes-in-boundary"),
        FaultyUpload("disposition-attachment", "disposition type of fileToUpload"),
        FaultyUpload("duplicate-cl-same"),
        FaultyUpload(
            "empty-body",
            "presence of reqtype",
            "presence of userhash",
            "presence of fileToUpload",
            "body, close delimiter"
        ),
        FaultyUpload(
            "expect-no-wait",
            "letters of field names of reqtype",
            "letters of field names of userhash",
            "letters of field names of fileToUpload"
        ),
        FaultyUpload("folded-header", "between parameters of fileToUpload"),
        FaultyUpload("glued-close", "body, on the line before a delimiter"),
        FaultyUpload("ie-path", "filename of fileToUpload"),
        FaultyUpload("leading-crlf", "body, before the first delimiter"),
        FaultyUpload("lf-headers", "body, lines end in"),
        FaultyUpload("lf-only", "body, lines end in"),
        FaultyUpload("no-blank-line"),
        FaultyUpload("no-boundary", "boundary, length", "boundary, leading dashes"),
        FaultyUpload("no-final-crlf", "body, after the close delimiter"),
        FaultyUpload("no-name", "name of fileToUpload"),
        FaultyUpload(
            "preamble-epilogue",
            "body, before the first delimiter",
            "body, after the close delimiter"
        ),
        FaultyUpload(
            "quotes-wrong",
            "quoting of name of fileToUpload",
            "quoting of filename of fileToUpload",
            "filename of fileToUpload"
        ),
        FaultyUpload(
            "stringified-formdata",
            "presence of reqtype",
            "presence of userhash",
            "presence of fileToUpload",
            "body, close delimiter",
            "body, before the first delimiter"
        ),
        FaultyUpload("tiny-segments", "bytes of fileToUpload"),
        FaultyUpload("transport-padding", "body, blanks after delimiters"),
        FaultyUpload("urlencoded-type", "boundary, length", "boundary, leading dashes"),
        FaultyUpload("wrong-boundary"),
    ]
}
