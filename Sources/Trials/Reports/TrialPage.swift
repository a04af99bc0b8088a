import Bytes
import CTrialAssets
import Reporting

/// The report as a page: the matrix of clients and cases, in which each cell leads to the bytes that arrived, the rules
/// that they violate, and the first difference.
package enum TrialPage {
    /// Lines of a request that passed that are shown: it is like all others.
    private static let shownLines = 14
    private static let title = "Trials of encoders"

    /// The page that runs the cases in the browser that opens it.
    package static var runner: String { String(cString: runner_html()) }

    /// The page's text.
    package static func text(_ matrix: TrialMatrix) -> String {
        let trials = matrix.trials
        let names = matrix.rows.map { PrintableText.text($0.client) }
        let rows = trials.enumerated().map { index, trial in
            row(index, trial, isFirst: index == 0 || trials[index - 1].group != trial.group, matrix, names)
        }
        let sections = matrix.rows.enumerated().flatMap { number, row in
            trials.enumerated().compactMap { index, trial in
                row.result(of: trial.id).map {
                    section($0, trial, of: names[number], place: place(number, index))
                }
            }
        }
        return MatrixPage.trials.text(
            title,
            """
            <header>
            <h1>\(title)</h1>
            <p>What arrived when each client was asked to send the form of each case. Each mark leads to the bytes, to the \
            rules, and to the first difference from what browsers send.</p>
            <ul class="key">
            <li><b class="pass">✓</b> pass</li>\
            <li><b class="non-strict">~</b> non-strict: right, and written in another way</li>\
            <li><b class="informational">i</b> informational: the specifications leave it free</li>\
            <li><b class="unsupported">–</b> unsupported</li><li><b class="refused">r</b> refused, as it may</li>\
            <li><b class="fail">✗</b> fail</li>
            </ul>
            </header>
            <main class="frame" tabindex="0" aria-label="Cases and clients">
            <table>
            <thead>
            <tr><th scope="col">case</th>\
            \(names.map { "<th scope=\"col\"><span>\($0)</span></th>" as Markup })</tr>
            <tr class="counts"><th scope="row">results</th>\(matrix.rows.map(counts))</tr>
            </thead>
            <tbody>
            \(rows)</tbody>
            </table>
            </main>
            \(sections)<footer>Written by partwise trial.</footer>

            """
        )
    }

    /// Where the section of a cell stands.
    private static func place(_ row: Int, _ trial: Int) -> String { "c\(row)-\(trial)" }

    private static func counts(_ row: TrialRow) -> Markup {
        let counts = TrialOutcome.allCases.filter { row.count($0) > 0 }.map { outcome in
            """
            <i class="\(outcome.rawValue)" title="\(outcome.rawValue)">\(row.count(outcome))</i>
            """ as Markup
        }
        return "<td>\(counts)</td>"
    }

    private static func row(
        _ index: Int,
        _ trial: TrialCase,
        isFirst: Bool,
        _ matrix: TrialMatrix,
        _ names: [String]
    ) -> Markup {
        let cells = matrix.rows.enumerated().map { number, row -> Markup in
            guard let outcome = row.result(of: trial.id)?.outcome else { return "<td></td>" }
            return """
                <td><a class="\(outcome.rawValue)" href="#\(place(number, index))" \
                title="\(names[number]), \(trial.id): \(outcome.rawValue)">\(outcome.symbol)</a></td>
                """
        }
        let kind: Markup = isFirst ? " class=\"first\"" : ""
        return """
            <tr\(kind)><th scope="row" title="\(trial.purpose)">\(trial.id)</th>\(cells)</tr>

            """
    }

    private static func section(
        _ result: TrialResult,
        _ trial: TrialCase,
        of client: String,
        place: String
    ) -> Markup {
        let isCut = result.outcome == .pass && result.request.count > shownLines
        let lines = isCut ? result.request.prefix(shownLines) + ["…"] : result.request[...]
        let rules = result.rules.map { "<code>\($0)</code> " as Markup }
        return """
            <section class="cell" id="\(place)">
            <a class="close" href="#_" title="close">×</a>
            <h2><b class="\(result.outcome.rawValue)">\(result.outcome.rawValue)</b> \(client) · \(trial.id)</h2>
            <p class="purpose">\(trial.purpose) (\(trial.clause))</p>
            \(result.reasons.map { "<p>\($0)</p>\n" as Markup })\
            \(result.notes.map { "<p class=\"note\">\($0)</p>\n" as Markup })\
            \(rules.isEmpty ? nil : "<p class=\"rules\">\(rules)</p>\n" as Markup)\
            \(lines.isEmpty ? nil : "<pre>\(lines.joined(separator: "\n"))</pre>\n" as Markup)\
            </section>

            """
    }
}
