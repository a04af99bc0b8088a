import Exchanges
import Forms
import Foundation
import Inspection
import InspectionRules
import Pipeline
import Profiles
import Reporting
import TestSupport
import Testing

/// The comparison that is a page.
struct DifferencePageTests {
    private func request(
        _ label: String,
        _ text: String,
        status: Int? = 200,
        target: String = "/upload",
        rules: [String] = ["delimiter/missing-close"]
    ) -> ComparedRequest {
        let upload = Sample.upload(text, target: target, rules: rules)
        var exchange = upload.exchange
        exchange.status = status
        return ComparedRequest(
            label: label,
            exchange: exchange,
            form: upload.form,
            findings: upload.findings.map(\.finding)
        )
    }

    private func page(_ comparisons: [[ComparedRequest]], unpaired: [String] = [], isSet: Bool = false)
        -> String
    {
        let sink = StringSink()
        let reporter = DifferenceHTML(to: sink, spool: StringSink(), version: "0.1.0", isSet: isSet)
        for requests in comparisons { reporter.comparison(RequestComparison(requests, rules: .ofForms)) }
        reporter.finish(unpaired: unpaired)
        return sink.text
    }

    @Test func `the headline is the verdict, and each request has a column`() {
        let requests = [request("a.pcap#1", Sample.clean), request("b.pcap#1", Sample.unclosed, status: 400)]
        let verdict = RequestComparison(requests, rules: .ofForms).verdict.sentence
        let text = page([requests])
        #expect(verdict.hasPrefix("B was refused"))
        #expect(text.contains("<h1>B was refused"))
        #expect(text.contains("<b class=\"letter\">A</b><div><bdi class=\"name\">a.pcap#1</bdi>"))
        #expect(text.contains("<div class=\"request refused\"><b class=\"letter\">B</b>"))
        #expect(text.contains("<th scope=\"col\">A</th><th scope=\"col\">B</th>"))
    }

    @Test func `values that are mostly alike are marked where they differ`() {
        let other = Sample.clean.replacing("⏎Content-Disposition", with: "⏎content-disposition")
        let requests = [request("a", Sample.clean), request("b", other)]
        let values = RequestComparison(requests, rules: .ofForms).differences.flatMap(\.values).compactMap(
            \.self
        )
        #expect(values.contains("content-disposition"))
        let text = page([requests])
        #expect(text.contains("<mark>C</mark>ontent-Disposition") || text.contains("<mark>C"))
        #expect(text.contains("<mark>c"))
    }

    @Test func `a difference names the bytes that it is about`() {
        let other = Sample.clean.replacing("⏎Content-Disposition", with: "⏎content-disposition")
            .replacing("⏎⏎1⏎", with: "⏎⏎22⏎")
        let text = page([[request("a", Sample.clean), request("b", other)]])
        // The header follows the delimiter of ten bytes, the content a blank line.
        for places in ["body:10-52", "body:54-55", "body:54-56"] {
            #expect(text.contains("data-places=\"\(places)\""), "\(places)")
        }
    }

    @Test func `a part that a request lacks has the place where it would be`() {
        let two = Sample.clean.replacing(
            "⏎1⏎--AaB03x--",
            with: "⏎1⏎--AaB03x⏎Content-Disposition: form-data; name=\"b\"⏎⏎2⏎--AaB03x--"
        )
        let text = page([[request("a", Sample.clean), request("b", two)]])
        #expect(text.contains("data-letter=\"A\" data-places=\"body:55-55\""))
        #expect(text.contains("data-letter=\"B\" data-places=\"body:57-"))
    }

    @Test func `the page opens at what the verdict names, where that is not the first difference too`() throws
    {
        let requests = [
            request("a", Sample.clean), request("b", Sample.unclosed, status: 404, target: "/uploads"),
        ]
        let comparison = RequestComparison(requests, rules: .ofForms)
        let cause = try #require(comparison.verdict.difference)
        #expect(cause > 0, "404 is about the target, whatever rule the body breaks")
        let text = page([requests])
        let rows = text.components(separatedBy: "<tr class=\"difference").dropFirst()
        let marked = rows.filter { $0.hasPrefix(" cause\">") }
        #expect(marked.count == 1)
        #expect(marked.first?.contains("<bdi>request line</bdi> <span>target</span>") == true)
        // The script lights that row's bytes in each request when it has made their views.
        #expect(text.contains("row.classList.contains(\"cause\")) ?? this.rows[0]"))
    }

    @Test func `a part that keeps a rule is shown beside the one that breaks it`() throws {
        let broken = Sample.clean.replacing("⏎⏎1", with: "⏎1")
        let requests = [
            request("a", Sample.clean), request("b", broken, rules: ["line/missing-blank-line"]),
        ]
        // The header of the part, not the place at which a part would be that is missing.
        #expect(page([requests]).contains("data-letter=\"A\" data-places=\"body:10-52\" class=\"absent\">"))
    }

    @Test func `values that share little are not marked`() {
        var other = request("b", Sample.clean)
        other.exchange.method = "GET"
        let text = page([[request("a", Sample.clean), other]])
        #expect(
            text.contains("<bdi class=\"mono\">POST</bdi>") && text.contains("<bdi class=\"mono\">GET</bdi>")
        )
    }

    @Test func `of a long target the ends are shown above the differences`() throws {
        var long = request("b", Sample.clean)
        long.exchange.target = "/" + String(repeating: "segment/", count: 100) + "end"
        let text = page([[request("a", Sample.clean), long]])
        let cards = try #require(text.components(separatedBy: "<details class=\"weight\"").first)
        #expect(cards.contains("…") && !cards.contains(String(repeating: "segment/", count: 20)))
        #expect(cards.contains("answered 200"))
    }

    @Test func `a set of comparisons says what it came to, and what has no counterpart`() {
        let requests = [request("a", Sample.clean), request("b", Sample.clean)]
        let text = page([requests, requests], unpaired: ["<c>#3"], isSet: true)
        #expect(text.contains("<h1>2 comparisons: none with differences</h1>"))
        #expect(text.contains("<p>1 upload has no counterpart: &lt;c&gt;#3</p>"))
        #expect(text.contains("id=\"c2\""))
    }

    @Test func `nothing of a request becomes markup, twice the same bytes`() {
        let hostile = "</script><img src=x onerror=alert(1)>"
        let requests = [
            request(hostile, Sample.clean),
            request("b", Sample.clean.replacing("name=\"a\"", with: "name=\"\(hostile)\"")),
        ]
        let text = page([requests])
        #expect(!text.contains("<img"))
        #expect(text.contains("&lt;img src=x onerror"))
        #expect(text == page([requests]))
    }
}
