import Inspection
import Pipeline

/// Findings told once: of each rule and severity the first one whole, how many there are, and where the next ones are.
///
/// What is kept does not grow with the number of findings, only with that of rules.
struct FindingTally {
    /// Further places that are named; the others are counted.
    static let namedPlaces = 5

    /// All findings of one rule and severity.
    struct Entry {
        /// The ids of the rules: that of the finding, then those that follow from the first one.
        var rules: [String]
        /// The rule's id.
        var rule: String { rules.first ?? "" }
        /// The rows of the first one.
        var rows: [String]
        /// The column in which remarks on it begin.
        var indent: Int
        /// How many there are, the first included.
        var count = 1
        /// How many exchanges have one.
        var exchanges = 1
        /// Where the next ones are, at most ``FindingTally/namedPlaces``.
        var places: [String] = []
        /// The exchange that was counted last.
        var last: ExchangeName
        /// The capture that was named last, from 0: a place in the same one does not name it again.
        var namedCapture: Int?
    }

    /// What tells exchanges apart.
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

    /// The findings, in the order in which the first of each came.
    private(set) var entries: [Entry] = []

    /// The findings, those of the rules named in `first` and those from which they follow before the others.
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
    /// The rows, the last of which say where else the same was found.
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
