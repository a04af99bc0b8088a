import Inspection
import Pipeline

/// Groups findings by rule and severity: the first one in full, their number, and the next places.
///
/// Memory grows with the number of rules only, not with the number of findings.
struct FindingTally {
    /// The number of further places that are named; others are counted.
    static let namedPlaces = 5

    /// All findings of one rule and severity.
    struct Entry {
        /// The ids of the rules: that of the finding, then those that follow from the first one.
        var rules: [String]
        /// The rule's id.
        var rule: String { rules.first ?? "" }
        /// The rows of the first one.
        var rows: [String]
        /// The column in which its notes begin.
        var indent: Int
        /// Their number, including the first.
        var count = 1
        /// The number of exchanges with one.
        var exchanges = 1
        /// The next places, at most ``FindingTally/namedPlaces``.
        var places: [String] = []
        /// The exchange that was last counted.
        var last: ExchangeName
        /// The capture that was last named, from 0: further places in it do not repeat its name.
        var namedCapture: Int?
    }

    /// Identifies an exchange.
    struct ExchangeName: Hashable {
        /// The capture's number, from 0.
        var capture: Int
        /// The exchange's number, from 1.
        var number: Int
    }

    private struct Key: Hashable {
        var rule: String
        var severity: Severity
    }

    private var order: [Key: Int] = [:]

    /// The entries, in the order of their first findings.
    private(set) var entries: [Entry] = []

    /// The entries, those of the rules in `first` and of rules that imply them before the others.
    func entries(first: [String]) -> [Entry] {
        guard !first.isEmpty else { return entries }
        func rank(_ entry: Entry) -> Int {
            entry.rules.compactMap { first.firstIndex(of: $0) }.min() ?? first.count
        }
        return entries.enumerated().map { (rank($1), $0, $1) }.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
    }

    /// Counts a finding; `text` draws it where it is the first of its kind.
    mutating func add(
        _ located: LocatedFinding,
        of exchange: InspectedExchange,
        path: String,
        text: FindingText
    ) {
        let finding = located.finding
        let key = Key(rule: finding.rule, severity: finding.severity)
        let name = ExchangeName(capture: exchange.capture, number: exchange.number)
        guard let index = order[key] else {
            order[key] = entries.count
            let drawn = text.drawn(located)
            let rules = [finding.rule] + finding.consequences.map(\.rule)
            entries.append(Entry(rules: rules, rows: drawn.rows, indent: drawn.indent, last: name))
            return
        }
        entries[index].count += 1
        if entries[index].places.count < Self.namedPlaces {
            let isSame = entries[index].last == name
            var words: [String] = []
            if !isSame || entries[index].exchanges > 1 {
                let isNamed = entries[index].namedCapture == exchange.capture
                entries[index].namedCapture = exchange.capture
                words.append(
                    FindingText.name(
                        path: isNamed ? "" : path,
                        number: exchange.number,
                        isBare: exchange.isBareBody
                    )
                )
            }
            if let part = finding.part { words.append("part \(part)") }
            words.append("\(finding.place.offsetName) \(finding.range.lowerBound)")
            entries[index].places.append(words.joined(separator: " "))
        }
        if entries[index].last != name {
            entries[index].exchanges += 1
            entries[index].last = name
        }
    }
}

extension FindingTally.Entry {
    /// The rows, with a row after each entry that names its further places.
    func rows(_ style: TextStyle) -> [String] {
        guard count > 1 else { return rows }
        let rest = count - 1 - places.count
        let scope = exchanges > 1 ? " in \(Quantity.of(exchanges, "exchange"))" : ""
        var text =
            "\(Quantity.of(count, "such finding"))\(scope); the others are at "
            + places.joined(separator: ", ")
        if rest > 0 { text += ", and \(Quantity.grouped(rest)) more: --all lists them" }
        return rows + FindingText.note("seen: ", text, indent: indent, style: style)
    }
}
