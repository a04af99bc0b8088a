extension ServerErrorCatalogue {
    /// Faults by which a field does not come under the name that the server asks for.
    private static let otherName =
        [
            "contract/field-missing", "disposition/missing-name", "disposition/empty-name",
            "disposition/unquoted-illegal", "disposition/raw-quote", "disposition/single-quoted",
            "disposition/mojibake", "disposition/type-not-form-data",
        ] + otherBoundary + otherType + lostBoundary + ["line/bare-lf-everywhere", "body/empty"]

    /// The ids of a list, each where it stands first.
    private static func once(_ rules: [String]) -> [String] {
        var seen: Set<String> = []
        return rules.filter { seen.insert($0).inserted }
    }

    /// Faults by which a file is read as a field.
    private static let notAFile = [
        "part/binary-without-filename", "part/stringified-object", "disposition/filename-star",
        "disposition/unquoted-illegal", "disposition/missing-semicolon", "content-type/wrong-type",
    ]

    /// Frameworks that check the fields after the form was read, or report a failed reading in words of their own.
    static let frameworks: [ServerError] = [
        ServerError(
            ["Failed to parse multipart servlet request", "Could not parse multipart servlet request"],
            of: "Spring MVC",
            meaning: "The servlet container could not read the form: the exception named after it says why.",
            rules: once(brokenEnd + badHeader + lostBoundary + otherBoundary + ["limits/body-size"]),
            elsewhere:
                "Look for the exception that it names as its cause (`nested exception is`, `Caused by`), and explain that. "
                + "A client that goes away in mid-upload gives the same error."
        ),
        ServerError(
            ["Field required"],
            of: "FastAPI (pydantic)",
            meaning:
                "No part has the name of the argument, or the Content-Type of the request is not that of a form.",
            rules: once(otherName),
            elsewhere:
                "Compare the name of the part with the one in `loc` of the answer, letter for letter, and look whether the "
                + "argument is a File() or Form(), and not a JSON body."
        ),
        ServerError(
            ["Expected UploadFile received"],
            of: "FastAPI",
            meaning:
                "The part came without a filename: Starlette reads it as a field, and its value is a text.",
            rules: once(notAFile),
            elsewhere: "Look whether the client appends a path, a URL or a text where a file is asked for."
        ),
        ServerError(
            [
                "No file was submitted", "No file was submitted. Check the encoding type on the form.",
                "The submitted data was not a file. Check the encoding type on the form.",
                "The submitted data was not a file",
            ],
            of: "Django and Django REST framework",
            meaning:
                "Under the name of the file field came nothing, or a text: a part without a filename is a field.",
            rules: once(notAFile + otherName),
            elsewhere:
                "Look whether the client sends JSON, or a URL in place of a file that stays as it is; and whether the view "
                + "has MultiPartParser among its parsers."
        ),
        ServerError(
            ["The submitted file is empty"],
            of: "Django and Django REST framework",
            meaning: "The file has no content.",
            rules: ["part/empty-file", "line/missing-blank-line", "body/truncated"],
            elsewhere:
                "Look whether the client has read the file already, so that nothing is left to be sent."
        ),
        ServerError(
            ["The … field is required", "The … field must be a file", "The … must be a file"],
            of: "Laravel",
            meaning: "PHP has no field or file under this name, or none at all.",
            rules: once(otherName + notAFile),
            elsewhere:
                "PHP reads forms of POST only: send a PUT or PATCH as POST with `_method`. A body above post_max_size leaves "
                + "the form empty."
        ),
        ServerError(
            ["The … failed to upload"],
            of: "Laravel",
            meaning: "PHP reports an error for the file: it is too large, or only a part of it came.",
            rules: once(["limits/body-size"] + brokenEnd),
            elsewhere: "Look at upload_max_filesize and post_max_size of PHP, and at its temporary folder."
        ),
        ServerError(
            ["Multipart body length limit … exceeded"],
            of: "ASP.NET Core",
            meaning: "The body of a part is larger than the server allows, or its end was not found.",
            rules: once(
                ["limits/body-size"] + otherBoundary + ["delimiter/lf-before", "line/bare-lf-everywhere"]
            ),
            elsewhere:
                "Raise FormOptions.MultipartBodyLengthLimit (128 MiB if not set), and the server's MaxRequestBodySize."
        ),
        ServerError(
            ["Request body too large. The max request body size is … bytes"],
            of: "ASP.NET Core (Kestrel)",
            meaning: "The request is larger than the server allows.",
            rules: ["limits/body-size", "length/too-long"],
            elsewhere: "Raise MaxRequestBodySize of Kestrel, or [RequestSizeLimit] of the action."
        ),
        ServerError(
            ["http: request body too large"],
            of: "Go (http.MaxBytesReader)",
            meaning: "The request is larger than the handler allows.",
            rules: ["limits/body-size", "length/too-long"],
            elsewhere: "Look at the limit that the handler, or the framework, hands to http.MaxBytesReader."
        ),
        ServerError(
            ["http: no such file"],
            of: "Go (net/http)",
            meaning:
                "The form has no file of the name that the handler asks FormFile for: the part has another name, or has no "
                + "filename and is read as a value.",
            rules: [
                "contract/field-missing", "part/binary-without-filename", "disposition/percent-encoded-name",
                "disposition/mojibake", "disposition/single-quoted", "disposition/missing-name",
                "disposition/filename-star", "delimiter/missing-crlf-before", "part/header-in-content",
            ],
            elsewhere:
                "Compare the name of the part with the one in FormFile, letter for letter, and see that the part has a "
                + "filename."
        ),
        ServerError(
            ["multipart: message too large"],
            of: "Go (mime/multipart)",
            meaning:
                "The values and headers of the form take more memory than is allowed (10 MiB besides what "
                + "ParseMultipartForm was given), or there are more than 1,000 parts or 10,000 header lines.",
            rules: [
                "limits/part-count", "limits/part-header-count", "part/binary-without-filename",
                "part/data-uri-or-base64-file", "delimiter/missing-crlf-before",
            ],
            elsewhere:
                "Look for files that are sent without a filename, which are kept in memory, and at GODEBUG's "
                + "multipartmaxparts and multipartmaxheaders."
        ),
        ServerError(
            ["mime: no media type"],
            of: "Go (mime)",
            meaning: "Content-Type is empty, or begins with a semicolon.",
            rules: once(otherType + ["content-type/empty-parameter", "content-type/missing"]),
            elsewhere: "Look for a proxy or a test client that rewrites Content-Type."
        ),
        ServerError(
            ["client intended to send too large body", "413 Request Entity Too Large"],
            of: "nginx",
            meaning: "The request is longer than nginx allows; the server behind it never saw it.",
            rules: ["limits/body-size", "contract/length", "part/data-uri-or-base64-file"],
            elsewhere: "Raise client_max_body_size, which is 1 MiB if not set."
        ),
        ServerError(
            ["Error parsing multipart/form-data request"],
            of: "axum",
            meaning: "multer could not read the form, or the body is longer than axum allows.",
            rules: once(brokenEnd + badHeader + otherBoundary + ["limits/body-size"]),
            elsewhere:
                "axum refuses bodies above 2 MiB unless DefaultBodyLimit says otherwise. Print the error's source(): that is "
                + "multer's own text."
        ),
        ServerError(
            ["Invalid boundary for multipart/form-data request"],
            of: "axum",
            meaning: "The Content-Type of the request has no boundary parameter.",
            rules: once(lostBoundary + otherType),
            elsewhere: "Look for a client that sets Content-Type by hand over a form."
        ),
        ServerError(
            ["incomplete multipart stream"],
            of: "multer (Rust: axum, Rocket, warp)",
            meaning:
                "The body ends before the close delimiter, or the delimiters of Content-Type do not occur.",
            rules: once(brokenEnd + otherBoundary + ["line/bare-lf-everywhere", "body/empty"]),
            elsewhere: "Look for a layer that has read the body, and for a proxy that closes early."
        ),
        ServerError(
            ["Multipart boundary is not found"],
            of: "actix-multipart",
            meaning: "The Content-Type of the request has no boundary parameter.",
            rules: once(lostBoundary + otherType),
            elsewhere: "Look for a client that sets Content-Type by hand over a form."
        ),
        ServerError(
            ["Multipart stream is incomplete"],
            of: "actix-multipart",
            meaning:
                "The body ends before the close delimiter, or the delimiters of Content-Type do not occur.",
            rules: once(brokenEnd + otherBoundary + ["line/bare-lf-everywhere", "body/empty"]),
            elsewhere: "Look for a proxy that closes early, and at the limits of the payload."
        ),
        ServerError(
            ["Invalid multipart payload format"],
            of: "hapi (pez)",
            meaning:
                "pez could not read the form: a delimiter, a header line or the end is not as it should be.",
            rules: once(
                brokenEnd + badHeader + otherBoundary + [
                    "disposition/type-not-form-data", "disposition/missing-name", "delimiter/preamble",
                    "part-header/cte-encoded",
                ]
            ),
            elsewhere:
                "Look for a proxy that has parsed the body, and passes on another one under its Content-Type."
        ),
        ServerError(
            ["HPE_INVALID_HEADER_TOKEN", "Parse Error: Invalid header value char", "Invalid header token"],
            of: "Node.js (llhttp)",
            meaning:
                "A line of the request's head is no header line: the form itself was not looked at.",
            rules: [
                "framing/bare-cr-or-nul-header", "framing/bare-lf-header", "framing/obs-fold",
                "body/headers-leaked", "content-type/control-or-nonascii",
            ],
            elsewhere:
                "Look at the head in hexadecimal: for a missing blank line, a line break in the value of a field, a CR "
                + "without LF."
        ),
    ]
}
