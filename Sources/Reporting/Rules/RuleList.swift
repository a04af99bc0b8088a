import Bytes
import Exchanges
package import Inspection

/// The catalogue of rules, one in each row, or as JSON.
package enum RuleList {
    /// Writes the rules for people, in groups.
    package static func write(_ rules: [any Rule], style: TextStyle, to sink: any TextSink) {
        var table = TextTable([
            TextTable.Column(title: ""), TextTable.Column(title: ""), TextTable.Column(title: ""),
        ])
        table.rows = rules.map { rule in
            [
                TextTable.Cell(rule.standing, rule.isGuard ? .good : Ink(rule.severity)),
                TextTable.Cell(rule.id, .strong),
                TextTable.Cell(rule.title),
            ]
        }
        var group = rules.first?.group
        for (rule, row) in zip(rules, table.text(style)) {
            if rule.group != group { sink.line() }
            group = rule.group
            sink.line(row)
        }
        sink.line()
        sink.line("\(Quantity.of(rules.count, "rule")): partwise explain RULE explains it, with examples")
    }

    /// Writes the rules as a JSON array.
    package static func writeJSON(_ rules: [any Rule], to sink: any TextSink) {
        sink.line(JSONText.indented(.array(rules.map { json($0) })))
    }

    private static func json(_ rule: any Rule) -> JSONValue {
        [
            "id": .string(rule.id),
            "title": .string(rule.title),
            "severity": .string(rule.severity.rawValue),
            "guard": .bool(rule.isGuard),
            "needs": .string(rule.needs.name),
            "requirement": .string(rule.requirement.rawValue),
            "flags": .array(CheckerFlag.of(rule.id).map { .string($0.name) }),
            "clauses": .array(
                rule.clauses.map { clause in
                    [
                        "name": .string(clause.name),
                        "link": clause.link.isEmpty ? nil : .string(clause.link),
                    ]
                }
            ),
            "rationale": .string(rule.rationale),
            "hint": .string(rule.hint),
            "examples": .array(rule.examples.map(example)),
        ]
    }

    private static func example(_ example: RuleExample) -> JSONValue {
        var type: JSONValue = nil
        if case .body(let contentType) = example.kind { type = .string(contentType) }
        return [
            "violates": .bool(example.violates),
            "contentType": type,
            "text": .string(example.text),
            "remark": .string(example.remark),
            "fidelity": .string(example.fidelity.name),
        ]
    }
}

extension Rule {
    /// The severity in a word; `ok` for a guard, which reports what is correct.
    var standing: String { isGuard ? "ok" : severity.rawValue }

    /// The first part of the id: the subject of the rule.
    var group: String { id.split(separator: "/").first.map(String.init) ?? id }
}
