import Foundation
import Shell
import TestSupport
import Testing

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// Reports for other programs, held against the schemas of their formats.
struct SchemaTests {
    /// Names with what would act on JSON, XML, HTML or a terminal.
    private static let hostile = """
        POST /<script>&x=\u{202E} HTTP/1.1\r\nHost: up.test\r\n\
        Content-Type: multipart/form-data; boundary=B\r\nContent-Length: 111\r\n\r\n\
        --B\r\nContent-Disposition: form-data; name="]]><script>'&\u{1B}[2J\u{202E}\u{FFFE}\0"\r\n\r\nx\r\n--B
        """

    /// Faulty captures, one that is no capture, one that is missing, and a request with a hostile name.
    private func report(_ format: String) throws -> CommandRun {
        let folder = try TemporaryFolder()
        let request = try folder.write(Array(Self.hostile.utf8), to: "<b>'&\u{202E}.http")
        let broken = try folder.write(Array("nothing".utf8), to: "broken.pcap")
        let faulty = Checkout.path("Captures/faulty")
        return CommandRun([
            "check", faulty, request, broken, folder.path + "/missing", "--format", format, "--threshold",
            "note",
        ])
    }

    @Test func `SARIF is as the schema of the standard demands`() throws {
        let schema = String(
            decoding: try Checkout.bytes(of: Checkout.path("Tests/Schemas/sarif-2.1.0.schema.json")),
            as: UTF8.self
        )
        let document = try JSONDocument(parsing: report("sarif").output)
        #expect(try JSONSchema(JSONDocument(parsing: schema)).violations(in: document) == [])
        let run = try #require(document["runs"]?.elements.first)
        #expect(try #require(run["results"]).elements.count > 20)
        #expect(run["invocations"]?.elements.first?["exitCode"]?.integer == 3)
    }

    @Test func `the parts of SARIF refer to one another`() throws {
        let document = try JSONDocument(parsing: report("sarif").output)
        let run = try #require(document["runs"]?.elements.first)
        let rules = try #require(run["tool"]?["driver"]?["rules"]).elements
        let artifacts = try #require(run["artifacts"]).elements
        for result in try #require(run["results"]).elements {
            let rule = try #require(result["ruleIndex"]?.integer)
            #expect(rules[rule]["id"] == result["ruleId"])
            #expect(rules[rule]["help"]?["markdown"]?.text?.isEmpty == false)
            let capture = result["locations"]?.elements.first?["physicalLocation"]?["artifactLocation"]
            let related = try #require(result["relatedLocations"]?.elements.first?["physicalLocation"])
            let bytes = try #require(related["artifactLocation"]?["index"]?.integer)
            #expect(artifacts[bytes]["parentIndex"] == capture?["index"])
            let region = try #require(related["region"])
            let (offset, length) = (region["byteOffset"]?.integer ?? -1, region["byteLength"]?.integer ?? -1)
            #expect(offset >= 0 && length >= 0)
            if let whole = artifacts[bytes]["length"]?.integer { #expect(offset + length <= whole) }
        }
    }

    @Test(
        .enabled(
            if: ["/usr/bin/xmllint", "/opt/homebrew/bin/xmllint"].contains {
                FileManager.default.isExecutableFile(atPath: $0)
            },
            "needs xmllint of libxml2-utils"
        )
    )
    func `JUnit XML is as the schema of Jenkins demands`() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(Array(report("junit").output.utf8), to: "report.xml")
        let schema = Checkout.path("Tests/Schemas/junit-10.xsd")
        let errors = "\(folder.path)/errors"
        let code = try CommandRun.shell("xmllint --noout --schema '\(schema)' '\(path)' 2> '\(errors)'")
        let complaint = String(decoding: try Checkout.bytes(of: errors), as: UTF8.self)
        #expect(code == 0, "\(complaint)")
    }

    @Test func `the counts of a JUnit suite are those of its cases`() throws {
        let root = try #require(try XMLDocument(xmlString: report("junit").output, options: []).rootElement())
        let suites = root.elements(forName: "testsuite")
        #expect(suites.count > 10)
        for suite in suites {
            let cases = suite.elements(forName: "testcase")
            for (attribute, element) in [
                ("failures", "failure"), ("errors", "error"), ("skipped", "skipped"),
            ] {
                let count = cases.count { !$0.elements(forName: element).isEmpty }
                #expect(suite.attribute(forName: attribute)?.stringValue == "\(count)")
            }
            #expect(suite.attribute(forName: "tests")?.stringValue == "\(cases.count)")
        }
    }
}
