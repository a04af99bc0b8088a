extension ServerErrorCatalogue {
    /// Where to look when a form in Python was read before its reader came.
    static let middleware =
        "Look for middleware that has read the request's stream before the form is parsed."

    /// Python: Django, Flask, FastAPI and what they read forms with themselves.
    static let python: [ServerError] = [
        ServerError(
            ["Invalid boundary in multipart"],
            of: "Django",
            about: .boundary,
            meaning: "Content-Type has no boundary parameter, or one that Django does not accept.",
            rules: lostBoundary + ["boundary/illegal-char", "boundary/too-long"],
            elsewhere: retyped
        ),
        ServerError(
            ["Invalid non-ASCII Content-Type in multipart"],
            of: "Django",
            about: .boundary,
            meaning: "Content-Type contains bytes beyond ASCII.",
            rules: ["content-type/control-or-nonascii", "boundary/illegal-char"],
            elsewhere: retyped
        ),
        ServerError(
            ["Invalid Content-Type"],
            of: "Django",
            about: .mediaType,
            meaning: "The type is not multipart/form-data in lowercase letters.",
            rules: ["content-type/type-case", "content-type/wrong-type"],
            elsewhere: "Letter case does not matter in a media type: the server is at fault."
        ),
        ServerError(
            ["Invalid content length: 0"],
            of: "Django",
            about: .head,
            meaning: "Content-Length is negative, or for an old version 0 or missing.",
            rules: [
                "length/invalid-syntax", "length/zero-with-body", "body/empty", "length/missing",
                "framing/chunked-upload",
            ],
            elsewhere:
                "Look for a proxy that takes Content-Length away, and for a server that passes none on."
        ),
        ServerError(
            [
                "No file was submitted", "No file was submitted. Check the encoding type on the form.",
                "The submitted data was not a file. Check the encoding type on the form.",
                "The submitted data was not a file", "MultiValueDictKeyError",
            ],
            of: "Django and Django REST framework",
            about: .part,
            meaning:
                "Under the name of the file field came nothing, or a text: a part without a filename is a field.",
            rules: notAFile + otherName,
            elsewhere:
                "Look whether the client sends JSON, or a URL in place of a file that stays as it is; and whether the view "
                + "has MultiPartParser among its parsers."
        ),
        ServerError(
            ["The submitted file is empty"],
            of: "Django and Django REST framework",
            about: .unwanted,
            meaning: "The file has no content.",
            rules: ["part/empty-file", "line/missing-blank-line", "body/truncated"],
            elsewhere:
                "Look whether the client has read the file already, so that nothing is left to be sent."
        ),
        ServerError(
            ["The file you uploaded was either not an image or a corrupted image"],
            of: "Django and Django REST framework",
            about: .unwanted,
            meaning: "The file came, and its content is not that of an image.",
            rules: otherContent,
            elsewhere: "Compare the first bytes of the file that was sent with those of the file itself."
        ),
        ServerError(
            [
                "Unsupported media type … in request",
                "Unsupported media type \"multipart/form-data … in request",
            ],
            of: "Django REST framework",
            about: .mediaType,
            meaning: "The view does not read the Content-Type of the request.",
            rules: otherType + otherPage,
            elsewhere: "Look whether the view has MultiPartParser among its parser_classes."
        ),
        ServerError(
            ["CSRF verification failed. Request aborted"],
            of: "Django",
            about: .part,
            meaning: "No token came, as where the form that holds it cannot be read.",
            rules: otherName,
            elsewhere: "Send the token as the field csrfmiddlewaretoken, or in X-CSRFToken, with its cookie."
        ),
        ServerError(
            [
                "exceeded settings.DATA_UPLOAD_MAX_NUMBER_FILES",
                "exceeded settings.DATA_UPLOAD_MAX_NUMBER_FIELDS",
            ],
            of: "Django",
            about: .limit,
            meaning: "The form has more files, or more fields, than the settings allow.",
            rules: tooMany,
            elsewhere: "Raise the setting that the text names: it is 100 files and 1,000 fields if not set."
        ),
        ServerError(
            ["Request body exceeded settings.DATA_UPLOAD_MAX_MEMORY_SIZE"],
            of: "Django",
            about: .limit,
            meaning:
                "All that came outside of files is larger than the setting allows; a file without a filename is a field.",
            rules: [
                "part/binary-without-filename", "part/data-uri-or-base64-file", "content-type/wrong-type",
            ]
                + swallowed,
            elsewhere: "Raise DATA_UPLOAD_MAX_MEMORY_SIZE, which is 2.5 MiB if not set."
        ),
        ServerError(
            ["Invalid form-data cannot parse beyond State.PREAMBLE"],
            of: "Werkzeug (Flask)",
            about: .delimiter,
            meaning:
                "Werkzeug did not find the delimiter that Content-Type announces. Flask reports no error: the "
                + "form is empty.",
            rules: otherBoundary + ["boundary/illegal-char", "boundary/needs-quoting"],
            elsewhere: middleware
        ),
        ServerError(
            ["Invalid form-data cannot parse beyond State.DATA"],
            of: "Werkzeug (Flask)",
            about: .end,
            meaning: "The body ends inside the content of a part. Flask reports no error: the form is empty.",
            rules: brokenEnd + ["boundary/body-extra-dashes"],
            elsewhere: middleware
        ),
        ServerError(
            ["Invalid form-data cannot parse beyond State.PART"],
            of: "Werkzeug (Flask)",
            about: .end,
            meaning: "The body ends inside the header of a part. Flask reports no error: the form is empty.",
            rules: ["delimiter/missing-close", "line/missing-blank-line", "body/truncated"],
            elsewhere: middleware
        ),
        ServerError(
            ["ValueError: Missing boundary"],
            of: "Werkzeug (Flask)",
            about: .boundary,
            meaning: "Content-Type has no boundary parameter that Werkzeug can read.",
            rules: lostBoundary + ["boundary/unterminated-quote", "content-type/control-or-nonascii"],
            elsewhere: retyped
        ),
        ServerError(
            ["Missing Content-Disposition header"],
            of: "Werkzeug (Flask)",
            about: .partHeader,
            meaning: "A part has no Content-Disposition.",
            rules: noDisposition,
            elsewhere: changed
        ),
        ServerError(
            [
                "utf-8 codec can't decode byte … in position … invalid start byte",
                "utf-8 codec can't decode byte … in position … invalid continuation byte",
            ],
            of: "Werkzeug and multipart (Python)",
            about: .unwanted,
            meaning: "A name, a filename or a value is not valid UTF-8.",
            rules: [
                "disposition/filename-not-utf8", "disposition/name-not-utf8", "part/text-not-utf8",
                "line/missing-blank-line", "disposition/junk-after-value", "disposition/missing-semicolon",
                "part/binary-without-filename", "content-type/wrong-type",
            ],
            elsewhere: "Check whether a file is sent without a filename, so that it is read as text."
        ),
        ServerError(
            [
                "The browser (or proxy) sent a request that this server could not understand",
                "ClientDisconnected",
            ],
            of: "Werkzeug (Flask)",
            about: .part,
            meaning:
                "The connection ended before the whole body had arrived, or a field that the handler asks for "
                + "is not in the form.",
            rules: ["length/too-long", "body/truncated"] + otherBoundary + notAFile + otherName,
            elsewhere: "Compare the names: that of the part with the key of request.form or request.files."
        ),
        ServerError(
            [
                "BadRequestKeyError",
                "BadRequestKeyError: 400 Bad Request: The browser (or proxy) sent a request that this server could not understand",
                "The browser (or proxy) sent a request that this server could not understand. KeyError:",
            ],
            of: "Werkzeug (Flask)",
            about: .part,
            meaning: "The form has no field, or no file, under the key that the handler asks for.",
            rules: notAFile + otherName,
            elsewhere: "Compare the names: that of the part with the key of request.form or request.files."
        ),
        ServerError(
            [
                "The data value transmitted exceeds the capacity limit",
                "413 Request Entity Too Large: The data value transmitted exceeds the capacity limit",
            ],
            of: "Werkzeug (Flask)",
            about: .limit,
            meaning:
                "The request is longer than MAX_CONTENT_LENGTH, a text field is longer than MAX_FORM_MEMORY_SIZE, or the form "
                + "has more parts than MAX_FORM_PARTS.",
            rules: tooLarge + ["part/binary-without-filename", "limits/part-count"] + swallowed,
            elsewhere:
                "Raise the setting: a text field may have 500,000 bytes, and a form 1,000 parts, if these are not set."
        ),
    ]
}
