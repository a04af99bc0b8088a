import Exchanges
import Inspection
import Pipeline
import Reporting
import TestSupport
import Testing

/// A page about many exchanges: its counts, its links, and its list.
struct ReportListTests {
    private static let rules = ["delimiter/missing-close", "disposition/missing-name"]
    private static let nameless = Sample.clean.replacing("; name=\"a\"", with: "")

    /// Four uploads, of which three are faulty in two ways: the rarer one comes first.
    private let page = ReportPage([
        Sample.upload(nameless, rules: rules), Sample.upload(Sample.clean, number: 2, rules: rules),
        Sample.upload(Sample.unclosed, number: 3, rules: rules),
        Sample.upload(Sample.unclosed, number: 4, rules: rules),
    ])

    /// An exchange without a form.
    private func plain(_ number: Int) -> InspectedExchange {
        var exchange = Sample.upload(Sample.clean, number: number)
        exchange = exchange.changed {
            $0.form = nil
            $0.findings = []
            $0.exchange.request = nil
        }
        return exchange
    }

    @Test func `the headline counts, and the kinds are ranked by the uploads that they break`() throws {
        #expect(try page.first(from: "<h1>", to: "</h1>") == "3 of 4 uploads faulty, 2 kinds")
        let items = page.all(from: "<li class=\"error\">", to: "</li>")
        let heads = [("delimiter-missing-close", 2), ("disposition-missing-name", 1)]
        #expect(items.count == heads.count)
        for (item, (id, count)) in zip(items, heads) {
            #expect(item.hasPrefix("<a href=\"#error-\(id)\"><b title=\"uploads\">\(count)</b>"))
        }
        #expect(page.text.contains("<article class=\"kind error\" id=\"error-delimiter-missing-close\">"))
    }

    @Test func `a link addresses a finding of its exchange`() throws {
        let links = page.all(from: "<a href=\"#e0-", to: "\">")
        #expect(links.sorted() == ["1.1", "3.1", "4.1"])
        for link in links { #expect(page.text.contains("<div id=\"e0-\(link)\">")) }
    }

    @Test func `a row names the rule and the encoder`() throws {
        let badges = page.all(
            from: "<span class=\"verdict\"><span class=\"badge ",
            to: "</span></span></summary>"
        )
        #expect(
            badges.map { String($0.drop { $0 != ">" }.dropFirst()) } == [
                "disposition/missing-name", "ok", "delimiter/missing-close", "delimiter/missing-close",
            ]
        )
        #expect(page.text.contains("<span class=\"encoder lesser\" title=\"unknown\">unknown</span>"))
        #expect(page.all(from: "data-by=\"", to: "\"").count == 8)
    }

    @Test(arguments: [(3, false), (60, true)])
    func `a long list shows only forms at first`(others: Int, isChecked: Bool) {
        let uploads = [Sample.upload(Sample.clean), Sample.upload(Sample.clean, number: 2)]
        let page = ReportPage(uploads + (3..<(3 + others)).map(plain))
        #expect(page.text.contains("id=\"forms-only\" checked>") == isChecked)
    }

    @Test func `a long list of forms alone, or without any, shows all`() {
        let forms = ReportPage((1...60).map { Sample.upload(Sample.clean, number: $0) })
        #expect(!forms.text.contains(" checked>"))
        #expect(!ReportPage((1...60).map(plain)).text.contains(" checked>"))
    }
}
