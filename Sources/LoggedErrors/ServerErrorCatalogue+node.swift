extension ServerErrorCatalogue {
    /// Why middleware of Node.js may find the body already read.
    static let consumed =
        "Look for what reads the body first: on Cloud Functions and Firebase it is in `req.rawBody`, to be handed over "
        + "with `busboy.end(req.rawBody)`; in Next.js switch its body parser off for the route (`bodyParser: false`); "
        + "use multer once in a route; let no other body parser or await come before it. Then look at the server's "
        + "requestTimeout and at limits of the proxy before it."

    /// Node.js: busboy and software based on it, and what reads JSON.
    static let node: [ServerError] = [
        ServerError(
            ["Unexpected end of form", "Unexpected end of file", "Unexpected end of multipart data"],
            of: "busboy (multer, express-fileupload, Fastify, NestJS)",
            about: .end,
            meaning:
                "busboy came to the end of the body before the close delimiter: the end is missing, or busboy never found "
                + "the delimiter that Content-Type announces.",
            rules: brokenEnd + otherBoundary + [
                "line/bare-lf-everywhere", "delimiter/no-line-break-after",
            ],
            elsewhere: consumed
        ),
        ServerError(
            ["Multipart: Boundary not found"],
            of: "busboy and dicer (multer, NestJS)",
            about: .boundary,
            meaning: "busboy found no boundary parameter in the Content-Type of the request.",
            rules: lostBoundary,
            elsewhere: retyped
        ),
        ServerError(
            ["Malformed part header"],
            of: "busboy (multer)",
            about: .partHeader,
            meaning: "A line in the header of a part is not a header line.",
            rules: badHeader,
            elsewhere: consumed
        ),
        ServerError(
            ["Malformed content type"],
            of: "busboy (multer)",
            about: .boundary,
            meaning: "The Content-Type of the request cannot be parsed.",
            rules: [
                "content-type/comma-separator", "content-type/missing-semicolon", "boundary/needs-quoting",
                "boundary/illegal-char", "boundary/unterminated-quote",
                "content-type/whitespace-around-equals",
                "content-type/control-or-nonascii", "content-type/empty-parameter",
            ],
            elsewhere: retyped
        ),
        ServerError(
            ["Unsupported content type", "Missing Content-Type"],
            of: "busboy (multer)",
            about: .mediaType,
            meaning: "The Content-Type of the request is not that of a form.",
            rules: otherType + otherPage,
            elsewhere: retyped
        ),
        ServerError(
            ["Malformed urlencoded form"],
            of: "busboy (multer)",
            about: .misreading,
            meaning: "The body is not the URL-encoded form that Content-Type announces.",
            rules: otherType,
            elsewhere: "Look for a client that sets Content-Type by hand over a multipart body."
        ),
        ServerError(
            ["MulterError: Unexpected field", "Unexpected field", "LIMIT_UNEXPECTED_FILE"],
            of: "multer (Express, NestJS)",
            about: .unwanted,
            meaning: "A file came under a name that the route does not expect, or more files than it allows.",
            rules: [
                "contract/field-extra", "contract/field-missing", "disposition/percent-encoded-name",
                "disposition/mojibake", "disposition/single-quoted", "disposition/unquoted-illegal",
                "disposition/raw-quote", "contract/field-count",
            ],
            elsewhere:
                "Compare the names: that of the part with the one in upload.single(), array() or fields(), letter for "
                + "letter; array() also limits the number of files."
        ),
        ServerError(
            ["MulterError: Field name missing", "Field name missing", "MISSING_FIELD_NAME"],
            of: "multer (Express, NestJS)",
            about: .partHeader,
            meaning: "A part has no name.",
            rules: [
                "disposition/missing-name", "disposition/name-star", "disposition/unterminated-quote",
                "disposition/missing-semicolon", "disposition/malformed-parameter",
            ] + noDisposition,
            elsewhere: "Look at the code that writes Content-Disposition: each part needs `name=\"…\"`."
        ),
        ServerError(
            ["MulterError: File too large", "File too large", "LIMIT_FILE_SIZE"],
            of: "multer (Express, NestJS)",
            about: .limit,
            meaning: "A file is larger than the limit `fileSize` of the route.",
            rules: tooLarge + swallowed,
            elsewhere: "Raise `limits.fileSize` where the file may be that large."
        ),
        ServerError(
            [
                "MulterError: Too many files", "LIMIT_FILE_COUNT", "MulterError: Too many parts",
                "LIMIT_PART_COUNT",
                "MulterError: Too many fields", "LIMIT_FIELD_COUNT",
            ],
            of: "multer (Express, NestJS)",
            about: .limit,
            meaning: "The form has more files, fields or parts than the limits of the route allow.",
            rules: tooMany,
            elsewhere: "Raise `limits.files`, `limits.fields` or `limits.parts` where that many are expected."
        ),
        ServerError(
            [
                "MulterError: Field value too long", "Field value too long", "LIMIT_FIELD_VALUE",
                "MulterError: Field name too long", "Field name too long", "LIMIT_FIELD_KEY",
                "MulterError: Field name nesting too deep", "LIMIT_FIELD_NESTING",
            ],
            of: "multer (Express, NestJS)",
            about: .limit,
            meaning:
                "A text field is longer than 1 MiB, or its name is too long or has too many brackets; a file that has no "
                + "filename is a text field.",
            rules: [
                "part/binary-without-filename", "part/data-uri-or-base64-file", "limits/body-size",
                "limits/form-key-depth",
            ] + swallowed,
            elsewhere: "Raise `limits.fieldSize` or `limits.fieldNameSize` where such values are expected."
        ),
        ServerError(
            ["FST_REQ_FILE_TOO_LARGE", "request file too large"],
            of: "Fastify (@fastify/multipart)",
            about: .limit,
            meaning: "A file is larger than the limit `fileSize` of the plugin.",
            rules: tooLarge + swallowed,
            elsewhere:
                "Raise `limits.fileSize` of the plugin; where it is not set, the bodyLimit of the server counts: 1 MiB."
        ),
        ServerError(
            [
                "FST_FILES_LIMIT", "reach files limit", "FST_FIELDS_LIMIT", "reach fields limit",
                "FST_PARTS_LIMIT",
                "reach parts limit",
            ],
            of: "Fastify (@fastify/multipart)",
            about: .limit,
            meaning: "The form has more files, fields or parts than the limits of the plugin allow.",
            rules: tooMany,
            elsewhere: "Raise `limits.files`, `limits.fields` or `limits.parts` where that many are expected."
        ),
        ServerError(
            ["FST_INVALID_MULTIPART_CONTENT_TYPE", "the request is not multipart"],
            of: "Fastify (@fastify/multipart)",
            about: .mediaType,
            meaning: "The Content-Type of the request is not that of a form.",
            rules: otherType + otherPage,
            elsewhere: retyped
        ),
        ServerError(
            ["FST_ERR_CTP_INVALID_MEDIA_TYPE", "Unsupported Media Type: multipart/form-data"],
            of: "Fastify",
            about: .mediaType,
            meaning:
                "The server does not read the Content-Type of the request: it is another one than was meant, or no plugin for "
                + "forms is registered.",
            rules: otherType,
            elsewhere: "Register @fastify/multipart before the routes that take uploads."
        ),
        ServerError(
            [
                "Unexpected token - in JSON at position 0", "Unexpected token - … is not valid JSON",
                "No number after minus sign in JSON at position 0",
            ],
            of: "JSON.parse of Node.js (express.json(), request.json())",
            about: .misreading,
            meaning:
                "The body was read as JSON, and begins with the dashes of a delimiter: Content-Type says JSON over a form, "
                + "or the code asks for JSON whatever the type is.",
            rules: ["content-type/wrong-type", "content-type/duplicate-header", "content-type/missing"],
            elsewhere:
                "Look whether the handler calls json() where it should call formData(), or parses the body of a form itself."
        ),
        ServerError(
            ["PayloadTooLargeError: request entity too large"],
            of: "body-parser (Express)",
            about: .mediaType,
            meaning:
                "A parser for JSON, text or URL-encoded forms read the request, and it is longer than that allows; such a "
                + "parser leaves multipart/form-data alone.",
            rules: ["content-type/wrong-type", "limits/body-size", "part/data-uri-or-base64-file"],
            elsewhere: "Raise `limit` of the parser, which is 100 KiB if not set, or send the file in a form."
        ),
    ]
}
