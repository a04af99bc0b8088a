import Inspection

extension Cascade {
    /// Causes outside the client's encoder: the server refused, a redirect lost the body, or the file that
    /// holds the request was changed.
    static let excusingFolds: [Suppression] = [
        Suppression(
            roots: ["semantics/rejected-early"],
            consequences: [
                "body/truncated", "length/too-long", "delimiter/missing-close", "delimiter/truncated-close",
                "framing/chunk-missing-terminator",
            ]
        ),
        Suppression(
            roots: ["semantics/rejected-early"],
            consequences: cutHeader,
            reach: .cutPart
        ),
        Suppression(
            roots: ["capture/line-endings-normalised"],
            consequences: [
                "length/too-long", "length/short-by-line-count", "length/graphemes-crlf", "length/off-by-2",
                "length/off-by-1",
            ] + missingEnd
        ),
        Suppression(
            roots: ["capture/boundary-only-in-one-place"],
            consequences: ["content-type/boundary-overwritten"]
        ),
        Suppression(
            roots: ["semantics/redirect-dropped-body"],
            consequences: ["body/empty", "semantics/expect-without-body"]
        ),
        Suppression(
            roots: ["body/empty"],
            consequences: ["semantics/expect-without-body"]
        ),
    ]

    /// The end of the head, of the body or of the boundary is not where it was meant.
    static let headFolds: [Suppression] = [
        Suppression(
            roots: ["boundary/ends-in-cr"],
            consequences: [
                "framing/bare-cr-or-nul-header", "line/", "delimiter/", "boundary/mismatch",
                "boundary/occurs-in-content", "compat/divergence", "part-header/none",
            ] + missingEnd
        ),
        // The field is part of the value of another, and what it says does not count.
        Suppression(
            roots: ["framing/missing-line-break"],
            consequences: [
                "boundary/needs-quoting", "boundary/illegal-char", "boundary/too-long",
                "boundary/inner-space",
                "boundary/mismatch", "content-type/missing", "content-type/charset-param",
                "content-type/boundary-overwritten", "content-type/control-or-nonascii",
                "content-type/missing-semicolon", "length/missing", "length/invalid-syntax",
                "body/chunk-framing-leaked", "body/empty", "delimiter/none-found", "delimiter/preamble",
                "delimiter/epilogue", "framing/bytes-after-body", "framing/host", "framing/request-line",
            ]
        ),
        // The first part is in the head, and with it some of the length that was counted.
        Suppression(
            roots: ["framing/missing-blank-line"],
            consequences: [
                "boundary/mismatch", "body/empty", "delimiter/", "length/", "framing/bytes-after-body",
                "content-type/duplicate-header",
            ] + missingEnd
        ),
        Suppression(
            roots: ["framing/early-last-chunk"],
            consequences: [
                "body/empty", "delimiter/none-found", "delimiter/zero-parts", "framing/bytes-after-body",
            ] + missingEnd
        ),
        Suppression(
            roots: ["framing/early-last-chunk"],
            consequences: cutHeader,
            reach: .cutPart
        ),
    ]
}
