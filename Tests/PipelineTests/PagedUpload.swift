import TestSupport

/// A form on a page, and an upload to where it goes.
enum PagedUpload {
    private static let page =
        "<form action=/up method=post enctype=multipart/form-data><input name=a></form>"

    /// The request for the page.
    static let request = "GET /form HTTP/1.1\r\nHost: h\r\n\r\n"
    /// The page.
    static let response =
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: \(page.utf8.count)\r\n\r\n\(page)"
    /// The answer to the upload.
    static let done = "HTTP/1.1 204 No Content\r\n\r\n"

    /// The upload.
    static func upload(_ boundary: String = "----FormBoundaryq3Zt81LmXv0PbRkd") -> String {
        let body =
            "--\(boundary)\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--\(boundary)--\r\n"
        return
            "POST /up HTTP/1.1\r\nHost: h\r\nContent-Type: multipart/form-data; boundary=\(boundary)\r\n"
            + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    /// A capture of a connection on which client and server send messages in turn.
    static func connection(_ messages: [String], port: Int, closes: Bool = true) -> [UInt8] {
        WrittenCapture.bytes(
            messages.enumerated().map { (isFromClient: $0 % 2 == 0, bytes: Array($1.utf8)) },
            closes: closes,
            port: port
        )
    }
}
