extension ServerErrorCatalogue {
    /// Rules for what undici refuses and most others accept.
    private static let strictness = [
        "boundary/midline-in-content", "boundary/prefix-in-content", "content-type/control-or-nonascii",
        "delimiter/padding", "delimiter/junk-after", "delimiter/junk-after-close",
        "delimiter/duplicate-close",
        "delimiter/lf-after",
        "delimiter/lf-after-close", "delimiter/consecutive", "delimiter/first-not-at-line-start",
        "delimiter/zero-parts", "part-header/missing-content-disposition", "disposition/unquoted-illegal",
        "disposition/duplicate-name-param", "disposition/duplicate-filename-param",
        "disposition/filename-star",
        "disposition/name-star", "disposition/single-quoted", "disposition/space-around-equals",
        "disposition/trailing-semicolon", "part-header/obs-fold", "line/leading-bom", "line/mixed",
    ]

    /// Node.js: other readers of forms than busboy.
    static let nodeReaders: [ServerError] = [
        ServerError(
            ["stream ended unexpectedly: state = START_BOUNDARY"],
            of: "formidable",
            about: .delimiter,
            meaning: "formidable did not find the delimiter that Content-Type announces.",
            rules: otherBoundary + [
                "boundary/empty", "boundary/unterminated-quote", "content-type/whitespace-around-equals",
                "content-type/control-or-nonascii",
            ],
            elsewhere: consumed
        ),
        ServerError(
            ["MultipartParser.end(): stream ended unexpectedly"],
            of: "formidable",
            about: .end,
            meaning: "The body ends inside a part.",
            rules: brokenEnd,
            elsewhere: consumed
        ),
        ServerError(
            ["bad content-type header, no multipart boundary", "content-type missing boundary"],
            of: "formidable and multiparty",
            about: .boundary,
            meaning: "The Content-Type of the request has no boundary parameter.",
            rules: lostBoundary,
            elsewhere: retyped
        ),
        ServerError(
            ["bad content-type header, no content-type"],
            of: "formidable",
            about: .mediaType,
            meaning: "The request has no Content-Type.",
            rules: ["content-type/missing"] + otherType,
            elsewhere: retyped
        ),
        ServerError(
            ["unknown transfer-encoding"],
            of: "formidable and multiparty",
            about: .unwanted,
            meaning: "A part has a Content-Transfer-Encoding other than binary, 7bit, 8bit or base64.",
            rules: ["part-header/cte-encoded", "part-header/cte-unknown"],
            elsewhere: "Leave the field out: forms have no use for it."
        ),
        ServerError(
            ["options.allowEmptyFiles is false, file size should be greater than 0"],
            of: "formidable",
            about: .unwanted,
            meaning: "A file is empty, as of a file input in which no file was chosen.",
            rules: ["disposition/empty-filename", "part/empty-file"],
            elsewhere: "Set allowEmptyFiles and minFileSize where empty files are allowed."
        ),
        ServerError(
            [
                "options.maxFileSize (… bytes) exceeded",
                "options.maxFileSize (… bytes), received … bytes of file data",
                "options.maxTotalFileSize (… bytes) exceeded",
            ],
            of: "formidable",
            about: .limit,
            meaning: "A file is larger than maxFileSize, or all files together are than maxTotalFileSize.",
            rules: tooLarge + swallowed,
            elsewhere: "Raise maxFileSize and maxTotalFileSize, which are 200 MiB if not set."
        ),
        ServerError(
            ["options.maxFieldsSize (… bytes) exceeded"],
            of: "formidable",
            about: .limit,
            meaning:
                "The text fields are larger than maxFieldsSize together; a file that has no filename is a text field.",
            rules: ["part/binary-without-filename", "part/data-uri-or-base64-file"] + swallowed,
            elsewhere: "Raise maxFieldsSize, which is 20 MiB if not set, where such values are expected."
        ),
        ServerError(
            ["options.maxFields (…) exceeded", "options.maxFiles (…) exceeded"],
            of: "formidable",
            about: .limit,
            meaning: "The form has more text fields than maxFields, or more files than maxFiles.",
            rules: tooMany,
            elsewhere: "Raise maxFields, which is 1,000 if not set, or maxFiles."
        ),
        ServerError(
            ["Request aborted"],
            of: "formidable, multiparty and body-parser",
            about: .end,
            meaning: "The connection ended before the whole body had arrived.",
            rules: ["length/too-long", "body/truncated", "framing/chunk-missing-terminator"],
            elsewhere:
                "Look for a client that gives up, as by a timeout or when its page is left, and for a proxy that closes "
                + "early."
        ),
        ServerError(
            ["Failed to parse body as FormData"],
            of: "undici (fetch of Node.js: request.formData())",
            about: .form,
            meaning: "undici has this one text for everything that it cannot read, and it is strict.",
            rules: lostBoundary + otherBoundary + brokenEnd
                + badHeader.filter { $0 != "delimiter/consecutive" } + [
                    "delimiter/missing-crlf-before", "disposition/raw-quote",
                    "disposition/junk-after-value", "disposition/missing-semicolon",
                    "disposition/malformed-parameter", "disposition/missing-name",
                    "disposition/type-not-form-data", "disposition/unterminated-quote",
                    "disposition/unquoted-value", "delimiter/part-after-close", "delimiter/no-final-crlf",
                    "delimiter/leading-crlf", "delimiter/preamble", "delimiter/epilogue",
                ] + strictness,
            elsewhere:
                "Check whether the body was read before: formData() can be called once, and not after text()."
        ),
        ServerError(
            ["Content-Type was not one of multipart/form-data or application/x-www-form-urlencoded"],
            of: "undici (fetch of Node.js: request.formData())",
            about: .mediaType,
            meaning: "The Content-Type is not that of a form.",
            rules: otherType,
            elsewhere: retyped
        ),
        ServerError(
            ["Invalid multipart payload format"],
            of: "hapi (pez)",
            about: .form,
            meaning:
                "pez could not read the form: a delimiter, a header line or the end is not as it should be.",
            rules: brokenEnd + badHeader + otherBoundary + [
                "disposition/type-not-form-data", "disposition/missing-name", "delimiter/preamble",
                "part-header/cte-encoded",
            ],
            elsewhere:
                "Look for a proxy that has parsed the body, and passes on another one under its Content-Type."
        ),
        ServerError(
            ["HPE_INVALID_HEADER_TOKEN", "Parse Error: Invalid header value char", "Invalid header token"],
            of: "Node.js (llhttp)",
            about: .head,
            meaning:
                "A line of the request's head is no header line: the form itself was not looked at.",
            rules: [
                "framing/bare-cr-or-nul-header", "framing/bare-lf-header", "framing/obs-fold",
                "framing/field-line", "framing/missing-blank-line", "body/headers-leaked",
                "content-type/control-or-nonascii",
            ],
            elsewhere:
                "Look at the head in hexadecimal: for a missing blank line, a line break in the value of a field, a CR "
                + "without LF."
        ),
    ]

