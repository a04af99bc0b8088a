import Bytes
import Inspection
import NIOCore
import Reporting

/// Two answers side by side: status, the fields that differ, and the beginnings of the contents.
struct AnswerColumns {
    /// The lines of a content that are shown.
    private static let contentLines = 12
    /// The bytes of a content that are looked at for them.
    private static let contentBytes = 2_000
    /// The greatest width of the names of fields, in columns.
    private static let nameWidth = 18
    private static let rule = " │ "

    private let titles: [String]
    private let answers: [ReplayAnswer]
    private let style: TextStyle

    /// Takes two answers with their titles.
    init(_ first: (String, ReplayAnswer), _ second: (String, ReplayAnswer), _ style: TextStyle) {
        titles = [first.0, second.0]
        answers = [first.1, second.1]
        self.style = style
    }

    /// The lines, none wider than the style says.
    var lines: [String] {
        var rows = [("status", answers.map(\.statusText)), ("time", answers.map(Self.time))]
        if answers.contains(where: { $0.failure != nil }) {
            rows.insert(("why", answers.map { $0.failure ?? "" }), at: 1)
        }
        if answers.contains(where: { $0.outcome.shortfall != nil }) {
            rows.append(("response", answers.map { $0.outcome.shortfall ?? "" }))
        }
        // Beside none, all fields of an answer differ, which says nothing.
        if answers.allSatisfy({ $0.status != nil }) { rows += differingFields }
        let nameWidth = min(rows.map(\.0.columns).max() ?? 0, Self.nameWidth)
        let width = (style.width - nameWidth - 2 - Self.rule.columns) / 2
        var lines = [
            "\("".padded(to: nameWidth))  \(style.paint(titles[0].padded(to: width), .strong))"
                + "\(Self.rule)\(style.paint(titles[1], .strong))"
        ]
        for (name, values) in rows {
            let cells = values.map { $0.isEmpty ? ["–"] : $0.lines(of: width) }
            lines += Self.joined(cells, width).enumerated().map { index, line in
                let margin = (index == 0 ? name.cut(to: nameWidth) : "").padded(to: nameWidth)
                return "\(style.paint(margin, .faint))  \(line)"
            }
        }
        let half = (style.width - Self.rule.columns) / 2
        let contents = zip(titles, answers).map { title, answer in
            let head = style.paint(Self.head(title, answer), .faint)
            return [head] + Self.beginning(of: answer, half)
        }
        return lines + [""] + Self.joined(contents, half)
    }

    /// The fields that are not the same in both; the time of an answer says nothing.
    private var differingFields: [(String, [String])] {
        let both = answers.map(\.fields)
        let first = both[0].map(\.name)
        let names = first + both[1].map(\.name).filter { !first.contains($0) }
        return names.compactMap { name in
            let values = both.map { fields in fields.first { $0.name == name }?.value ?? "" }
            return values[0] == values[1] || name == "date" ? nil : (name, values)
        }
    }

    private static func time(_ answer: ReplayAnswer) -> String {
        (answer.outcome.answerTime ?? answer.outcome.duration)?.text ?? ""
    }

    private static func head(_ title: String, _ answer: ReplayAnswer) -> String {
        let length = Quantity.of(answer.outcome.contentLength, "byte")
        return "\(title), \(length)" + (answer.coding.map { " (\($0) taken off)" } ?? "")
    }

    /// The first lines of a content, each as wide as there is room.
    private static func beginning(of answer: ReplayAnswer, _ width: Int) -> [String] {
        let bytes = answer.content.prefix(contentBytes)
        var lines: [String] = []
        for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            let text = PrintableText.text(line.last == 0x0D ? line.dropLast() : line, limit: contentBytes)
            lines += text.rows(ofColumns: width)
            if lines.count > contentLines { break }
        }
        if lines.last?.isEmpty ?? false { lines.removeLast() }
        let isCut = lines.count > contentLines || answer.content.count > bytes.count
        return lines.prefix(contentLines) + (isCut ? ["…"] : [])
    }

    private static func joined(_ cells: [[String]], _ width: Int) -> [String] {
        (0..<(cells.map(\.count).max() ?? 0)).map { index in
            let texts = cells.map { index < $0.count ? $0[index] : "" }
            return texts[0].padded(to: width) + (texts[1].isEmpty ? rule.trimmingEnd : rule + texts[1])
        }
    }
}

extension String {
    /// The text without blanks at its end.
    fileprivate var trimmingEnd: String {
        var text = self[...]
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
