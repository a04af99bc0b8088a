import Bytes
import Inspection

/// Bodies and receivers as a page: a sign in each cell, which leads to the bytes, to the form that was meant, and to what
/// was read.
package enum GridPage {
    /// The page's text.
    package static func text(_ grid: ReceiverGrid) -> String {
        let bodies = grid.bodies
        let places = Dictionary(uniqueKeysWithValues: bodies.enumerated().map { ($1.id, "b\($0)") })
        let groups = bodies.reduce(into: [String]()) { if $0.last != $1.group { $0.append($1.group) } }
        let readings = bodies.map { GridReading($0, in: grid) }
        let differentials = GridDifferentials(grid)
        let context: [String: Any] = [
            "introduction": introduction(grid),
            "summary": grid.summary,
            "isWide": grid.receivers.count > 1,
            "key": ProbeSign.allCases.map {
                ["word": $0.word, "sign": $0.rawValue, "meaning": $0.meaning]
            },
            "checkerKey": grid.receivers(.checker).isEmpty ? [] : checkerKey,
            "columns": grid.receivers.map { column($0, grid) },
            "groups": groups.map { group -> [String: Any] in
                [
                    "name": group, "width": grid.receivers.count + (grid.receivers.count > 1 ? 1 : 2),
                    "rows": bodies.filter { $0.group == group }.map { row($0, grid, places[$0.id] ?? "") },
                ]
            },
            "bodies": readings.map { section($0, grid, places[$0.body.id] ?? "") },
            "hasDifferentials": !differentials.rows.isEmpty,
            "differentials": differentials.rows.map { row -> [String: Any] in
                [
                    "checker": row.checker, "flags": row.flags, "isFlagged": !row.flags.isEmpty,
                    "body": row.body,
                    "place": places[row.body] ?? "", "rule": row.rule, "clause": row.clause,
                    "readers": row.readers.map { ["names": $0.names, "effects": $0.effects] },
                ]
            },
        ]
        return MatrixTemplate.grid.page(grid.title, context)
    }

    /// What the signs of checkers mean.
    private static let checkerKey: [[String: String]] = [
        ["word": "pass", "sign": "·", "meaning": "a checker passes it"],
        ["word": "flag", "sign": "⚑", "meaning": "a checker passes and flags it"],
        ["word": "block", "sign": "✗", "meaning": "a checker blocks it"],
    ]

    private static func introduction(_ grid: ReceiverGrid) -> String {
        "Each row is a body with one peculiarity, each sign what a receiver did with it, held against the form that its "
            + "sender meant. A sign leads to the bytes and to the readings."
    }

    private static func column(_ receiver: ReceiverGrid.Receiver, _ grid: ReceiverGrid) -> [String: Any] {
        let signs = grid.bodies.compactMap { grid.result(receiver, $0.id)?.sign }
        let text = { PrintableText.text($0 ?? "", limit: 60) }
        let details = [receiver.version, receiver.parser].compactMap(\.self).map { text($0) }
        return [
            "name": text(receiver.name), "version": text(receiver.version), "parser": text(receiver.parser),
            "package": text(receiver.package),
            "title": ([text(receiver.name)] + details).joined(separator: " · "),
            "meantCount": signs.isEmpty ? "" : "\(signs.count { $0 == .asMeant })",
            "counts": ProbeSign.allCases.map { sign in
                let count = signs.count { $0 == sign }
                return count == 0 ? "" : "\(count)"
            },
        ]
    }

    private static func row(_ body: LabBody, _ grid: ReceiverGrid, _ place: String) -> [String: Any] {
        let only = grid.receivers.count == 1 ? grid.result(grid.receivers[0], body.id) : nil
        return [
            "hasWords": only != nil, "words": only?.effects.map { PrintableText.text($0, limit: 400) } ?? [],
            "id": body.id, "purpose": body.purpose, "rule": body.rule ?? "", "place": place,
            "cells": grid.receivers.map { receiver -> [String: Any] in
                guard let cell = grid.cell(receiver, body.id) else { return [:] }
                return [
                    "word": cell.word, "sign": cell.sign, "place": place,
                    "title": "\(PrintableText.text(receiver.name)), \(body.id): \(cell.meaning)",
                ]
            },
        ]
    }

    private static func section(_ reading: GridReading, _ grid: ReceiverGrid, _ place: String) -> [String:
        Any]
    {
        let rule = reading.body.rule.flatMap { RuleCatalogue.rule($0) }
        let context: [String: Any] = [
            "place": place, "id": reading.body.id, "purpose": reading.body.purpose,
            "clause": rule?.clauses.first?.name ?? "",
            "lines": reading.lines, "meant": reading.meant,
            "readings": reading.groups.map { group -> [String: Any] in
                let names = group.receivers.map { PrintableText.text(grid.receivers[$0].name, limit: 60) }
                var entry: [String: Any] = [
                    "indexes": group.receivers.map(String.init).joined(separator: " "),
                    "word": group.cell.word, "sign": group.cell.sign, "meaning": group.cell.meaning,
                    "names": names.joined(separator: ", "), "fields": group.fields,
                ]
                if case .result(let result) = group.cell {
                    entry["effects"] = result.effects.map { PrintableText.text($0, limit: 400) }
                    if let status = result.status { entry["status"] = "\(status)" }
                }
                return entry
            },
        ]
        guard let rule else { return context }
        return context.merging(["rule": rule.id]) { $1 }
    }
}

extension ReceiverGrid {
    /// What a report of it is called.
    var title: String {
        receivers.count == 1
            ? "What \(PrintableText.text(receivers[0].name)) reads in form bodies"
            : "What receivers read in form bodies"
    }

    /// How much it holds, and of when it is.
    var summary: String {
        let checkers = receivers(.checker).count
        let counts = [
            (receivers.count - checkers, "receiver"), (checkers, "checker"), (bodies.count, "body"),
        ]
        let list = counts.filter { $0.0 > 0 }.map { Quantity.of($0.0, $0.1, $0.1 == "body" ? "bodies" : nil) }
        return list.joined(separator: ", ")
            + (date.isEmpty ? "" : ", run \(PrintableText.text(date, limit: 40))")
    }
}
