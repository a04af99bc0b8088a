extension ServerErrorCatalogue {
    private static let servlet =
        "Look for a filter or an interceptor that reads the request's body or calls getParameter() before the parts are "
        + "read, for a multipart resolver that is configured twice, and at the limits of the container."

    /// Java: Tomcat, Spring, Jersey.
    static let java: [ServerError] = [
        ServerError(
            [
                "the request was rejected because no multipart boundary was found",
                "no multipart boundary was found",
            ],
            of: "commons-fileupload and Tomcat (Spring MVC)",
            meaning: "The Content-Type of the request has no boundary parameter.",
            rules: lostBoundary,
            elsewhere: "Look for a gateway that rewrites Content-Type."
        ),
        ServerError(
            [
                "Stream ended unexpectedly", "MalformedStreamException",
                "MalformedStreamException: Stream ended unexpectedly",
                "Processing of multipart/form-data request failed. Stream ended unexpectedly",
                "Header section has more than … bytes (maybe it is not properly terminated)",
            ],
            of: "commons-fileupload and Tomcat (Spring MVC)",
            meaning:
                "The reader came to the end of the body, or of what it keeps, while it looked for a line end.",
            rules: [
                "line/bare-lf-everywhere", "line/missing-blank-line", "line/lf-in-part-headers",
                "delimiter/inside-headers",
            ] + brokenEnd + ["boundary/body-extra-dashes", "boundary/mismatch"],
            elsewhere: servlet
        ),
        ServerError(
            [
                "the request doesn't contain a multipart/form-data or multipart/mixed stream, content type header is …",
                "the request doesn't contain a multipart/form-data or multipart/mixed stream",
                "Current request is not a multipart request",
            ],
            of: "commons-fileupload, Tomcat and Spring MVC",
            meaning: "The Content-Type of the request is not multipart/form-data.",
            rules: otherType,
            elsewhere: "Look for a gateway that rewrites Content-Type."
        ),
        ServerError(
            [
                "the request was rejected because its size (…) exceeds the configured maximum (…)",
                "exceeds its maximum permitted size of … bytes", "Maximum upload size exceeded",
                "Maximum upload size of … bytes exceeded", "FileSizeLimitExceededException",
                "SizeLimitExceededException",
            ],
            of: "commons-fileupload, Tomcat and Spring MVC",
            meaning: "The request, or a file in it, is larger than the server allows.",
            rules: [
                "limits/body-size", "contract/length", "part-header/cte-encoded",
                "part/data-uri-or-base64-file",
            ],
            elsewhere:
                "Raise the limits of the server: spring.servlet.multipart.max-file-size and max-request-size, or "
                + "maxFileSize and maxRequestSize of @MultipartConfig."
        ),
        ServerError(
            ["FileCountLimitExceededException", "FileCountLimitExceededException: attachment"],
            of: "commons-fileupload and Tomcat (Spring MVC)",
            meaning: "The form has more parts than the server allows.",
            rules: ["limits/part-count", "part/duplicate-content"],
            elsewhere: "Raise maxPartCount of Tomcat's connector where that many parts are expected."
        ),
        ServerError(
            ["The boundary specified in the … header is too long"],
            of: "commons-fileupload and Tomcat (Spring MVC)",
            meaning: "The boundary does not fit into the buffer of the reader.",
            rules: ["boundary/too-long", "limits/boundary-length-receiver"],
            elsewhere: "Look for a gateway that rewrites Content-Type."
        ),
        ServerError(
            ["Unexpected characters follow a boundary"],
            of: "commons-fileupload (MultipartStream) and readers derived from it",
            meaning: "Neither CRLF nor two dashes follow a boundary.",
            rules: [
                "delimiter/padding", "delimiter/junk-after", "boundary/prefix-in-content",
                "delimiter/malformed-close",
                "delimiter/no-line-break-after", "line/cr-cr-lf", "line/bare-cr-everywhere",
            ],
            elsewhere: "Look at the code that writes the delimiters."
        ),
        ServerError(
            ["Expected headers to be terminated by an empty line"],
            of: "commons-fileupload",
            meaning: "The header lines of a part do not end with a blank line.",
            rules: ["line/missing-blank-line", "delimiter/inside-headers"],
            elsewhere: servlet
        ),
        ServerError(
            ["Invalid file name"],
            of: "commons-fileupload",
            meaning: "The filename of a part contains a NUL byte.",
            rules: ["disposition/filename-nul"],
            elsewhere: "Look for code that writes the filename as UTF-16 or with its terminating NUL."
        ),
        ServerError(
            [
                "The length of a boundary token cannot be changed",
                "The length of a boundary token can not be changed",
            ],
            of: "commons-fileupload",
            meaning: "A part is itself multipart, with a boundary of another length.",
            rules: ["part/nested-multipart", "part/nested-unclosed"],
            elsewhere: "Send each file as a part of its own, under the same name."
        ),
        ServerError(
            ["Required request part … is not present", "Required part … is not present"],
            of: "Spring MVC and WebFlux",
            meaning: "No part has the name that the handler asks for, or the parts were not found at all.",
            rules: [
                "disposition/missing-name", "disposition/empty-name", "disposition/unquoted-illegal",
                "disposition/raw-quote", "disposition/unterminated-quote", "disposition/type-not-form-data",
                "boundary/mismatch", "boundary/header-includes-dashes", "disposition/filename-star",
                "delimiter/missing-close", "content-type/wrong-type", "contract/field-missing",
                "contract/field-extra",
            ],
            elsewhere:
                "Compare the names: that of the part with the one in @RequestPart or @RequestParam, letter for letter. "
                + servlet
        ),
        ServerError(
            ["Could not find first boundary"],
            of: "Spring WebFlux",
            meaning: "The body has no line that begins with the boundary of Content-Type.",
            rules: [
                "boundary/mismatch", "delimiter/none-found", "boundary/header-includes-dashes",
                "boundary/body-missing-dashes", "body/empty", "line/bare-lf-everywhere",
                "body/format-is-other",
            ],
            elsewhere: "Look for a gateway filter that reads the body to log it and passes on an empty one."
        ),
        ServerError(
            ["Missing start boundary"],
            of: "mimepull (Jersey, Metro)",
            meaning: "The body does not begin with the boundary of Content-Type.",
            rules: [
                "boundary/quoted", "boundary/mismatch", "boundary/header-includes-dashes",
                "delimiter/preamble",
                "body/empty",
            ],
            elsewhere: "Look for a filter that has read the entity's stream before the resource does."
        ),
        ServerError(
            ["no closing MIME boundary"],
            of: "mimepull (Jersey, Metro)",
            meaning: "The body ends without the close delimiter.",
            rules: ["delimiter/missing-close"] + brokenEnd.filter { $0 != "delimiter/missing-close" },
            elsewhere: "Look for a filter that has read the entity's stream before the resource does."
        ),
        ServerError(
            ["unexpected end of stream", "expected … bytes but received"],
            of: "OkHttp (Retrofit), as a client",
            meaning: "The body that was written has another length than the one that was promised.",
            rules: ["length/too-long", "body/truncated", "length/too-short", "framing/bytes-after-body"],
            elsewhere:
                "Look at contentLength() of the request's body, and whether the server closed the connection."
        ),
    ]

    /// .NET.
    static let dotNet: [ServerError] = [
        ServerError(
            [
                "Unexpected end of Stream, the content may have already been read by another component",
                "Unexpected end of Stream",
            ],
            of: "ASP.NET Core",
            meaning:
                "The reader came to the end of the body before the close delimiter, or found nothing left to read.",
            rules: ["delimiter/missing-close"] + brokenEnd.filter { $0 != "delimiter/missing-close" },
            elsewhere:
                "Look for what reads the body first: model binding of another argument, a filter that touches "
                + "Request.Form, middleware that logs bodies. EnableBuffering() lets the body be read again; "
                + "DisableFormValueModelBinding keeps MVC from reading it."
        ),
        ServerError(
            ["Line length limit … exceeded"],
            of: "ASP.NET Core (MultipartReader)",
            meaning: "The reader found no line end where a delimiter or a header line should end.",
            rules: [
                "line/bare-lf-everywhere", "boundary/mismatch", "delimiter/leading-crlf",
                "delimiter/preamble",
                "delimiter/none-found", "line/lf-in-part-headers", "boundary/too-long",
            ],
            elsewhere: "Check whether the boundary that is handed to MultipartReader still has its quotes."
        ),
    ]
}
