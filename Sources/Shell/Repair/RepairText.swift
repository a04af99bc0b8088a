import Bytes
import Forms
package import Inspection
package import Reporting

/// Describes the changes of a repair: one line for each rule.
package struct RepairText {
    private let repair: FormRepair
    private let name: String
    private let output: String
    private let style: TextStyle

    /// Describes a repair of the exchange `name`, written to `output`.
    package init(_ repair: FormRepair, name: String, output: String, style: TextStyle) {
        self.repair = repair
        self.name = name
        self.output = output
        self.style = style
    }

    /// Writes the text.
    package func write(to sink: any TextSink) {
        let length = repair.writer.contentLength.map { " with a body of \($0) bytes" } ?? ""
        let places = [name, output].map { PrintableText.text($0, limit: 400) }
        sink.line("\(places[0]): written to \(places[1])\(length)")
        if repair.mended.isEmpty { sink.line("nothing had to be changed") }
        for finding in repair.mended { line("mended", finding, to: sink) }
        for finding in repair.remaining { line("stays", finding, to: sink) }
    }

    private func line(_ word: String, _ finding: Finding, to sink: any TextSink) {
        let severity = style.paint("\(finding.severity.rawValue)[\(finding.rule)]", Ink(finding.severity))
        sink.line("  \(word) \(severity): \(finding.message)")
    }
}
