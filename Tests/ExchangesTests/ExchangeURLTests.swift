import Exchanges
import TestSupport
import Testing

/// The target resource of a request.
@Suite struct ExchangeURLTests {
    @Test(arguments: [
        ("GET /a?b HTTP/1.1\r\nHost: h.test:81\r\n\r\n", "http://h.test:81/a?b"),
        ("GET /a HTTP/1.0\r\n\r\n", nil), ("GET /a HTTP/1.0\r\nHost: \r\n\r\n", nil),
        ("GET http://x.test/a HTTP/1.1\r\nHost: h\r\n\r\n", "http://x.test/a"),
        ("GET /?u=http://x.test HTTP/1.1\r\nHost: h\r\n\r\n", "http://h/?u=http://x.test"),
        ("OPTIONS * HTTP/1.1\r\nHost: h\r\n\r\n", "http://h"),
        ("CONNECT h.test:443 HTTP/1.1\r\n\r\n", "h.test:443"),
        ("GET a HTTP/1.1\r\nhost: h\r\n\r\n", "http://h/a"),
        ("GET / HTTP/1.1\r\n:authority: x\r\n:scheme: ftp\r\nHost: h\r\n\r\n", "http://h/"),
        ("GET /é HTTP/1.1\r\nHost: \u{E4}.test\r\nHost: b\r\n\r\n", "http://\u{E4}.test/é"),
    ])
    func `joins the target with the host`(head: String, url: String?) throws {
        #expect(try #require(play([.client(head)]).records[0].exchange).url() == url)
    }

    @Test func `has the scheme that it is told`() throws {
        let exchange = try #require(play([.client("GET / HTTP/1.1\r\nHost: h\r\n\r\n")]).records[0].exchange)
        #expect(exchange.url(scheme: "https") == "https://h/")
    }
}
