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
        /// How receivers read the first form, where they differ.
        var readings: [FormReading]
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
                readings: exchange.disputedReadings ?? []
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
        if !unharmed.isEmpty { rows += remark("known to take it as most do: ", unharmed, style) }
        if !notMeasured.isEmpty { rows += remark("not measured: ", notMeasured, style) }
        if !outlooks.isEmpty {
            let versions = outlooks.compactMap { outlook in
                outlook.receiver.measuredVersion.map { "\(outlook.receiver.name) \($0)" }
            }
            rows += remark("measured with bodies that had one such fault each: ", versions, style)
        }
        return rows + readingRows(style)
    }

    private func remark(_ label: String, _ items: [String], _ style: TextStyle) -> [String] {
        FindingText.note(label, items.joined(separator: ", "), indent: 2, style: style)
    }

    /// What receivers of each kind find; empty where they agree.
    private func readingRows(_ style: TextStyle) -> [String] {
        guard !readings.isEmpty else { return [] }
        var table = TextTable([TextTable.Column(title: ""), TextTable.Column(title: "")])
        table.rows = readings.map { reading in
            [
                TextTable.Cell("\(reading.kind.rawValue) readers", .strong),
                TextTable.Cell(Self.text(reading.fields)),
            ]
        }
        return ["  what readers find:"] + table.text(style, indent: 4)
    }

    private static func text(_ fields: [FormReading.Field]) -> String {
        guard !fields.isEmpty else { return "no field" }
        let shown = fields.prefix(6).map { field in
            let name = field.name.map { PrintableText.text($0, limit: 40) } ?? "(no name)"
            return "\(name) (\(Quantity.of(field.content.count, "byte")))"
        }
        let rest = fields.count - shown.count
        return "\(Quantity.of(fields.count, "field")): " + shown.joined(separator: ", ")
            + (rest > 0 ? " and \(Quantity.grouped(rest)) more" : "")
    }
}
