import TestSupport
import Testing

@testable import Filters

/// Patterns, each alone in a rule file.
struct FilterPatternTests {
    @Test(arguments: [
        // Anywhere.
        ("/banner/*.gif", "http://a.example/x/banner/1/2.gif", true),
        ("/banner/*.gif", "http://a.example/banner.gif", false),
        ("BANNER", "http://a.example/Banner.png", true),
        ("http://*.example.com/*.gif", "http://www.example.com/a/b.gif?x=1", true),
        ("http://*.example.com/*.gif", "https://www.example.com/a.gif", false),
        ("*", "http://a.example/", true),
        // Anchors of the whole URL.
        ("|http://a.", "http://a.example/", true),
        ("|http://a.", "https://b.example/?u=http://a.", false),
        ("swf|", "http://a.example/x.swf", true),
        ("swf|", "http://a.example/x.swf?y", false),
        ("|http://a.example/|", "http://a.example", true),
        ("|http://a.example/|", "http://a.example.:80/", true),
        ("|http://a.example/|", "http://a.example/x", false),
        ("a*a|", "http://b.example/a", true),
        ("|ttp", "http://a.example/", false),
        // Hosts.
        ("||ads.example^", "https://ads.example/", true),
        ("||ads.example^", "https://x.ads.example:8443/y", true),
        ("||ads.example^", "https://x.ads.example./y", true),
        ("||ads.example^", "https://ads.example.:8443/", true),
        ("||ads.example^", "https://badads.example/", false),
        ("||ads.example^", "https://ads.example.org/", false),
        ("||ads.example^", "https://b.example/?to=ads.example/", false),
        ("||ads.example^", "https://user:secret@ads.example/", true),
        ("||ads.example^", "https://ads.example@b.example/", false),
        ("||example", "https://www.example.org/", true),
        ("||ample", "https://www.example.org/", false),
        ("||a.example/up*load", "https://b.a.example/up/1/load", true),
        ("||a.example/up*load", "https://b.a.example/x/up/load", false),
        ("||*.cdn.example^", "https://a.cdn.example/", true),
        ("||*.cdn.example^", "https://cdn.example/", false),
        ("||[::1]^", "http://[::1]:8080/x", true),
        ("||a.example:8080^", "http://a.example:8080/", true),
        ("||a.example:80^", "http://a.example:80/", false),
        ("||a.b.example^path", "http://a.b.example/path", true),
        // Separators.
        ("^foo.bar^", "http://a.example:8000/foo.bar?a=12", true),
        ("^example.com^", "http://example.com:8000/", true),
        ("^%D1%82%D0%B5%D1%81%D1%82^", "http://a.example/?q=%d1%82%d0%b5%d1%81%d1%82&r", true),
        ("^foo^", "http://a.example/foo", true),
        ("^foo^|", "http://a.example/foo", true),
        ("^foo^|", "http://a.example/foo/", true),
        ("^foo^|", "http://a.example/foo/x", false),
        ("foo^^", "http://a.example/foo", true),
        ("foo^*bar", "http://a.example/foo", false),
        ("foo^bar", "http://a.example/foo-bar", false),
        ("foo^bar", "http://a.example/foo%20bar", false),
        // A vertical bar and a dollar sign within a pattern.
        ("a|b", "http://x.example/a|b", true),
        ("/cost$5.gif", "http://x.example/cost$5.gif", true),
        ("/q=$a$image", "http://x.example/x.png?/q=$a", true),
    ])
    func `a pattern matches as in Adblock Plus`(_ rule: String, _ url: String, _ isBlocked: Bool) {
        #expect(FilterSample.blocks(rule, url) == isBlocked)
    }

    @Test func `letters match in either case unless the rule says otherwise`() {
        #expect(FilterSample.blocks("/Ad.GIF", "http://a.example/aD.gif"))
        #expect(!FilterSample.blocks("/Ad.GIF$match-case", "http://a.example/aD.gif"))
        #expect(FilterSample.blocks("/Ad.GIF$match-case", "http://a.example/Ad.GIF"))
        #expect(FilterSample.blocks("||A.Example^$match-case", "http://a.example/") == false)
    }

    @Test func `the fragment and the default port are no part of the URL`() {
        #expect(!FilterSample.blocks("frag", "http://a.example/x#frag"))
        #expect(FilterSample.blocks("|https://a.example/x|", "https://a.example:443/x"))
        #expect(!FilterSample.blocks("|https://a.example/x|", "https://a.example:80/x"))
    }

    @Test(arguments: [
        ("", "a", 1000, "b", "a"), ("", "*a", 900, "b", "a"), ("", "^", 8, "a", "/"),
        ("", "a^", 900, "b", "a/"),
        ("", "a?*", 600, "b|", "a?"), ("||", "a.", 900, "b", "a."),
    ])
    func `the work of a hostile pattern is linear in the URL`(
        _ anchor: String,
        _ unit: String,
        _ count: Int,
        _ tail: String,
        _ repeated: String
    ) throws {
        let pattern = anchor + String(repeating: unit, count: count) + tail
        let long = String(repeating: repeated, count: 16_000 / repeated.utf8.count)
        let request = FilterSample.request(anchor.isEmpty ? "http://h/\(long)" : "http://\(long)/")
        guard case .rules(let rules) = FilterLine(Array(pattern.utf8)[...], limits: FilterLimits()) else {
            Issue.record("not read")
            return
        }
        var search = PatternSearch()
        let matches = search.matches(try #require(rules.first).pattern, request)
        #expect(!matches)
        // The bytes compared before the other search takes over, then the words of the pattern for each byte.
        let words = pattern.utf8.count / 64 + 1
        #expect(search.work < 16_384 * (7 + words))
    }

    @Test func `the search that takes over on hostile URLs finds the same`() {
        var generator = SeededGenerator(7)
        func text(_ letters: String, _ count: Int) -> String {
            String((0..<count).map { _ in letters.randomElement(using: &generator) ?? "a" })
        }
        var takenOver = 0
        var found = 0
        for round in 0..<90 {
            let start = ["", "||", "|http:"][round % 3]
            let beginning = String(repeating: "a", count: Int.random(in: 40...90, using: &generator))
            let pattern = start + beginning + text("aab/^^*", 3) + (round % 2 == 0 ? "" : "|")
            let labels = (0..<30).map { _ in beginning }.joined(separator: ".")
            let host = round % 3 == 1 ? labels + ".a" : "h.example"
            let rest = String(repeating: "a", count: 300) + text("ab/", 10) + beginning + text("ab/", 2)
            let request = FilterSample.request("http://\(host)/\(rest)")
            guard case .rules(let rules) = FilterLine(Array(pattern.utf8)[...], limits: FilterLimits()),
                let rule = rules.first
            else { continue }
            var search = PatternSearch()
            let matches = search.matches(rule.pattern, request)
            let expected = NaiveMatch.matches(pattern, request.folded, host: request.host)
            #expect(matches == expected, "\(pattern) \(request.folded.count)")
            takenOver += search.work > 512 + 4 * request.folded.count ? 1 : 0
            found += matches ? 1 : 0
        }
        #expect(takenOver > 10)
        #expect(found > 5)
        #expect(found < 80)
    }
}
