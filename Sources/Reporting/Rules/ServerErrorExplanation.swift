import Bytes
package import Inspection
package import LoggedErrors

/// Explains a server's error text and lists the rules to check, for the terminal.
package struct ServerErrorExplanation {
    private let text: String
    private let errors: [ServerError]
    private let style: TextStyle

    /// Prepares to explain a text; `errors` are the matching entries of the catalogue.
    package init(_ text: String, errors: [ServerError], style: TextStyle) {
        self.text = text
        self.errors = errors
        self.style = style
    }

    /// Writes the explanation; `rule` finds a rule by its id.
    package func write(to sink: any TextSink, rule: (String) -> (any Rule)?) {
        for (index, error) in errors.enumerated() {
            if index > 0 { sink.line() }
            sink.line(style.paint(error.software, .strong))
            paragraph(error.meaning, to: sink)
            sink.line()
            sink.line(style.paint("Rules to look at, in this order", .strong))
            var table = TextTable([
                TextTable.Column(title: ""), TextTable.Column(title: ""), TextTable.Column(title: ""),
            ])
            table.rows = error.rules.compactMap(rule).map { rule in
                [
                    TextTable.Cell(rule.severity.rawValue, Ink(rule.severity)),
                    TextTable.Cell(rule.id, .strong),
                    TextTable.Cell(rule.title),
                ]
            }
            for row in table.text(style) { sink.line("  \(row)") }
            sink.line()
            sink.line(style.paint("When the request conforms", .strong))
            paragraph(error.elsewhere, to: sink)
        }
        sink.line()
        sink.line(
            "partwise check CAPTURE --server-error \(Self.shellQuoted(text)) tells first what explains it"
        )
    }

    private func paragraph(_ text: String, to sink: any TextSink) {
        for line in text.lines(of: min(style.width, 100) - 2) { sink.line("  \(line)") }
    }

    private static func shellQuoted(_ text: String) -> String {
        let quoted = ShellWord.quoted(PrintableText.text(text, limit: 200).utf8, always: true)
        return String(decoding: quoted, as: UTF8.self)
    }
}
