import Bytes
package import Inspection
package import Reporting

/// The report for a terminal: a line for each case, and how many went how.
package struct TrialText {
    private static let outcomeWidth = 15
    private static let idWidth = 26

    private let sink: any TextSink
    private let style: TextStyle
    private let showsAll: Bool

    /// Prepares to report.
    ///
    /// - Parameters:
    ///   - sink: receives the text.
    ///   - style: colours and width.
    ///   - showsAll: whether notes of cases that passed are shown.
    package init(to sink: any TextSink, _ style: TextStyle, showsAll: Bool = false) {
        self.sink = sink
        self.style = style
        self.showsAll = showsAll
    }

    /// Writes how a case went with a client, where several are tried at once.
    package func line(_ result: TrialResult, of client: String) {
        sink.write("\(style.paint(PrintableText.text(client).padded(to: 24), .strong)) ")
        line(result)
    }

    /// Writes how a case went.
    package func line(_ result: TrialResult) {
        let outcome = style.paint(result.outcome.rawValue.padded(to: Self.outcomeWidth), result.outcome.ink)
        let id = result.trial.padded(to: Self.idWidth)
        let told = result.reasons + (result.reasons.isEmpty || showsAll ? result.notes : [])
        let indent = String(repeating: " ", count: Self.outcomeWidth + Self.idWidth)
        let width = max(style.width - indent.count, 30)
        let lines = told.flatMap { $0.lines(of: width) }
        sink.line("\(outcome)\(id)\(lines.first ?? "")".trimmingBlanksAtEnd)
        for line in lines.dropFirst() { sink.line(indent + line) }
        sink.flush()
    }

    /// Writes how many cases of a client went how.
    package func summary(_ row: TrialRow) {
        let counts = TrialOutcome.allCases.compactMap { outcome -> String? in
            let count = row.count(outcome)
            guard count > 0 else { return nil }
            return style.paint("\(count) \(outcome.rawValue)", outcome.ink)
        }
        sink.line()
        sink.line(
            "\(style.paint(PrintableText.text(row.client), .strong)): "
                + "\(Quantity.of(row.results.count, "case")): \(counts.joined(separator: ", "))"
        )
        sink.flush()
    }

    /// Writes a matrix: each client with what it did not pass.
    package func matrix(_ matrix: TrialMatrix) {
        for row in matrix.rows {
            sink.line(style.paint(PrintableText.text(row.client), .strong))
            for result in row.results where result.outcome != .pass || showsAll { line(result) }
            summary(row)
            sink.line()
        }
    }
}

extension TrialOutcome {
    /// The ink of its name.
    fileprivate var ink: Ink {
        switch self {
        case .pass, .refused: .good
        case .nonStrict: .warning
        case .informational: .note
        case .unsupported: .faint
        case .fail: .error
        }
    }
}

extension String {
    fileprivate var trimmingBlanksAtEnd: String {
        var text = Substring(self)
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
