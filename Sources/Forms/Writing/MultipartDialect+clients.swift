/// The dialects of clients as their captures show them; the versions are those recorded.
extension MultipartDialect {
    /// The dialects named `like:` and a client.
    static let clients = [
        curl, chromium, firefox, requests, httpx, go, okHTTP, undici, urlSession, objectiveCStream,
    ]

    /// curl 7.88.1: 24 dashes and 16 hexadecimal digits.
    private static let curl: MultipartDialect = {
        var dialect = MultipartDialect(
            "like:curl",
            boundary: BoundaryForm(String(repeating: "-", count: 24), [16], of: .hex)
        )
        dialect.nestsFiles = true
        dialect.head = [
            .host, .other("User-Agent", "curl/7.88.1"), .other("Accept", "*/*"), .length, .chunking, .type,
        ]
        return dialect
    }()

    /// Chromium 156, by fetch and XMLHttpRequest.
    private static let chromium: MultipartDialect = {
        var dialect = MultipartDialect(
            "like:chromium",
            boundary: BoundaryForm("----WebKitFormBoundary", [16])
        )
        dialect.names = .percentWithNUL
        dialect.filenames = .percentWithNUL
        dialect.fileType = .guessedByBrowser
        dialect.normalizesLineBreaks = true
        dialect.head = [
            .host, .other("Connection", "keep-alive"), .length, .chunking,
            .other("sec-ch-ua-platform", "\"Linux\""),
            .other(
                "User-Agent",
                "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) "
                    + "HeadlessChrome/156.0.0.0 Safari/537.36"
            ),
            .other("sec-ch-ua", "\"Not:A-Brand\";v=\"8\", \"Chromium\";v=\"156\""),
            .type, .other("sec-ch-ua-mobile", "?0"), .other("Accept", "*/*"), .origin,
            .other("Sec-Fetch-Site", "same-origin"), .other("Sec-Fetch-Mode", "cors"),
            .other("Sec-Fetch-Dest", "empty"), .other("Accept-Encoding", "gzip, deflate, br, zstd"),
            .other("Accept-Language", "en-US,en;q=0.9"),
        ]
        return dialect
    }()

    /// Firefox 153 ESR, as far as documented: Content-Type before Content-Length.
    private static let firefox: MultipartDialect = {
        var dialect = MultipartDialect(
            "like:firefox",
            boundary: BoundaryForm("----geckoformboundary", [32], of: .hex)
        )
        dialect.names = .percentWithNUL
        dialect.filenames = .percentWithNUL
        dialect.fileType = .guessedByBrowser
        dialect.normalizesLineBreaks = true
        dialect.head = [.host, .type, .length, .chunking, .other("Connection", "keep-alive")]
        return dialect
    }()

    /// requests 2.34.2 on urllib3 2.8.0: a file has the type given by the program, or none.
    private static let requests: MultipartDialect = {
        var dialect = MultipartDialect("like:requests", boundary: BoundaryForm("", [32], of: .hex))
        dialect.fileType = .none
        dialect.head = [
            .host, .other("User-Agent", "python-requests/2.34.2"),
            .other("Accept-Encoding", "gzip, deflate, br"), .other("Accept", "*/*"),
            .other("Connection", "keep-alive"), .length, .chunking, .type,
        ]
        return dialect
    }()

    /// httpx 0.28.1: the escaping of browsers, with backslashes doubled.
    private static let httpx: MultipartDialect = {
        var dialect = MultipartDialect("like:httpx", boundary: BoundaryForm("", [32], of: .hex))
        dialect.names = .percentAndBackslash
        dialect.filenames = .percentAndBackslash
        dialect.head = [
            .host, .other("Accept", "*/*"), .other("Accept-Encoding", "gzip, deflate, br, zstd"),
            .other("Connection", "keep-alive"), .other("User-Agent", "python-httpx/0.28.1"), .length,
            .chunking, .type,
        ]
        return dialect
    }()

    /// Go 1.19: quoted pairs, line breaks raw, each file of type `application/octet-stream`.
    private static let go: MultipartDialect = {
        var dialect = MultipartDialect("like:go", boundary: BoundaryForm("", [60], of: .hex))
        dialect.names = .backslash
        dialect.filenames = .backslash
        dialect.fileType = .octetStream
        dialect.head = [
            .host, .other("User-Agent", "Go-http-client/1.1"), .length, .chunking, .type,
            .other("Accept-Encoding", "gzip"),
        ]
        return dialect
    }()

    /// OkHttp 3.13.1: each part has a Content-Length.
    private static let okHTTP: MultipartDialect = {
        var dialect = MultipartDialect(
            "like:okhttp",
            boundary: BoundaryForm("", [8, 4, 4, 4, 12], of: .hex)
        )
        dialect.fileType = .none
        dialect.partFields = [.disposition, .type, .length]
        dialect.head = [
            .type, .length, .chunking, .host, .other("Connection", "Keep-Alive"),
            .other("Accept-Encoding", "gzip"),
            .other("User-Agent", "okhttp/3.13.1"),
        ]
        return dialect
    }()

    /// The fetch of Node.js 20 (undici 6.24.1): lowercase field names, the length last.
    private static let undici: MultipartDialect = {
        var dialect = MultipartDialect(
            "like:undici",
            boundary: BoundaryForm("----formdata-undici-0", [11], of: .digits)
        )
        dialect.normalizesLineBreaks = true
        dialect.hasSmallFieldNames = true
        dialect.head = [
            .host, .other("Connection", "keep-alive"), .type, .other("Accept", "*/*"),
            .other("Accept-Language", "*"), .other("Sec-Fetch-Mode", "cors"), .other("User-Agent", "node"),
            .other("Accept-Encoding", "gzip, deflate"), .length, .chunking,
        ]
        return dialect
    }()

    /// URLSession of Swift 6.3 with the body from a well-known tutorial: nothing escaped, a line break first.
    private static let urlSession: MultipartDialect = {
        var dialect = MultipartDialect(
            "like:urlsession",
            boundary: BoundaryForm("", [8, 4, 4, 4, 12], of: .capitalHex)
        )
        dialect.checksBoundary = false
        dialect.names = .none
        dialect.filenames = .none
        dialect.preamble = "\r\n"
        dialect.head = [
            .host, .other("Accept", "*/*"), .other("Accept-Encoding", "deflate, gzip, br, zstd"), .chunking,
            .type,
            .other("Connection", "keep-alive"),
            .other("User-Agent", "swiftclient (unknown version) curl/7.88.1"),
            .other("Accept-Language", "en"), .length,
        ]
        return dialect
    }()

    /// A hand-written stream encoder in Objective-C, with the faults that such encoders are known for.
    ///
    /// It serves to test the rest of Partwise, not to send.
    private static let objectiveCStream: MultipartDialect = {
        var dialect = MultipartDialect("like:objc-stream", boundary: BoundaryForm("0xKhTmLbOuNdArY"))
        dialect.checksBoundary = false
        dialect.names = .none
        dialect.filenames = .none
        dialect.printsValues = true
        dialect.partFields = [.disposition, .type, .transferEncoding]
        dialect.textEncoding = "8bit"
        dialect.fileEncoding = "binary"
        dialect.countsCharacters = true
        return dialect
    }()
}
