import Bytes
import Inspection
import Pipeline
import Policy

/// Groups the findings of a page by rule and severity: the first one in full, and the places of the others.
///
/// Memory grows with the number of rules only, not with the number of findings.
struct FindingKinds {
    /// The number of further places that a kind links to; others are counted.
    private static let linkedPlaces = 12
    /// The width of an excerpt in columns.
    private static let excerptColumns = 100

    private struct Key: Hashable {
        var rule: String
        var severity: Severity
    }

    private struct Kind {
        var key: Key
        /// The template context of the first finding.
        var context: PageTemplates.Context
        var message: String
        var count = 0
        var exchanges = 0
        var lastExchange = ""
        var places: [PageTemplates.Context] = []
    }

    private var kinds: [Kind] = []
    private var order: [Key: Int] = [:]

    /// Counts the findings of an exchange.
    ///
    /// - Parameters:
    ///   - exchange: the exchange.
    ///   - text: draws its findings.
    ///   - name: the exchange's name.
    ///   - id: the id of its element, `nil` where it is not listed.
    mutating func add(_ exchange: InspectedExchange, _ text: FindingText, name: String, id: String?) {
        for (place, located) in exchange.gravestFirst.enumerated() {
            let finding = located.finding
            let link = id.map { "#\($0)" + (place < ExchangeData.shownFindings ? ".\(place + 1)" : "") }
            let key = Key(rule: finding.rule, severity: finding.severity)
            let index = order[key] ?? kinds.count
            if index == kinds.count {
                order[key] = index
                let context = Self.context(located, text, name: name, link: link)
                kinds.append(Kind(key: key, context: context, message: finding.message))
            } else if kinds[index].places.count < Self.linkedPlaces {
                var words = text.spot(of: located)
                if kinds[index].lastExchange != name { words.insert(name, at: 0) }
                var place: PageTemplates.Context = ["text": words.joined(separator: " ")]
                if let link { place["to"] = link }
                kinds[index].places.append(place)
            }
            kinds[index].count += 1
            if kinds[index].lastExchange != name { kinds[index].exchanges += 1 }
            kinds[index].lastExchange = name
        }
    }

    /// The rules with findings, each once.
    var rules: [any Rule] {
        var seen = Set<String>()
        return kinds.filter { seen.insert($0.key.rule).inserted }
            .compactMap { ContractRules.anyRule($0.key.rule) }
    }

    /// The sentence and severity of the most severe kind; `nil` where there are only notes.
    func gravest(first rules: [String]) -> (message: String, severity: Severity)? {
        ranked(rules).first { $0.key.severity > .note }.map { ($0.message, $0.key.severity) }
    }

    /// The template contexts of the kinds, the most severe first; those of the rules in `first` before
    /// others.
    func contexts(notes: Bool, first rules: [String]) -> [PageTemplates.Context] {
        ranked(rules).filter { ($0.key.severity == .note) == notes }.map { kind in
            var context = kind.context
            guard kind.count > 1 else { return context }
            let scope = kind.exchanges > 1 ? " in \(Quantity.of(kind.exchanges, "exchange"))" : ""
            let rest = kind.count - 1 - kind.places.count
            context["others"] = [
                [
                    "lead": "\(Quantity.of(kind.count, "such finding"))\(scope); the others:",
                    "places": kind.places,
                    "more": rest > 0 ? ", and \(Quantity.grouped(rest)) more" : "",
                ] as PageTemplates.Context
            ]
            return context
        }
    }

    /// The template contexts of links to the kinds, in the order of ``contexts(notes:first:)``, notes left out.
    func index(first rules: [String]) -> [PageTemplates.Context] {
        ranked(rules).filter { $0.key.severity > .note }.map { kind in
            [
                "to": "#\(kind.context["id"] ?? "")", "severity": kind.key.severity.rawValue,
                "count": Quantity.grouped(kind.exchanges), "rule": kind.key.rule,
                "message": PageText.sentence(kind.message, limit: 300, isLeading: true),
            ]
        }
    }

    /// The id of the element of a kind.
    private static func anchor(_ finding: Finding) -> String {
        let letters = finding.rule.map { $0.isLetter || $0.isNumber ? $0 : "-" }
        return "\(finding.severity.rawValue)-\(String(letters))"
    }

    private func ranked(_ first: [String]) -> [Kind] {
        func rank(_ kind: Kind) -> Int { first.firstIndex(of: kind.key.rule) ?? first.count }
        return kinds.enumerated().sorted { left, right in
            let (leftRank, rightRank) = (rank(left.element), rank(right.element))
            if leftRank != rightRank { return leftRank < rightRank }
            let (one, other) = (left.element, right.element)
            if one.key.severity != other.key.severity { return one.key.severity > other.key.severity }
            return one.exchanges == other.exchanges
                ? left.offset < right.offset : one.exchanges > other.exchanges
        }.map(\.element)
    }

    private static func context(
        _ located: LocatedFinding,
        _ text: FindingText,
        name: String,
        link: String?
    ) -> PageTemplates.Context {
        let finding = located.finding
        let excerpt = FindingExcerpt(located, origin: text.origin(of: finding.place))
        let lines = excerpt.lines(columns: excerptColumns).map { line -> PageTemplates.Context in
            [
                "offset": "\(line.offset)", "isTarget": line.isTarget,
                "isRaw": (line.before + (line.marked ?? "") + line.after).ranges(of: "\\x").count >= 4,
                "before": PageText.signed(line.before), "after": PageText.signed(line.after),
                "here?": line.marked == "", "marked?": !(line.marked ?? "").isEmpty,
                "marked": PageText.signed(line.marked ?? ""),
            ]
        }
        var context: PageTemplates.Context = [
            "id": Self.anchor(finding),
            "severity": finding.severity.rawValue,
            "rule": finding.rule,
            "message": PageText.sentence(finding.message, limit: 600, isLeading: true),
            "hint": PageText.sentence(finding.hint),
            "name": name,
            "spot": text.spot(of: located).joined(separator: ", "),
            "excerpt?": !lines.isEmpty,
            "excerpt": lines,
            "also": finding.groupedConsequences.map { consequence, count -> PageTemplates.Context in
                let more = count > 1 ? " (and \(Quantity.grouped(count - 1)) more of this rule)" : ""
                return [
                    "id": consequence.rule, "message": PageText.sentence(consequence.message + more),
                ]
            },
        ]
        if let link { context["link"] = link }
        guard let rule = ContractRules.anyRule(finding.rule) else { return context }
        context["why?"] = true
        context["why"] = PageText.sentence(rule.rationale, limit: 4000)
        context["clauses"] = rule.clauses.map { clause -> PageTemplates.Context in
            clause.link.isEmpty
                ? ["clause": clause.name] : ["clause": clause.name, "href": clause.link]
        }
        return context
    }
}