    /// multiparty: after all others, because it shares its commonest text with commons-fileupload.
    static let multiparty: [ServerError] = [
        ServerError(
            ["stream ended unexpectedly"],
            of: "multiparty",
            about: .end,
            meaning: "The body ends before the close delimiter, or the announced delimiter was never found.",
            rules: brokenEnd + otherBoundary + [
                "boundary/empty", "boundary/unterminated-quote", "content-type/whitespace-around-equals",
            ],
            elsewhere: consumed
        ),
        ServerError(
            ["Expected alphabetic character, received", "Empty header field"],
            of: "multiparty",
            about: .partHeader,
            meaning: "A line in the header of a part is not a header line.",
            rules: badHeader,
            elsewhere: consumed
        ),
        ServerError(
            ["Expected CR Received", "Expected LF Received", "Expected HYPHEN Received"],
            of: "multiparty",
            about: .partHeader,
            meaning:
                "A line of a delimiter or of a header does not end in CRLF, or the last dashes are incomplete.",
            rules: [
                "line/bare-lf-everywhere", "delimiter/malformed-close", "line/cr-cr-lf",
                "line/bare-cr-in-header",
                "delimiter/lf-after", "line/lf-in-part-headers", "delimiter/junk-after", "delimiter/padding",
            ],
            elsewhere: consumed
        ),
        ServerError(
            ["unsupported content-type"],
            of: "multiparty",
            about: .mediaType,
            meaning: "The Content-Type of the request is not multipart/form-data.",
            rules: otherType + otherPage,
            elsewhere: retyped
        ),
    ]
}
