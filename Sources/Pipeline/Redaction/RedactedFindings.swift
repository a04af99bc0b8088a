import Inspection

/// The findings of an exchange of which something was made unreadable.
enum RedactedFindings {
    /// What tells a finding from others of its exchange.
    private struct Key: Hashable {
        var rule: String
        var place: Finding.Place
        var range: Range<Int>

        init(_ finding: Finding) {
            rule = finding.rule
            place = finding.place
            range = finding.range
        }
    }

    /// The findings of the exchange as it was, each as its twin words it, which never saw what was replaced; of those
    /// that the twin does not have, the rule and the place alone.
    ///
    /// - Parameters:
    ///   - findings: those of the exchange as it was.
    ///   - twin: those of the exchange with fill in it.
    ///   - locate: adds to a finding the bytes around it, fill among them.
    /// - Returns: as many findings, in the same order.
    static func merge(
        _ findings: [LocatedFinding],
        _ twin: [LocatedFinding],
        locate: (Finding) -> LocatedFinding
    ) -> [LocatedFinding] {
        var worded: [Key: LocatedFinding] = [:]
        for finding in twin { worded[Key(finding.finding)] = finding }
        return findings.map { original in
            var result: LocatedFinding
            if let twin = worded[Key(original.finding)] {
                result = twin
            } else {
                var finding = original.finding
                finding.message = "the description quotes bytes that are replaced"
                finding.hint = "Look at the capture itself."
                finding.consequences = []
                result = locate(finding)
            }
            result.finding.severity = original.finding.severity
            result.frame = original.frame
            result.record = original.record
            result.coding = original.coding
            result.http2 = original.http2
            return result
        }
    }
}
