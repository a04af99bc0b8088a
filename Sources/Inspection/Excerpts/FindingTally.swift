import Bytes

/// Groups findings by rule and severity: the first one in full, their number, and the next places.
///
/// Memory grows with the number of rules only, not with the number of findings.
package struct FindingTally: Sendable {
    /// The number of further places that are named; others are counted.
    package static let namedPlaces = 5

    /// All findings of one rule and severity.
    package struct Entry: Sendable {
        /// The ids of the rules: that of the finding, then those that follow from the first one.
        package var rules: [String]
        /// The rule's id.
        package var rule: String { rules.first ?? "" }
        /// The severity of each.
        package var severity: Severity
        /// The rows of the first one.
        package var rows: [String]
        /// The column in which its notes begin.
        package var indent: Int
        /// Their number, including the first.
        package var count = 1
        /// The number of exchanges with one.
        package var exchanges = 1
        /// The next places, at most ``FindingTally/namedPlaces``.
        package var places: [String] = []
        /// The exchange that was last counted.
        var last: ExchangeName
        /// The capture that was last named, from 0: further places in it do not repeat its name.
        var namedCapture: Int?
    }

    /// Identifies an exchange.
    struct ExchangeName: Hashable {
        /// The index of its input among those given, from 0.
        var input: Int
        /// The exchange's number, from 1; `nil` where its input names it.
        var number: Int?
    }

    private struct Key: Hashable {
        var rule: String
        var severity: Severity
    }

    private var order: [Key: Int] = [:]

    /// Makes an empty tally.
    package init() {}

    /// The entries, in the order of their first findings.
    private var found: [Entry] = []

    /// The entries, those of the rules in `first` and of rules that imply them before the others, then the most severe
    /// before the others, each in the order of their first findings.
    package func entries(first: [String] = []) -> [Entry] {
        func rank(_ entry: Entry) -> Int {
            entry.rules.compactMap { first.firstIndex(of: $0) }.min() ?? first.count
        }
        return found.enumerated().map { (rank($1), $0, $1) }
            .sorted { ($0.0, $1.2.severity, $0.1) < ($1.0, $0.2.severity, $1.1) }.map(\.2)
    }

    /// Counts a finding; `text` draws it where it is the first of its kind.
    package mutating func add(_ located: LocatedFinding, text: FindingText) {
        let finding = located.finding
        let key = Key(rule: finding.rule, severity: finding.severity)
        let name = ExchangeName(input: text.input, number: text.number)
        guard let index = order[key] else {
            order[key] = found.count
            let drawn = text.drawn(located)
            let rules = [finding.rule] + finding.consequences.map(\.rule)
            found.append(
                Entry(
                    rules: rules,
                    severity: finding.severity,
                    rows: drawn.rows,
                    indent: drawn.indent,
                    last: name
                )
            )
            return
        }
        found[index].count += 1
        if found[index].places.count < Self.namedPlaces {
            let isSame = found[index].last == name
            var words: [String] = []
            if !isSame || found[index].exchanges > 1 {
                let isNamed = found[index].namedCapture == text.input
                found[index].namedCapture = text.input
                words.append(FindingText.name(path: isNamed ? "" : text.path, number: text.number))
            }
            if let part = finding.part { words.append("part \(part)") }
            words.append("\(finding.place.offsetName) \(finding.range.lowerBound)")
            found[index].places.append(words.joined(separator: " "))
        }
        if found[index].last != name {
            found[index].exchanges += 1
            found[index].last = name
        }
    }
}

extension FindingTally.Entry {
    /// The rows, with a row after each entry that names its further places.
    ///
    /// - Parameters:
    ///   - style: colours and width.
    ///   - listing: what lists the places that are not named.
    /// - Returns: the rows, each without its line break.
    package func rows(_ style: TextStyle, listing: String = "--all") -> [String] {
        guard count > 1 else { return rows }
        let rest = count - 1 - places.count
        let scope = exchanges > 1 ? " in \(Quantity.of(exchanges, "exchange"))" : ""
        var text =
            "\(Quantity.of(count, "such finding"))\(scope); \(count == 2 ? "the other is" : "the others are") at "
            + places.joined(separator: ", ")
        if rest > 0 { text += ", and \(Quantity.grouped(rest)) more: \(listing) lists them" }
        return rows + FindingText.note("seen: ", text, indent: indent, style: style)
    }
}
