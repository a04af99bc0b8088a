extension ServerErrorCatalogue {
    /// .NET and IIS.
    static let dotNet: [ServerError] = [
        ServerError(
            [
                "Unexpected end of Stream, the content may have already been read by another component",
                "Unexpected end of Stream",
            ],
            of: "ASP.NET Core",
            about: .end,
            meaning:
                "The reader came to the end of the body before the close delimiter, or found nothing left to read.",
            rules: ["delimiter/missing-close"] + brokenEnd + otherBoundary + ["line/bare-lf-everywhere"],
            elsewhere:
                "Look for what reads the body first: model binding of another argument, a filter that touches "
                + "Request.Form, middleware that logs bodies. EnableBuffering() lets the body be read again; "
                + "DisableFormValueModelBinding keeps MVC from reading it."
        ),
        ServerError(
            ["Line length limit … exceeded"],
            of: "ASP.NET Core (MultipartReader)",
            about: .delimiter,
            meaning: "The reader found no line end where a delimiter or a header line should end.",
            rules: [
                "line/bare-lf-everywhere", "boundary/mismatch", "delimiter/leading-crlf",
                "delimiter/preamble",
                "delimiter/none-found", "line/lf-in-part-headers", "boundary/too-long",
            ] + otherBoundary,
            elsewhere: "Check whether the boundary that is handed to MultipartReader still has its quotes."
        ),
        ServerError(
            ["Missing content-type boundary"],
            of: "ASP.NET Core, and the helper GetBoundary() of its examples",
            about: .mediaType,
            meaning: "The Content-Type of the request has no boundary parameter.",
            rules: lostBoundary + ["boundary/unterminated-quote"] + otherType,
            elsewhere: "Look for a client that sets Content-Type by hand over a form."
        ),
        ServerError(
            ["Multipart boundary length limit … exceeded"],
            of: "ASP.NET Core",
            about: .boundary,
            meaning: "The boundary is longer than the server allows.",
            rules: ["boundary/too-long", "limits/boundary-length-receiver", "boundary/unterminated-quote"],
            elsewhere:
                "Raise FormOptions.MultipartBoundaryLengthLimit, which is 128 if not set; helpers of examples have 70."
        ),
        ServerError(
            [
                "Incorrect Content-Type:",
                "This request does not have a Content-Type header. Forms are available",
            ],
            of: "ASP.NET Core",
            about: .mediaType,
            meaning: "The handler asks for a form, and the Content-Type of the request is not that of one.",
            rules: otherType + otherPage,
            elsewhere: "Ask Request.HasFormContentType before Request.Form is read. " + retyped
        ),
        ServerError(
            ["Form section has invalid Content-Disposition value"],
            of: "ASP.NET Core",
            about: .partHeader,
            meaning:
                "A part has no Content-Disposition, or one that cannot be parsed; a form without any part gives the same.",
            rules: noDisposition + [
                "delimiter/zero-parts", "disposition/missing-semicolon", "disposition/malformed-parameter",
                "disposition/unquoted-illegal", "disposition/unterminated-quote", "disposition/raw-quote",
                "disposition/junk-after-value",
            ],
            elsewhere: changed
        ),
        ServerError(
            ["Multipart body length limit … exceeded"],
            of: "ASP.NET Core",
            about: .limit,
            meaning: "The body of a part is larger than the server allows, or its end was not found.",
            rules: ["limits/body-size"] + otherBoundary + [
                "delimiter/lf-before", "line/bare-lf-everywhere",
            ] + swallowed,
            elsewhere:
                "Raise FormOptions.MultipartBodyLengthLimit (128 MiB if not set), and the server's MaxRequestBodySize."
        ),
        ServerError(
            ["Multipart headers length limit … exceeded", "Multipart headers count limit … exceeded"],
            of: "ASP.NET Core",
            about: .partHeader,
            meaning:
                "The header of a part is longer than the server allows, or its end was not found, so that content was read "
                + "as header lines.",
            rules: [
                "limits/part-header-line", "limits/part-header-count", "line/missing-blank-line",
                "line/lf-in-part-headers",
            ] + badHeader,
            elsewhere:
                "Raise FormOptions.MultipartHeadersLengthLimit (16 KiB if not set) or MultipartHeadersCountLimit (16 lines)."
        ),
        ServerError(
            ["Form value count limit … exceeded"],
            of: "ASP.NET Core",
            about: .limit,
            meaning: "The form has more fields than the server allows.",
            rules: tooMany,
            elsewhere: "Raise FormOptions.ValueCountLimit, which is 1,024 if not set."
        ),
        ServerError(
            ["Request body too large. The max request body size is … bytes"],
            of: "ASP.NET Core (Kestrel)",
            about: .limit,
            meaning: "The request is larger than the server allows.",
            rules: ["limits/body-size", "length/too-long"] + tooLarge,
            elsewhere: "Raise MaxRequestBodySize of Kestrel, or [RequestSizeLimit] of the action."
        ),
        ServerError(
            [
                "Unexpected end of MIME multipart stream",
                "Unexpected end of MIME multipart stream. MIME multipart message is not complete",
            ],
            of: "ASP.NET Web API",
            about: .end,
            meaning:
                "The body ends before the close delimiter, or before the line break that Web API demands after it.",
            rules: ["delimiter/no-final-crlf"] + brokenEnd + otherBoundary,
            elsewhere: "Look for what reads the request's content before ReadAsMultipartAsync()."
        ),
        ServerError(
            ["It does not have a 'multipart' content-type header with a 'boundary' parameter"],
            of: "ASP.NET Web API",
            about: .mediaType,
            meaning: "The Content-Type of the request is not multipart, or has no boundary parameter.",
            rules: lostBoundary + otherType,
            elsewhere: retyped
        ),
        ServerError(
            ["The request entity's media type 'multipart/form-data' is not supported for this resource"],
            of: "ASP.NET Web API",
            about: .misreading,
            meaning: "The action takes an argument from the body, and no formatter reads it from a form.",
            rules: ["contract/content-type", "contract/url"],
            elsewhere: "Read the form with Request.Content.ReadAsMultipartAsync(), without such an argument."
        ),
        ServerError(
            [
                "HTTP Error 413.1 - Request Entity Too Large", "413.1 - Request Entity Too Large",
                "The request filtering module is configured to deny a request that exceeds the request content length",
            ],
            of: "IIS",
            about: .limit,
            meaning: "The request is longer than IIS allows; the application behind it never saw it.",
            rules: tooLarge,
            elsewhere:
                "Raise maxAllowedContentLength of requestFiltering, which is 30,000,000 bytes if not set, and "
                + "uploadReadAheadSize where client certificates are asked for."
        ),
        ServerError(
            ["Maximum request length exceeded"],
            of: "ASP.NET (System.Web)",
            about: .limit,
            meaning: "The request is longer than the application allows.",
            rules: tooLarge,
            elsewhere: "Raise maxRequestLength of httpRuntime, which is 4,096 KiB if not set."
        ),
    ]
}
