import Exchanges
import Foundation
import Inspection
import Pipeline
import Testing

@testable import Reporting

/// The report for scripts: its members are a contract.
struct JSONReportTests {
    private func report(_ exchanges: [InspectedExchange]) -> String {
        Sample.report(exchanges) { JSONReporter(to: $0, version: "0.1.0") }
    }

    private func object(_ text: String) throws -> [String: Any] {
        try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    /// The names of members in the order in which they stand in the text, at one depth of indentation.
    private func keys(_ text: String, depth: Int) -> [String] {
        let indent = String(repeating: "  ", count: depth) + "\""
        return text.split(separator: "\n").filter { $0.hasPrefix(indent) }
            .map { String($0.dropFirst(indent.count).prefix { $0 != "\"" }) }
    }

    @Test func `the members stand in the order in which they are known`() {
        let text = report([Sample.upload(Sample.unclosed)])
        #expect(keys(text, depth: 1) == ["schema", "tool", "exchanges", "captures", "summary"])
        #expect(
            keys(text, depth: 3) == [
                "number", "capture", "fidelity", "comment", "connection", "request", "response", "form",
                "findings", "outcome", "path", "format", "packets", "connections", "exchanges", "opaque",
                "problems",
            ]
        )
    }

    @Test func `an exchange is written when it comes, and not at the end`() {
        let sink = StringSink()
        let reporter = JSONReporter(to: sink, version: "0.1.0")
        reporter.exchange(Sample.upload(Sample.clean))
        #expect(sink.text.contains("\"number\": 1"))
    }

    @Test(arguments: [(0, nil), (70_000, 70_000)] as [(Int, Int?)])
    func `a head of which bytes were left out says how many`(_ elided: Int, _ written: Int?) throws {
        var upload = Sample.upload(Sample.clean)
        let message = upload.exchange.request?.changed {
            $0.http2 = HTTP2Origin(stream: 1, elidedBytes: elided)
        }
        upload = upload.changed {
            $0.exchange.request = message
            $0.exchange.response = message
        }
        let root = try object(report([upload]))
        let exchange = try #require((root["exchanges"] as? [[String: Any]])?.first)
        for name in ["request", "response"] {
            #expect((exchange[name] as? [String: Any])?["elidedBytes"] as? Int == written)
        }
    }

