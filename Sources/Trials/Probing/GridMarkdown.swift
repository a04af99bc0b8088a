import Bytes
import Reporting

/// Bodies and receivers as Markdown: the receivers with their versions and how many bodies went how, then a sign for each
/// body and receiver.
package enum GridMarkdown {
    /// The document.
    package static func text(_ grid: ReceiverGrid) -> String {
        var lines = ["# \(escaped(grid.title))", "", "\(escaped(grid.summary)).", ""]
        lines += ProbeSign.allCases.map { "- \($0.rawValue) \($0.meaning)" }
        if !grid.receivers(.checker).isEmpty {
            lines.append("- · passes, ⚑ passes and flags, ✗ blocks (checkers)")
        }
        lines += [""] + receivers(grid) + bodies(grid)
        if grid.receivers.count == 1 { lines += details(grid) }
        lines += differentials(grid) + proxies(grid)
        return lines.joined(separator: "\n") + "\n"
    }

    private static func receivers(_ grid: ReceiverGrid) -> [String] {
        let signs = ProbeSign.allCases
        let head = ["receiver", "version", "what parses forms"] + signs.map(\.rawValue)
        let rows = grid.receivers.map { receiver -> [String] in
            let found = grid.bodies.compactMap { grid.result(receiver, $0.id)?.sign }
            let counts = signs.map { sign in found.count { $0 == sign } }
            return [receiver.name, receiver.version ?? "", receiver.parser ?? ""].map(escaped)
                + counts.map { $0 == 0 ? "" : "\($0)" }
        }
        return table(head, rows, marks: ["---", "---", "---"] + signs.map { _ in "--:" })
    }

    private static func bodies(_ grid: ReceiverGrid) -> [String] {
        var lines: [String] = []
        var group = ""
        var rows: [[String]] = []
        func end() {
            guard !rows.isEmpty else { return }
            lines += ["## \(group)", ""]
            lines += table(
                ["body"] + grid.receivers.map { escaped($0.name) },
                rows,
                marks: ["---"] + grid.receivers.map { _ in ":-:" }
            )
            rows = []
        }
        for body in grid.bodies {
            if body.group != group { end() }
            group = body.group
            rows.append([body.id] + grid.receivers.map { grid.cell($0, body.id)?.sign ?? "" })
        }
        end()
        return lines
    }

    /// What one receiver reads otherwise, body by body.
    private static func details(_ grid: ReceiverGrid) -> [String] {
        let lines = grid.bodies.compactMap { body -> String? in
            guard let result = grid.result(grid.receivers[0], body.id), !result.effects.isEmpty else {
                return nil
            }
            return "- \(result.sign.rawValue) **\(body.id)**, \(escaped(body.purpose)): "
                + result.effects.map(escaped).joined(separator: "; ")
        }
        return lines.isEmpty ? [] : ["## Body by body", ""] + lines + [""]
    }

    private static func differentials(_ grid: ReceiverGrid) -> [String] {
        let rows = GridDifferentials(grid).rows
        guard !rows.isEmpty else { return [] }
        return ["## Passed by a checker, read otherwise behind it", ""]
            + table(
                ["checker", "body", "rule and clause", "behind it"],
                rows.map { row in
                    [
                        escaped(row.checker) + (row.flags.isEmpty ? "" : " (flags \(escaped(row.flags)))"),
                        row.body,
                        [row.rule, escaped(row.clause)].filter { !$0.isEmpty }.joined(separator: ", "),
                        row.readers.map { "\(escaped($0.names)): \(escaped($0.effects))" }.joined(
                            separator: "<br>"
                        ),
                    ]
                },
                marks: ["---", "---", "---", "---"]
            )
    }

    private static func proxies(_ grid: ReceiverGrid) -> [String] {
        let proxies = GridProxies(grid)
        guard !proxies.sentences.isEmpty else { return [] }
        var lines = ["## What proxies pass on", ""] + proxies.sentences.map { "- \(escaped($0))" } + [""]
        if !proxies.rows.isEmpty {
            lines += table(
                ["request", "what it is", "what proxies do with it; the others pass it on as sent"],
                proxies.rows.map { row in
                    [
                        escaped(row.id), escaped(row.purpose),
                        row.conducts.map { "\(escaped($0.names)): \(escaped($0.text))" }.joined(
                            separator: "<br>"
                        ),
                    ]
                },
                marks: ["---", "---", "---"]
            )
        }
        return lines
    }

    private static func table(_ head: [String], _ rows: [[String]], marks: [String]) -> [String] {
        ([head, marks] + rows).map { "| \($0.joined(separator: " | ")) |" } + [""]
    }

    private static func escaped(_ text: String) -> String {
        MarkdownText.escaped(PrintableText.text(text, limit: 400))
    }
}
