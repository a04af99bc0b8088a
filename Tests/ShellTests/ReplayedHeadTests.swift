import Bytes
import Exchanges
import Testing

@testable import Shell

/// What changes in the head of a captured request that is sent to another server, and what stays.
struct ReplayedHeadTests {
    private static func directed(
        _ text: String,
        to url: String = "http://other:81",
        keepsCredentials: Bool = false
    ) throws -> ReplayedHead {
        var head = ReplayedHead(Array(text.utf8))
        let address = try ReplayAddress(url: url)
        head.direct(to: address, keepsCredentials: keepsCredentials)
        if let target = address.target { head.setPath(target) }
        return head
    }

    private static func text(_ head: ReplayedHead) -> String { String(decoding: head.bytes, as: UTF8.self) }

    @Test(
        arguments: [
            ("POST /a HTTP/1.1\r\nHost: h\r\n\r\n", "POST /a HTTP/1.1\r\nHost: other:81\r\n\r\n"),
            // Odd heads stay as odd.
            ("POST  /a  HTTP/1.1\nhOsT:h \n\n", "POST  /a  HTTP/1.1\nhOsT:other:81 \n\n"),
            ("GET /a b HTTP/1.0\r\nX: 1\r\n\r\n", "GET /a b HTTP/1.0\r\nX: 1\r\n\r\n"),
            (
                "POST http://h/a?b=http://h HTTP/1.1\r\n\r\n",
                "POST http://other:81/a?b=http://h HTTP/1.1\r\n\r\n"
            ),
            ("POST HTTPS://h HTTP/1.1\r\n\r\n", "POST http://other:81 HTTP/1.1\r\n\r\n"),
            (
                "OPTIONS * HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
                "OPTIONS * HTTP/1.1\r\nHost: other:81\r\nHost: other:81\r\n\r\n"
            ),
            ("POST /a\r\nHost:\r\n\r\n", "POST /a\r\nHost:other:81\r\n\r\n"),
        ]
    )
    func `Host changes, and the server in a whole URL`(sent: String, expected: String) throws {
        #expect(try Self.text(Self.directed(sent)) == expected)
    }

    @Test func `credentials stay behind, folded lines too, and are named once`() throws {
        let sent = """
            POST /a HTTP/1.1\r\nCookie: a=1\r\n b=2\r\nX-Cookie: c\r\ncookie: d\r\nHost: other:81\r\n\
            AUTHORIZATION: Basic eDp5\r\nProxy-Authorization: x\r\nContent-Length: 0\r\n\r\n
            """
        let head = try Self.directed(sent)
        let rest = "POST /a HTTP/1.1\r\nX-Cookie: c\r\nHost: other:81\r\nContent-Length: 0\r\n\r\n"
        #expect(Self.text(head) == rest)
        #expect(head.keptBack == ["Cookie", "cookie", "AUTHORIZATION", "Proxy-Authorization"])
        #expect(head.changes == [])
        let kept = try Self.directed(sent, keepsCredentials: true)
        #expect(Self.text(kept) == sent && kept.keptBack == [])
    }

    @Test(
        arguments: [
            ("http://other:81", "POST /a?b=c HTTP/1.1\r\n\r\n"),
            ("http://other:81#x", "POST /a?b=c HTTP/1.1\r\n\r\n"),
            ("http://other:81/#x", "POST / HTTP/1.1\r\n\r\n"),
            ("http://other:81/x/y?z", "POST /x/y?z HTTP/1.1\r\n\r\n"),
            ("http://other:81?z", "POST /?z HTTP/1.1\r\n\r\n"),
        ]
    )
    func `a path in the URL takes the place of the request's`(url: String, expected: String) throws {
        #expect(try Self.text(Self.directed("POST /a?b=c HTTP/1.1\r\n\r\n", to: url)) == expected)
    }

    @Test func `a path takes the place of that in a whole URL`() throws {
        let head = try Self.directed("POST http://h:1/a?b HTTP/1.1\r\n\r\n", to: "http://other:81/x")
        #expect(Self.text(head) == "POST http://other:81/x HTTP/1.1\r\n\r\n")
        #expect(head.changes == ["the target is http://other:81/x"])
    }

    @Test(
        arguments: [
            ("POST http://h/a?b HTTP/1.1\r\n\r\n", "POST /a?b HTTP/1.1\r\n\r\n", "/a?b"),
            ("GET HTTPS://h HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\n\r\n", "/"),
            ("GET http://h?b HTTP/1.1\r\n\r\n", "GET /?b HTTP/1.1\r\n\r\n", "/?b"),
            ("OPTIONS http://h HTTP/1.1\r\n\r\n", "OPTIONS * HTTP/1.1\r\n\r\n", "*"),
            ("OPTIONS http://h/ HTTP/1.1\r\n\r\n", "OPTIONS / HTTP/1.1\r\n\r\n", "/"),
            ("GET /a?b=http://h HTTP/1.1\r\n\r\n", "GET /a?b=http://h HTTP/1.1\r\n\r\n", nil),
        ] as [(String, String, String?)]
    )
    func `a server itself gets the path and the query alone`(sent: String, expected: String, target: String?)
    {
        var head = ReplayedHead(Array(sent.utf8))
        head.setOrigin()
        #expect(Self.text(head) == expected)
        #expect(head.changes == (target.map { ["the target is \($0)"] } ?? []))
    }

