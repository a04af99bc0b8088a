/// The error texts that servers are known to write, once.
package enum ServerErrorCatalogue {
    /// All entries.
    package static let all: [ServerError] = node + java + dotNet + python + frameworks + others + multiparty

    /// Rules that report a broken end of a form: the length before what it cuts off.
    static let brokenEnd = [
        "length/too-long", "body/truncated", "delimiter/missing-close", "length/short-by-close-delimiter",
        "length/characters-not-bytes", "length/short-by-line-count", "length/graphemes-crlf",
        "length/equals-file-size", "length/piece-not-counted", "length/off-by-2", "length/off-by-1",
        "length/too-short",
        "delimiter/missing-crlf-before-close", "delimiter/truncated-close", "delimiter/malformed-close",
        "delimiter/lf-before", "delimiter/cr-before", "delimiter/leading-whitespace",
        "delimiter/extra-dashes",
        "boundary/lookalike-delimiter",
    ]

    /// Faults that keep a receiver from finding the delimiter that Content-Type announces.
    static let otherBoundary = [
        "boundary/mismatch", "boundary/new-each-time", "boundary/header-includes-dashes",
        "boundary/body-extra-dashes",
        "boundary/body-missing-dashes", "boundary/case-mismatch", "boundary/duplicate-parameter",
        "boundary/quoted-pair",
    ]

    /// Faults that keep a receiver from finding the boundary in Content-Type.
    static let lostBoundary = [
        "content-type/boundary-overwritten", "content-type/missing-semicolon", "boundary/empty",
        "content-type/duplicate-header", "content-type/comma-separator", "content-type/rfc2231-parameter",
        "content-type/whitespace-around-equals",
    ]

    /// Faults that give a form another Content-Type.
    static let otherType = [
        "content-type/wrong-type", "content-type/missing", "content-type/comma-separator",
        "content-type/missing-semicolon", "content-type/mixed-instead-of-form-data",
    ]

    /// Faults that put something else among the header lines of a part.
    static let badHeader = [
        "line/missing-blank-line", "line/lf-in-part-headers", "line/blank-line-before-headers",
        "disposition/raw-crlf", "disposition/raw-lf-or-cr", "part-header/none", "part-header/no-colon",
        "part-header/empty-name", "part-header/leading-whitespace", "part-header/invalid-name-char",
        "part-header/fold-invalid-whitespace", "part-header/nul", "part-header/control-char",
        "disposition/filename-nul", "line/cr-cr-lf", "line/bare-cr-in-header", "delimiter/inside-headers",
        "delimiter/consecutive", "boundary/occurs-in-content", "line/bare-lf-everywhere",
    ]

    private static let others: [ServerError] = [
        ServerError(
            ["EOFError", "bad content body"],
            of: "Rack (Rails, Sinatra)",
            meaning:
                "Rack reached the end of the body before it had found the delimiters that it looked for.",
            rules: otherBoundary + [
                "line/bare-lf-everywhere", "body/empty", "delimiter/zero-parts", "line/missing-blank-line",
                "boundary/illegal-char", "content-type/whitespace-around-equals", "delimiter/leading-crlf",
                "delimiter/preamble", "line/utf16-body",
            ] + brokenEnd,
            elsewhere:
                "Look for middleware that reads rack.input before Rack does and does not rewind it, and for a "
                + "front end that cuts uploads off."
        ),
        ServerError(
            [
                "multiple boundary parameters found in multipart content type",
                "whitespace between boundary parameter name and equal sign",
            ],
            of: "Rack (Rails, Sinatra)",
            meaning: "The boundary parameter of Content-Type is written in a way that Rack refuses.",
            rules: ["boundary/duplicate-parameter", "content-type/whitespace-around-equals"],
            elsewhere: "Look for a proxy or a test client that rewrites Content-Type."
        ),
        ServerError(
            ["ArgumentError: invalid byte sequence in UTF-8", "invalid %-encoding"],
            of: "Rack (Rails, Sinatra)",
            meaning: "A name or a filename is not valid UTF-8, or has a percent sign that begins no escape.",
            rules: [
                "disposition/name-not-utf8", "disposition/filename-not-utf8", "disposition/percent-ambiguous",
            ],
            elsewhere: "Look at what the application does with the values of the form."
        ),
        ServerError(
            [
                "Missing boundary in multipart/form-data POST data",
                "Invalid boundary in multipart/form-data POST data",
            ],
            of: "PHP",
            meaning:
                "PHP found no boundary parameter in the Content-Type of the request, or one whose quote is open.",
            rules: lostBoundary + ["boundary/unterminated-quote"],
            elsewhere: "Look for a proxy or a framework before PHP that rewrites Content-Type."
        ),
        ServerError(
            ["File Upload Mime headers garbled"],
            of: "PHP",
            meaning:
                "PHP found a part whose Content-Disposition has neither a name nor a filename that it can read.",
            rules: [
                "disposition/missing-name", "disposition/filename-star", "disposition/unquoted-illegal",
                "disposition/unterminated-quote", "disposition/raw-quote", "disposition/missing-semicolon",
            ],
            elsewhere:
                "Look at upload_max_filesize, post_max_size and max_input_vars of PHP, which lose fields too."
        ),
        ServerError(
            ["multipart: NextPart: EOF"],
            of: "Go (mime/multipart)",
            meaning: "Go reached the end of the body while it looked for a delimiter.",
            rules: otherBoundary + ["delimiter/none-found", "body/empty", "line/utf16-body"] + brokenEnd,
            elsewhere:
                "Look for a handler or middleware that has read the request's Body before ParseMultipartForm, and at "
                + "http.MaxBytesReader and the server's timeouts."
        ),
        ServerError(
            [
                "malformed MIME header: missing colon", "malformed MIME header line",
                "malformed MIME header initial line",
            ],
            of: "Go (net/textproto)",
            meaning: "A line in the header of a part is not a header line.",
            rules: badHeader + ["boundary/nested-same"],
            elsewhere: "Look for code that changes the body on its way to the handler."
        ),
        ServerError(
            ["multipart: NextPart: unexpected EOF", "unexpected EOF"],
            of: "Go (mime/multipart)",
            meaning: "Go reached the end of the body inside a part.",
            rules: brokenEnd + ["boundary/nested-prefix"],
            elsewhere:
                "Look at what runs before the handler: http.MaxBytesReader, ReadTimeout, a proxy that closes early."
        ),
        ServerError(
            ["multipart: expecting a new Part; got line"],
            of: "Go (mime/multipart)",
            meaning: "A line that begins with the delimiter does not end as a delimiter does.",
            rules: [
                "delimiter/malformed-close", "delimiter/junk-after-close", "delimiter/lf-after",
                "delimiter/lf-after-close", "delimiter/junk-after", "boundary/prefix-in-content",
            ],
            elsewhere: "Look for code that changes the body on its way to the handler."
        ),
        ServerError(
            ["no multipart boundary param in Content-Type", "multipart: boundary is empty"],
            of: "Go (net/http)",
            meaning: "The Content-Type of the request has no boundary parameter, or an empty one.",
            rules: lostBoundary,
            elsewhere: "Look for a proxy or a test client that rewrites Content-Type."
        ),
        ServerError(
            ["request Content-Type isn't multipart/form-data"],
            of: "Go (net/http)",
            meaning: "The Content-Type of the request is another one, or cannot be parsed.",
            rules: otherType + [
                "boundary/needs-quoting", "boundary/unterminated-quote", "boundary/duplicate-parameter",
                "content-type/control-or-nonascii",
            ],
            elsewhere: "Look for a proxy or a test client that rewrites Content-Type."
        ),
        ServerError(
            [
                "The body of your POST request is not well-formed multipart/form-data",
                "MalformedPOSTRequest",
            ],
            of: "S3 and stores that speak its protocol (Aliyun OSS)",
            meaning: "The store is stricter than servers for forms: it refuses what is legal but unusual.",
            rules: [
                "part-header/content-length-present", "part-header/content-length-wrong", "boundary/quoted",
                "delimiter/extra-trailing-crlf", "delimiter/epilogue",
                "part/order-files-before-fields", "delimiter/missing-close",
            ],
            elsewhere: "Look at the order of the fields: the store ignores every field after `file`."
        ),
        ServerError(
            [
                "411 Length Required", "501 NotImplemented … Transfer-Encoding",
                "A header you provided implies functionality that is not implemented",
                "NotImplemented … Transfer-Encoding", "Bad Content-Length",
            ],
            of: "S3, GitHub's uploads, older servers and devices",
            meaning:
                "The server needs the length in advance: it does not accept Transfer-Encoding: chunked.",
            rules: [
                "framing/chunked-upload", "length/missing", "length/with-transfer-encoding",
                "length/invalid-syntax",
            ],
            elsewhere:
                "An upload in chunks is legal. Give the stream a length, so that the client can send Content-Length."
        ),
        ServerError(
            [
                "Multipart request body failed strict validation",
                "Multipart parser detected a possible unmatched boundary",
            ],
            of:
                "ModSecurity (rules 200003 and 200004, in older files 200002 and 200003), Azure's and other firewalls",
            meaning:
                "ModSecurity saw something that some server may read otherwise; the letters after the text say what.",
            rules: [
                "boundary/quoted", "content-type/missing-semicolon", "line/bare-lf-everywhere", "line/mixed",
                "delimiter/preamble", "delimiter/leading-crlf", "delimiter/epilogue", "part-header/obs-fold",
                "disposition/unquoted-value", "disposition/raw-quote", "boundary/lookalike-delimiter",
                "delimiter/missing-close",
            ],
            elsewhere:
                "Look up the letters: PE a part that cannot be read, BQ a quoted boundary, BW blanks in the boundary, "
                + "DB and DA data before and after the delimiters, HF a folded header, LF a bare line feed, SM a missing "
                + "semicolon, IQ an invalid quote, IP an invalid part, IH an invalid folding, FL too many files."
        ),
        ServerError(
            ["Unable to get name from form-data"],
            of: "MuleSoft",
            meaning:
                "Mule looks for `Content-Disposition` in exactly this letter case, and for a name in it.",
            rules: ["part-header/name-case", "disposition/missing-name", "disposition/filename-star"],
            elsewhere: "Names of header lines may be in any letter case: fix the receiver."
        ),
        ServerError(
            ["no Content-Disposition header within part"],
            of: "Go and other readers of forms",
            meaning: "A part has no Content-Disposition, or what was taken for a part is something else.",
            rules: [
                "boundary/mismatch", "part-header/missing-content-disposition", "part-header/none",
                "boundary/occurs-in-content",
            ],
            elsewhere: "Look for code that changes the body on its way to the handler."
        ),
    ]
}
