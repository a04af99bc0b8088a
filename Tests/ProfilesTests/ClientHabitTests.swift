import Testing

@testable import Profiles

struct ClientHabitTests {
    @Test(arguments: [
        ("------------------------7410553a6a53d735", ["curl", "php-curl", "httparty"]),
        ("---------------------------7db1fe232017c", []),
        ("------------------------7410553a6a53d7", []),
        ("----WebKitFormBoundaryrPmYUqmlEhwmRic8", ["chromium", "safari", "playwright"]),
        ("----WebKitFormBoundary7MA4YWxkTrZu0gW", []),
        ("xYzZY", ["lwp", "mojolicious"]),
        ("===============1234567890123456789==", ["email-mime"]),
        ("===============1234567890123456789=", []),
        ("830ee2d651d22ea0-48f3213d8a606844-45e8d89fcefa13c6-ff6d3e046c764a0b", ["primp"]),
        ("----geckoformboundary7410553a6a53d7357410553a6a53d73", ["firefox"]),
        (
            "b782f8ceaab6047106b4c623a0439fae",
            [
                "elinks", "requests", "niquests", "urllib3", "httpx", "geventhttpclient", "apache-httpclient",
                "commons-httpclient", "spring",
            ]
        ),
        (
            "2e9c282849904fd38aed5a5e64a70679",
            [
                "elinks", "requests", "niquests", "urllib3", "requests-toolbelt", "httpie", "httpx",
                "aiohttp",
                "geventhttpclient", "apache-httpclient", "commons-httpclient", "spring",
            ]
        ),
        ("", []),
    ])
    func `a boundary has the shapes of those who make such`(_ boundary: String, _ ids: [String]) {
        let bytes = Array(boundary.utf8)
        let found = ClientCatalogue.all.filter { $0.fit(of: bytes.span.bytes) != nil }
        #expect(found.map(\.id) == ids)
    }

    @Test(
        arguments: [
            (["AaB03x"], nil),
            (["xYzZY", "xYzZY"], "“xYzZY”, constant"),
            (
                ["----WebKitFormBoundaryrPmY", "----WebKitFormBoundaryX1b2"],
                "“----WebKitFormBoundary”, 4 letters or digits"
            ),
            (["b782f8ce", "b99021aa"], "8 hexadecimal digits"),
            (["2900680790", "75914427292"], "10–11 digits"),
            (["====12==", "====987=="], "“====”, 2–3 digits, “==”"),
            (["2905b24c-19ef", "66716b72-cfee"], "8 and 4 hexadecimal digits around a dash"),
            (["---------a1", "---------b2"], "9 dashes, 2 hexadecimal digits"),
        ] as [([String], String?)]
    )
    func `the shape of recorded boundaries is what they have in common`(_ texts: [String], _ words: String?) {
        #expect(BoundaryShape(measuring: texts.map { Array($0.utf8) })?.text == words)
    }

    @Test(arguments: [
        ("Host, Accept, Content-Type", "Host Accept Content-Type", true),
        ("Host, X-Own, Accept, Content-Type", "Host Accept Content-Type", true),
        ("Accept, Host, Content-Type", "Host Accept Content-Type", false),
        ("Host, accept, Content-Type", "Host Accept Content-Type", false),
        ("Host, Content-Type", "Host Accept Content-Type", false),
        ("Host, Content-Type", "Host Accept? Content-Type", true),
        ("Host, Transfer-Encoding", "Host Content-Length|Transfer-Encoding", true),
        ("Host, User-Agent", "Host !User-Agent", false),
        ("Host, Host", "Host", false),
    ])
    func `the order of fields fits a pattern`(_ names: String, _ pattern: String, _ isFit: Bool) {
        let list = names.split(separator: ",").map { String($0.drop { $0 == " " }) }
        #expect(FieldPattern(pattern).matches(list, isHTTP2: false) == isFit)
    }

    @Test func `HTTP 2 lacks some fields, and has small letters`() {
        let pattern = FieldPattern("Host User-Agent Connection Content-Type")
        #expect(pattern.matches(["user-agent", "content-type"], isHTTP2: true))
        #expect(!pattern.matches(["content-type", "user-agent"], isHTTP2: true))
        #expect(!pattern.matches(["content-type"], isHTTP2: true))
    }

    @Test(arguments: [
        ("curl/7.88.1", "curl/…", true), ("libcurl/7", "curl/…", false), ("node", "node", true),
        ("node-fetch/1", "node", false), ("App/1 CFNetwork/1 Darwin", "…CFNetwork/…", true),
        ("Mozilla/5.0 (X) Safari/1 Version/2", "Mozilla/5.0 (…Version/…Safari/…", false),
    ])
    func `a User-Agent fits a pattern`(_ value: String, _ pattern: String, _ isFit: Bool) {
        #expect(AgentPattern(pattern).matches(Array(value.utf8)) == isFit)
    }

    @Test func `every client has an id of its own, boundaries, and no habit without a value`() {
        let ids = ClientCatalogue.all.map(\.id)
        #expect(Set(ids).count == ids.count)
        for profile in ClientCatalogue.all {
            #expect(!profile.boundaries.isEmpty, "\(profile.id)")
            #expect(profile.habits.values.allSatisfy { !$0.isEmpty }, "\(profile.id)")
        }
    }
}