    @Test func `an exchange has the members of the contract`() throws {
        let root = try object(report([Sample.upload(Sample.unclosed)]))
        #expect(root["schema"] as? String == "partwise.report/1")
        let exchange = try #require((root["exchanges"] as? [[String: Any]])?.first)
        let connection = try #require(exchange["connection"] as? [String: Any])
        #expect(connection["client"] as? String == "127.0.0.1:51234")
        #expect(connection["server"] as? String == "[::1]:8080")
        #expect(connection["tls"] is NSNull)
        let request = try #require(exchange["request"] as? [String: Any])
        #expect(request["url"] as? String == "http://up.test/upload")
        #expect(request["startedAt"] as? String == "2026-11-21T01:00:00.000001Z")
        let body = try #require(request["body"] as? [String: Any])
        #expect(
            Set(body.keys) == [
                "length", "wireLength", "framing", "declaredLength", "complete", "missingBytes",
                "contentCoding",
            ]
        )
        #expect(exchange["response"] is NSNull)
        let form = try #require(exchange["form"] as? [String: Any])
        #expect(form["closed"] as? Bool == false)
        let part = try #require((form["parts"] as? [[String: Any]])?.first)
        #expect(
            Set(part.keys) == [
                "number", "name", "filename", "filenameStar", "contentType", "fields", "offset",
                "contentOffset", "contentLength",
            ]
        )
        #expect(part["contentOffset"] as? Int == 54)
        let finding = try #require((exchange["findings"] as? [[String: Any]])?.first)
        #expect(finding["rule"] as? String == "delimiter/missing-close")
        #expect(finding["offset"] as? Int == 57)
        #expect(finding["length"] as? Int == 0)
        #expect(finding["part"] as? Int == 1)
        #expect(finding["frame"] as? Int == 6)
        #expect(finding["in"] == nil)
    }

    @Test func `the summary counts`() throws {
        let root = try object(
            report([Sample.upload(Sample.unclosed), Sample.upload(Sample.clean, number: 2)])
        )
        let summary = try #require(root["summary"] as? [String: Int])
        #expect(summary == ["exchanges": 2, "forms": 2, "errors": 1, "warnings": 0, "notes": 0])
    }

    @Test func `an empty report is JSON too`() throws {
        #expect((try object(report([]))["exchanges"] as? [Any])?.isEmpty == true)
    }

    @Test func `one line an exchange, then the summary`() throws {
        let text = Sample.report([Sample.upload(Sample.clean), Sample.upload(Sample.clean, number: 2)]) {
            NDJSONReporter(to: $0)
        }
        let lines = text.split(separator: "\n").map(String.init)
        #expect(lines.count == 3)
        #expect(try object(lines[1])["number"] as? Int == 2)
        #expect(try object(lines[2])["summary"] != nil)
    }

    @Test func `bytes that are not valid UTF-8 are given as base64 beside the text`() throws {
        let body = Sample.unclosed.replacing("\"a\"", with: "\"⟨FF⟩\"")
        let root = try object(report([Sample.upload(body)]))
        let exchange = try #require((root["exchanges"] as? [[String: Any]])?.first)
        let part = try #require(((exchange["form"] as? [String: Any])?["parts"] as? [[String: Any]])?.first)
        #expect(part["name"] as? String == "\u{FFFD}")
        #expect(part["rawName"] as? String == "/w==")
        let field = try #require((part["fields"] as? [[String: Any]])?.first)
        let raw = try #require((field["raw"] as? String).flatMap { Data(base64Encoded: $0) })
        #expect(Array(raw) == Array("form-data; name=\"".utf8) + [0xFF, 0x22])
    }

    @Test(arguments: ["", "a", "ab", "abc", "\u{0}\u{1F}\u{7F}\u{9B}\u{202E}\"\\/\u{2028}", "é漢🙂"])
    func `a string survives, and holds nothing that acts on a terminal`(_ string: String) throws {
        let text = JSONText.compact(["k": .string(string)])
        #expect(try object(text)["k"] as? String == string)
        #expect(!text.unicodeScalars.contains { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) })
        #expect(!text.unicodeScalars.contains { $0.properties.generalCategory == .format })
        #expect(ByteText.base64(Array(string.utf8)) == Data(string.utf8).base64EncodedString())
    }

    @Test(arguments: [false, true])
    func `a character is escaped wherever it stands`(_ isInScript: Bool) throws {
        for scalar in (UInt8(0)...127).map(Unicode.Scalar.init) {
            // Two blocks of sixteen bytes, and a rest.
            for place in 0..<38 {
                let letters = Array(repeating: Character("x"), count: place) + [Character(scalar)]
                let string = String(letters) + String(repeating: "y", count: 37 - place)
                var quoted = JSONWriter(isInScript: isInScript)
                quoted.quote(string)
                #expect(try object("{\"k\":\(quoted.text)}")["k"] as? String == string)
                #expect(quoted.text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F })
                if isInScript { #expect(!quoted.text.contains { "<>&".contains($0) }) }
                var plain = JSONWriter(isInScript: isInScript)
                let isEscaped = isInScript && "<>&".unicodeScalars.contains(scalar)
                let isPlain = (0x20..<0x7F).contains(scalar.value) && !isEscaped
                #expect(plain.plain(Array(string.utf8).span.bytes) == isPlain)
                #expect(plain.text == (isPlain ? quoted.text : ""))
            }
        }
    }

    @Test func `text of any length is written whole, with and without a quotation mark`() throws {
        for length in 0..<40 {
            let text = String((0..<length).map { Character(Unicode.Scalar(UInt8(0x61 + $0 % 26))) })
            for string in [text, "\"" + text, text + "\""] {
                var writer = JSONWriter()
                let isPlain = writer.plain(Array(string.utf8).span.bytes)
                #expect(isPlain)
                #expect(try object("{\"k\":\(writer.text)}")["k"] as? String == string)
            }
        }
    }

    @Test func `an input that could not be read keeps its place among the captures`() throws {
        let sink = StringSink()
        let reporter = JSONReporter(to: sink, version: "0.1.0")
        reporter.failed(InputFailure(path: "x", reason: "no such file"))
        reporter.finish(ReportTotals())
        let captures = try #require(try object(sink.text)["captures"] as? [[String: Any]])
        #expect(captures.first?["format"] is NSNull)
    }

    @Test func `numbers are written with all their digits`() {
        var powers = [1]
        for _ in 1...18 { powers.append(powers[powers.count - 1] * 10) }
        for number in powers.flatMap({ [$0 - 1, $0, -$0, $0 + 1] }) + [.max, .min] {
            #expect(JSONText.compact(.integer(number)) == "\(number)")
        }
    }

    @Test func `a member is indented by its level, however deep it is`() {
        for depth in 0...40 {
            let value: JSONValue = [1, ["a": 2]]
            let margin = "\n" + String(repeating: "  ", count: depth)
            let expected = "[\(margin)  1,\(margin)  {\(margin)    \"a\": 2\(margin)  }\(margin)]"
            #expect(JSONText.indented(value, depth: depth) == expected)
        }
    }

    @Test(arguments: ["\"", "\\", "\n", "é", "\u{202E}", "x"])
    func `text of any length comes back, whatever stands in it`(_ sign: String) throws {
        for length in 0...26 {
            for place in 0...length {
                let (before, after) = (String(repeating: "a", count: place), length - place)
                let text = before + sign + String(repeating: "b", count: after)
                let read = try JSONSerialization.jsonObject(
                    with: Data(JSONText.quoted(text).utf8),
                    options: .fragmentsAllowed
                )
                #expect(read as? String == text)
            }
        }
    }
}
