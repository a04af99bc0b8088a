import Bytes
package import Inspection
package import Profiles

/// Writes comparisons for people: the conclusion, then the differences by descending weight.
package final class DifferenceText: ComparisonReporter {
    /// The least width of a value, in columns, for values to be side by side.
    private static let valueColumns = 24
    /// The greatest width of a difference's name, in columns, where values are side by side.
    private static let nameColumns = 38
    /// The number of cosmetic differences shown by default: more would hide what matters.
    private static let shownCosmetic = 4

    private let sink: any TextSink
    private let style: TextStyle
    private let showsAll: Bool
    private let isSet: Bool
    private var count = 0
    private var differing = 0

    /// Makes a reporter.
    ///
    /// - Parameters:
    ///   - sink: receives the text.
    ///   - style: colours and width.
    ///   - showsAll: whether all differences are shown, in place of the first of each weight.
    ///   - isSet: whether the report covers a set of comparisons.
    package init(to sink: any TextSink, style: TextStyle, showsAll: Bool, isSet: Bool) {
        self.sink = sink
        self.style = style
        self.showsAll = showsAll
        self.isSet = isSet
    }

    /// Writes a comparison.
    package func comparison(_ comparison: RequestComparison) {
        if count > 0 { sink.line() }
        count += 1
        if !comparison.differences.isEmpty { differing += 1 }
        for (index, request) in comparison.requests.enumerated() {
            let letter = style.paint(ComparedRequest.letter(index), .strong)
            sink.line("\(letter)  \(style.paint(DifferenceWords.name(of: request), .strong))")
            let facts = DifferenceWords.facts(of: request, columns: style.isTerminal ? style.width - 8 : nil)
                .joined(separator: ", ")
            if style.isTerminal {
                write(facts, indent: 3, ink: .faint)
            } else {
                // Programs and people that copy a URL need it on one line.
                sink.line("   " + style.paint(facts, .faint))
            }
            if let losses = DifferenceWords.losses(of: request) { write(losses, indent: 3, ink: .note) }
        }
        sink.line()
        let verdict = comparison.verdict
        let gravest = verdict.difference.map { comparison.differences[$0].weight } ?? .cosmetic
        let ink: Ink =
            switch verdict.kind {
            case .cause: .error
            case .alike: .good
            case .accepted where gravest <= .partMissing: .warning
            default: .strong
            }
        write("\(verdict.sentence)", indent: 0, ink: ink)
        for weight in Difference.Weight.allCases {
            let differences = comparison.differences.filter { $0.weight == weight }
            guard !differences.isEmpty else { continue }
            sink.line()
            if weight == .cosmetic, !showsAll, differences.count > Self.shownCosmetic {
                fold(differences)
                continue
            }
            let shown = showsAll ? differences : Array(differences.prefix(DifferenceWords.shownOfWeight))
            write(shown, weight, of: comparison.requests.count)
            let rest = differences.count - shown.count
            if rest > 0 {
                sink.line(
                    "  " + style.paint("\(Quantity.grouped(rest)) more", .faint) + " (--all shows them)"
                )
            }
        }
        guard !comparison.differences.isEmpty else { return }
        sink.line()
        sink.line(DifferenceWords.closing(comparison))
    }

    /// Writes the summary of a set of comparisons, and the unpaired uploads.
    package func finish(unpaired: [String]) {
        let closing = isSet ? DifferenceWords.closing(comparisons: count, differing: differing) : nil
        let rows = [closing, DifferenceWords.remark(onUnpaired: unpaired)].compactMap(\.self)
        if count > 0, !rows.isEmpty { sink.line() }
        for row in rows { sink.line(row) }
    }

    /// Summarizes cosmetic differences in a few words.
    private func fold(_ differences: [Difference]) {
        var areas: [(title: String, traits: [String])] = []
        for difference in differences {
            let title = difference.area.title
            let place = areas.firstIndex { $0.title == title } ?? areas.endIndex
            if place == areas.endIndex { areas.append((title, [])) }
            let trait = difference.trait
            let name = trait.hasPrefix("field ") ? String(trait.dropFirst(6)) : trait
            if !areas[place].traits.contains(name) { areas[place].traits.append(name) }
        }
        sink.line(
            style.paint("\(Quantity.grouped(differences.count)) cosmetic", .faint) + " (--all shows them)"
        )
        for (title, traits) in areas {
            write("\(title): \(traits.joined(separator: ", "))", indent: 2, ink: .faint)
        }
    }

    private func write(_ differences: [Difference], _ weight: Difference.Weight, of count: Int) {
        let names = differences.map { "\($0.subject), \($0.trait)" }
        let first = min(names.map(\.columns).max() ?? 0, Self.nameColumns, style.width / 3)
        let column = (style.width - first - 2) / count - 2
        guard column >= Self.valueColumns else {
            sink.line(style.paint(weight.title, weight.ink))
            for (difference, name) in zip(differences, names) {
                write(name, indent: 2, ink: .strong)
                writeBelow(difference)
                writeNotes(on: difference, among: differences)
            }
            return
        }
        let letters = (0..<count).map { ComparedRequest.letter($0).padded(to: column) }
        let title = style.paint(weight.title, weight.ink)
        let gap = String(repeating: " ", count: max(first + 2 - weight.title.columns, 0))
        sink.line(Self.trimmed(title + gap + "  " + letters.joined(separator: "  ")))
        for (difference, name) in zip(differences, names) {
            writeBeside(difference, name: name.lines(of: first), first, column)
            writeNotes(on: difference, among: differences)
        }
    }

    /// Writes the values in columns beside the name.
    private func writeBeside(_ difference: Difference, name: [String], _ first: Int, _ column: Int) {
        let cells = difference.values.map { DifferenceWords.value($0).lines(of: column) }
        let height = max(name.count, cells.map(\.count).max() ?? 0)
        for row in 0..<height {
            var text = "  " + (row < name.count ? name[row] : "").padded(to: first)
            for (index, cell) in cells.enumerated() {
                let line = (row < cell.count ? cell[row] : "").padded(to: column)
                text += "  " + (difference.values[index] == nil ? style.paint(line, .faint) : line)
            }
            sink.line(Self.trimmed(text))
        }
    }

    /// Writes the values below the name, equal ones in one row.
    private func writeBelow(_ difference: Difference) {
        var groups: [(value: String?, requests: [Int])] = []
        for (index, value) in difference.values.enumerated() {
            let bytes = value.map { Array($0.utf8) }
            if let place = groups.firstIndex(where: { $0.value.map { Array($0.utf8) } == bytes }) {
                groups[place].requests.append(index)
            } else {
                groups.append((value, [index]))
            }
        }
        let width = groups.map { DifferenceWords.letters($0.requests).columns }.max() ?? 1
        for group in groups {
            let lines = DifferenceWords.value(group.value).lines(of: style.width - width - 6)
            for (number, line) in lines.enumerated() {
                let letters = (number == 0 ? DifferenceWords.letters(group.requests) : "").padded(to: width)
                let shown = group.value == nil ? style.paint(line, .faint) : line
                sink.line("    \(style.paint(letters, .strong))  \(shown)")
            }
        }
    }

    private func writeNotes(on difference: Difference, among differences: [Difference]) {
        for note in DifferenceWords.notes(on: difference, among: differences) {
            write(note, indent: 4, ink: .faint)
        }
    }

    /// Writes a paragraph, with its rows after the first indented by two more columns.
    private func write(_ text: String, indent: Int, ink: Ink) {
        for (index, line) in text.lines(of: style.width - indent - 2).enumerated() {
            let margin = String(repeating: " ", count: indent + (index > 0 ? 2 : 0))
            sink.line(margin + style.paint(line, ink))
        }
    }

    private static func trimmed(_ text: String) -> String {
        var text = text[...]
        while text.hasSuffix(" ") { text.removeLast() }
        return String(text)
    }
}

extension Difference.Weight {
    /// The colour of the title above differences of this weight.
    var ink: Ink {
        switch self {
        case .violation, .partMissing: .error
        case .receiversDiffer: .warning
        case .mayMatter: .note
        case .cosmetic: .faint
        }
    }
}
