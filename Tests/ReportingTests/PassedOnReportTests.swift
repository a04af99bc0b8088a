import Foundation
import Inspection
import InspectionRules
import Pipeline
import Reporting
import Testing

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// The reports that other programs take: SARIF, JUnit, GitHub's annotations, Markdown.
struct PassedOnReportTests {
    /// A name with what would act on HTML, XML, Markdown, a workflow command or a terminal.
    private static let hostile = "<script>alert('&')</script>|`]]>%0A::error::\u{1B}[2J\u{202E}"

    private var hostileUpload: InspectedExchange {
        Sample.upload(
            Sample.unclosed.replacing("name=\"a\"", with: "name=\"<b>⟨1B⟩[2J⟨E2⟩⟨80⟩⟨AE⟩`|&\""),
            target: "/" + Self.hostile
        )
    }

    private func sarif(_ exchanges: [InspectedExchange]) throws -> [String: Any] {
        let text = Sample.report(exchanges) { SARIFReporter(to: $0, rules: .ofForms, version: "0.1.0") }
        let root = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        return try #require((root?["runs"] as? [[String: Any]])?.first)
    }

    private func junit(_ exchanges: [InspectedExchange]) throws -> XMLElement {
        let text = Sample.report(exchanges) { JUnitReporter(to: $0) { StringSink() } }
        return try #require(try XMLDocument(xmlString: text, options: []).rootElement())
    }

    @Test func `a SARIF result names its rule, its capture and its bytes`() throws {
        let run = try sarif([Sample.upload(Sample.clean), Sample.upload(Sample.unclosed, number: 2)])
        let results = try #require(run["results"] as? [[String: Any]])
        #expect(results.count == 1)
        let result = try #require(results.first)
        #expect(result["ruleId"] as? String == "delimiter/missing-close")
        #expect(result["level"] as? String == "error")
        let related = try #require((result["relatedLocations"] as? [[String: Any]])?.first)
        let physical = try #require(related["physicalLocation"] as? [String: Any])
        let region = try #require(physical["region"] as? [String: Any])
        #expect(region["byteOffset"] as? Int == 57)
        #expect(region["byteLength"] as? Int == 0)
        let index = try #require((physical["artifactLocation"] as? [String: Any])?["index"] as? Int)
        let artifacts = try #require(run["artifacts"] as? [[String: Any]])
        #expect(artifacts[index]["parentIndex"] as? Int == 0)
        #expect((artifacts[0]["location"] as? [String: Any])?["uri"] as? String == "upload.pcap")
    }

    @Test func `SARIF lists each rule that spoke once, with its help`() throws {
        let run = try sarif((1...3).map { Sample.upload(Sample.unclosed, number: $0) })
        let driver = try #require((run["tool"] as? [String: Any])?["driver"] as? [String: Any])
        let rules = try #require(driver["rules"] as? [[String: Any]])
        #expect(rules.compactMap { $0["id"] as? String } == ["delimiter/missing-close"])
        #expect((rules[0]["help"] as? [String: Any])?["markdown"] is String)
        let results = try #require(run["results"] as? [[String: Any]])
        #expect(results.map { $0["ruleIndex"] as? Int } == [0, 0, 0])
    }

    @Test func `SARIF says what could not be read`() throws {
        let sink = StringSink()
        let reporter = SARIFReporter(to: sink, rules: .ofForms, version: "0.1.0")
        reporter.failed(InputFailure(path: "x", reason: "no such file"))
        reporter.finish(ReportTotals())
        let root = try JSONSerialization.jsonObject(with: Data(sink.text.utf8)) as? [String: Any]
        let run = try #require((root?["runs"] as? [[String: Any]])?.first)
        let invocation = try #require((run["invocations"] as? [[String: Any]])?.first)
        #expect(invocation["executionSuccessful"] as? Bool == false)
    }

    @Test func `a JUnit suite counts its uploads, and those that failed`() throws {
        let root = try junit([Sample.upload(Sample.clean), Sample.upload(Sample.unclosed, number: 2)])
        let suite = try #require(root.elements(forName: "testsuite").first)
        #expect(suite.attribute(forName: "tests")?.stringValue == "2")
        #expect(suite.attribute(forName: "failures")?.stringValue == "1")
        let cases = suite.elements(forName: "testcase")
        #expect(cases[0].elements(forName: "failure").isEmpty)
        let failure = try #require(cases[1].elements(forName: "failure").first)
        #expect(failure.attribute(forName: "type")?.stringValue == "delimiter/missing-close")
        #expect(failure.stringValue?.contains("body offset 57") == true)
    }

    @Test func `an input that cannot be read is a JUnit error`() throws {
        let sink = StringSink()
        let reporter = JUnitReporter(to: sink) { StringSink() }
        reporter.failed(InputFailure(path: "a<b", reason: "no such file"))
        reporter.finish(ReportTotals())
        let root = try #require(try XMLDocument(xmlString: sink.text, options: []).rootElement())
        let suite = try #require(root.elements(forName: "testsuite").first)
        #expect(suite.attribute(forName: "errors")?.stringValue == "1")
        #expect(suite.attribute(forName: "name")?.stringValue == "a<b")
    }

    @Test func `GitHub gets one workflow command a finding, whatever its words hold`() {
        let text = Sample.report([hostileUpload]) { GitHubReporter(to: $0) }
        let commands = text.split(separator: "\n").filter { $0.hasPrefix("::") }
        #expect(commands.count == 1)
        #expect(commands[0].hasPrefix("::error file=upload.pcap,title=delimiter/missing-close::"))
        #expect(commands[0].contains("%250A::error::"))
    }

    @Test func `Markdown lists the uploads with findings and tells each kind once`() {
        let exchanges = (1...3).map { Sample.upload(Sample.unclosed, number: $0) }
        let text = Sample.report(exchanges) { MarkdownReporter(to: $0, rules: .ofForms) }
        let lines = text.split(separator: "\n")
        #expect(lines.count { $0.hasPrefix("| upload.pcap") } == 3)
        #expect(lines.count { $0.hasPrefix("## ") } == 1)
        #expect(lines.contains("## delimiter/missing-close"))
    }

    @Test func `Markdown escapes what would act on the page`() {
        let text = Sample.report([hostileUpload]) { MarkdownReporter(to: $0, rules: .ofForms) }
        let row = text.split(separator: "\n").first { $0.hasPrefix("| upload.pcap") }
        #expect(row?.contains("\\<script\\>") == true)
        #expect(row?.contains("\\|\\`") == true)
    }

    @Test(arguments: ["sarif", "junit", "github", "markdown"])
    func `a hostile name reaches no report as a control, twice the same bytes`(_ format: String) {
        let make: (StringSink) -> any Reporter = { sink in
            switch format {
            case "sarif": SARIFReporter(to: sink, rules: .ofForms, version: "0.1.0")
            case "junit": JUnitReporter(to: sink) { StringSink() }
            case "github": GitHubReporter(to: sink)
            default: MarkdownReporter(to: sink, rules: .ofForms)
            }
        }
        let text = Sample.report([hostileUpload], with: make)
        let acting = text.unicodeScalars.filter { scalar in
            scalar.value < 0x20 && scalar != "\n" || (0x7F..<0xA0).contains(scalar.value)
                || scalar.properties.generalCategory == .format
        }
        #expect(acting.isEmpty)
        #expect(text == Sample.report([hostileUpload], with: make))
    }
}
