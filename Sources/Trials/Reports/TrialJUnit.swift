import Reporting

/// The report as JUnit XML: a suite for each client, a test case for each case.
package enum TrialJUnit {
    /// The greatest number of seconds that is written.
    private static let longestTime = 1e6

    /// The document.
    ///
    /// - Parameters:
    ///   - matrix: the results.
    ///   - isStrict: whether what is non-strict is a failure.
    /// - Returns: the text.
    package static func text(_ matrix: TrialMatrix, isStrict: Bool) -> String {
        var lines = ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<testsuites name=\"partwise trial\">"]
        for row in matrix.rows {
            let failures = row.results.count { $0.outcome.isFailure(isStrict: isStrict) }
            lines.append(
                "  <testsuite name=\"\(XMLText.escaped(row.client))\" tests=\"\(row.results.count)\" "
                    + "failures=\"\(failures)\" errors=\"0\" skipped=\"\(row.count(.unsupported))\">"
            )
            for result in row.results { lines += testCase(result, of: row.client, isStrict: isStrict) }
            lines.append("  </testsuite>")
        }
        return lines.joined(separator: "\n") + "\n</testsuites>\n"
    }

    private static func testCase(_ result: TrialResult, of client: String, isStrict: Bool) -> [String] {
        // A report that is joined may have any number.
        let milliseconds = Int(min(max(result.seconds, 0), longestTime) * 1_000)
        let time = "\(milliseconds / 1_000).\(String(1_000 + milliseconds % 1_000).dropFirst())"
        var lines = [
            "    <testcase name=\"\(XMLText.escaped(result.trial))\" classname=\"\(XMLText.escaped(client))\" "
                + "time=\"\(time)\">"
        ]
        let first = XMLText.escaped(result.reasons.first ?? result.outcome.rawValue)
        let all = XMLText.escaped((result.reasons + [""] + result.request).joined(separator: "\n"))
        if result.outcome.isFailure(isStrict: isStrict) {
            let type = XMLText.escaped(result.rules.first ?? result.outcome.rawValue)
            lines.append("      <failure message=\"\(first)\" type=\"\(type)\">\(all)</failure>")
        } else if result.outcome == .unsupported {
            lines.append("      <skipped message=\"\(first)\"/>")
        } else if result.outcome != .pass {
            let told = ([result.outcome.rawValue] + result.reasons + result.notes).joined(separator: "\n")
            lines.append("      <system-out>\(XMLText.escaped(told))</system-out>")
        }
        return lines + ["    </testcase>"]
    }
}
