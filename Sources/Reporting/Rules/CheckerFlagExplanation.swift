package import Inspection

/// Explains flags of firewalls and inspectors, with the rules that report the bytes, for the terminal.
package struct CheckerFlagExplanation {
    private let flags: [CheckerFlag]
    private let rules: RuleCatalogue
    private let style: TextStyle

    /// Prepares to explain flags by rules of a catalogue.
    package init(_ flags: [CheckerFlag], rules: RuleCatalogue, style: TextStyle) {
        self.flags = flags
        self.rules = rules
        self.style = style
    }

    /// Writes the explanation.
    package func write(to sink: any TextSink) {
        for (index, flag) in flags.enumerated() {
            if index > 0 { sink.line() }
            let letters = flag.letters.isEmpty ? "" : " (\(flag.letters))"
            sink.line(
                style.paint("\(flag.name)\(letters)", .strong) + ": a flag of \(flag.checker.name)"
            )
            write("Means: \(flag.meaning)", to: sink)
            if flag.rules.isEmpty {
                sink.line("  No rule reports it: it says that something is as it should be.")
            } else {
                sink.line("  Rules to look at, in this order:")
                write(flag.rules, to: sink)
            }
            if !flag.alsoRaisedBy.isEmpty {
                sink.line("  It was also seen with bodies that break:")
                write(flag.alsoRaisedBy, to: sink)
            }
        }
    }

    private func write(_ text: String, to sink: any TextSink) {
        for line in text.lines(of: min(style.width, 100) - 2) { sink.line("  \(line)") }
    }

    private func write(_ rules: [String], to sink: any TextSink) {
        var table = TextTable([TextTable.Column(title: ""), TextTable.Column(title: "")])
        table.rows = rules.map { id in
            [TextTable.Cell(id, .strong), TextTable.Cell(self.rules.rule(id)?.title ?? "")]
        }
        for row in table.text(style, indent: 4) { sink.line(row) }
    }
}

extension ReceiverOutlook {
    /// The receiver and the measured version.
    var summaryName: String { receiver.measuredVersion.map { "\(receiver.name) \($0)" } ?? receiver.name }
}
