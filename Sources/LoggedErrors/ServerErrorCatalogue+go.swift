extension ServerErrorCatalogue {
    /// Go.
    static let go: [ServerError] = [
        ServerError(
            ["multipart: NextPart: EOF"],
            of: "Go (mime/multipart)",
            about: .delimiter,
            meaning: "Go reached the end of the body while it looked for a delimiter.",
            rules: otherBoundary + brokenEnd,
            elsewhere:
                "Look for a handler or middleware that has read the request's Body before ParseMultipartForm, and at "
                + "http.MaxBytesReader and the server's timeouts."
        ),
        ServerError(
            [
                "malformed MIME header: missing colon", "malformed MIME header line",
                "malformed MIME header initial line",
            ],
            of: "Go (net/textproto)",
            about: .partHeader,
            meaning: "A line in the header of a part is not a header line.",
            rules: badHeader + ["boundary/nested-same"],
            elsewhere: "Look for code that changes the body on its way to the handler."
        ),
        ServerError(
            ["multipart: NextPart: unexpected EOF", "unexpected EOF"],
            of: "Go (mime/multipart)",
            about: .end,
            meaning: "Go reached the end of the body inside a part.",
            rules: brokenEnd + ["boundary/nested-prefix"],
            elsewhere:
                "Look at what runs before the handler: http.MaxBytesReader, ReadTimeout, a proxy that closes early."
        ),
        ServerError(
            ["multipart: expecting a new Part; got line"],
            of: "Go (mime/multipart)",
            about: .delimiter,
            meaning: "A line that begins with the delimiter does not end as a delimiter does.",
            rules: [
                "delimiter/malformed-close", "delimiter/junk-after-close", "delimiter/lf-after",
                "delimiter/lf-after-close", "delimiter/junk-after", "boundary/prefix-in-content",
            ],
            elsewhere: "Look for code that changes the body on its way to the handler."
        ),
        ServerError(
            ["no multipart boundary param in Content-Type", "multipart: boundary is empty"],
            of: "Go (net/http)",
            about: .boundary,
            meaning: "The Content-Type of the request has no boundary parameter, or an empty one.",
            rules: lostBoundary,
            elsewhere: retyped
        ),
        ServerError(
            ["request Content-Type isn't multipart/form-data"],
            of: "Go (net/http)",
            about: .mediaType,
            meaning: "The Content-Type of the request is another one, or cannot be parsed.",
            rules: otherType + [
                "boundary/needs-quoting", "boundary/unterminated-quote", "boundary/duplicate-parameter",
                "content-type/control-or-nonascii",
            ] + otherPage,
            elsewhere: retyped
        ),
        ServerError(
            [
                "mime: invalid media parameter", "mime: duplicate parameter name",
                "mime: unexpected content after media subtype", "mime: expected slash after first token",
                "mime: expected token after slash",
            ],
            of: "Go (mime)",
            about: .boundary,
            meaning: "The Content-Type of the request cannot be parsed.",
            rules: [
                "boundary/needs-quoting", "boundary/unterminated-quote", "boundary/duplicate-parameter",
                "boundary/illegal-char", "content-type/control-or-nonascii",
            ] + lostBoundary,
            elsewhere: retyped
        ),
        ServerError(
            ["mime: no media type"],
            of: "Go (mime)",
            about: .mediaType,
            meaning: "Content-Type is empty, or begins with a semicolon.",
            rules: otherType + ["content-type/empty-parameter"],
            elsewhere: retyped
        ),
        ServerError(
            ["missing form body"],
            of: "Go (net/http)",
            about: .unwanted,
            meaning: "The request has no body at all, which a server gives to each: Body is nil.",
            rules: ["body/empty"],
            elsewhere:
                "Look for a test that makes its request without a body, and for middleware that sets Body to nil."
        ),
        ServerError(
            ["http: request body too large"],
            of: "Go (http.MaxBytesReader)",
            about: .limit,
            meaning: "The request is larger than the handler allows.",
            rules: ["limits/body-size", "length/too-long"] + tooLarge,
            elsewhere: "Look at the limit that the handler, or the framework, hands to http.MaxBytesReader."
        ),
        ServerError(
            ["http: no such file"],
            of: "Go (net/http)",
            about: .part,
            meaning:
                "The form has no file of the name that the handler asks FormFile for: the part has another name, or has no "
                + "filename and is read as a value.",
            rules: [
                "contract/field-missing", "part/binary-without-filename", "disposition/percent-encoded-name",
                "disposition/mojibake", "disposition/single-quoted", "disposition/missing-name",
                "disposition/filename-star", "disposition/unquoted-illegal", "disposition/type-not-form-data",
                "delimiter/part-after-close", "delimiter/missing-crlf-before", "part/header-in-content",
            ] + notAFile + otherName,
            elsewhere:
                "Compare the name of the part with the one in FormFile, letter for letter, and see that the part has a "
                + "filename."
        ),
        ServerError(
            ["multipart: message too large"],
            of: "Go (mime/multipart)",
            about: .limit,
            meaning:
                "The values and headers of the form take more memory than is allowed (10 MiB besides what "
                + "ParseMultipartForm was given), or there are more than 1,000 parts or 10,000 header lines.",
            rules: [
                "limits/part-count", "limits/part-header-count", "part/binary-without-filename",
                "part/data-uri-or-base64-file",
            ] + swallowed,
            elsewhere:
                "Look for files that are sent without a filename, which are kept in memory, and at GODEBUG's "
                + "multipartmaxparts and multipartmaxheaders."
        ),
        ServerError(
            ["no Content-Disposition header within part"],
            of: "Go and other readers of forms",
            about: .partHeader,
            meaning: "A part has no Content-Disposition, or what was taken for a part is something else.",
            rules: [
                "boundary/mismatch", "part-header/missing-content-disposition", "part-header/none",
                "boundary/occurs-in-content",
            ] + noDisposition,
            elsewhere: "Look for code that changes the body on its way to the handler."
        ),
    ]
}
