extension ServerErrorCatalogue {
    private static let middleware =
        "Look for middleware that has read the request's stream before the form is parsed."

    /// Python: Django, Werkzeug, Starlette, python-multipart, multipart.
    static let python: [ServerError] = [
        ServerError(
            ["Invalid boundary in multipart"],
            of: "Django",
            meaning: "Content-Type has no boundary parameter, or one that Django does not accept.",
            rules: lostBoundary + ["boundary/illegal-char", "boundary/too-long"],
            elsewhere: "Look for a proxy or a test client that rewrites Content-Type."
        ),
        ServerError(
            ["Invalid non-ASCII Content-Type in multipart"],
            of: "Django",
            meaning: "Content-Type contains bytes beyond ASCII.",
            rules: ["content-type/control-or-nonascii", "boundary/illegal-char"],
            elsewhere: "Look for a proxy or a test client that rewrites Content-Type."
        ),
        ServerError(
            ["Invalid Content-Type"],
            of: "Django",
            meaning: "The type is not multipart/form-data in lowercase letters.",
            rules: ["content-type/type-case", "content-type/wrong-type"],
            elsewhere: "Letter case does not matter in a media type: the server is at fault."
        ),
        ServerError(
            ["Invalid form-data cannot parse beyond State.PREAMBLE"],
            of: "Werkzeug (Flask)",
            meaning:
                "Werkzeug did not find the delimiter that Content-Type announces. Flask reports no error: the "
                + "form is empty.",
            rules: otherBoundary + [
                "delimiter/none-found", "boundary/illegal-char", "boundary/needs-quoting", "body/empty",
                "line/utf16-body",
            ],
            elsewhere: middleware
        ),
        ServerError(
            ["Invalid form-data cannot parse beyond State.DATA"],
            of: "Werkzeug (Flask)",
            meaning: "The body ends inside the content of a part. Flask reports no error: the form is empty.",
            rules: brokenEnd + ["boundary/body-extra-dashes"],
            elsewhere: middleware
        ),
        ServerError(
            ["Invalid form-data cannot parse beyond State.PART"],
            of: "Werkzeug (Flask)",
            meaning: "The body ends inside the header of a part. Flask reports no error: the form is empty.",
            rules: ["delimiter/missing-close", "line/missing-blank-line", "body/truncated"],
            elsewhere: middleware
        ),
        ServerError(
            ["ValueError: Missing boundary"],
            of: "Werkzeug (Flask)",
            meaning: "Content-Type has no boundary parameter that Werkzeug can read.",
            rules: lostBoundary + ["boundary/unterminated-quote", "content-type/control-or-nonascii"],
            elsewhere: "Look for a proxy or a test client that rewrites Content-Type."
        ),
        ServerError(
            ["Missing Content-Disposition header"],
            of: "Werkzeug (Flask)",
            meaning: "A part has no Content-Disposition.",
            rules: [
                "part-header/missing-content-disposition", "part-header/none",
                "line/blank-line-before-headers",
            ],
            elsewhere: "Look for code that changes the body on its way to the application."
        ),
        ServerError(
            [
                "utf-8 codec can't decode byte … in position … invalid start byte",
                "utf-8 codec can't decode byte … in position … invalid continuation byte",
            ],
            of: "Werkzeug and multipart (Python)",
            meaning: "A name, a filename or a value is not valid UTF-8.",
            rules: [
                "disposition/filename-not-utf8", "disposition/name-not-utf8", "part/text-not-utf8",
                "line/missing-blank-line", "disposition/junk-after-value", "part/binary-without-filename",
                "content-type/wrong-type",
            ],
            elsewhere: "Check whether a file is sent without a filename, so that it is read as text."
        ),
        ServerError(
            [
                "The browser (or proxy) sent a request that this server could not understand",
                "ClientDisconnected",
            ],
            of: "Werkzeug (Flask)",
            meaning:
                "The connection ended before the whole body had arrived, or a field that the handler asks for "
                + "is not in the form.",
            rules: ["length/too-long", "body/truncated"] + otherBoundary + ["contract/field-missing"],
            elsewhere: "Compare the names: that of the part with the key of request.form or request.files."
        ),
        ServerError(
            ["Missing boundary in multipart"],
            of: "Starlette and FastAPI",
            meaning: "The Content-Type of the request has no boundary parameter.",
            rules: lostBoundary,
            elsewhere: "Look for a proxy or a test client that rewrites Content-Type."
        ),
        ServerError(
            ["Did not find CR at end of boundary", "Did not find LF at end of boundary"],
            of: "python-multipart (Starlette, FastAPI)",
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
            meaning: "The first line of the body is not the delimiter that Content-Type announces.",
            rules: otherBoundary + [
                "delimiter/leading-crlf", "delimiter/preamble", "delimiter/first-not-at-line-start",
                "line/leading-bom", "delimiter/zero-parts", "line/utf16-body", "boundary/unterminated-quote",
            ],
            elsewhere: middleware
        ),
        ServerError(
            ["Found invalid character … in header at", "Found non-alphanumeric character … in header at"],
            of: "python-multipart (Starlette, FastAPI)",
            meaning: "A header line of a part contains a byte that does not belong there, as content does.",
            rules: badHeader,
            elsewhere: "Look for code that changes the body on its way to the application."
        ),
        ServerError(
            ["Invalid multipart data", "There was an error parsing the body"],
            of: "Starlette and FastAPI",
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
                "part-header/fold-invalid-whitespace", "line/leading-bom", "line/utf16-body",
                "disposition/missing-name",
            ] + lostBoundary + brokenEnd.filter { $0 != "delimiter/malformed-close" },
            elsewhere: middleware
        ),
        ServerError(
            ["The Content-Disposition header field name must be provided"],
            of: "Starlette and FastAPI",
            meaning: "A part has no name.",
            rules: [
                "disposition/missing-name", "line/blank-line-before-headers", "part-header/none",
                "part-header/missing-content-disposition", "disposition/missing-semicolon",
            ],
            elsewhere: "Look for code that changes the body on its way to the application."
        ),
        ServerError(
            ["Unexpected end of multipart stream"],
            of: "multipart (Python; Bottle, Litestar)",
            meaning: "The body ends before the close delimiter, or the announced delimiter was never found.",
            rules: brokenEnd + otherBoundary + ["body/empty", "line/utf16-body"],
            elsewhere: middleware
        ),
        ServerError(
            ["Unexpected byte in front of first boundary", "Unexpected byte after first boundary"],
            of: "multipart (Python; Bottle, Litestar)",
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
            meaning: "A line in the header of a part is not a header line, or is not valid UTF-8.",
            rules: badHeader + ["disposition/filename-not-utf8", "disposition/name-not-utf8"],
            elsewhere: middleware
        ),
        ServerError(
            ["Missing Content-Disposition segment header"],
            of: "multipart (Python; Bottle, Litestar)",
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
            meaning: "The disposition type of a part is not form-data.",
            rules: ["disposition/type-not-form-data", "disposition/missing-semicolon"],
            elsewhere: middleware
        ),
        ServerError(
            ["Segment size does not match Content-Length header"],
            of: "multipart (Python; Bottle, Litestar)",
            meaning: "The Content-Length of a part is not the length of its content.",
            rules: ["part-header/content-length-wrong"],
            elsewhere: middleware
        ),
        ServerError(
            ["Missing boundary for multipart/form-data"],
            of: "multipart (Python; Bottle, Litestar)",
            meaning: "Content-Type has no boundary parameter that can be read.",
            rules: lostBoundary + ["boundary/unterminated-quote", "content-type/control-or-nonascii"],
            elsewhere: "Look for a proxy or a test client that rewrites Content-Type."
        ),
    ]
}
