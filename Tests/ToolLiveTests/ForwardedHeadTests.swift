import NIOCore
import Testing

@testable import ToolLive

/// What a proxy changes in the head of a request, and what it leaves.
struct ForwardedHeadTests {
    private static func forwarded(
        _ text: String,
        as target: ForwardedHead.Target = .origin,
        host: String? = nil
    ) -> String {
        var buffer = ByteBuffer()
        ForwardedHead(Array(text.utf8)).forward(as: target, host: host, into: &buffer)
        return String(buffer: buffer)
    }

    @Test(arguments: [
        ("http://example.com/a?b=c", "/a?b=c"), ("http://example.com", "/"), ("http://example.com?q", "/?q"),
        ("HTTP://EXAMPLE.com:8080/A", "/A"), ("/already", "/already"),
        ("/in?next=http://h/x", "/in?next=http://h/x"),
        ("http://h/in?next=http://i/x", "/in?next=http://i/x"), ("*", "*"), ("http://u:p@h/x#y", "/x#y"),
    ])
    func `a server gets the path and the query`(target: String, path: String) {
        let head = "POST \(target) HTTP/1.1\r\nHost: example.com\r\n\r\n"
        #expect(Self.forwarded(head) == "POST \(path) HTTP/1.1\r\nHost: example.com\r\n\r\n")
    }

    @Test func `an asterisk stands for the server itself`() {
        #expect(Self.forwarded("OPTIONS http://h HTTP/1.1\r\n\r\n") == "OPTIONS * HTTP/1.1\r\n\r\n")
        #expect(Self.forwarded("OPTIONS http://h/ HTTP/1.1\r\n\r\n") == "OPTIONS / HTTP/1.1\r\n\r\n")
    }

    @Test func `fields for proxies are dropped, folded lines too, and all others stay as they are`() {
        let head = """
            \r\nPUT http://h/ HTTP/1.1\r\nhost:h\r\nPROXY-Connection: keep-alive\r\nX-A :  1 \r\n\tfolded\r\n\
            Proxy-Authorization: Basic\r\n eDp5\r\nx-b: ü\nlast:\r\n\r\n
            """
        let expected = "PUT / HTTP/1.1\r\nhost:h\r\nX-A :  1 \r\n\tfolded\r\nx-b: ü\nlast:\r\n\r\n"
        #expect(Self.forwarded(head) == expected)
    }

    @Test(arguments: [
        ("Proxy-Connection: keep-alive\r\n", "Connection: keep-alive\r\n"),
        ("Proxy-Connection: Keep-Alive\r\n", ""), ("Proxy-Connection: close\r\n", ""),
        ("Proxy-Connection: keep-alive\r\nConnection: close\r\n", "Connection: close\r\n"),
    ])
    func `a server gets the Connection of Chromium, as it would without a proxy`(
        field: String,
        passed: String
    ) {
        let head = "POST http://h/ HTTP/1.1\r\nHost: h\r\n\(field)A: b\r\n\r\n"
        #expect(Self.forwarded(head) == "POST / HTTP/1.1\r\nHost: h\r\n\(passed)A: b\r\n\r\n")
    }

    @Test func `the Host field is replaced where another server stands behind`() {
        let head = "GET / HTTP/1.1\r\nA: b\r\nhost: 127.0.0.1:8080\r\n\r\n"
        #expect(
            Self.forwarded(head, host: "example.com") == "GET / HTTP/1.1\r\nA: b\r\nHost: example.com\r\n\r\n"
        )
    }

    @Test(arguments: [
        ("http://example.com/a", "http://example.com"), ("HTTP://H:80?q", "HTTP://H:80"),
        ("http://h", "http://h"), ("/in?next=http://h/x", nil), ("*", nil), ("h:1", nil),
    ])
    func `a target in absolute form begins with its origin`(target: String, origin: String?) {
        let head = ForwardedHead(Array("GET \(target) HTTP/1.1\r\n\r\n".utf8))
        #expect(head.origin.map { String(decoding: $0, as: UTF8.self) } == origin)
        #expect(head.target == target)
        #expect(head.method == "GET")
    }

    @Test(arguments: [
        ("\r\n\r\n", true), ("\n\n", true), ("\n", false), ("\r\n", false), ("\n\r\n", true),
        ("\r\n\n", true), ("\r\r\n\r\r\n", true), ("\r\r\n", false),
    ])
    func `a head ends with a blank line`(end: String, isWhole: Bool) {
        #expect(ForwardedHead(Array("GET / HTTP/1.1\(end)".utf8)).isWhole == isWhole)
    }

    @Test(arguments: [
        ("example.com:443", "example.com", 443), ("[::1]:8443", "::1", 8_443),
        ("EXAMPLE.com:1", "example.com", 1),
    ])
    func `an authority is a host and a port`(text: String, host: String, port: Int) throws {
        let address = try #require(UpstreamAddress(authority: text, isSecure: true, defaultPort: nil))
        #expect(address.host == host)
        #expect(address.port == port)
    }

    @Test(arguments: [
        "", ":443", "example.com", "[::1:1", "::1]:1", "h:0", "h:65536", "h:x", "h h:1", "a/b:1", "h:-1",
    ])
    func `other texts are none`(text: String) {
        #expect(UpstreamAddress(authority: text, isSecure: true, defaultPort: nil) == nil)
    }

    @Test(arguments: [
        ("http://h/", "h", true), ("http://H:80/", "h:80", true), ("http://h:8080/", " h:8080 ", true),
        ("http://h/", "other", false), ("/", "any", true), ("http://h", nil, false),
    ])
    func `a target in absolute form and Host are to name one server`(
        target: String,
        host: String?,
        isSame: Bool
    ) {
        let line = host.map { "Host:\($0)\r\n" } ?? ""
        let head = ForwardedHead(Array("GET \(target) HTTP/1.1\r\nA: host:x\r\n\(line)\r\n".utf8))
        #expect(head.namesTargetInHost == isSame)
    }

    @Test func `the Host field is added where there is none`() {
        let head = "GET http://h/ HTTP/1.0\r\nA: b\r\n\r\n"
        #expect(Self.forwarded(head, host: "h") == "GET / HTTP/1.0\r\nA: b\r\nHost: h\r\n\r\n")
    }
}
