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

    private struct Key: Hashable {
        var rule: String
        var severity: Severity
    }

    private struct Kind {
        var key: Key
        var article: FindingArticle
        var message: String
        var count = 0
        var exchanges = 0
        var lastExchange = ""
        var places: [Markup] = []
    }

    private let catalogue: RuleCatalogue
    private var kinds: [Kind] = []
    private var order: [Key: Int] = [:]

    /// Begins without findings; `catalogue` has the rules that they name.
    init(_ catalogue: RuleCatalogue) { self.catalogue = catalogue }

    /// Counts the findings of an exchange.
    ///
    /// - Parameters:
    ///   - exchange: the exchange.
    ///   - text: draws its findings.
    ///   - name: the exchange's name.
    ///   - id: the id of its element, `nil` where it is not listed.
    mutating func add(_ exchange: InspectedExchange, _ text: FindingText, name: String, id: String?) {
        for (place, located) in exchange.orderedFindings.enumerated() {
            let finding = located.finding
            let link = id.map { "#\($0)" + (place < ExchangeData.shownFindings ? ".\(place + 1)" : "") }
            let key = Key(rule: finding.rule, severity: finding.severity)
            let index = order[key] ?? kinds.count
            if index == kinds.count {
                order[key] = index
                let article = FindingArticle(
                    located,
                    text,
                    rule: catalogue.rule(located.finding.rule),
                    name: name,
                    link: link
                )
                kinds.append(Kind(key: key, article: article, message: finding.message))
            } else if kinds[index].places.count < Self.linkedPlaces {
                let place: Markup = link.map { "<a href=\"\($0)\">\(name)</a>" } ?? "<bdi>\(name)</bdi>"
                let spot = text.spot(of: located).joined(separator: ", ")
                kinds[index].places.append("<li>\(place) <bdi>\(spot)</bdi></li>\n")
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
            .compactMap { catalogue.rule($0.key.rule) }
    }

    /// The sentence, rule and severity of the most severe kind; `nil` where there are only notes.
    func gravest(first rules: [String]) -> (message: String, rule: String, severity: Severity)? {
        ranked(rules).first { $0.key.severity > .note }.map { ($0.message, $0.key.rule, $0.key.severity) }
    }

    /// The articles on the kinds, the most severe first; those of the rules in `first` before others.
    func articles(notes: Bool, first rules: [String]) -> [Markup] {
        ranked(rules).filter { ($0.key.severity == .note) == notes }.map { kind in
            guard kind.count > 1 else { return kind.article.markup(others: nil) }
            let scope = kind.exchanges > 1 ? " in \(Quantity.of(kind.exchanges, "exchange"))" : ""
            let rest = kind.count - 1 - kind.places.count
            let others: Markup = """
                <p class="why">\(Quantity.of(kind.count, "such finding"))\(scope); the \(kind.count == 2 ? "other" : "others"):</p>
                <ul class="places">
                \(kind.places)\
                \(rest > 0 ? "<li>and \(Quantity.grouped(rest)) more</li>\n" : nil)</ul>

                """
            return kind.article.markup(others: others)
        }
    }

    /// Links to the kinds, in the order of ``articles(notes:first:)``, notes left out.
    func links(first rules: [String]) -> [Markup] {
        ranked(rules).filter { $0.key.severity > .note }.map { kind in
            """
            <li class="\(kind.key.severity.rawValue)"><a href="#\(kind.article.id)"><b title="uploads">\
            \(Quantity.grouped(kind.exchanges))</b> <code>\(kind.key.rule)</code></a> <span>\
            \(PageText.sentence(kind.message, limit: 300, isLeading: true))</span></li>

            """
        }
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
}
