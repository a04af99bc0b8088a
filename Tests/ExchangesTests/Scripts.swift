import Bytes

/// Scripts that hold every turn of a dialogue; each is read under all cuts.
enum Scripts {
    /// The head of an upload with a form.
    static func upload(_ framing: String, method: String = "POST") -> String {
        "\(method) /up HTTP/1.1\r\nHost: h.test\r\nContent-Type: multipart/form-data; boundary=B\r\n\(framing)\r\n\r\n"
    }

    /// A form of 66 bytes.
    static let form = "--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\none\r\n--B--\r\n"
    /// A short response.
    static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

    /// All of them, by name.
    static let all: [String: [Step]] = [
        "ordinary": [
            .client(upload("Content-Length: \(form.utf8.count)") + form), .server(ok),
            .clientEnds(.finished), .serverEnds(.finished),
        ],
        "short by the close delimiter": [
            .client(upload("Content-Length: \(form.utf8.count - 9)") + form), .server(ok),
            .clientEnds(.finished), .serverEnds(.finished),
        ],
        "answered in its head, then content without an end": [
            .client("POST /up HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: odd\r\n"), .server(ok),
            .client("\r\n-TP/1.~1POST /u HTTP/1.1\r\nHost: h\r\n\r\n"),
            .clientEnds(.finished), .serverEnds(.finished),
        ],
        "answered in its head, then a request in place of content": [
            .client("POST /up HTTP/1.1\r\nHost: h\r\nContent-Length: 60\r\nExpect: 100-continue\r\n"),
            .server(ok), .client("\r\nGET / HTTP/1.1\r\nHost: h\r\n\r\n"),
            .clientEnds(.finished), .serverEnds(.finished),
        ],
        "excess, then a request": [
            .client(
                upload("Content-Length: 3") + "abcGET junk\r\n\r\n" + "GET / HTTP/1.1\r\nHost: h\r\n\r\n"
            ),
            .server(ok + ok), .clientEnds(.finished), .serverEnds(.finished),
        ],
        "chunked": [
            .client(
                upload("Transfer-Encoding: chunked")
                    + "3;x=y\r\nabc\r\n1 \r\nd\n0A\n0123456789\r\n0\r\nX: y\r\nZ: 1\r\n\n"
            ),
            .server(ok), .clientEnds(.finished), .serverEnds(.finished),
        ],
        "not chunked": [
            .client(upload("Transfer-Encoding: chunked") + form),
            .server("HTTP/1.1 400 Bad\r\nContent-Length: 0\r\n\r\n"),
            .client("more\r\nGET /next HTTP/1.1\r\n\r\n"), .server(ok), .clientEnds(.reset),
            .serverEnds(.reset),
        ],
        "chunk data of another length": [
            .client(upload("Transfer-Encoding: chunked") + "3\r\nabcd\r\n0\r\n\r\n"), .server(ok),
            .clientEnds(.finished), .serverEnds(.finished),
        ],
        "pipelined": [
            .client("\r\n\r\nGET /1 HTTP/1.1\nHost: h\n\nHEAD /2 HTTP/1.0\r\n\r\n"),
            .client(
                "POST /3 HTTP/1.1\r\nContent-Length: 1\r\n\r\nx\r\nGET /4 HTTP/1.1\r\nA: b\r\n c\r\n\r\n"
            ),
            .server(ok + "HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\n" + ok),
            .server("HTTP/1.1 200\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n"),
            .serverEnds(.finished), .clientEnds(.finished),
        ],
        "asked to continue": [
            .client(upload("Expect: 100-continue\r\nContent-Length: 3")),
            .server("HTTP/1.1 100 Continue\r\n\r\n"), .client("abc"),
            .server("HTTP/1.1 103 Early Hints\r\nA: b\r\n\r\n" + ok),
            .clientEnds(.finished), .serverEnds(.finished),
        ],
        "rejected early": [
            .client(upload("Content-Length: 100") + "abc"),
            .server("HTTP/1.1 413 Too Large\r\nConnection: close\r\n\r\nno"), .client("def"),
            .serverEnds(.finished), .clientEnds(.reset),
        ],
        "next request in place of the content": [
            .client(upload("Expect: 100-continue\r\nContent-Length: 100")),
            .server("HTTP/1.1 401 No\r\nContent-Length: 0\r\n\r\n"),
            .client(upload("Content-Length: 3") + "abc"), .server(ok),
            .clientEnds(.finished), .serverEnds(.finished),
        ],
        "gaps": [
            .client(upload("Content-Length: 10") + "ab"), .clientGap(5),
            .client("hijGET /2 HTTP/1.1\r\n\r\n"),
            .server(ok), .server(ok), .client(upload("Transfer-Encoding: chunked") + "6\r\na"), .clientGap(3),
            .client("ef\r\n5\r\na"), .clientGap(9), .client("rest of it\r\nGET /5 HTTP/1.1\r\nHost: h"),
            .clientGap(7), .client("x: y\r\n\r\nGET /6 HTTP/1.1\r\n\r\n"), .serverGap(3), .server(ok),
            .clientEnds(.captureEnded), .serverEnds(.captureEnded),
        ],
        "from the middle": [
            .client("rest of a body\r\n--B--\r\nGET /1 HTTP/1.1\r\n\r\n"), .server(ok),
            .client("GET /2 HTTP/1.1\r\n\r\n"), .server("HTTP/1.1 304 Same\r\nContent-Length: 9\r\n\r\n"),
        ],
        "tunnel": [
            .client("CONNECT h.test:443 HTTP/1.1\r\nHost: h.test:443\r\n\r\n\u{16}\u{3}\u{1}\n"),
            .server("HTTP/1.1 200 Yes\r\n\r\nbytes"), .client("GET / HTTP/1.1\r\n\r\n"),
        ],
        "upgrade": [
            .client("GET /ws HTTP/1.1\r\nUpgrade: websocket\r\n\r\n"),
            .server("HTTP/1.1 101 Switching\r\nUpgrade: websocket\r\n\r\n\u{1}"), .client("\u{2}"),
        ],
        "records": [
            .clientBytes([0x16, 0x03, 0x01, 0x00, 0x0A, 0x01]), .server("x"),
            .client("GET / HTTP/1.1\r\n\r\n"),
        ],
        "almost records": [
            .clientBytes([0x16, 0x03, 0x0A, 0x0A]), .client("GET / HTTP/1.1\r\n\r\n"), .server(ok),
        ],
        "preface": [.client("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"), .server("x")],
    ]
}
