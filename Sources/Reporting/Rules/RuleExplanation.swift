package import Inspection

/// Explains one rule with its rationale, its examples and the fix, for the terminal.
package struct RuleExplanation {
    private let rule: any Rule
    private let style: TextStyle

    /// Prepares to explain a rule.
    package init(_ rule: any Rule, style: TextStyle) {
        self.rule = rule
        self.style = style
    }

    /// Writes the explanation.
    package func write(to sink: any TextSink) {
        let label = style.paint("\(rule.standing)[\(rule.id)]", rule.isGuard ? .good : Ink(rule.severity))
        sink.line(label + style.paint(": \(rule.title)", .strong))
        sink.line()
        paragraph(rule.rationale, to: sink)
        sink.line()
        sink.line(style.paint("What to do", .strong))
        paragraph(rule.hint, to: sink)
        for example in rule.examples where example.violates { write(example, title: "Breaks it", to: sink) }
        for example in rule.examples where !example.violates {
            write(example, title: "Does not break it", to: sink)
        }
        writeReceivers(to: sink)
        sink.line()
        sink.line(style.paint("Basis", .strong) + " (\(rule.requirement.rawValue))")
        for clause in rule.clauses {
            sink.line(
                "  " + clause.name + (clause.link.isEmpty ? "" : "  " + style.paint(clause.link, .faint))
            )
        }
    }

    /// Writes what receivers did with bodies that violate the rule, and the flags that report it.
    private func writeReceivers(to sink: any TextSink) {
        let outlooks = ReceiverOutlook.all(for: [rule.id])
        sink.line()
        sink.line(style.paint("Receivers", .strong))
        if outlooks.isEmpty { sink.line("  not measured") }
        var table = TextTable([TextTable.Column(title: ""), TextTable.Column(title: "")])
        for outlook in outlooks {
            let effects = outlook.items.map(\.effect.words)
            table.rows.append([
                TextTable.Cell(outlook.summaryName, .strong),
                TextTable.Cell(effects.isEmpty ? "reads it as meant" : effects.joined(separator: ", or ")),
            ])
        }
        for row in table.text(style, indent: 2) { sink.line(row) }
        let flags = CheckerFlag.of(rule.id)
        guard !flags.isEmpty else { return }
        sink.line()
        sink.line(style.paint("Flags that may mean it", .strong))
        for flag in flags { sink.line("  \(flag.name) (\(flag.checker.name)): \(flag.meaning)") }
    }

    private func paragraph(_ text: String, to sink: any TextSink) {
        for line in text.lines(of: min(style.width, 100) - 2) { sink.line("  \(line)") }
    }

    private func write(_ example: RuleExample, title: String, to sink: any TextSink) {
        sink.line()
        let ink: Ink = example.violates ? Ink(rule.severity) : .good
        let remark = example.remark.isEmpty ? "" : ": \(example.remark)"
        sink.line(style.paint(title, ink) + remark)
        if case .body(let contentType) = example.kind, contentType != RuleExample.contentType {
            write(bytesOf: "Content-Type: " + contentType, ink: ink, to: sink)
            sink.line(style.paint("  |", .gutter))
        }
        for (index, turn) in example.turns.enumerated() {
            if index > 0 { sink.line("  " + style.paint(Self.heading(of: turn), .faint)) }
            write(bytesOf: turn.text, ink: ink, to: sink)
        }
    }

    private static func heading(of turn: RuleExample.Turn) -> String {
        let side = turn.isFromServer ? "the server" : "the client"
        return turn.pause > 0 ? "\(side), \(turn.pause) ms later:" : "\(side):"
    }

    /// Writes the lines of an example, with the marked byte pointed at.
    private func write(bytesOf text: String, ink: Ink, to sink: any TextSink) {
        let (bytes, mark) = RuleExample.bytes(of: text)
        let bar = style.paint("  |", .gutter)
        let columns = min(style.width, 100) - 4
        let lines = GlyphLine.lines(of: bytes, at: 0)
        for (index, line) in lines.enumerated() {
            let isLast = index == lines.count - 1
            let isMarked = mark.map { $0 >= line.start && ($0 < line.end || isLast) } ?? false
            let first = isMarked ? line.firstShown(of: mark ?? 0, columns: columns) : 0
            let head = first > 0 ? "…" : ""
            let shown = line.glyphs[first...].map(\.text).joined()
            sink.line("\(bar) " + (head + shown).cut(to: columns))
            guard isMarked, let mark else { continue }
            let before = line.glyphs[first...].prefix { $0.end <= mark }.reduce(head.columns) {
                $0 + $1.columns
            }
            sink.line("\(bar) " + String(repeating: " ", count: before) + style.paint("^", ink))
        }
        if lines.isEmpty { sink.line("\(bar) " + style.paint("(no bytes)", .faint)) }
    }
}
