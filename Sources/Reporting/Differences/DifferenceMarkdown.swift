import Bytes
package import Profiles

/// Writes comparisons as a page of Markdown, to be pasted into a ticket.
package final class DifferenceMarkdown: ComparisonReporter {
    private let sink: any TextSink
    private let showsAll: Bool
    private let isSet: Bool
    private var count = 0
    private var differing = 0

    /// Makes a reporter.
    ///
    /// - Parameters:
    ///   - sink: receives the page.
    ///   - showsAll: whether all differences are shown, in place of the first of each weight.
    ///   - isSet: whether the report covers a set of comparisons.
    package init(to sink: any TextSink, showsAll: Bool, isSet: Bool) {
        self.sink = sink
        self.showsAll = showsAll
        self.isSet = isSet
    }

    /// Writes a comparison.
    package func comparison(_ comparison: RequestComparison) {
        if count > 0 { sink.line() }
        count += 1
        if !comparison.differences.isEmpty { differing += 1 }
        sink.line(isSet ? "# Comparison \(count)" : "# Comparison")
        sink.line()
        sink.line("**\(MarkdownText.escaped(comparison.verdict.sentence)).**")
        sink.line()
        sink.line("| | request | |")
        sink.line("|---|---|---|")
        for (index, request) in comparison.requests.enumerated() {
            row([
                ComparedRequest.letter(index), DifferenceWords.name(of: request),
                DifferenceWords.facts(of: request).joined(separator: ", "),
            ])
        }
        for (index, request) in comparison.requests.enumerated() {
            guard let losses = DifferenceWords.losses(of: request) else { continue }
            sink.line()
            sink.line(MarkdownText.escaped("Of \(ComparedRequest.letter(index)) \(losses)."))
        }
        for weight in Difference.Weight.allCases {
            let differences = comparison.differences.filter { $0.weight == weight }
            if !differences.isEmpty { write(differences, weight, of: comparison.requests.count) }
        }
        sink.line()
        sink.line(DifferenceWords.closing(comparison))
    }

    /// Writes the summary of a set of comparisons, and the unpaired uploads.
    package func finish(unpaired: [String]) {
        let closing = isSet ? DifferenceWords.closing(comparisons: count, differing: differing) : nil
        for row in [closing, DifferenceWords.remark(onUnpaired: unpaired)].compactMap(\.self) {
            if count > 0 { sink.line() }
            sink.line(MarkdownText.escaped(row))
        }
    }

    private func write(_ all: [Difference], _ weight: Difference.Weight, of count: Int) {
        let differences = showsAll ? all : Array(all.prefix(DifferenceWords.shownOfWeight))
        sink.line()
        sink.line("## \(weight.title.prefix(1).uppercased())\(weight.title.dropFirst())")
        sink.line()
        let letters = (0..<count).map(ComparedRequest.letter)
        sink.line("| | | \(letters.joined(separator: " | ")) |")
        sink.line("|---|---|\(String(repeating: "---|", count: count))")
        for difference in differences {
            row([difference.subject, difference.trait] + difference.values.map(DifferenceWords.value))
        }
        let notes = differences.flatMap { difference in
            DifferenceWords.notes(on: difference, among: differences).map {
                "\(difference.subject), \(difference.trait): \($0)"
            }
        }
        if !notes.isEmpty { sink.line() }
        for note in notes { sink.line("- \(MarkdownText.escaped(note))") }
        let rest = all.count - differences.count
        guard rest > 0 else { return }
        sink.line()
        sink.line("\(Quantity.grouped(rest)) more (--all shows them).")
    }

    private func row(_ cells: [String]) {
        sink.line("| \(cells.map(MarkdownText.escaped).joined(separator: " | ")) |")
    }
}
