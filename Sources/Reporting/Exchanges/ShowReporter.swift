import Bytes
import Exchanges
import Forms
package import Inspection
package import Pipeline
import Profiles

/// Shows exchanges in full: head, framing, tree of parts, annotated bytes, findings, response.
package final class ShowReporter: Reporter {
    /// What to show of an exchange besides its head and its parts.
    package struct Detail: Sendable {
        /// Whether the body's bytes are shown.
        package var hasHex: Bool
        /// The only part that is shown, from 1; `nil` for all.
        package var part: Int?
        /// Whether long content is shown in full.
        package var isFull: Bool

        /// Makes the choice.
        package init(hasHex: Bool = false, part: Int? = nil, isFull: Bool = false) {
            self.hasHex = hasHex
            self.part = part
            self.isFull = isFull
        }
    }

    private let sink: any TextSink
    private let style: TextStyle
    private let detail: Detail
    private var path = ""
    private var isFirst = true
    /// The exchanges that lack the only part that is shown, one line each.
    package private(set) var lacks: [String] = []

    /// Makes a reporter.
    package init(to sink: any TextSink, style: TextStyle, detail: Detail = Detail()) {
        self.sink = sink
        self.style = style
        self.detail = detail
    }

    /// Records the path for the titles.
    package func begin(_ path: String) {
        self.path = path
    }

    /// Writes the exchange.
    package func exchange(_ inspected: InspectedExchange) {
        if let part = detail.part, !(inspected.form?.parts.contains { $0.number == part } ?? false) {
            let form = inspected.form.map { "the form has \(Quantity.of($0.partCount, "part"))" }
            lacks.append("\(path)#\(inspected.number): has no part \(part): \(form ?? "it carries no form")")
            return
        }
        if !isFirst { sink.line() }
        isFirst = false
        let head = ExchangeHead(inspected, path: path, style: style)
        for row in head.title { sink.line(row) }
        if detail.part == nil {
            sink.line()
            for row in head.request { sink.line(row) }
        }
        for row in PartTable(inspected, part: detail.part, style: style).rows { sink.line(row) }
        if detail.part == nil {
            for row in encoder(inspected) { sink.line(row) }
            for row in origin(inspected) { sink.line(row) }
        }
        if detail.hasHex || detail.part != nil { hex(inspected) }
        if detail.part == nil {
            for row in head.response { sink.line(row) }
        }
        let findings = inspected.orderedFindings.filter {
            detail.part == nil || $0.finding.part == detail.part
        }
        let text = FindingText(inspected, path: path, style: style)
        for located in findings {
            sink.line()
            for row in text.drawn(located).rows { sink.line(row) }
        }
    }

    /// There is no summary.
    package func finish(_ totals: ReportTotals) {}

    /// The client that wrote the form, with the evidence.
    private func encoder(_ inspected: InspectedExchange) -> [String] {
        let margin = 10
        let lines = inspected.client?.rows.flatMap { $0.lines(of: style.width - margin) } ?? []
        return [""]
            + lines.enumerated().map { index, line in
                (index == 0 ? "encoder" : "").padded(to: margin) + line
            }
    }

    /// The form that made the request, and its controls beside the parts.
    private func origin(_ inspected: InspectedExchange) -> [String] {
        guard let origin = inspected.origin?.value else { return [] }
        let text = OriginText(origin)
        let margin = 10
        var rows = ["made by".padded(to: margin) + text.headline]
        rows += text.remarks.map { String(repeating: " ", count: margin) + "- \($0)" }
        var table = TextTable([
            TextTable.Column(title: ""), TextTable.Column(title: "control"), TextTable.Column(title: "sent"),
        ])
        table.rows = text.pairs.map { pair in
            [
                TextTable.Cell(pair.differs ? "≠" : "", .warning), TextTable.Cell(pair.control),
                TextTable.Cell(pair.sent),
            ]
        }
        return [""] + rows + [""] + table.text(style, indent: 2)
    }

    private func hex(_ inspected: InspectedExchange) {
        sink.line()
        let length = inspected.form?.length ?? inspected.exchange.request?.content.bodyLength ?? 0
        guard length > 0 else {
            sink.line("the request has no body")
            return
        }
        guard let bytes = inspected.body else {
            sink.line("the body's \(Quantity.of(length, "byte")) are too many to be shown")
            return
        }
        let form = inspected.form ?? Form(declared: [], length: length)
        let body = BodyBytes(bytes, gaps: form.gaps)
        let view = HexView(
            body,
            nodes: form.nodes.filter { detail.part == nil || $0.part == detail.part },
            length: length,
            showsAll: detail.isFull || detail.part != nil,
            style: style
        )
        view.write(to: sink)
    }
}
