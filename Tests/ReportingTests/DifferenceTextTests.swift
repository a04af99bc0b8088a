import Exchanges
import Forms
import Inspection
import Pipeline
import Profiles
import Reporting
import Testing

/// Comparisons as text.
struct DifferenceTextTests {
    private func text(of requests: [ComparedRequest]) -> String {
        let sink = StringSink()
        let reporter = DifferenceText(to: sink, style: TextStyle(width: 400), showsAll: true, isSet: false)
        reporter.comparison(RequestComparison(requests))
        reporter.finish(unpaired: [])
        return sink.text
    }

    private func request(filename: String, rules: [String]) -> ComparedRequest {
        let text =
            "--AaB03x⏎Content-Disposition: form-data; name=\"f\"; filename=\"\(filename)\"⏎⏎1⏎--AaB03x--⏎"
        let upload = Sample.upload(text, rules: rules)
        return ComparedRequest(
            label: "a.pcap#1",
            exchange: upload.exchange,
            form: upload.form,
            findings: upload.findings.map(\.finding)
        )
    }

    @Test func `what each request does is reported, also where another one violates more rules`() {
        let rules = [
            "part-header/non-ascii-name", "disposition/percent-ambiguous", "disposition/percent-encoded-name",
        ]
        let report = text(
            of: ["gr\u{F6}\u{DF}e %22x%22.txt", "gr%C3%B6%C3%9Fe%20%22x%22.txt"].map {
                request(filename: $0, rules: rules)
            }
        )
        #expect(report.contains("A: note[part-header/non-ascii-name]: "))
        #expect(report.contains("B: note[disposition/percent-encoded-name]: "))
        #expect(report.contains("see also disposition/percent-ambiguous"))
        #expect(report.contains("servers do not decode it: the file is stored under the encoded name"))
    }
}
