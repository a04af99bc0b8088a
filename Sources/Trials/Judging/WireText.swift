import Bytes
import Exchanges
import Forms
import Pipeline

/// A request as lines of text, as far as people read it: its head, and the lines of its body.
enum WireText {
    /// The most lines of a body that are shown.
    private static let lineLimit = 60
    /// The most bytes of a line that are shown.
    private static let widthLimit = 200

    /// The lines, with line breaks of the wire shown as ␍ and ␊.
    static func lines(of exchange: InspectedExchange) -> [String] {
        var lines: [String] = []
        if let head = exchange.exchange.request?.head {
            if !head.hasStartLine {
                lines.append("\(exchange.exchange.method) \(exchange.exchange.target)")
            } else {
                lines.append(PrintableText.text(head.startLine, limit: widthLimit))
            }
            lines += head.fields.lines.map { line in
                let name = head.fields.text(line.name)
                // Credentials of a trial are no secret; those of a person who opens the page are.
                let isSecret = ["authorization", "cookie"].contains(name.lowercased())
                let value = isSecret ? "…" : PrintableText.text(head.fields[line.value], limit: widthLimit)
                return "\(PrintableText.text(name)): \(value)"
            }
        }
        guard let form = exchange.form else { return lines }
        lines.append("")
        var rest = lineLimit
        for part in form.parts {
            guard rest > 0 else {
                lines.append("… (\(Quantity.of(form.partCount - part.number + 1, "part")) more)")
                return lines
            }
            let shown = text(of: part, form)
            lines += shown.prefix(rest)
            if shown.count > rest { lines.append("…") }
            rest -= shown.count
        }
        if let close = form.close {
            let window = form.kept.window(at: close.text.lowerBound, before: 0, after: close.text.count)
            let ending = form.epilogue.count == 2 ? "␍␊" : ""
            lines.append(PrintableText.text(window.bytes, limit: widthLimit) + ending)
        }
        return lines
    }

    private static func text(of part: BodyPart, _ form: Form) -> [String] {
        let delimiter = form.kept.window(
            at: part.delimiter.text.lowerBound,
            before: 0,
            after: part.delimiter.text.count
        )
        var lines = [PrintableText.text(delimiter.bytes, limit: widthLimit) + mark(of: part.delimiter.ending)]
        for line in part.header.lines {
            lines.append(
                "\(PrintableText.text(part.header[line.name])): "
                    + PrintableText.text(part.header[line.value], limit: widthLimit) + mark(of: line.ending)
            )
        }
        if part.headerEnd == .blankLine { lines.append(mark(of: part.blankLine)) }
        let sample = part.facts.opening.prefix(widthLimit)
        let cut =
            part.content.count > sample.count ? "… (\(Quantity.grouped(part.content.count)) bytes)" : "␍␊"
        lines.append(PrintableText.text(sample, limit: widthLimit) + cut)
        return lines
    }

    private static func mark(of ending: LineEnding) -> String {
        switch ending {
        case .crlf: "␍␊"
        case .lf: "␊"
        default: ""
        }
    }
}
