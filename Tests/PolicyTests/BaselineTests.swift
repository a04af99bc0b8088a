import Inspection
import InspectionRules
import Pipeline
import Policy
import Testing

/// A baseline knows findings by rule, request and place, whatever the offsets.
struct BaselineTests {
    private static func upload(
        path: String = "/u",
        value: String = "1",
        filename: String = "\"a\\\"b\"",
        field: String = "f"
    ) throws -> InspectedExchange {
        let body =
            "--AaB03x⏎Content-Disposition: form-data; name=\"t\"⏎⏎\(value)⏎"
            + "--AaB03x⏎Content-Disposition: form-data; name=\"\(field)\"; filename=\(filename)⏎"
            + "Content-Type: text/plain⏎⏎1⏎--AaB03x⏎"
        let length = RuleExample.bytes(of: body).bytes.count
        let text =
            "POST \(path) HTTP/1.1⏎Host: h⏎Content-Type: multipart/form-data; boundary=AaB03x; charset=utf-8⏎"
            + "Content-Length: \(length)⏎⏎\(body)"
        let exchange = try JudgedUpload.read(.violatingRequest(text), rules: RuleCatalogue.ofForms.standard)
        return try #require(exchange)
    }

    private static func baseline(of exchange: InspectedExchange) -> Baseline {
        let comparison = BaselineComparison(with: Baseline(), recordingFrom: .note)
        #expect(comparison.knownCount(of: exchange, in: "a.pcap") == 0)
        return comparison.updated
    }

    @Test func `what was written is read again, and is sorted`() throws {
        let baseline = Self.baseline(of: try Self.upload())
        #expect(!baseline.entries.isEmpty)
        #expect(try Baseline(reading: baseline.text, path: "b") == baseline)
        #expect(baseline.text == Baseline(entries: Set(baseline.entries.sorted().reversed())).text)
        #expect(
            baseline.text.contains(
                "      - rule: content-type/charset-param\n        place: \"content-type charset\"\n"
            )
        )
        #expect(baseline.text.contains("        part: f\n        place: \"content-disposition filename\"\n"))
    }

    @Test func `a finding is known where values, offsets and the query differ`() throws {
        let comparison = BaselineComparison(with: Self.baseline(of: try Self.upload()), recordingFrom: .note)
        let other = try Self.upload(path: "/u?x=1", value: "a longer value than before")
        #expect(comparison.knownCount(of: other, in: "a.pcap") == other.findings.count)
        #expect(comparison.gone.isEmpty)
    }

    @Test func `a finding of another request, field or place is new`() throws {
        let baseline = Self.baseline(of: try Self.upload())
        for other in [try Self.upload(path: "/v"), try Self.upload(field: "g")] {
            let comparison = BaselineComparison(with: baseline, recordingFrom: .note)
            #expect(comparison.knownCount(of: other, in: "a.pcap") == 0)
            #expect(comparison.gone.isEmpty, "its request was not seen")
            #expect(comparison.unseenCount == baseline.entries.count)
        }
    }

    @Test func `what has gone is reported, and leaves the baseline that is written next`() throws {
        let baseline = Self.baseline(of: try Self.upload())
        let comparison = BaselineComparison(with: baseline, recordingFrom: .note)
        let fixed = try Self.upload(filename: "\"ab\"")
        _ = comparison.knownCount(of: fixed, in: "a.pcap")
        #expect(comparison.gone.map(\.rule) == ["disposition/backslash-escape"])
        #expect(comparison.updated.entries == baseline.entries.subtracting(comparison.gone))
    }

    @Test func `of requests that are not here a new baseline knows what the old one knew`() throws {
        let old = Self.baseline(of: try Self.upload(path: "/old"))
        let comparison = BaselineComparison(with: old, recordingFrom: .note)
        let other = try Self.upload(path: "/new")
        _ = comparison.knownCount(of: other, in: "a.pcap")
        #expect(old.entries.isSubset(of: comparison.updated.entries))
        #expect(comparison.updated.entries.count == 2 * old.entries.count)
    }

    @Test func `what was left out of a run has not gone`() throws {
        let baseline = Self.baseline(of: try Self.upload())
        let id = "disposition/backslash-escape"
        for extent in [
            BaselineComparison.Extent(isWhole: false), BaselineComparison.Extent(rulesOff: [id]),
        ] {
            let comparison = BaselineComparison(with: baseline, recordingFrom: .note, reading: extent)
            let fixed = try Self.upload(filename: "\"ab\"")
            _ = comparison.knownCount(of: fixed, in: "a.pcap")
            #expect(comparison.gone.isEmpty)
            #expect(comparison.updated.entries == baseline.entries)
        }
    }

    @Test func `the inputs of a baseline are read again, and joined by those of a run`() throws {
        let old = Baseline(inputs: ["b c", "a"])
        #expect(try Baseline(reading: old.text, path: "b") == old)
        let comparison = BaselineComparison(
            with: old,
            reading: BaselineComparison.Extent(inputs: ["d"], isWhole: true)
        )
        #expect(comparison.updated.inputs == ["a", "b c", "d"])
    }
}

extension BaselineComparison {
    /// How many of the findings of an exchange are known.
    fileprivate func knownCount(of exchange: InspectedExchange, in path: String) -> Int {
        areKnown(exchange.findings.map(\.finding), of: exchange.exchange, exchange.form, in: path)
            .count { $0 }
    }
}
