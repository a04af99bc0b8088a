/// What is wrong with the uploads that were made wrong on purpose, and the rules that have to say so.
///
/// The key is the variant's name in the truth file.
enum KnownFaults {
    /// The rules of which each fault has to get all; no other may find an error.
    static let rules: [String: Set<String>] = [
        "boundary-in-content": ["boundary/occurs-in-content"],
        "boundary-prefix-in-content": ["boundary/prefix-in-content"],
        "boundary-too-long": ["boundary/too-long"],
        "charset-param": ["content-type/charset-param"],
        "chunked-and-cl": ["length/with-transfer-encoding"],
        "chunked-not-chunked": ["framing/chunk-size-invalid"],
        "cl-short": ["length/short-by-close-delimiter"],
        "dashes-in-boundary": ["boundary/header-includes-dashes"],
        "disposition-attachment": ["disposition/type-not-form-data"],
        "duplicate-cl-same": ["length/duplicate-identical"],
        "empty-body": ["body/empty"],
        "folded-header": ["part-header/obs-fold"],
        "glued-close": ["delimiter/missing-crlf-before-close"],
        "ie-path": ["disposition/filename-path"],
        "leading-crlf": ["delimiter/leading-crlf"],
        "lf-headers": ["line/lf-in-part-headers"],
        "lf-only": ["line/bare-lf-everywhere"],
        "no-blank-line": ["line/missing-blank-line"],
        "no-boundary": ["content-type/boundary-overwritten"],
        "no-final-crlf": ["delimiter/no-final-crlf"],
        "no-name": ["disposition/missing-name"],
        "preamble-epilogue": ["delimiter/preamble", "delimiter/epilogue"],
        "quotes-wrong": ["disposition/unquoted-value", "disposition/single-quoted"],
        "stringified-formdata": ["body/format-is-other"],
        "transport-padding": ["delimiter/padding"],
        "urlencoded-type": ["content-type/wrong-type"],
        "wrong-boundary": ["boundary/mismatch"],
    ]

    /// Variants whose oddity leaves no trace in the bytes of the request.
    static let invisible: Set<String> = [
        // The client waited although it had sent all; and header names may be in lowercase.
        "expect-no-wait",
        // How the bytes were cut into segments is nothing that a server sees.
        "tiny-segments",
    ]

    /// Variants that the specification of multipart allows and that are errors in a form all the same.
    static let allowedButErrors: Set<String> = [
        // RFC 2046 §5.1.1 allows padding after a delimiter; PHP and busboy lose the field.
        "transport-padding"
    ]
}
