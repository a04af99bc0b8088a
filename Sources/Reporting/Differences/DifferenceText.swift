import Bytes
import Exchanges
import Forms
package import Profiles

/// A comparison of requests for people: what differs, the gravest first, the requests side by side.
package struct DifferenceText {
    /// Columns from which two requests stand beside one another instead of below.
    private static let sideBySideColumns = 110

    private let comparison: RequestComparison
    private let style: TextStyle

    /// Prepares to write a comparison.
    package init(_ comparison: RequestComparison, style: TextStyle) {
        self.comparison = comparison
        self.style = style
    }

    /// Writes the comparison.
    package func write(to sink: any TextSink) {
        for (index, request) in comparison.requests.enumerated() {
            sink.line("\(style.paint(Self.letter(index), .strong))  \(title(of: request))")
        }
        for weight in Difference.Weight.allCases {
            let differences = comparison.differences.filter { $0.weight == weight }
            guard !differences.isEmpty else { continue }
            sink.line()
            sink.line(style.paint(weight.title, weight.ink))
            if comparison.requests.count == 2, style.width >= Self.sideBySideColumns {
                writeBeside(differences, to: sink)
            } else {
                writeBelow(differences, to: sink)
            }
        }
        sink.line()
        sink.line(closing)
    }

    private func title(of request: ComparedRequest) -> String {
        var words = [style.paint(PrintableText.text(request.label, limit: 400), .strong)]
        let line = [request.exchange.method, request.exchange.target].filter { !$0.isEmpty }
        if !line.isEmpty {
            words.append(line.map { PrintableText.text($0, limit: 60) }.joined(separator: " "))
        }
        if let form = request.form {
            words.append("\(Quantity.of(form.partCount, "part")), \(Quantity.of(form.length, "byte"))")
        } else {
            words.append("no form")
        }
        if let fields = request.exchange.request?.fields, let agent = fields.value(named: "user-agent") {
            words.append(style.paint(PrintableText.text(agent, limit: 60), .faint))
        }
        return words.joined(separator: "  ")
    }

    /// Each request's value on a row of its own.
    private func writeBelow(_ differences: [Difference], to sink: any TextSink) {
        for difference in differences {
            sink.line("  \(label(difference))")
            for (index, value) in difference.values.enumerated() {
                let lines = Self.shown(value).lines(of: style.width - 8)
                for (number, line) in lines.enumerated() {
                    let letter = number == 0 ? style.paint(Self.letter(index), .strong) : " "
                    sink.line("    \(letter)  \(paint(line, value))")
                }
            }
        }
    }

    /// The values of two requests in two columns.
    private func writeBeside(_ differences: [Difference], to sink: any TextSink) {
        let labels = differences.map { "\($0.subject)  \($0.trait)" }
        let first = min(labels.map(\.columns).max() ?? 0, 36)
        let column = (style.width - first - 6) / 2
        for (difference, label) in zip(differences, labels) {
            let cells = difference.values.map { Self.shown($0).lines(of: column) }
            let names = label.lines(of: first)
            for row in 0..<max(names.count, cells[0].count, cells[1].count) {
                let name = (row < names.count ? names[row] : "").padded(to: first)
                let left = row < cells[0].count ? cells[0][row] : ""
                let right = row < cells[1].count ? cells[1][row] : ""
                var text = "  \(name)  \(paint(left, difference.values[0]))"
                if !right.isEmpty {
                    text += String(repeating: " ", count: max(column - left.columns, 0)) + "  "
                    text += paint(right, difference.values[1])
                }
                while text.hasSuffix(" ") { text.removeLast() }
                sink.line(text)
            }
        }
    }

    private func label(_ difference: Difference) -> String {
        "\(style.paint(difference.subject, .strong))  \(difference.trait)"
    }

    private func paint(_ text: String, _ value: String?) -> String {
        value == nil ? style.paint(text, .faint) : text
    }

    private var closing: String {
        guard !comparison.differences.isEmpty else {
            return style.paint("no differences", .good)
                + ": the requests are alike but for the boundary's text"
        }
        let counts = Difference.Weight.allCases.compactMap { weight in
            let count = comparison.differences.count { $0.weight == weight }
            return count > 0 ? "\(Quantity.grouped(count)) \(weight.brief)" : nil
        }
        return "\(Quantity.of(comparison.differences.count, "difference")): \(counts.joined(separator: ", "))"
    }

    private static func shown(_ value: String?) -> String {
        guard let value else { return "–" }
        return value.isEmpty ? "(empty)" : PrintableText.text(value, limit: 2000)
    }

    private static func letter(_ index: Int) -> String {
        index < 26 ? String(Unicode.Scalar(UInt8(ascii: "A") + UInt8(index))) : "\(index + 1)"
    }
}

extension Difference.Weight {
    /// What stands above the differences of this weight.
    fileprivate var title: String {
        switch self {
        case .violation: "one side breaks a rule"
        case .receiversDiffer: "known receivers do not treat these alike"
        case .mayMatter: "legal, and may matter to an application"
        case .cosmetic: "cosmetic"
        }
    }

    /// The weight in a word or two.
    fileprivate var brief: String {
        switch self {
        case .violation: "against a rule"
        case .receiversDiffer: "that receivers treat differently"
        case .mayMatter: "that may matter"
        case .cosmetic: "cosmetic"
        }
    }

    fileprivate var ink: Ink {
        switch self {
        case .violation: .error
        case .receiversDiffer: .warning
        case .mayMatter: .note
        case .cosmetic: .faint
        }
    }
}