    @Test func `a server itself gets no fields for a proxy`() {
        var head = ReplayedHead(
            Array(
                """
                POST http://h/a HTTP/1.1\r\nHost: h\r\nProxy-Connection: Keep-Alive\r\nX-Proxy-A: 1\r\n\
                proxy-authorization: Basic\r\n eDp5\r\nCookie: a\r\n\r\n
                """.utf8
            )
        )
        head.setOrigin()
        #expect(
            Self.text(head) == "POST /a HTTP/1.1\r\nHost: h\r\nX-Proxy-A: 1\r\nCookie: a\r\n\r\n"
        )
        #expect(
            head.changes == [
                "Proxy-Connection is left out: it is for a proxy",
                "proxy-authorization is left out: it is for a proxy", "the target is /a",
            ]
        )
        #expect(head.keptBack == [])
    }

    @Test(
        arguments: [
            (
                "POST /a HTTP/1.1\r\nHost: h\r\n\r\n",
                "POST http://other:81/a HTTP/1.1\r\nHost: h\r\nP: x\r\n\r\n"
            ),
            ("POST http://h/a HTTP/1.1\n\n", "POST http://h/a HTTP/1.1\nP: x\r\n\n"),
            ("OPTIONS * HTTP/1.1\r\n\r\n", "OPTIONS * HTTP/1.1\r\nP: x\r\n\r\n"),
        ]
    )
    func `a proxy gets a whole URL, and its credentials`(sent: String, expected: String) throws {
        var head = ReplayedHead(Array(sent.utf8))
        head.setAbsolute(to: try ReplayAddress(url: "http://other:81"), ("P", "x"))
        #expect(Self.text(head) == expected)
    }

    @Test(arguments: [
        [], [0x0D], Array("POST".utf8), Array("\r\n\r\n".utf8), [0xFF, 0x20, 0xFE, 0x0A, 0x0A],
    ])
    func `what is no head stays as it is`(bytes: [UInt8]) throws {
        var head = ReplayedHead(bytes)
        head.setOrigin()
        head.direct(to: try ReplayAddress(url: "http://other:81"), keepsCredentials: false)
        #expect(head.bytes == bytes)
    }

    @Test(arguments: ["ftp://h/", "h", "http://", "http://h:0/", "http://h:99999/", "http://u:p@h/"])
    func `a URL that names no server of HTTP is refused`(url: String) {
        #expect(throws: CommandFailure.self) { try ReplayAddress(url: url) }
    }

    // MARK: Where a request went

    private static func exchange(
        _ host: String?,
        server: String?,
        tls: TLSVersion? = nil,
        url: String? = nil
    ) -> Exchange {
        var draft = MessageDraft()
        let line = host.map { "Host: \($0)\r\n" } ?? ""
        draft.head.fields = FieldSection(parsing: Array(line.utf8), base: 0)
        var exchange = Exchange(connection: 1, client: nil, server: server.flatMap(endpoint))
        exchange.method = "POST"
        exchange.target = "/a"
        exchange.tls = tls
        exchange.notedURL = url
        exchange.request = Message(draft)
        return exchange
    }

    private static func endpoint(_ text: String) -> Endpoint? {
        guard let colon = text.lastIndex(of: ":"), let port = Int(text[colon...].dropFirst()) else {
            return nil
        }
        return Endpoint(address: text[..<colon].filter { $0 != "[" && $0 != "]" }, port: port)
    }

    @Test(
        arguments: [
            // Packets show the address, whatever Host says.
            ("api.example", "127.0.0.1:8080", nil, nil, "http://api.example at 127.0.0.1:8080"),
            ("127.0.0.1:8080", "127.0.0.1:8080", nil, nil, "http://127.0.0.1:8080"),
            (nil, "127.0.0.1:8080", nil, nil, "http://127.0.0.1:8080"),
            ("[::1]:81", "[::1]:81", nil, nil, "http://[::1]:81"),
            ("api.example", "10.0.0.1:443", TLSVersion.tls13, nil, "https://api.example at 10.0.0.1:443"),
            // TLS to another port than the URL's came through a proxy's tunnel.
            ("api.example", "10.0.0.1:3128", .tls13, nil, "https://api.example"),
            // An address for documentation stands for one that is not known.
            ("api.example", "192.0.2.2:80", nil, nil, "http://api.example"),
            ("api.example", nil, nil, nil, "http://api.example"),
            // Of a log, the URL counts.
            ("x", "10.0.0.1:80", nil, "https://u:p@api.example:8443/a?b", "https://api.example:8443"),
            (nil, nil, nil, nil, nil),
            ("a b", nil, nil, nil, nil),
        ] as [(String?, String?, TLSVersion?, String?, String?)]
    )
    func `a request goes where it went`(
        host: String?,
        server: String?,
        tls: TLSVersion?,
        url: String?,
        expected: String?
    ) {
        let address = ReplayAddress(capturedIn: Self.exchange(host, server: server, tls: tls, url: url))
        #expect(address?.description == expected)
    }

    @Test(
        arguments: [
            ("http://h", "http://H:80/x", true), ("https://h", "https://h:443", true),
            ("http://h", "https://h:80", false), ("http://h", "http://h:81", false),
            ("http://a", "http://b", false),
        ]
    )
    func `servers are the same by scheme, host and port`(first: String, second: String, isSame: Bool) throws {
        #expect(try ReplayAddress(url: first).isSame(as: ReplayAddress(url: second)) == isSame)
    }
}
