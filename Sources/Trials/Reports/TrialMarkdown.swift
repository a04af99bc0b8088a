import Bytes
import Reporting

/// The report as Markdown: how many cases of each client went how, the matrix, and why what did not pass did not.
package enum TrialMarkdown {
    /// The document.
    package static func text(_ matrix: TrialMatrix) -> String {
        var lines = ["# How clients write forms", ""]
        lines += [
            "What arrived when each client was asked to send the form of each case: ✓ pass, ~ non-strict (right, and "
                + "written in another way than browsers do), i informational (the specifications leave it free), "
                + "– unsupported, r refused as it may, ✗ fail.",
            "",
        ]
        lines += summary(matrix)
        lines += table(matrix)
        for row in matrix.rows { lines += details(row) }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func summary(_ matrix: TrialMatrix) -> [String] {
        let outcomes = TrialOutcome.allCases
        let rows = matrix.rows.map { row in
            "| \(escaped(row.client)) | " + outcomes.map { "\(row.count($0))" }.joined(separator: " | ")
                + " |"
        }
        return ["| client | " + outcomes.map(\.rawValue).joined(separator: " | ") + " |"]
            + ["|---|" + String(repeating: "---:|", count: outcomes.count)] + rows + [""]
    }

    private static func table(_ matrix: TrialMatrix) -> [String] {
        var lines = [
            "| case | " + matrix.rows.map { escaped($0.client) }.joined(separator: " | ") + " |",
            "|---|" + String(repeating: ":-:|", count: matrix.rows.count),
        ]
        for trial in matrix.trials {
            let cells = matrix.rows.map { $0.result(of: trial.id)?.outcome.symbol ?? "" }
            lines.append("| \(trial.id) | " + cells.joined(separator: " | ") + " |")
        }
        return lines + [""]
    }

    private static func details(_ row: TrialRow) -> [String] {
        let told = row.results.filter { ![.pass, .informational].contains($0.outcome) }
        guard !told.isEmpty else { return [] }
        return ["## \(escaped(row.client))", ""]
            + told.map { result in
                let reason = result.reasons.first.map { ": \(escaped($0))" } ?? ""
                return "- **\(result.outcome.rawValue)** \(result.trial)\(reason)"
            } + [""]
    }

    private static func escaped(_ text: String) -> String { MarkdownText.escaped(PrintableText.text(text)) }
}

extension TrialOutcome {
    /// The character that stands for it in a matrix.
    var symbol: String {
        switch self {
        case .pass: "✓"
        case .nonStrict: "~"
        case .informational: "i"
        case .unsupported: "–"
        case .refused: "r"
        case .fail: "✗"
        }
    }
}
