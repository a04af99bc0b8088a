import Bytes
import TestSupport
import Testing

@testable import Filters

/// The index, held to a loop over all rules.
struct RuleIndexTests {
    @Test func `an index of random rules finds what a loop over a naive matcher finds`() {
        var generator = SeededGenerator(11)
        let words = [
            "ad", "ads", "banner", "x", "1", "track", "cdn", "a", "b", "com", "http", "pixel", "stat", "12",
            "img", "js",
        ]
        func word() -> String { words.randomElement(using: &generator) ?? "ad" }
        func pattern() -> String {
            let start = ["", "", "|http://", "||", "||", "*"].randomElement(using: &generator) ?? ""
            let glue = [".", "/", "*", "^", "-", "", "?"]
            var text = start + word()
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                text += (glue.randomElement(using: &generator) ?? "") + word()
            }
            return text + (["", "", "^", "|", "*", "^|"].randomElement(using: &generator) ?? "")
        }
        let patterns = (0..<300).map { _ in pattern() }
        let rules = FilterSample.reading(patterns.joined(separator: "\n")).rules
        #expect(rules.count == patterns.count)
        var blocked = 0
        for _ in 0..<400 {
            let host = "\(word()).\(word()).com"
            let path = (0..<3).map { _ in word() }.joined(
                separator: ["/", "-", "", "?"].randomElement(using: &generator) ?? ""
            )
            let url = "http://\(host)/\(path)"
            let request = FilterSample.request(url)
            let first = patterns.indices.first {
                NaiveMatch.matches(patterns[$0], request.folded, host: request.host)
            }
            var found: Int?
            if case .blocked(let rule) = rules.decide(request) { found = rule.line - 1 }
            #expect(found == first, "\(url): \(first.map { patterns[$0] } ?? "none")")
            blocked += first == nil ? 0 : 1
        }
        #expect(blocked > 20)
        #expect(blocked < 380)
    }

    @Test(
        arguments: [
            { "||host\($0).example^" }, { "/banner\($0)/*" }, { "/banner/\($0)*" },
            { "banner\($0 + 100_000)x" },
            { "*$script,domain=site\($0).example" }, { "0.0.0.0 name\($0).example" },
            { "||host\($0).example^$third-party,domain=~x.example" }, { "@@/allowed/\($0)/x" },
            { "-ad-\($0 * 7919).js" }, { "|https://cdn.example/\($0)/" }, { "@@/x\($0)^|" },
        ] as [@Sendable (Int) -> String]
    )
    func `thousands of rules of a form have few compared with a request`(_ rule: @Sendable (Int) -> String) {
        let text = (0..<3000).map(rule).joined(separator: "\n") + "\n/allowed/*"
        let rules = FilterSample.reading(text).rules
        #expect(rules.count == 3001)
        for url in [
            "https://cdn.example/banner/2321/-ad-1.js", "https://host77.example/allowed/77/x?y=banner100077x",
            "http://name5.example/", "https://www.a.example/a/b/c/d?e=f&g=h#i",
        ] {
            var work = 0
            let request = FilterSample.request(
                url,
                "Referer: https://site9.example/",
                "Sec-Fetch-Dest: script"
            )
            _ = rules.decide(request, work: &work)
            #expect(work <= 12, "\(url)")
        }
    }

    @Test func `a URL that repeats a token has its rules compared once`() {
        let rules = FilterSample.reading((0..<100).map { "/ad/\($0)*x" }.joined(separator: "\n")).rules
        var work = 0
        let url = "http://a.example/" + String(repeating: "ad/", count: 5000)
        #expect(rules.decide(FilterSample.request(url), work: &work) == .allowed)
        #expect(work <= 100)
    }

    @Test func `what can be blocked at a host is known before its requests are`() {
        let hosts = FilterSample.reading("||ads.example^\n0.0.0.0 one.example\n@@||all.example^").rules
        #expect(hosts.mayBlock(host: "x.ads.example") && hosts.mayBlock(host: "ONE.example"))
        #expect(hosts.mayBlock(host: "ads.example.") && hosts.mayBlock(host: "one.example."))
        #expect(!hosts.mayBlock(host: "www.example") && !hosts.mayBlock(host: "all.example"))
        #expect(FilterSample.reading("/banner/*").rules.mayBlock(host: "www.example"))
        #expect(!FilterRules().mayBlock(host: "www.example"))
    }
}
