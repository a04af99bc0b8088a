import Inspection
import Reporting
import Testing

@testable import Trials

struct ProbeReportTests {
    private static func report(_ label: String, _ results: [ProbeResult]) -> ProbeReport {
        ProbeReport(
            version: "1",
            url: "http://127.0.0.1/",
            label: label,
            date: "2026-11-23",
            results: results
        )
    }

    private static func results(reading names: [String]) throws -> [ProbeResult] {
        let body = try #require(LabBody.named("dl-missing-close"))
        let fields = try #require(body.form).map(ReadField.init).filter { names.contains($0.name ?? "") }
        return [
            ProbeResult(body, status: 200, form: fields), ProbeResult("ok-file", .refused, status: 400),
            ProbeResult("ct-json", .hangs, effects: ["no answer within the time limit"]),
        ]
    }

    private static func text(_ report: ProbeReport) -> String {
        let sink = StringSink()
        ProbeText(to: sink, TextStyle()).write(report, nil)
        return sink.text
    }

    @Test func `the report counts by outcome and group, and names what was lost`() throws {
        let text = Self.text(Self.report("x\u{1B}", try Self.results(reading: ["a"])))
        #expect(
            text == """
                − loses a field or a file in silence
                  dl-missing-close  no close delimiter: the body ends after a line break
                      loses the field 'z'

                ∞ hangs
                  ct-json  a multipart body that is declared to be JSON
                      no answer within the time limit

                x\\x1B: 3 bodies
                  − loses a field or a file in silence        1    delimiter 1
                  ✗ refuses                                   1    400 1
                  ∞ hangs                                     1    content-type 1
                  Of those that conform, not read as meant: ✗ ok-file

                """
        )
    }

    @Test func `where no answer says what was read, the way is shown`() {
        let results = [ProbeResult("ok-file", .unread, status: 200, effects: ["the answer is not JSON"])]
        #expect(
            Self.text(Self.report("x", results)).contains(
                "No answer says what was read: the answer is not JSON. See --adapter and --expect-json."
            )
        )
    }

    @Test func `two reports differ where outcomes or fields do, not by the order of fields`() throws {
        let first = Self.report("one", try Self.results(reading: ["a", "z"]))
        var second = Self.report("one", first.results)
        second.results[0].form?.reverse()
        second.results[1].status = 413
        let alike = ProbeComparison(first, second)
        #expect(alike.differences.isEmpty && alike.summary == "3 bodies, all treated alike")
        second.results = Array(try Self.results(reading: ["a"]).dropLast())
        let other = ProbeComparison(first, second)
        #expect(other.differences.map(\.id) == ["dl-missing-close", "ct-json"])
        #expect(other.labels == ("one (1)", "one (2)"))
        let sink = StringSink()
        ProbeText(to: sink, TextStyle()).write(other)
        #expect(sink.text.contains("  = one (1): reads as meant\n"))
        #expect(sink.text.contains("  − one (2): loses a field or a file in silence; loses the field 'z'\n"))
        #expect(sink.text.contains("    one (2): was not sent it\n2 of 3 bodies treated differently\n"))
        #expect(other.json.contains("\"schema\": \"partwise.probe-comparison/1\""))
    }

    @Test func `adapters are found in any letter case, and say how to run them`() {
        #expect(LabAdapter.named("Flask")?.text.contains("pip install flask") == true)
        #expect(LabAdapter.named("cobol") == nil)
        #expect(LabAdapter.all.map(\.name) == LabAdapter.all.map(\.name).sorted())
        for adapter in LabAdapter.all { #expect(adapter.text.count > 500, "\(adapter.name)") }
    }
}
