import Bytes
import Forms
import Inspection
import Pipeline

/// Groups the affected receivers by the set of rules with findings, over all exchanges.
///
/// Memory grows with the number of such sets only, not with the number of exchanges.
struct ReceiverTally {
    /// Exchanges with findings of the same rules.
    struct Entry {
        /// The first of them, such as `upload.pcap#1`.
        var name: String
        /// Their number.
        var count = 1
        /// The violations that affect each receiver.
        var outlooks: [ReceiverOutlook]
        /// The rules without a measurement.
        var notMeasured: [String]
        /// What receivers make of the first form, where its delimiters are read differently.
        var effects: FieldEffects?
    }

    private var order: [[String]: Int] = [:]

    /// The entries, in the order of their first exchanges.
    private(set) var entries: [Entry] = []

    /// Counts an exchange with findings.
    mutating func add(_ exchange: InspectedExchange, path: String) {
        let rules = exchange.rulesFound
        guard !rules.isEmpty else { return }
        if let index = order[rules] {
            entries[index].count += 1
            return
        }
        order[rules] = entries.count
        entries.append(
            Entry(
                name: FindingText.name(path: path, number: exchange.number, isBare: exchange.isBareBody),
                outlooks: ReceiverOutlook.all(for: rules),
                notMeasured: rules.filter { ReceiverTestCase.of($0).isEmpty },
                effects: exchange.disputedReadings.flatMap { _ in exchange.form.map { FieldEffects(of: $0) } }
            )
        )
    }
}

extension ReceiverTally.Entry {
    /// The rows for people.
    func rows(_ style: TextStyle) -> [String] {
        let others = count > 1 ? " and \(Quantity.of(count - 1, "exchange")) with the same findings" : ""
        var rows = [style.paint("receivers", .strong) + ": \(name)\(others)"]
        var table = TextTable([
            TextTable.Column(title: ""), TextTable.Column(title: ""), TextTable.Column(title: ""),
        ])
        for outlook in outlooks {
            for (index, item) in outlook.items.enumerated() {
                let receiver = index == 0 ? outlook.receiver.name : ""
                table.rows.append([
                    TextTable.Cell(receiver, .strong), TextTable.Cell(item.effect.words),
                    TextTable.Cell(item.rule, .faint),
                ])
            }
        }
        rows += table.text(style, indent: 2)
        let unharmed = outlooks.filter(\.items.isEmpty).map(\.receiver.name)
        if !unharmed.isEmpty { rows += remark("read it as meant: ", unharmed, style) }
        if !notMeasured.isEmpty { rows += remark("not measured: ", notMeasured, style) }
        if !outlooks.isEmpty {
            let versions = outlooks.compactMap { outlook in
                outlook.receiver.measuredVersion.map { "\(outlook.receiver.name) \($0)" }
            }
            rows += remark("measured with bodies that had one such fault each: ", versions, style)
        }
        return rows + effectRows(style)
    }

    private func remark(_ label: String, _ items: [String], _ style: TextStyle) -> [String] {
        FindingText.note(label, items.joined(separator: ", "), indent: 2, style: style)
    }

    /// Who loses or finds what in the first form; empty where all read the same.
    private func effectRows(_ style: TextStyle) -> [String] {
        guard let effects, effects.differ else { return [] }
        return ["  in this form:"]
            + effects.groups.flatMap { group in
                let names = group.receivers.map(\.name).joined(separator: ", ")
                let words = group.effect.words(isPlural: group.receivers.count > 1)
                return FindingText.note(names + ": ", words, indent: 4, style: style)
            }
    }
}
