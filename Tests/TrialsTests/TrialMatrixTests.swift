import Foundation
import TestSupport
import Testing

@testable import Trials

struct TrialMatrixTests {
    private static func result(_ trial: String, _ outcome: TrialOutcome, _ reasons: [String] = [])
        -> TrialResult
    {
        TrialResult(trial: trial, outcome: outcome, reasons: reasons, seconds: 1.25)
    }

    private static var matrix: TrialMatrix {
        var matrix = TrialMatrix()
        matrix.add(
            TrialRow(
                client: "a <b>",
                command: "./a",
                results: [
                    result("form/one-field", .pass), result("name/quote", .fail, ["a \"quote\" | <i>"]),
                    result("framing/h2", .unsupported, ["no"]),
                ]
            )
        )
        matrix.add(TrialRow(client: "b", command: nil, results: [result("name/quote", .nonStrict, ["x"])]))
        return matrix
    }

    @Test func `results that are written can be joined again`() throws {
        let read = try TrialMatrix(json: Data(Self.matrix.json.utf8))
        #expect(read.json == Self.matrix.json)
        #expect(throws: TrialMatrix.Failure.self) { try TrialMatrix(json: Data("{}".utf8)) }
        #expect(throws: TrialMatrix.Failure.self) {
            try TrialMatrix(json: Data("{\"format\":2,\"rows\":[]}".utf8))
        }
    }

    @Test func `a client that runs again replaces what it had of the same cases`() throws {
        var matrix = Self.matrix
        matrix.add(
            TrialRow(
                client: "a <b>",
                command: "./b",
                results: [Self.result("name/quote", .pass), Self.result("form/tutorial", .pass)]
            )
        )
        #expect(matrix.rows.count == 2)
        #expect(matrix.rows[0].command == "./b")
        let results = matrix.rows[0].results
        #expect(results.map(\.trial) == ["form/one-field", "form/tutorial", "name/quote", "framing/h2"])
        #expect(results.map(\.outcome) == [.pass, .pass, .pass, .unsupported])
    }

    @Test func `a failure in JUnit is what fails, or in strict runs what is non-strict too`() {
        let text = TrialJUnit.text(Self.matrix, isStrict: false)
        #expect(
            text.contains(
                "<testsuite name=\"a &lt;b&gt;\" tests=\"3\" failures=\"1\" errors=\"0\" skipped=\"1\">"
            )
        )
        #expect(text.contains("<failure message=\"a &quot;quote&quot; | &lt;i&gt;\""))
        #expect(text.contains("<testsuite name=\"b\" tests=\"1\" failures=\"0\""))
        #expect(
            TrialJUnit.text(Self.matrix, isStrict: true).contains(
                "<testsuite name=\"b\" tests=\"1\" failures=\"1\""
            )
        )
        #expect(text.contains("time=\"1.250\""))
    }

    @Test(arguments: [("1e300", "1000000.000"), ("-1e300", "0.000")])
    func `any number of seconds that is joined is written`(seconds: String, text: String) throws {
        let json = Self.matrix.json.replacing("1.25", with: seconds)
        let matrix = try TrialMatrix(json: Data(json.utf8))
        #expect(TrialJUnit.text(matrix, isStrict: false).contains("time=\"\(text)\""))
    }

    @Test func `the matrix has a mark for each client and case`() {
        let text = TrialMarkdown.text(Self.matrix)
        #expect(text.contains("| case | a \\<b\\> | b |"))
        #expect(text.contains("| name/quote | ✗ | ~ |"))
        #expect(text.contains("| form/one-field | ✓ |  |"))
        #expect(text.contains("- **fail** name/quote: a \"quote\" \\| \\<i\\>"))
    }

    @Test func `the page escapes what arrived, and needs nothing from elsewhere`() {
        let text = TrialPage.text(Self.matrix)
        #expect(text.contains("a &quot;quote&quot; | &lt;i&gt;"))
        #expect(!text.contains("<i>"))
        #expect(text.contains("id=\"c0-1\"") && text.contains("href=\"#c0-1\""))
        #expect(!text.contains("http://") && !text.contains("https://"))
    }
}
