extension ServerErrorCatalogue {
    /// Ruby: Rack, and Rails upon it.
    static let ruby: [ServerError] = [
        ServerError(
            ["EOFError", "bad content body", "EmptyContentError"],
            of: "Rack (Rails, Sinatra)",
            about: .end,
            meaning:
                "Rack reached the end of the body before it had found the delimiters that it looked for.",
            rules: otherBoundary + [
                "line/bare-lf-everywhere", "delimiter/zero-parts", "line/missing-blank-line",
                "boundary/illegal-char", "content-type/whitespace-around-equals", "delimiter/leading-crlf",
                "delimiter/preamble",
            ] + brokenEnd,
            elsewhere:
                "Look for middleware that reads rack.input before Rack does and does not rewind it, and for a "
                + "front end that cuts uploads off."
        ),
        ServerError(
            [
                "multiple boundary parameters found in multipart content type",
                "EOFError: multiple boundary parameters found in multipart content type",
                "whitespace between boundary parameter name and equal sign",
                "EOFError: whitespace between boundary parameter name and equal sign",
            ],
            of: "Rack (Rails, Sinatra)",
            about: .boundary,
            meaning: "The boundary parameter of Content-Type is written in a way that Rack refuses.",
            rules: ["boundary/duplicate-parameter", "content-type/whitespace-around-equals"],
            elsewhere: retyped
        ),
        ServerError(
            ["multipart boundary size too large", "BoundaryTooLongError"],
            of: "Rack (Rails, Sinatra)",
            about: .boundary,
            meaning: "The boundary has more than 70 characters.",
            rules: ["boundary/too-long", "boundary/unterminated-quote"],
            elsewhere: retyped
        ),
        ServerError(
            [
                "MultipartPartLimitError", "Maximum file multiparts in content reached",
                "MultipartTotalPartLimitError",
                "Maximum total multiparts in content reached",
            ],
            of: "Rack (Rails, Sinatra)",
            about: .limit,
            meaning: "The form has more files, or more parts, than are allowed.",
            rules: tooMany,
            elsewhere:
                "Raise RACK_MULTIPART_FILE_LIMIT, which is 128 if not set, or RACK_MULTIPART_TOTAL_PART_LIMIT (4,096)."
        ),
        ServerError(
            [
                "multipart mime part header too large", "EOFError: multipart mime part header too large",
                "multipart data over retained size limit",
                "EOFError: multipart data over retained size limit",
            ],
            of: "Rack (Rails, Sinatra)",
            about: .limit,
            meaning:
                "The header of a part is longer than 64 KiB, or all text fields together are than 16 MiB; a file without a "
                + "filename is a text field.",
            rules: [
                "line/missing-blank-line", "limits/part-header-line", "part/binary-without-filename",
                "part/data-uri-or-base64-file",
            ] + swallowed,
            elsewhere: "Raise RACK_MULTIPART_BUFFERED_UPLOAD_BYTESIZE_LIMIT where such values are expected."
        ),
        ServerError(
            ["ArgumentError: invalid byte sequence in UTF-8", "Invalid encoding for parameter"],
            of: "Rack (Rails, Sinatra)",
            about: .unwanted,
            meaning: "A name, a filename or a value is not valid UTF-8.",
            rules: [
                "disposition/name-not-utf8", "disposition/filename-not-utf8", "part/text-not-utf8",
                "part/binary-without-filename",
            ],
            elsewhere: "Look at what the application does with the values of the form."
        ),
        ServerError(
            ["invalid %-encoding"],
            of: "Rack (Rails, Sinatra)",
            about: .misreading,
            meaning:
                "Rack read the form as a URL-encoded one, in which a percent sign begins an escape: Content-Type is another "
                + "one, missing, or without a boundary parameter.",
            rules: otherType + lostBoundary + ["disposition/percent-ambiguous"],
            elsewhere: retyped + " In a query of the URL it is a percent sign that was not escaped."
        ),
        ServerError(
            ["param is missing or the value is empty", "ActionController::ParameterMissing"],
            of: "Rails",
            about: .part,
            meaning: "The form has no field of the name that the action requires, or none at all.",
            rules: otherName + notAFile,
            elsewhere:
                "Compare the names: `user[photo]` comes under `user`, and `photo` does not. A JSON body has its own names."
        ),
    ]
}
