extension ServerErrorCatalogue {
    /// Python: Starlette, aiohttp, Tornado, python-multipart and multipart, which read forms as they arrive.
    static let pythonReaders: [ServerError] = [
        ServerError(
            ["Missing boundary in multipart"],
            of: "Starlette and FastAPI",
            about: .boundary,
            meaning: "The Content-Type of the request has no boundary parameter.",
            rules: lostBoundary,
            elsewhere: retyped
        ),
        ServerError(
            ["Did not find CR at end of boundary", "Did not find LF at end of boundary"],
            of: "python-multipart (Starlette, FastAPI)",
            about: .delimiter,
            meaning: "A delimiter line does not end in CRLF.",
            rules: [
                "line/bare-lf-everywhere", "delimiter/lf-after", "delimiter/padding", "delimiter/zero-parts",
                "boundary/mismatch", "delimiter/junk-after", "boundary/duplicate-parameter",
            ],
            elsewhere: middleware
        ),
        ServerError(
            ["Expected boundary character … got … at index"],
            of: "python-multipart (Starlette, FastAPI)",
            about: .delimiter,
            meaning: "The first line of the body is not the delimiter that Content-Type announces.",
            rules: otherBoundary + [
                "delimiter/leading-crlf", "delimiter/preamble", "delimiter/first-not-at-line-start",
                "line/leading-bom", "delimiter/zero-parts", "boundary/unterminated-quote",
            ],
            elsewhere: middleware
        ),
        ServerError(
            ["Found invalid character … in header at", "Found non-alphanumeric character … in header at"],
            of: "python-multipart (Starlette, FastAPI)",
            about: .partHeader,
            meaning: "A header line of a part contains a byte that does not belong there, as content does.",
            rules: badHeader,
            elsewhere: changed
        ),
        ServerError(
            ["Invalid multipart data", "There was an error parsing the body"],
            of: "Starlette and FastAPI",
            about: .form,
            meaning:
                "python-multipart, which reads the form, failed; its own text is in the cause of the exception.",
            rules: otherBoundary + [
                "line/bare-lf-everywhere", "line/missing-blank-line", "line/lf-in-part-headers",
                "disposition/raw-crlf", "line/cr-cr-lf", "line/bare-cr-in-header",
                "delimiter/first-not-at-line-start", "delimiter/leading-crlf", "delimiter/preamble",
                "delimiter/padding", "delimiter/malformed-close", "delimiter/consecutive",
                "delimiter/inside-headers", "delimiter/zero-parts", "boundary/occurs-in-content",
                "boundary/too-long", "boundary/unterminated-quote", "part-header/empty-name",
                "part-header/leading-whitespace", "part-header/invalid-name-char",
                "part-header/fold-invalid-whitespace", "line/leading-bom", "disposition/missing-name",
            ] + lostBoundary + brokenEnd,
            elsewhere: middleware
        ),
        ServerError(
            ["The Content-Disposition header field name must be provided"],
            of: "Starlette and FastAPI",
            about: .partHeader,
            meaning: "A part has no name.",
            rules: [
                "disposition/missing-name", "line/blank-line-before-headers", "part-header/none",
                "part-header/missing-content-disposition", "disposition/missing-semicolon",
            ],
            elsewhere: changed
        ),
        ServerError(
            [
                "Too many files. Maximum number of files is …",
                "Too many fields. Maximum number of fields is …",
            ],
            of: "Starlette and FastAPI",
            about: .limit,
            meaning: "The form has more files, or more fields, than the handler allows.",
            rules: tooMany,
            elsewhere:
                "Call request.form() with larger max_files or max_fields, which are 1,000 if not given."
        ),
        ServerError(
            ["Part exceeded maximum size of …", "Field exceeded maximum size of …"],
            of: "Starlette and FastAPI",
            about: .limit,
            meaning:
                "A field is longer than the handler allows; a part without a filename is a field, and not a file.",
            rules: [
                "part/binary-without-filename", "part/data-uri-or-base64-file", "disposition/filename-star",
            ]
                + swallowed,
            elsewhere: "Call request.form() with a larger max_part_size, which is 1 MiB if not given."
        ),
        ServerError(
            ["Field required"],
            of: "FastAPI (pydantic)",
            about: .part,
            meaning:
                "No part has the name of the argument, or the Content-Type of the request is not that of a form.",
            rules: otherName + otherPage,
            elsewhere:
                "Compare the name of the part with the one in `loc` of the answer, letter for letter, and look whether the "
                + "argument is a File() or Form(), and not a JSON body."
        ),
        ServerError(
            ["Expected UploadFile received"],
            of: "FastAPI",
            about: .part,
            meaning:
                "The part came without a filename: Starlette reads it as a field, and its value is a text.",
            rules: notAFile,
            elsewhere: "Look whether the client appends a path, a URL or a text where a file is asked for."
        ),
        ServerError(
            ["Could not find starting boundary"],
            of: "aiohttp",
            about: .delimiter,
            meaning: "The body has no line that is the delimiter which Content-Type announces.",
            rules: otherBoundary + [
                "boundary/illegal-char", "boundary/single-quoted", "content-type/control-or-nonascii",
                "line/bare-cr-everywhere",
            ],
            elsewhere: middleware
        ),
        ServerError(
            ["Invalid boundary b'--…', expected b'--…'"],
            of: "aiohttp",
            about: .delimiter,
            meaning: "A line that begins with the delimiter does not end as a delimiter does.",
            rules: [
                "delimiter/malformed-close", "delimiter/junk-after", "delimiter/junk-after-close",
                "delimiter/no-line-break-after", "delimiter/part-after-close", "boundary/prefix-in-content",
                "boundary/trailing-space",
            ],
            elsewhere: changed
        ),
        ServerError(
            ["ValueError: Reading after EOF"],
            of: "aiohttp",
            about: .end,
            meaning: "The body ends before the close delimiter.",
            rules: brokenEnd + ["line/bare-lf-everywhere"],
            elsewhere: middleware
        ),
        ServerError(
            ["boundary missed for Content-Type"],
            of: "aiohttp",
            about: .boundary,
            meaning: "The Content-Type of the request has no boundary parameter.",
            rules: lostBoundary,
            elsewhere: retyped
        ),
        ServerError(
            ["multipart/* content type expected"],
            of: "aiohttp",
            about: .mediaType,
            meaning: "The handler reads the request as multipart, and its Content-Type is another one.",
            rules: otherType + otherPage,
            elsewhere: retyped
        ),
        ServerError(
            ["Invalid multipart/form-data: no final boundary"],
            of: "Tornado",
            about: .delimiter,
            meaning:
                "The body has no close delimiter of the boundary that Content-Type announces: the form is empty.",
            rules: brokenEnd + otherBoundary + [
                "boundary/illegal-char", "boundary/unterminated-quote", "boundary/single-quoted",
                "content-type/whitespace-around-equals", "content-type/control-or-nonascii",
                "boundary/prefix-in-content",
            ],
            elsewhere: middleware
        ),
        ServerError(
            ["Invalid multipart/form-data: multipart boundary not found"],
            of: "Tornado",
            about: .boundary,
            meaning: "The Content-Type of the request has no boundary parameter: the form is empty.",
            rules: lostBoundary + ["boundary/parameter-name-case"],
            elsewhere: retyped
        ),
        ServerError(
            [
                "multipart/form-data missing headers", "multipart/form-data value missing name",
                "Invalid multipart/form-data",
            ],
            of: "Tornado",
            about: .form,
            meaning:
                "A part is left out: its header does not end, has no name or is no header, or no CRLF ends it.",
            rules: badHeader + noDisposition + [
                "disposition/missing-name", "disposition/empty-name", "disposition/type-not-form-data",
                "disposition/type-case", "disposition/missing-semicolon", "delimiter/first-not-at-line-start",
                "delimiter/preamble", "delimiter/leading-crlf", "delimiter/padding", "delimiter/junk-after",
                "delimiter/lf-after", "boundary/body-extra-dashes", "boundary/lf-line-in-content",
                "boundary/lookalike-delimiter", "line/leading-bom", "line/bare-cr-everywhere",
            ] + brokenEnd,
            elsewhere: changed
        ),
        ServerError(
            ["Unexpected end of multipart stream"],
            of: "multipart (Python; Bottle, Litestar)",
            about: .end,
            meaning: "The body ends before the close delimiter, or the announced delimiter was never found.",
            rules: brokenEnd + otherBoundary,
            elsewhere: middleware
        ),
        ServerError(
            ["Unexpected byte in front of first boundary", "Unexpected byte after first boundary"],
            of: "multipart (Python; Bottle, Litestar)",
            about: .delimiter,
            meaning:
                "The body does not begin with the delimiter that Content-Type announces, alone on its line.",
            rules: [
                "boundary/body-extra-dashes", "delimiter/first-not-at-line-start", "line/leading-bom",
                "boundary/illegal-char", "boundary/needs-quoting", "delimiter/preamble",
                "delimiter/leading-crlf",
            ],
            elsewhere: middleware
        ),
        ServerError(
            ["Invalid line break after first boundary", "Unexpected bytes after boundary"],
            of: "multipart (Python; Bottle, Litestar)",
            about: .delimiter,
            meaning: "A delimiter line does not end in CRLF.",
            rules: [
                "line/bare-lf-everywhere", "delimiter/lf-after", "delimiter/malformed-close",
                "boundary/prefix-in-content", "delimiter/junk-after", "delimiter/padding",
            ],
            elsewhere: middleware
        ),
        ServerError(
            [
                "Malformed segment header", "Invalid segment header name", "Segment header failed to decode",
                "Unexpected segment header continuation",
            ],
            of: "multipart (Python; Bottle, Litestar)",
            about: .partHeader,
            meaning: "A line in the header of a part is not a header line, or is not valid UTF-8.",
            rules: badHeader + ["disposition/filename-not-utf8", "disposition/name-not-utf8"],
            elsewhere: middleware
        ),
        ServerError(
            ["Missing Content-Disposition segment header"],
            of: "multipart (Python; Bottle, Litestar)",
            about: .partHeader,
            meaning: "A part has no Content-Disposition.",
            rules: [
                "line/blank-line-before-headers", "part-header/none",
                "part-header/missing-content-disposition",
            ],
            elsewhere: middleware
        ),
        ServerError(
            ["Invalid Content-Disposition segment header: Wrong type"],
            of: "multipart (Python; Bottle, Litestar)",
            about: .partHeader,
            meaning: "The disposition type of a part is not form-data.",
            rules: ["disposition/type-not-form-data", "disposition/missing-semicolon"],
            elsewhere: middleware
        ),
        ServerError(
            ["Segment size does not match Content-Length header"],
            of: "multipart (Python; Bottle, Litestar)",
            about: .partHeader,
            meaning: "The Content-Length of a part is not the length of its content.",
            rules: ["part-header/content-length-wrong"],
            elsewhere: middleware
        ),
        ServerError(
            ["Missing boundary for multipart/form-data"],
            of: "multipart (Python; Bottle, Litestar)",
            about: .boundary,
            meaning: "Content-Type has no boundary parameter that can be read.",
            rules: lostBoundary + ["boundary/unterminated-quote", "content-type/control-or-nonascii"],
            elsewhere: retyped
        ),
    ]
}
