import Testing

@testable import Filters

/// Rule files: what is read of them, and what is said of the rest.
struct FilterListTests {
    /// Lines of the kinds that public lists have.
    static let list = """
        [Adblock Plus 2.0]
        ! Title: a list
        ! Expires: 4 days
        -banner-ad.
        ||ads.example^
        ||ads.example^$third-party
        @@||ads.example/allowed.js$script,domain=shop.example|~blog.shop.example
        ##.advert
        shop.example##.advert
        shop.example,~blog.shop.example#@#.advert
        shop.example#?#div:-abp-has(.ad)
        shop.example#$#abort-on-property-read x
        shop.example#%#//scriptlet('x')
        shop.example$$script[data="x"]
        /^https?:\\/\\/ads[0-9]+\\./
        /banner[0-9]/$image
        /banners/
        ||cdn.example^$csp=script-src 'none'
        ||cdn.example^$redirect=noop.js,script
        ||cdn.example^$popup
        @@||trusted.example^$document
        ||many.example^$domain=shop.*
        !#if env_firefox
        ||firefox.example^
        !#endif
        ||after.example^
        """

    @Test func `the plain rules of a list are read and the others are counted by kind`() {
        let reading = FilterSample.reading(Self.list)
        #expect(reading.rules.count == 5)
        #expect(reading.lists.first?.problemCount == 0)
        #expect(
            reading.remarks == [
                "rules.txt: 16 lines are not read: 7 cosmetic rules (first in line 8), 2 regular expressions"
                    + " (first in line 15), 1 pattern between slashes, which makes it a regular expression: add a"
                    + " star, as in /path/* (first in line 17), 1 with the option csp (first in line 18), 1 with the"
                    + " option redirect (first in line 19), 1 with the option popup (first in line 20), 1 exception"
                    + " for whole pages (first in line 21), 1 with the option domain with a wildcard (first in line"
                    + " 22), 1 conditional rule (first in line 24)"
            ]
        )
    }

    @Test(arguments: [
        ("||a.example^$scirpt", "there is no option 'scirpt'"),
        ("@@", "the rule has no pattern"),
        ("two words", "the pattern holds a blank, which no URL does"),
        ("a\u{7}b", "the pattern holds a control character"),
        ("/x/*$domain=", "the option domain has no value"),
        ("/x/*$domain=a.example||b.example", "the option domain has an empty name"),
        ("/x/*$domain=a/b", "'a/b' is not a domain"),
        ("/x/*$method=po(st", "'po(st' is not a method"),
        ("/x/*$~all", "the options leave no kind of resource"),
        ("0.0.0.0 bad(name", "'bad(name' is not the name of a host"),
        ("^^^^^^^^^a", "the pattern has more than 8 '^' in a row"),
        (String(repeating: "a", count: 2049), "the pattern has more than 2,048 bytes"),
        (
            "||a.example^$domain=" + String(repeating: "a", count: 70_000),
            "the line has more than 65,536 bytes"
        ),
    ])
    func `a faulty line is named and skipped`(_ line: String, _ reason: String) {
        let reading = FilterSample.reading("||first.example^\r\n\(line)\r\n||last.example^")
        #expect(reading.remarks == ["rules.txt:2: \(reason)"])
        #expect(reading.rules.count == 2)
    }

    @Test(arguments: [
        "", "  ", "! comment", "!", "# comment", "#comment", "#", "####", "## section ##", "### x",
        "[uBlock Origin]", "[Ad servers]",
        "127.0.0.1 localhost", "::1 localhost ip6-localhost", "fe80::1%lo0 localhost",
        "255.255.255.255 broadcasthost", "0.0.0.0 0.0.0.0",
    ])
    func `a line without a rule is silent`(_ line: String) {
        let reading = FilterSample.reading(line)
        #expect(reading.rules.count == 0 && reading.remarks.isEmpty)
    }

    @Test(arguments: [
        ("||a.example^$script,1p,replace=/a b.+?, 100/c d/gms", "replace"),
        ("||a.example/*/$document,to=b.example|c.example,urlskip=/x\\/([^?#]+)/ -uri +https", "to"),
        ("||a.example^$csp=script-src 'self', img-src *", "csp"),
    ])
    func `an option whose value is free text is not taken for a part of the pattern`(
        _ line: String,
        _ name: String
    ) {
        let remarks = FilterSample.reading(line).remarks
        #expect(remarks == ["rules.txt: 1 line is not read: 1 with the option \(name) (first in line 1)"])
    }

    @Test func `of a host that is not in ASCII it is said that its rule is not read`() {
        let reading = FilterSample.reading("||bücher.example^\n||a.example/ü\n")
        #expect(reading.rules.count == 1)
        #expect(
            reading.remarks == [
                "rules.txt: 1 line is not read: 1 host not in ASCII, which requests name in the form xn--… (first in line 1)"
            ]
        )
    }

    @Test func `a hosts file blocks hosts but not their subdomains`() {
        let hosts = """
            \u{FEFF}# a list
            127.0.0.1\tlocalhost
            0.0.0.0 one.example two.example. # both
            ::\tThree.example
            192.0.2.7 other.example
            """
        let reading = FilterSample.reading(hosts)
        #expect(reading.rules.count == 3)
        #expect(reading.remarks == ["rules.txt: 1 line is not read: 1 address of a host (first in line 5)"])
        func line(_ url: String) -> Int? { FilterSample.blockingLine(hosts, FilterSample.request(url)) }
        #expect(line("http://one.example/") == 3 && line("https://TWO.example:1/x") == 3)
        #expect(line("http://three.example/") == 4)
        #expect(line("http://sub.one.example/") == nil && line("http://b.example/one.example/") == nil)
        #expect(line("http://other.example/") == nil)
    }

    @Test func `only so many faulty lines are listed`() {
        let text = (0..<30).map { "||a.example^$nothing\($0)" }.joined(separator: "\n")
        let remarks = FilterSample.reading(text).remarks
        #expect(remarks.count == 21 && remarks.last == "rules.txt: 10 more faulty lines")
    }

    @Test func `rules beyond the limit are not read, and it is said`() {
        var limits = FilterLimits()
        limits.rules = 2
        let reading = FilterSample.reading("/a\n/b\n/c\n/d", limits: limits)
        #expect(reading.rules.count == 2)
        #expect(
            reading.remarks == ["rules.txt:3: more than 2 rules: this one and those after it are not read"]
        )
    }

    @Test func `text of a rule is safe to print`() {
        let reading = FilterSample.reading("||a.example^$\u{1B}[31m\n||b.example/\u{202E}x")
        #expect(reading.remarks.allSatisfy { !$0.unicodeScalars.contains("\u{1B}") })
        guard
            case .blocked(let rule) = reading.rules.decide(FilterSample.request("http://b.example/\u{202E}x"))
        else {
            Issue.record("not blocked")
            return
        }
        #expect("\(rule)" == "||b.example/\\u{202e}x (rules.txt:2)")
    }

    @Test func `rules of several files keep their places, and the first that matches is named`() {
        var reader = FilterListReader()
        reader.read(Array("! none\n/x/*".utf8), path: "one.txt")
        reader.read(Array("||a.example^\n@@/free/*".utf8), path: "two.txt")
        let rules = reader.finish().rules
        func rule(_ url: String) -> String? {
            guard case .blocked(let rule) = rules.decide(FilterSample.request(url)) else { return nil }
            return "\(rule)"
        }
        #expect(rule("http://a.example/x/") == "/x/* (one.txt:2)")
        #expect(rule("http://a.example/y") == "||a.example^ (two.txt:1)")
        #expect(rule("http://a.example/x/free/") == nil)
    }
}
