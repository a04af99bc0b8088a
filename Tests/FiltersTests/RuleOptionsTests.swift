import Testing

@testable import Filters

/// What options demand of a request.
struct RuleOptionsTests {
    private func blocks(_ rule: String, _ request: FilterRequest) -> Bool {
        FilterSample.blockingLine(rule, request) != nil
    }

    @Test(arguments: ResourceKind.allCases)
    func `a kind selects requests of this kind, and its inverse all others`(_ kind: ResourceKind) throws {
        for other in ResourceKind.allCases {
            let request = try #require(
                FilterRequest(url: "http://a.example/", method: "GET", fields: nil, kind: other)
            )
            #expect(blocks("||a.example^$\(kind)", request) == (kind == other))
            #expect(blocks("||a.example^$~\(kind)", request) == (kind != other))
            #expect(blocks("||a.example^", request) && blocks("||a.example^$all", request))
        }
    }

    @Test func `several kinds are joined, and other names for them are known`() {
        let style = FilterSample.request("http://a.example/x.css")
        let script = FilterSample.request("http://a.example/x.js")
        #expect(blocks("/x.$script,css", style) && blocks("/x.$script,css", script))
        #expect(!blocks("/x.$css,~stylesheet,image", style))
        #expect(blocks("/x.$xhr", FilterSample.request("http://a.example/x.json")))
        #expect(blocks("$script", script) && !blocks("$script", style))
    }

    @Test func `a method selects requests with it, in any case`() {
        let upload = FilterSample.request("http://a.example/up", method: "POST")
        let page = FilterSample.request("http://a.example/up")
        #expect(blocks("/up$method=post|put", upload) && !blocks("/up$method=post|put", page))
        #expect(!blocks("/up$method=~POST", upload) && blocks("/up$method=~POST", page))
        #expect(
            blocks("/up$method=PROPFIND", FilterSample.request("http://a.example/up", method: "PROPFIND"))
        )
    }

    @Test func `a domain selects requests by the page that makes them`() {
        func request(_ field: String) -> FilterRequest {
            FilterSample.request("http://cdn.example/x.js", field)
        }
        let rule = "/x.js$domain=shop.example|~blog.shop.example|news.test"
        #expect(blocks(rule, request("Referer: https://shop.example/a")))
        #expect(blocks(rule, request("Origin: http://www.SHOP.example:8080")))
        #expect(blocks(rule, request("Referer: https://a.b.news.test/")))
        #expect(!blocks(rule, request("Referer: https://blog.shop.example/")))
        #expect(!blocks(rule, request("Referer: https://x.blog.shop.example/")))
        #expect(!blocks(rule, request("Referer: https://workshop.example/")))
        #expect(
            !blocks(rule, request("Origin: null"))
                && !blocks(rule, FilterSample.request("http://cdn.example/x.js"))
        )
        let others = "/x.js$from=~shop.example"
        #expect(!blocks(others, request("Referer: https://shop.example/")))
        #expect(
            blocks(others, request("Referer: https://a.example/")) && blocks(others, request("Accept: */*"))
        )
    }

    @Test(
        arguments: [
            ("Sec-Fetch-Site: cross-site", FilterRequest.Party.third), ("Sec-Fetch-Site: same-site", .first),
            ("Sec-Fetch-Site: same-origin", .first), ("Sec-Fetch-Site: none", .first),
            ("Referer: https://cdn.shop.example/a", .first), ("Referer: https://other.test/", .third),
            ("Referer: https://shop.test/", .third),
            // Whether two hosts below the same two labels are one site takes a list of public suffixes.
            ("Referer: https://www.shop.example/", nil), ("Accept: */*", nil),
        ] as [(String, FilterRequest.Party?)]
    )
    func `third-party applies where the request shows it`(_ field: String, _ party: FilterRequest.Party?) {
        let request = FilterSample.request("https://cdn.shop.example/x", field)
        #expect(request.party == party)
        #expect(blocks("||cdn.shop.example^$third-party", request) == (party == .third))
        #expect(blocks("||cdn.shop.example^$3p", request) == (party == .third))
        #expect(blocks("||cdn.shop.example^$~third-party", request) == (party == .first))
        #expect(blocks("||cdn.shop.example^$first-party", request) == (party == .first))
    }

    @Test func `options of an exception narrow it too`() {
        let rules = "||a.example^\n@@||a.example^$image\n@@/up$method=put"
        #expect(FilterSample.blockingLine(rules, FilterSample.request("http://a.example/x.js")) == 1)
        #expect(FilterSample.blockingLine(rules, FilterSample.request("http://a.example/x.png")) == nil)
        #expect(
            FilterSample.blockingLine(rules, FilterSample.request("http://a.example/up", method: "PUT"))
                == nil
        )
    }

    @Test(arguments: [
        (["Sec-Fetch-Dest: document"], "/x.png", ResourceKind.document),
        (["Sec-Fetch-Dest: iframe"], "/", .subdocument),
        (["Sec-Fetch-Dest: empty", "Accept: text/html"], "/a.js", .xmlhttprequest),
        (["Sec-Fetch-Dest: style"], "/", .stylesheet), (["Sec-Fetch-Dest: audio"], "/", .media),
        (["Sec-Fetch-Dest: serviceworker"], "/", .script),
        (["Sec-Fetch-Dest: unheard"], "/x.css", .stylesheet),
        (["Accept: text/html,application/xhtml+xml,*/*;q=0.8"], "/a.png", .document),
        (["Accept: image/avif,image/webp,*/*"], "/", .image),
        (["Accept: text/css,*/*;q=0.1"], "/", .stylesheet),
        (["Accept: */*"], "/a/B.JS?v=1.css", .script), (["Accept: */*"], "/a.woff2#x", .font),
        (["X-Requested-With: XMLHttpRequest"], "/", .xmlhttprequest),
        (["Upgrade: websocket"], "/", .websocket),
        (["Ping-To: https://a.example/"], "/", .ping), ([], "/upload", .other), ([], "/a.b/upload", .other),
        ([], "", .other),
    ])
    func `the kind is read from the fields, then from the path`(
        _ fields: [String],
        _ path: String,
        _ kind: ResourceKind
    ) {
        let section = FilterSample.section(fields)
        let request = FilterRequest(url: "https://a.example\(path)", method: "GET", fields: section)
        #expect(request?.kind == kind)
    }

    @Test(arguments: [("http", "ws"), ("https", "wss"), ("https://a.example:443", "wss")])
    func `rules know the request for a WebSocket by its own scheme`(_ sent: String, _ scheme: String) {
        let url = sent.contains("://") ? "\(sent)/chat" : "\(sent)://a.example/chat"
        let request = FilterSample.request(url, "Upgrade: websocket")
        #expect(blocks("|\(scheme)://a.example/chat|", request))
        #expect(!blocks("|http", request) && blocks("||a.example^", request))
        #expect(!blocks("|\(scheme)://", FilterSample.request(url)))
    }

    @Test(arguments: [
        "", "/path", "http:", "http://", "http:///x", "://a/", "a.example:443", "http://:80/", "http://u@/x",
    ])
    func `a URL without a host is none that rules are for`(_ url: String) {
        #expect(FilterRequest(url: url, method: "GET", fields: nil) == nil)
    }

    @Test func `of a URL without end only the beginning is compared`() {
        let url = "http://a.example/" + String(repeating: "x", count: 20_000) + "/end"
        #expect(!blocks("/end|", FilterSample.request(url)) && !blocks("/end", FilterSample.request(url)))
        #expect(blocks("||a.example^", FilterSample.request(url)))
        #expect(!blocks("xxx|", FilterSample.request(url)))
    }
}
