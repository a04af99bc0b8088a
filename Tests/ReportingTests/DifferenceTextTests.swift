import Exchanges
import Forms
import Inspection
import InspectionRules
import Pipeline
import Profiles
import Reporting
import Testing

/// Comparisons as text.
struct DifferenceTextTests {
    private func text(of requests: [ComparedRequest], showsAll: Bool = true) -> String {
        let sink = StringSink()
        let reporter = DifferenceText(
            to: sink,
            style: TextStyle(width: 400),
            showsAll: showsAll,
            isSet: false
        )
        reporter.comparison(RequestComparison(requests, rules: .ofForms))
        reporter.finish(unpaired: [])
        return sink.text
    }

    private func request(filename: String, rules: [String]) -> ComparedRequest {
        request(
            of:
                "--AaB03x⏎Content-Disposition: form-data; name=\"f\"; filename=\"\(filename)\"⏎⏎1⏎--AaB03x--⏎",
            rules: rules
        )
    }

    private func request(of text: String, rules: [String]) -> ComparedRequest {
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

    @Test func `of many renamed parts the first are shown`() {
        let requests = ["a", "b"].map { letter in
            let parts = (1...200).map {
                "--AaB03x⏎Content-Disposition: form-data; name=\"\(letter)\($0)\"⏎⏎1⏎"
            }
            return request(of: parts.joined() + "--AaB03x--⏎", rules: [])
        }
        let (first, all) = (text(of: requests, showsAll: false), text(of: requests))
        #expect(first.contains("missing or renamed parts"))
        #expect(first.contains(" more (--all shows them)"))
        #expect(!first.contains("b200") && all.contains("b200"))
        #expect(!all.contains("--all"))
    }
}
