import Bytes
package import Inspection
package import Reporting

/// The report of a probe for a terminal.
package struct ProbeText {
    private static let meaningWidth = 42

    private let sink: any TextSink
    private let style: TextStyle

    /// Prepares to report.
    ///
    /// - Parameters:
    ///   - sink: receives the text.
    ///   - style: colours and width.
    package init(to sink: any TextSink, _ style: TextStyle) {
        self.sink = sink
        self.style = style
    }

    /// Writes what a receiver did: the bodies whose damage its sender does not learn of, then how many went how.
    package func write(_ report: ProbeReport, _ standing: ProbeStanding?) {
        for sign in ProbeSign.allCases where sign.isSilentDamage || sign == .closed || sign == .hangs {
            list(sign, of: report)
        }
        sink.line(
            style.paint(PrintableText.text(report.label), .strong)
                + ": \(Quantity.of(report.results.count, "body", "bodies"))"
        )
        for sign in ProbeSign.allCases where report.count(sign) > 0 { summarize(sign, of: report) }
        advise(report)
        if let standing { write(standing) }
    }

    private func list(_ sign: ProbeSign, of report: ProbeReport) {
        let results = report.results.filter { $0.sign == sign }
        guard !results.isEmpty else { return }
        sink.line(style.paint("\(sign.rawValue) \(sign.meaning)", sign.ink))
        for result in results {
            let purpose = LabBody.named(result.id)?.purpose ?? ""
            sink.line("  \(style.paint(result.id, .strong))  \(purpose)")
            for effect in result.effects {
                for line in effect.lines(of: max(style.width - 6, 30)) { sink.line("      \(line)") }
            }
        }
        sink.line()
    }

    private func summarize(_ sign: ProbeSign, of report: ProbeReport) {
        let results = report.results.filter { $0.sign == sign }
        let detail =
            sign == .refused
            ? Self.counts(results.map { $0.status.map(String.init) ?? "" })
            : sign == .asMeant ? "" : Self.counts(results.map { LabBody.named($0.id)?.group ?? "" })
        let count = "\(results.count)".padded(to: 5)
        let head = "  \(style.paint(sign.rawValue, sign.ink)) \(sign.meaning.padded(to: Self.meaningWidth))"
        let lines = detail.isEmpty ? [] : detail.lines(of: max(style.width - Self.meaningWidth - 9, 24))
        sink.line(lines.first.map { "\(head)\(count)\($0)" } ?? "\(head)\(results.count)")
        let indent = String(repeating: " ", count: Self.meaningWidth + 9)
        for line in lines.dropFirst() { sink.line(indent + line) }
    }

    /// `delimiter 5, line 2`: the most frequent first.
    private static func counts(_ words: [String]) -> String {
        words.reduce(into: [:]) { $0[$1, default: 0] += 1 }
            .sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            .map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    }

    private func advise(_ report: ProbeReport) {
        let answered = report.results.filter { $0.sign == .unread }
        if !answered.isEmpty, report.results.allSatisfy({ $0.form == nil }) {
            let reasons = Set(answered.flatMap(\.effects)).sorted().joined(separator: "; ")
            sink.line("  No answer says what was read: \(reasons). See --adapter and --expect-json.")
        }
        let refused = report.results.filter { result in
            LabBody.named(result.id)?.group == "conforming" && result.sign != .asMeant
                && result.sign != .unread
        }
        if !refused.isEmpty {
            let ids = refused.map { "\($0.sign.rawValue) \($0.id)" }.joined(separator: ", ")
            sink.line("  Of those that conform, not read as meant: \(ids)")
        }
    }

    private func write(_ standing: ProbeStanding) {
        sink.line()
        let ids = standing.accepted.map(\.id).joined(separator: ", ")
        sink.line(
            "accepts what most of \(Quantity.of(standing.readerCount, "receiver")) refuse: "
                + Quantity.of(standing.accepted.count, "body", "bodies") + (ids.isEmpty ? "" : ": \(ids)")
        )
        let found = standing.differentials
        sink.line(
            "reads otherwise what a checker lets pass: "
                + Quantity.of(Set(found.map(\.body)).count, "body", "bodies")
        )
        for one in found {
            let rule = one.rule.map { " (\($0.id), \($0.clause))" } ?? ""
            sink.line("  \(PrintableText.text(one.checkerName)) passes \(one.body)\(rule)")
            for effect in one.effects { sink.line("      \(effect)") }
        }
    }

    /// Writes which bodies two receivers treat differently.
    package func write(_ comparison: ProbeComparison) {
        let (first, second) = comparison.labels
        for difference in comparison.differences {
            sink.line(
                "\(style.paint(difference.id, .strong))  \(LabBody.named(difference.id)?.purpose ?? "")"
            )
            for (label, result) in [(first, difference.first), (second, difference.second)] {
                let words = result.map { ([$0.sign.meaning] + $0.effects).joined(separator: "; ") }
                let sign = result.map { style.paint($0.sign.rawValue, $0.sign.ink) } ?? " "
                sink.line("  \(sign) \(PrintableText.text(label)): \(words ?? "was not sent it")")
            }
        }
        sink.line(comparison.summary)
    }
}

extension ProbeSign {
    /// The ink of its name.
    fileprivate var ink: Ink {
        switch self {
        case .asMeant: .good
        case .loses, .empty, .closed, .hangs: .error
        case .differs: .warning
        case .refused: .note
        case .unread: .faint
        }
    }
}
