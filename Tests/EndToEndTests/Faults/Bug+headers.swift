extension Bug {
    /// The header lines of parts are wrong, or unusual.
    static let headers: [Bug] = [
        Bug(
            "lysine-dev/okhttp/issues/2138",
            "Aliyun OSS refuses parts with a Content-Length",
            body: "--\(boundary)⏎Content-Disposition: form-data; name=\"a\"⏎Content-Length: 1⏎⏎1⏎" + close,
            rules: ["part-header/content-length-present"],
            fix: "Leave Content-Length out of the parts"
        ),
        Bug(
            "aio-libs/aiohttp/issues/2062",
            "a part's Content-Length is wrong",
            body: "--\(boundary)⏎Content-Disposition: form-data; name=\"a\"⏎Content-Length: 92⏎⏎1⏎" + close,
            rules: ["part-header/content-length-wrong"],
            fix: "Leave Content-Length out of the parts"
        ),
        Bug(
            "lysine-dev/retrofit/issues/985",
            "Content-Transfer-Encoding in every part breaks Python's cgi",
            body:
                "--\(boundary)⏎Content-Disposition: form-data; name=\"a\"⏎Content-Transfer-Encoding: binary⏎⏎1⏎"
                + close,
            rules: ["part-header/content-transfer-encoding"],
            fix: "Leave Content-Transfer-Encoding out"
        ),
        Bug(
            "cfug/dio/issues/1527",
            "a text with an umlaut is taken for a file",
            body:
                "--\(boundary)⏎content-disposition: form-data; name=\"a\"⏎content-type: text/plain; charset=utf-8⏎"
                + "content-transfer-encoding: binary⏎⏎é⏎" + close,
            rules: ["part-header/content-transfer-encoding"],
            fix: "Leave Content-Transfer-Encoding out"
        ),
        Bug(
            "cfug/dio/issues/765",
            "MuleSoft: Unable to get name from form-data, because the header's name is in small letters",
            body: "--\(boundary)⏎content-disposition: form-data; name=\"a\"⏎⏎1⏎" + close,
            rules: ["part-header/name-case"],
            fix: "write `Content-Disposition` as browsers do"
        ),
        Bug(
            "psf/requests/issues/2313",
            "PHP: File Upload Mime headers garbled, because the filename is in filename* only",
            body: file("name=\"file\"; filename*=utf-8''%D0%B0.txt") + close,
            rules: ["disposition/filename-star"],
            fix: "filename="
        ),
        Bug(
            "postmanlabs/postman-app-support/issues/5912",
            "a filename in UTF-8 looks wrong in a viewer that decodes Latin-1",
            body: file("name=\"file\"; filename=\"テスト.txt\"") + close,
            rules: []
        ),
        Bug(
            "curl/curl/issues/7789",
            "a quote in a filename is escaped by a backslash",
            body: file("name=\"file\"; filename=\"\\\"foo.jpg\"", type: "application/octet-stream") + close,
            rules: ["disposition/backslash-escape"],
            fix: "%22"
        ),
        Bug(
            "defnull/multipart/issues/60",
            "a quote in a filename is not escaped",
            body: file("name=\"file\"; filename=\"a\"b.txt\"") + close,
            rules: ["disposition/raw-quote"],
            fix: "%22"
        ),
        Bug(
            "whatwg/html/issues/7575",
            "100%0Applejuice.pdf decodes to a line feed",
            body: file("name=\"file\"; filename=\"100%0Applejuice.pdf\"", type: "application/pdf", "%PDF-1.7")
                + close,
            rules: ["disposition/percent-ambiguous"],
            fix: "Nothing needs to change"
        ),
        Bug(
            "golang/go/issues/75557",
            "a line break in a filename injects a header line",
            body: file("name=\"file\"; filename=\"a⏎Content-Type: evil/injected⏎x.txt\"") + close,
            rules: ["disposition/raw-crlf"],
            fix: "%0D%0A"
        ),
        Bug(
            "form-data/form-data/pull/612",
            "a line break in a field name injects a header line",
            body: "--\(boundary)⏎Content-Disposition: form-data; name=\"a⏎X-Evil: 1\"⏎⏎1⏎" + close,
            rules: ["disposition/raw-crlf"],
            fix: "%0D%0A"
        ),
        Bug(
            "Kludex/starlette/issues/1303",
            "KeyError for a part without a name",
            body: "--\(boundary)⏎Content-Disposition: form-data⏎⏎bar⏎" + close,
            rules: ["disposition/missing-name"],
            fix: "name="
        ),
        Bug(
            "rack/rack/issues/2093#filename",
            "name and filename without quotes, and filename* beside them, as .NET writes them",
            body: file("name=file; filename=batch.csv; filename*=utf-8''batch.csv", type: "text/csv") + close,
            rules: ["disposition/filename-star", "disposition/unquoted-value"],
            fix: "filename"
        ),
        Bug(
            "oven-sh/bun/pull/32975",
            "a line break in a field name is left as it is",
            body: field("a␍b", "1") + close,
            rules: ["disposition/raw-lf-or-cr"],
            fix: "%0D"
        ),
    ]
}
