import TestSupport
import Testing

@testable import Exchanges

/// Where the responses to earlier requests lead.
struct PriorRequestTests {
    @Test(arguments: ["/up", "/up?a=/b//c", "/up#http://h/x", "//h/up", "http://h/up", "https://h:8080/up?a"])
    func `a redirection leads to targets with its path`(_ target: String) throws {
        #expect(try redirection(to: "/up").redirects(toPathOf: target))
        #expect(try redirection(to: target).redirects(toPathOf: "/up"))
    }

    @Test(arguments: ["/", "/up/", "/u", "/x//up", "/up//", "http:/up", "h//h/up", "http://h", "up", ""])
    func `a redirection leads to no other path`(_ target: String) throws {
        #expect(try !redirection(to: "/up").redirects(toPathOf: target))
        #expect(try !redirection(to: target).redirects(toPathOf: "/up"))
    }

    @Test func `the path of an authority alone is a slash`() throws {
        #expect(try redirection(to: "http://h").redirects(toPathOf: "/"))
        #expect(try redirection(to: "http://h?a").redirects(toPathOf: "/"))
    }

    @Test func `a path that is not ASCII is one`() throws {
        #expect(try redirection(to: "/\u{FC}p").redirects(toPathOf: "/\u{FC}p?a"))
        #expect(try !redirection(to: "/\u{FC}p").redirects(toPathOf: "/up"))
    }

    @Test func `only a redirection leads anywhere`() throws {
        #expect(try !redirection(to: "/up", status: 401).redirects(toPathOf: "/up"))
    }
}

/// An upload of which the response leads somewhere.
private func redirection(to location: String, status: Int = 302) throws -> PriorRequest {
    let told = play([
        .client("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 0\r\n\r\n"),
        .server("HTTP/1.1 \(status) R\r\nLocation: \(location)\r\nContent-Length: 0\r\n\r\n"),
    ])
    let exchange = try #require(told.records.first?.exchange)
    return try #require(PriorRequest(exchange, number: 1))
}
