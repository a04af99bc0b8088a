extension ServerErrorCatalogue {
    /// What may keep a servlet from the parts of a conforming request.
    static let servlet =
        "Look for a filter or an interceptor that reads the request's body or calls getParameter() before the parts are "
        + "read, for a multipart resolver that is configured twice, and at the limits of the container."

    /// Java: Tomcat, Jetty, Undertow, Netty, Jersey, Mule; OkHttp as a client.
    static let java: [ServerError] = [
        ServerError(
            [
                "the request was rejected because no multipart boundary was found",
                "no multipart boundary was found",
            ],
            of: "commons-fileupload and Tomcat (Spring MVC)",
            about: .boundary,
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
            about: .end,
            meaning:
                "The reader came to the end of the body, or of what it keeps, while it looked for a line end.",
            rules: [
                "line/bare-lf-everywhere", "line/missing-blank-line", "line/lf-in-part-headers",
                "delimiter/inside-headers",
            ] + brokenEnd + ["boundary/body-extra-dashes", "boundary/mismatch"],
            elsewhere: servlet
        ),
        ServerError(
            ["Unexpected EOF read on the socket"],
            of: "Tomcat",
            about: .end,
            meaning: "The connection ended before as many bytes had come as Content-Length declares.",
            rules: ["length/too-long", "body/truncated", "framing/chunk-missing-terminator"],
            elsewhere:
                "Look for a client that gives up, as by a timeout or when its page is left, for a proxy that closes early, "
                + "and at the connector's connectionTimeout."
        ),
        ServerError(
            [
                "the request doesn't contain a multipart/form-data or multipart/mixed stream, content type header is …",
                "the request doesn't contain a multipart/form-data or multipart/mixed stream",
                "Current request is not a multipart request",
            ],
            of: "commons-fileupload, Tomcat and Spring MVC",
            about: .mediaType,
            meaning: "The Content-Type of the request is not multipart/form-data.",
            rules: otherType + otherPage + ["semantics/body-on-get"],
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
            about: .limit,
            meaning: "The request, or a file in it, is larger than the server allows.",
            rules: tooLarge,
            elsewhere:
                "Raise the limits of the server: spring.servlet.multipart.max-file-size and max-request-size, or "
                + "maxFileSize and maxRequestSize of @MultipartConfig."
        ),
        ServerError(
            ["FileCountLimitExceededException", "FileCountLimitExceededException: attachment"],
            of: "commons-fileupload and Tomcat (Spring MVC)",
            about: .limit,
            meaning: "The form has more parts than the server allows.",
            rules: tooMany,
            elsewhere: "Raise maxPartCount of Tomcat's connector where that many parts are expected."
        ),
        ServerError(
            ["The boundary specified in the … header is too long"],
            of: "commons-fileupload and Tomcat (Spring MVC)",
            about: .boundary,
            meaning: "The boundary does not fit into the buffer of the reader.",
            rules: ["boundary/too-long", "limits/boundary-length-receiver"],
            elsewhere: "Look for a gateway that rewrites Content-Type."
        ),
        ServerError(
            ["Unexpected characters follow a boundary"],
            of: "commons-fileupload (MultipartStream) and readers derived from it",
            about: .delimiter,
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
            about: .partHeader,
            meaning: "The header lines of a part do not end with a blank line.",
            rules: ["line/missing-blank-line", "delimiter/inside-headers"],
            elsewhere: servlet
        ),
        ServerError(
            ["Invalid file name"],
            of: "commons-fileupload",
            about: .unwanted,
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
            about: .unwanted,
            meaning: "A part is itself multipart, with a boundary of another length.",
            rules: ["part/nested-multipart", "part/nested-unclosed"],
            elsewhere: "Send each file as a part of its own, under the same name."
        ),
        ServerError(
            ["Missing initial multi part boundary", "Missing content for multipart request"],
            of: "Jetty",
            about: .delimiter,
            meaning: "The body has no line that is the delimiter which Content-Type announces.",
            rules: otherBoundary + [
                "boundary/illegal-char", "boundary/unterminated-quote", "boundary/single-quoted",
                "content-type/control-or-nonascii",
            ],
            elsewhere: servlet
        ),
        ServerError(
            ["Incomplete Multipart", "Incomplete parts"],
            of: "Jetty",
            about: .delimiter,
            meaning:
                "The body ends before the close delimiter, or Content-Type has no boundary parameter that can be read.",
            rules: brokenEnd + lostBoundary + [
                "boundary/parameter-name-case", "boundary/trailing-space", "boundary/prefix-in-content",
                "delimiter/inside-headers", "line/bare-lf-everywhere", "line/missing-blank-line",
            ],
            elsewhere: servlet
        ),
        ServerError(
            ["No name in part", "Part not form-data", "Missing content-disposition"],
            of: "Jetty",
            about: .partHeader,
            meaning: "A part has no Content-Disposition, or one without form-data or a name.",
            rules: [
                "disposition/missing-name", "disposition/type-not-form-data", "disposition/missing-semicolon",
                "disposition/space-around-equals", "disposition/name-star", "part-header/duplicate",
                "delimiter/no-line-break-after",
            ] + noDisposition,
            elsewhere: changed
        ),
        ServerError(
            [
                "MultiPartParser$IllegalCharacterException", "BadMessageException: 400: Bad EOL",
                "First field folded", "Header Line Exceeded Max Length",
            ],
            of: "Jetty",
            about: .partHeader,
            meaning:
                "A line in the header of a part, or of a delimiter, is not as it should be, or too long.",
            rules: badHeader + [
                "part-header/space-before-colon", "delimiter/junk-after", "line/bare-cr-everywhere",
                "disposition/missing-name", "limits/part-header-line",
            ],
            elsewhere: changed
        ),
        ServerError(
            ["Unable to parse form content"],
            of: "Jetty",
            about: .form,
            meaning: "The form cannot be read: the exception that is named as the cause says why.",
            rules: brokenEnd + otherBoundary + badHeader + lostBoundary,
            elsewhere: "Look for the cause (`Caused by`), and explain that. " + servlet
        ),
        ServerError(
            [
                "Connection terminated parsing multipart data",
                "Connection terminated parsing multipart request",
            ],
            of: "Undertow (WildFly, Spring Boot)",
            about: .end,
            meaning: "The body ends before the close delimiter, or the announced delimiter was never found.",
            rules: brokenEnd + otherBoundary + ["line/bare-lf-everywhere"],
            elsewhere: servlet
        ),
        ServerError(
            [
                "Connection terminated as request was larger than", "RequestTooBigException",
                "The maximum size … for an individual file in a multipart request was exceeded",
            ],
            of: "Undertow (WildFly, Spring Boot)",
            about: .limit,
            meaning: "The request, or a file in it, is larger than the server allows.",
            rules: tooLarge,
            elsewhere:
                "Raise max-post-size of the listener, or spring.servlet.multipart.max-file-size and max-request-size."
        ),
        ServerError(
            ["No Multipart delimiter found"],
            of: "Netty (Vert.x, Micronaut)",
            about: .delimiter,
            meaning: "A line is not the delimiter that Content-Type announces, where one has to stand.",
            rules: otherBoundary + [
                "delimiter/malformed-close", "delimiter/junk-after", "delimiter/padding",
                "boundary/prefix-in-content",
                "delimiter/preamble", "delimiter/leading-crlf",
            ],
            elsewhere: changed
        ),
        ServerError(
            ["Needs a boundary value"],
            of: "Netty (Vert.x, Micronaut)",
            about: .boundary,
            meaning: "The Content-Type of the request has no boundary parameter.",
            rules: lostBoundary,
            elsewhere: retyped
        ),
        ServerError(
            ["Missing start boundary"],
            of: "mimepull (Jersey, Metro)",
            about: .delimiter,
            meaning: "The body does not begin with the boundary of Content-Type.",
            rules: [
                "boundary/quoted", "boundary/mismatch", "boundary/header-includes-dashes",
                "delimiter/preamble",
                "body/empty",
            ] + otherBoundary,
            elsewhere: "Look for a filter that has read the entity's stream before the resource does."
        ),
        ServerError(
            ["no closing MIME boundary"],
            of: "mimepull (Jersey, Metro)",
            about: .end,
            meaning: "The body ends without the close delimiter.",
            rules: ["delimiter/missing-close"] + brokenEnd,
            elsewhere: "Look for a filter that has read the entity's stream before the resource does."
        ),
        ServerError(
            ["Unable to get name from form-data"],
            of: "MuleSoft",
            about: .partHeader,
            meaning:
                "Mule looks for `Content-Disposition` in exactly this letter case, and for a name in it.",
            rules: ["part-header/name-case", "disposition/missing-name", "disposition/filename-star"]
                + noDisposition,
            elsewhere: "Names of header lines may be in any letter case: fix the receiver."
        ),
        ServerError(
            ["unexpected end of stream", "expected … bytes but received"],
            of: "OkHttp (Retrofit), as a client",
            about: .end,
            meaning: "The body that was written has another length than the one that was promised.",
            rules: ["length/too-long", "body/truncated", "length/too-short", "framing/bytes-after-body"],
            elsewhere:
                "Look at contentLength() of the request's body, and whether the server closed the connection."
        ),
    ]
}
