package import Inspection

/// The catalogue of rules as a page of Markdown.
package enum RulesMarkdown {
    /// Writes the page.
    package static func write(_ rules: [any Rule], to sink: any TextSink) {
        sink.line("# Rules")
        sink.line()
        sink.line(
            "What Partwise looks for, written from the rules themselves by `partwise rules --format markdown`."
        )
        sink.line()
        sink.line(
            "In examples `⏎` is CR LF, `␊` a bare LF, `␍` a bare CR, `␉` a tab, `␠` a space, `⟨FF⟩` the byte"
        )
        sink.line(
            "with that hexadecimal value, and `▸` stands before the offending byte. `⇐` begins what the server"
        )
        sink.line("sends, `⇒` what the client sends then, and `⟨1500ms⟩` is a pause of so many milliseconds.")
        sink.line()
        sink.line("| rule | severity | what it finds |")
        sink.line("|---|---|---|")
        for rule in rules {
            sink.line(
                "| [`\(rule.id)`](#\(anchor(rule.id))) | \(rule.standing) | \(MarkdownText.escaped(rule.title)) |"
            )
        }
        for rule in rules { write(rule, to: sink) }
        writeFlags(to: sink)
    }

    /// Writes which flags of firewalls and inspectors correspond to which rules.
    private static func writeFlags(to sink: any TextSink) {
        sink.line()
        sink.line("## Flags of ModSecurity and libhtp")
        sink.line()
        sink.line(
            "What stands in their logs, and the rules that name the bytes, those to look at first in front."
        )
        sink.line()
        sink.line("| flag | means | rules |")
        sink.line("|---|---|---|")
        for flag in CheckerFlag.all {
            let letters = flag.letters.isEmpty ? "" : " (\(flag.letters))"
            let rules = flag.rules.map { "[`\($0)`](#\(anchor($0)))" }.joined(separator: ", ")
            sink.line("| `\(flag.name)`\(letters) | \(MarkdownText.escaped(flag.meaning)) | \(rules) |")
        }
    }

    private static func write(_ rule: any Rule, to sink: any TextSink) {
        sink.line()
        sink.line("## \(rule.id)")
        sink.line()
        sink.line(
            "**\(rule.standing)** (\(rule.requirement.rawValue)): \(MarkdownText.escaped(rule.title))"
        )
        sink.line()
        sink.line(MarkdownText.escaped(rule.rationale))
        sink.line()
        sink.line("**What to do**: \(MarkdownText.escaped(rule.hint))")
        for example in rule.examples {
            sink.line()
            let remark = example.remark.isEmpty ? "" : ": \(MarkdownText.escaped(example.remark))"
            sink.line((example.violates ? "Breaks it" : "Does not break it") + remark)
            write(example, to: sink)
        }
        let effects = ReceiverOutlook.all(for: [rule.id]).filter { !$0.items.isEmpty }.map { outlook in
            "\(outlook.receiver.name) " + outlook.items.map(\.effect.words).joined(separator: ", or ")
        }
        if !effects.isEmpty {
            sink.line()
            sink.line("Receivers: \(MarkdownText.escaped(effects.joined(separator: "; ")))")
        }
        let flags = CheckerFlag.of(rule.id).map { "`\($0.name)`" }
        if !flags.isEmpty {
            sink.line()
            sink.line("Flags: \(flags.joined(separator: ", "))")
        }
        sink.line()
        let clauses = rule.clauses.map { clause in
            clause.link.isEmpty
                ? MarkdownText.escaped(clause.name) : "[\(MarkdownText.escaped(clause.name))](\(clause.link))"
        }
        sink.line("Basis: \(clauses.joined(separator: ", "))")
    }

    private static func write(_ example: RuleExample, to sink: any TextSink) {
        var text = example.text
        if case .body(let contentType) = example.kind, contentType != RuleExample.contentType {
            text = "Content-Type: \(contentType)⏎⏎" + text
        }
        let broken = text.replacing("⏎", with: "⏎\n").replacing("␊", with: "␊\n")
            .replacing("⇐", with: "⇐\n").replacing("⇒", with: "⇒\n")
        let lines = (broken.hasSuffix("\n") ? String(broken.dropLast()) : broken)
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        sink.line()
        for line in MarkdownText.fenced(lines) { sink.line(line) }
    }

    /// The anchor of a rule's heading.
    static func anchor(_ id: String) -> String {
        id.filter { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
    }
}
