import InspectionRules
import Testing

@testable import Reporting

/// What SARIF gives a meaning in message strings (§3.11.5 and §3.11.6 of the standard).
struct SARIFTextTests {
    @Test(arguments: [
        ("plain [0] (1)", "plain [0] (1)"), ("[click](http://evil/)", #"[click]\(http://evil/)"#),
        ("{0} of {name}", "{{0}} of {{name}}"), ("]\u{301}(", "]\u{301}("), ("a[b]]((", #"a[b]]\(("#),
        ("}{", "}}{{"),
    ])
    func `no text of a capture is a placeholder or a link`(_ text: String, _ expected: String) {
        #expect(SARIFText.plain(text) == expected)
        let link = /\[([^\]]*)\]\(([^)]+)\)/
        #expect(SARIFText.plain(text).firstMatch(of: link) == nil)
    }

    @Test func `Markdown keeps its links`() {
        #expect(SARIFText.formatted("[RFC 2046](https://a/) {x}") == "[RFC 2046](https://a/) {{x}}")
    }

    @Test func `links to the standards are in Markdown alone`() throws {
        let text = Sample.report([Sample.upload(Sample.unclosed)]) {
            SARIFReporter(to: $0, rules: .ofForms, version: "1")
        }
        #expect(text.contains(#""markdown""#) && text.contains("](https://"))
        for line in text.split(separator: "\n") where line.contains("\"text\":") {
            #expect(!line.contains("](") && !line.contains("https://"), "\(line)")
        }
    }
}
