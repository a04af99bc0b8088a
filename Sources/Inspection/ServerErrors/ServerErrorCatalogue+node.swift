extension ServerErrorCatalogue {
    /// Why middleware of Node.js may find the body already read.
    private static let consumed =
        "Look for what reads the body first: on Cloud Functions and Firebase it is in `req.rawBody`, to be handed over "
        + "with `busboy.end(req.rawBody)`; in Next.js switch its body parser off for the route (`bodyParser: false`); "
        + "use multer once in a route; let no other body parser or await come before it. Then look at the server's "
        + "requestTimeout and at limits of the proxy before it."

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
        "disposition/trailing-semicolon", "part-header/obs-fold", "body/empty", "line/utf16-body",
        "line/leading-bom", "line/mixed",
    ]

    /// Node.js: busboy and software based on it, undici.
    static let node: [ServerError] = [
        ServerError(
            ["Unexpected end of form", "Unexpected end of file", "Unexpected end of multipart data"],
            of: "busboy (multer, express-fileupload, Fastify, NestJS)",
            meaning:
                "busboy came to the end of the body before the close delimiter: the end is missing, or busboy never found "
                + "the delimiter that Content-Type announces.",
            rules: brokenEnd + otherBoundary + [
                "line/bare-lf-everywhere", "body/empty", "line/utf16-body", "delimiter/no-line-break-after",
            ],
            elsewhere: consumed
        ),
        ServerError(
            ["Multipart: Boundary not found"],
            of: "busboy and dicer (multer, NestJS)",
            meaning: "busboy found no boundary parameter in the Content-Type of the request.",
            rules: lostBoundary,
            elsewhere: "Look for a proxy or a test client that rewrites Content-Type."
        ),
        ServerError(
            ["Malformed part header"],
            of: "busboy (multer)",
            meaning: "A line in the header of a part is not a header line.",
            rules: badHeader,
            elsewhere: consumed
        ),
        ServerError(
            ["Malformed content type"],
            of: "busboy (multer)",
            meaning: "The Content-Type of the request cannot be parsed.",
            rules: [
                "content-type/comma-separator", "content-type/missing-semicolon", "boundary/needs-quoting",
                "boundary/illegal-char", "boundary/unterminated-quote",
                "content-type/whitespace-around-equals",
                "content-type/control-or-nonascii", "content-type/empty-parameter",
            ],
            elsewhere: "Look for a proxy or a test client that rewrites Content-Type."
        ),
        ServerError(
            ["Unsupported content type", "Missing Content-Type"],
            of: "busboy (multer)",
            meaning: "The Content-Type of the request is not that of a form.",
            rules: otherType,
            elsewhere: "Look for a proxy or a test client that rewrites Content-Type."
        ),
        ServerError(
            ["Malformed urlencoded form"],
            of: "busboy (multer)",
            meaning: "The body is not the URL-encoded form that Content-Type announces.",
            rules: otherType,
            elsewhere: "Look for a client that sets Content-Type by hand over a multipart body."
        ),
        ServerError(
            ["MulterError: Unexpected field", "Unexpected field", "LIMIT_UNEXPECTED_FILE"],
            of: "multer (Express, NestJS)",
            meaning: "A file came under a name that the route does not expect, or more files than it allows.",
            rules: [
                "contract/field-extra", "contract/field-missing", "disposition/percent-encoded-name",
                "disposition/mojibake", "disposition/single-quoted",
            ],
            elsewhere:
                "Compare the names: that of the part with the one in upload.single(), array() or fields(), letter for "
                + "letter; array() also limits the number of files."
        ),
        ServerError(
            ["MulterError: Field name missing", "Field name missing", "MISSING_FIELD_NAME"],
            of: "multer (Express, NestJS)",
            meaning: "A part has no name.",
            rules: ["disposition/missing-name", "disposition/name-star", "disposition/unterminated-quote"],
            elsewhere: "Look at the code that writes Content-Disposition: each part needs `name=\"…\"`."
        ),
        ServerError(
            ["MulterError: File too large", "File too large", "LIMIT_FILE_SIZE"],
            of: "multer (Express, NestJS)",
            meaning: "A file is larger than the limit `fileSize` of the route.",
            rules: [
                "limits/body-size", "contract/length", "part-header/cte-encoded",
                "part/data-uri-or-base64-file",
                "delimiter/missing-crlf-before", "boundary/lookalike-delimiter", "part/header-in-content",
            ],
            elsewhere: "Raise `limits.fileSize` where the file may be that large."
        ),
        ServerError(
            [
                "MulterError: Too many files", "LIMIT_FILE_COUNT", "MulterError: Too many parts",
                "LIMIT_PART_COUNT",
                "MulterError: Too many fields", "LIMIT_FIELD_COUNT",
            ],
            of: "multer (Express, NestJS)",
            meaning: "The form has more files, fields or parts than the limits of the route allow.",
            rules: ["limits/part-count", "contract/field-count", "part/duplicate-content"],
            elsewhere: "Raise `limits.files`, `limits.fields` or `limits.parts` where that many are expected."
        ),
        ServerError(
            [
                "MulterError: Field value too long", "Field value too long", "LIMIT_FIELD_VALUE",
                "MulterError: Field name too long", "Field name too long", "LIMIT_FIELD_KEY",
                "MulterError: Field name nesting too deep", "LIMIT_FIELD_NESTING",
            ],
            of: "multer (Express, NestJS)",
            meaning:
                "A text field is longer than 1 MiB, or its name is too long or has too many brackets; a file that has no "
                + "filename is a text field.",
            rules: [
                "part/binary-without-filename", "part/data-uri-or-base64-file", "limits/body-size",
                "limits/form-key-depth", "delimiter/missing-crlf-before", "boundary/lookalike-delimiter",
                "part/header-in-content",
            ],
            elsewhere: "Raise `limits.fieldSize` or `limits.fieldNameSize` where such values are expected."
        ),
        ServerError(
            ["stream ended unexpectedly: state = START_BOUNDARY"],
            of: "formidable",
            meaning: "formidable did not find the delimiter that Content-Type announces.",
            rules: otherBoundary + [
                "delimiter/none-found", "boundary/empty", "boundary/unterminated-quote",
                "content-type/whitespace-around-equals", "content-type/control-or-nonascii", "body/empty",
                "line/utf16-body",
            ],
            elsewhere: consumed
        ),
        ServerError(
            ["MultipartParser.end(): stream ended unexpectedly"],
            of: "formidable",
            meaning: "The body ends inside a part.",
            rules: brokenEnd,
            elsewhere: consumed
        ),
        ServerError(
            ["bad content-type header, no multipart boundary", "content-type missing boundary"],
            of: "formidable and multiparty",
            meaning: "The Content-Type of the request has no boundary parameter.",
            rules: lostBoundary,
            elsewhere: "Look for a proxy or a test client that rewrites Content-Type."
        ),
        ServerError(
            ["unknown transfer-encoding"],
            of: "formidable and multiparty",
            meaning: "A part has a Content-Transfer-Encoding other than binary, 7bit, 8bit or base64.",
            rules: ["part-header/cte-encoded", "part-header/cte-unknown"],
            elsewhere: "Leave the field out: forms have no use for it."
        ),
        ServerError(
            ["options.allowEmptyFiles is false, file size should be greater than 0"],
            of: "formidable",
            meaning: "A file is empty, as of a file input in which no file was chosen.",
            rules: ["disposition/empty-filename", "part/empty-file"],
            elsewhere: "Set allowEmptyFiles and minFileSize where empty files are allowed."
        ),
        ServerError(
            ["Failed to parse body as FormData"],
            of: "undici (fetch of Node.js: request.formData())",
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
            meaning: "The Content-Type is not that of a form.",
            rules: otherType,
            elsewhere: "Look for a proxy or a test client that rewrites Content-Type."
        ),
    ]

    /// multiparty: after all others, because it shares its commonest text with commons-fileupload.
    static let multiparty: [ServerError] = [
        ServerError(
            ["stream ended unexpectedly"],
            of: "multiparty",
            meaning: "The body ends before the close delimiter, or the announced delimiter was never found.",
            rules: brokenEnd + otherBoundary + [
                "boundary/empty", "boundary/unterminated-quote", "content-type/whitespace-around-equals",
                "body/empty", "line/utf16-body",
            ],
            elsewhere: consumed
        ),
        ServerError(
            ["Expected alphabetic character, received", "Empty header field"],
            of: "multiparty",
            meaning: "A line in the header of a part is not a header line.",
            rules: badHeader,
            elsewhere: consumed
        ),
        ServerError(
            ["Expected CR Received", "Expected LF Received", "Expected HYPHEN Received"],
            of: "multiparty",
            meaning:
                "A line of a delimiter or of a header does not end in CRLF, or the last dashes are incomplete.",
            rules: [
                "line/bare-lf-everywhere", "delimiter/malformed-close", "line/cr-cr-lf",
                "line/bare-cr-in-header",
                "delimiter/lf-after", "line/lf-in-part-headers",
            ],
            elsewhere: consumed
        ),
        ServerError(
            ["unsupported content-type"],
            of: "multiparty",
            meaning: "The Content-Type of the request is not multipart/form-data.",
            rules: otherType,
            elsewhere: "Look for a proxy or a test client that rewrites Content-Type."
        ),
    ]
}
