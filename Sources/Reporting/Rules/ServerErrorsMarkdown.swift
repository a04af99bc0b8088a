package import LoggedErrors

/// The catalogue of servers' error texts as a section of the page of rules.
package enum ServerErrorsMarkdown {
    /// Writes the table.
    package static func write(_ errors: [ServerError], to sink: any TextSink) {
        sink.line()
        sink.line("# What servers say")
        sink.line()
        sink.line(
            "`partwise explain 'TEXT'` answers to these texts, `partwise check --server-error 'TEXT'` tells first"
        )
        sink.line("what explains one; `…` stands for what differs from case to case.")
        sink.line()
        sink.line("| text | software | rules to look at, in this order | when the request conforms |")
        sink.line("|---|---|---|---|")
        for error in errors {
            let texts = error.texts.map { "`\($0)`" }.joined(separator: "<br>")
            let rules = error.rules.map { "[`\($0)`](#\(RulesMarkdown.anchor($0)))" }.joined(separator: ", ")
            let software = MarkdownText.escaped(error.software)
            let elsewhere = MarkdownText.escaped(error.elsewhere)
            sink.line(
                "| \(texts) | \(software): \(MarkdownText.escaped(error.meaning)) | \(rules) | \(elsewhere) |"
            )
        }
    }
}
