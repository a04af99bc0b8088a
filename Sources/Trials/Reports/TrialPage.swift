import Bytes
import Reporting

/// The report as a page: the matrix of clients and cases, in which each cell leads to the bytes that arrived, the rules
/// that they violate, and the first difference.
package enum TrialPage {
    /// Lines of a request that passed that are shown: it is like all others.
    private static let shownLines = 14

    /// The page that runs the cases in the browser that opens it.
    package static var runner: String { String(decoding: PackageResources.runner_html, as: UTF8.self) }

    /// The page's text.
    package static func text(_ matrix: TrialMatrix) -> String {
        let trials = matrix.trials
        let context: [String: Any] = [
            "clients": matrix.rows.map { row -> [String: Any] in
                [
                    "name": PrintableText.text(row.client),
                    "command": row.command.map { PrintableText.text($0) } as Any,
                    "counts": TrialOutcome.allCases.filter { row.count($0) > 0 }.map { outcome in
                        ["kind": outcome.rawValue, "count": "\(row.count(outcome))"]
                    },
                ]
            },
            "trials": trials.enumerated().map { index, trial -> [String: Any] in
                [
                    "id": trial.id,
                    "purpose": trial.purpose,
                    "first": index == 0 || trials[index - 1].group != trial.group,
                    "cells": matrix.rows.enumerated().map { number, row -> [String: Any] in
                        guard let result = row.result(of: trial.id) else { return ["kind": "none"] }
                        return [
                            "kind": result.outcome.rawValue,
                            "symbol": result.outcome.symbol,
                            "place": "c\(number)-\(index)",
                            "title":
                                "\(PrintableText.text(row.client)), \(trial.id): \(result.outcome.rawValue)",
                        ]
                    },
                ]
            },
            "cells": matrix.rows.enumerated().flatMap { number, row in
                trials.enumerated().compactMap { index, trial in
                    row.result(of: trial.id).map { cell($0, trial, row, place: "c\(number)-\(index)") }
                }
            },
        ]
        return MatrixTemplate.matrix.page("Trials of encoders", context)
    }

    private static func cell(_ result: TrialResult, _ trial: TrialCase, _ row: TrialRow, place: String)
        -> [String: Any]
    {
        let isCut = result.outcome == .pass && result.request.count > shownLines
        let lines = isCut ? result.request.prefix(shownLines) + ["…"] : result.request[...]
        return [
            "place": place,
            "client": PrintableText.text(row.client),
            "id": trial.id,
            "purpose": trial.purpose,
            "clause": trial.clause,
            "kind": result.outcome.rawValue,
            "reasons": result.reasons,
            "notes": result.notes,
            "rules": result.rules,
            "hasRules": !result.rules.isEmpty,
            "hasRequest": !lines.isEmpty,
            "request": lines.joined(separator: "\n"),
        ]
    }
}
