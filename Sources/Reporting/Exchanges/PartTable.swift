import Bytes
import Forms
import Inspection
import Pipeline

/// The parts of a form as a table, with the bytes around them.
struct PartTable {
    private let form: Form?
    private let part: Int?
    private let style: TextStyle

    /// Prepares for the form of an exchange; `part`, from 1, is the only one to show, `nil` for all.
    init(_ inspected: InspectedExchange, part: Int?, style: TextStyle) {
        form = inspected.form
        self.part = part
        self.style = style
    }

    /// The rows; none where there is no form.
    var rows: [String] {
        guard let form else { return [] }
        var rows: [String] = []
        if part == nil, let boundary = form.boundary {
            let origin = form.usesObservedBoundary ? "  (found in the body, not declared)" : ""
            rows.append("boundary  \(PrintableText.text(boundary, limit: 400))\(origin)")
        }
        let shown = form.parts.filter { part == nil || $0.number == part }
        rows.append("")
        var table = TextTable([
            TextTable.Column(title: "part", isRight: true), TextTable.Column(title: "name"),
            TextTable.Column(title: "filename"), TextTable.Column(title: "type", leaves: 3),
            TextTable.Column(title: "offset", isRight: true, leaves: 1),
            TextTable.Column(title: "content", isRight: true, leaves: 2),
            TextTable.Column(title: "length", isRight: true),
        ])
        table.rows = shown.map(cells)
        rows += table.text(style, fitting: style.width)
        let unkept = form.partCount - form.parts.count
        if unkept > 0, part == nil { rows.append("and \(Quantity.of(unkept, "more part"))") }
        if part == nil { rows += surroundings(form).flatMap { $0.lines(of: style.width) } }
        if part != nil { rows += shown.flatMap(fields) }
        return rows
    }

    private func cells(_ part: BodyPart) -> [TextTable.Cell] {
        let type = part.mediaType.map { part.header[$0.line.value] }
        return [
            TextTable.Cell("\(part.number)", .strong),
            cell(part.name, limit: 40),
            cell(part.filename ?? part.disposition?.filenameStar.map { part.header[$0.value] }, limit: 40),
            cell(type, limit: 40),
            TextTable.Cell("\(part.delimiter.text.lowerBound)"),
            TextTable.Cell("\(part.content.lowerBound)"),
            TextTable.Cell(Quantity.grouped(part.content.count)),
        ]
    }

    private func cell(_ bytes: ArraySlice<UInt8>?, limit: Int) -> TextTable.Cell {
        bytes.map { TextTable.Cell(PrintableText.text($0, limit: limit)) } ?? TextTable.Cell("–", .faint)
    }

    private func fields(_ part: BodyPart) -> [String] {
        [""]
            + part.header.lines.map { line in
                let name = PrintableText.text(part.header[line.name], limit: 200)
                guard line.colon != nil else { return name }
                return style.paint(name, .header) + ": "
                    + PrintableText.text(part.header[line.value], limit: 2000)
            }
    }

    private func surroundings(_ form: Form) -> [String] {
        var rows: [String] = []
        if !form.preamble.isEmpty {
            let missing = form.gaps.reduce(0) { $0 + $1.clamped(to: form.preamble).count }
            // What is missing may have been a part.
            rows.append(
                missing == 0
                    ? "preamble of \(Quantity.of(form.preamble.count, "byte"))"
                    : "\(Quantity.of(form.preamble.count, "byte")) before the first part, of which the capture lacks "
                        + Quantity.grouped(missing)
            )
        }
        if let close = form.close {
            // The line break that ends the close delimiter is not part of the epilogue (RFC 2046 §5.1.1).
            let rest = max(form.epilogue.upperBound - close.end, 0)
            let epilogue = rest > 0 ? ", epilogue of \(Quantity.of(rest, "byte"))" : ""
            rows.append("close delimiter at \(close.text.lowerBound)\(epilogue)")
        } else {
            rows.append(form.gaps.isEmpty ? "no close delimiter" : "no close delimiter in what was captured")
        }
        return rows
    }
}
