import Bytes
import Inspection
import Pipeline
import Policy

/// The article on a kind of findings: its first finding in full, with room for the places of the others.
struct FindingArticle {
    /// The width of an excerpt in columns.
    private static let excerptColumns = 100

    /// The id of its element.
    let id: String
    private let beginning: Markup
    private let end: Markup

    /// Describes a kind by its first finding.
    ///
    /// - Parameters:
    ///   - located: the finding.
    ///   - text: draws it.
    ///   - rule: its rule; `nil` where no catalogue has it.
    ///   - name: the name of its exchange.
    ///   - link: where it is shown in its exchange; `nil` where that is not listed.
    init(_ located: LocatedFinding, _ text: FindingText, rule: (any Rule)?, name: String, link: String?) {
        let finding = located.finding
        let severity = finding.severity.rawValue
        let letters = finding.rule.map { $0.isLetter || $0.isNumber ? $0 : "-" }
        id = "\(severity)-\(String(letters))"
        let place: Markup = link.map { "<a href=\"\($0)\">\(name)</a>" } ?? "<bdi>\(name)</bdi>"
        let excerpt = FindingExcerpt(located, origin: text.origin(of: finding.place))
        beginning = """
            <article class="kind \(severity)" id="\(id)">
            <h3>\(PageText.sentence(finding.message, limit: 600, isLeading: true))</h3>
            <p class="meta"><span class="badge \(severity)">\(severity)</span><code class="rule">\(finding.rule)</code>\(place)\
            <bdi>\(text.spot(of: located).joined(separator: ", "))</bdi></p>
            \(Self.markup(of: excerpt))\
            <p><b>Fix:</b> \(PageText.sentence(finding.hint))</p>
            \(finding.groupedConsequences.map(Self.also))
            """
        end = "\(rule.map(Self.reason))</article>\n"
    }

    /// The markup; `others` are the places of further findings of the kind.
    func markup(others: Markup?) -> Markup { "\(beginning)\(others)\(end)" }

    private static func markup(of excerpt: FindingExcerpt) -> Markup? {
        let lines = excerpt.lines(columns: excerptColumns).map { line -> Markup in
            let marked = line.marked ?? ""
            let isRaw = (line.before + marked + line.after).ranges(of: "\\x").count >= 4
            let mark: Markup =
                line.marked == ""
                ? "<mark class=\"here\">here</mark>"
                : marked.isEmpty ? "" : "<mark>\(PageText.signed(marked))</mark>"
            return """
                <span class="line\(line.isTarget ? " told" : "")\(isRaw ? " raw" : "")"><span class="offset">\
                \(line.offset)</span>\(PageText.signed(line.before))\(mark)\(PageText.signed(line.after))
                </span>
                """
        }
        return lines.isEmpty ? nil : "<pre class=\"excerpt\">\(lines)</pre>\n"
    }

    private static func also(_ consequence: Finding.Consequence, count: Int) -> Markup {
        let more = count > 1 ? " (and \(Quantity.grouped(count - 1)) more of this rule)" : ""
        let message = PageText.sentence(consequence.message + more)
        return "<p class=\"why\">Also <code class=\"rule\">\(consequence.rule)</code>: \(message)</p>\n"
    }

    private static func reason(of rule: any Rule) -> Markup {
        let clauses = rule.clauses.enumerated().map { index, clause -> Markup in
            let comma = index == rule.clauses.count - 1 ? "" : ", "
            guard !clause.link.isEmpty else { return "\(clause.name)\(comma)" }
            return """
                <a href="\(clause.link)" target="_blank" rel="noreferrer noopener">\(clause.name)</a>\(comma)
                """
        }
        return """
            <details class="more"><summary>Why it matters</summary>
            <p class="why">\(PageText.sentence(rule.rationale, limit: 4000))</p>
            <p class="why">\(clauses)</p>
            </details>

            """
    }
}
