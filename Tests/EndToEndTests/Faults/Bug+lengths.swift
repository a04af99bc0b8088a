import Inspection

extension Bug {
    private static let umlauts = field("city", "Zürich é") + field("mood", "😀") + close
    private static let umlautCount = RuleExample.bytes(of: umlauts).bytes.count
    /// How many characters, as UTF-16 counts them, are fewer than the bytes.
    private static let umlautDifference = 1 + 1 + 2

    /// Lengths and framing are wrong, or unusual.
    static let lengths: [Bug] = [
        Bug(
            "dotnet/aspnetcore/issues/18087",
            "Unexpected end of Stream: Content-Length counts characters",
            request: request(declaring: umlautCount - umlautDifference, body: umlauts),
            rules: ["length/characters-not-bytes"],
            fix: "take the size of the bytes"
        ),
        Bug(
            "mscdex/busboy/issues/171",
            "Unexpected end of form: the connection is cut in mid-upload",
            request: request(
                declaring: 5000,
                body: field("a", "1") + file("name=\"f\"; filename=\"x\"", "some of it")
            ),
            rules: ["body/truncated"],
            fix: "what stopped the upload"
        ),
        Bug(
            "psf/requests/issues/1648",
            "Content-Length beside Transfer-Encoding, and the body is in no chunks",
            request:
                "POST /upload HTTP/1.1⏎Host: localhost⏎Content-Type: multipart/form-data; boundary=\(boundary)⏎"
                + "Content-Length: 200⏎Transfer-Encoding: chunked⏎⏎" + field("a", "1") + close,
            rules: ["length/with-transfer-encoding", "framing/chunk-size-invalid"],
            fix: "naming chunked does not make chunks"
        ),
        Bug(
            "http4s/http4s/issues/4303",
            "S3: 501 NotImplemented, because the upload is sent in chunks",
            request:
                "POST /upload HTTP/1.1⏎Host: localhost⏎Content-Type: multipart/form-data; boundary=\(boundary)⏎"
                + "Transfer-Encoding: chunked⏎⏎\(String(umlautCount, radix: 16))⏎" + umlauts + "⏎0⏎⏎",
            rules: ["framing/chunked-upload"],
            fix: "give the stream its length"
        ),
        Bug(
            "lysine-dev/retrofit/pull/408",
            "expected 43 bytes but received more: contentLength() is the size of the file",
            request: request(declaring: 7, body: field("a", "1") + file() + close),
            rules: ["length/equals-file-size"],
            fix: "Count delimiters, part headers and line breaks too"
        ),
        Bug(
            "Alamofire/Alamofire/issues/3714",
            "the stream of a part is longer than was said, so that Content-Length is too small",
            request: request(
                declaring: RuleExample.bytes(of: field("a", "1") + file() + close).bytes.count,
                body: field("a", "1") + file("name=\"file\"; filename=\"a.txt\"", "content that is longer")
                    + close
            ),
            rules: ["length/too-short"],
            fix: "Compute Content-Length from the finished body"
        ),
        Bug(
            "Alamofire/Alamofire/issues/3669",
            "Message too long, an error of the transport",
            body: file("name=\"file\"; filename=\"a.bin\"", type: "application/octet-stream", "0123456789")
                + close,
            rules: []
        ),
        Bug(
            "expressjs/multer/issues/350",
            "Unexpected end of form, because the body was read before by other middleware",
            body: field("a", "1") + file() + close,
            rules: []
        ),
        Bug(
            "aio-libs/aiohttp/issues/10596",
            "a chunk has another size than its size line says",
            request:
                "POST /upload HTTP/1.1⏎Host: localhost⏎Content-Type: multipart/form-data; boundary=\(boundary)⏎"
                + "Transfer-Encoding: chunked⏎⏎10⏎" + field("a", "1") + close + "⏎0⏎⏎",
            rules: ["framing/chunk-data-length"],
            fix: "Take the chunk's size from the bytes that are written"
        ),
        Bug(
            "microsoft/playwright/issues/30788",
            "an upload of 1.44 was incomplete",
            request: request(
                declaring: 400,
                body: field("a", "1") + "--\(boundary)⏎Content-Disposition: form-da"
            ),
            rules: ["body/truncated"],
            fix: "what stopped the upload"
        ),
        Bug(
            "microsoft/playwright/issues/27563",
            "the server stores the request's body as the file, headers and all",
            body: file() + close,
            rules: []
        ),
    ]
}
