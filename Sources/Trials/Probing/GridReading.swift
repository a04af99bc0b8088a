import Bytes

/// A body with what receivers read in it: receivers that read the same stand together.
struct GridReading {
    /// The bytes that are shown of a line.
    private static let lineLimit = 300
    /// The lines of a body that are shown.
    private static let lineCount = 80

    /// What receivers did alike.
    struct Group {
        /// The places of the receivers in the grid.
        var receivers: [Int]
        /// What they did.
        let cell: ReceiverGrid.Cell
        /// The fields that they read, as lines.
        let fields: [String]
    }

    /// The body.
    let body: LabBody
    private(set) var groups: [Group] = []
    private let search: ContentSearch
    private var contents: [ReadField: String] = [:]

    /// Collects what receivers did with a body.
    init(_ body: LabBody, in grid: ReceiverGrid) {
        self.body = body
        search = ContentSearch(body.body)
        for (index, receiver) in grid.receivers.enumerated() {
            guard let cell = grid.cell(receiver, body.id) else { continue }
            if let place = groups.firstIndex(where: { $0.cell.isAlike(cell) }) {
                groups[place].receivers.append(index)
            } else {
                groups.append(Group(receivers: [index], cell: cell, fields: lines(of: cell.form ?? [])))
            }
        }
        groups.sort { ($1.receivers.count, $0.receivers[0]) < ($0.receivers.count, $1.receivers[0]) }
    }

    /// Content-Type and the body, a line of the wire in each.
    var lines: [String] {
        var lines = ["Content-Type: \(PrintableText.text(body.contentType, limit: Self.lineLimit))", ""]
        var rest = body.body[...]
        while !rest.isEmpty {
            guard lines.count < Self.lineCount else {
                return lines + ["… (\(Quantity.of(rest.count, "byte")) more)"]
            }
            let end = rest.firstIndex(of: 0x0A).map { $0 + 1 } ?? rest.endIndex
            lines.append(PrintableText.text(rest[..<end], limit: Self.lineLimit))
            rest = rest[end...]
        }
        return lines
    }

    /// The form that was meant, as lines.
    var meant: [String] {
        guard let form = body.form else { return ["the bytes do not tell what was meant"] }
        guard !form.isEmpty else { return ["a form without fields"] }
        return form.map { field in
            Self.line(ReadField(field), content: PrintableText.text(field.value, limit: Self.lineLimit))
        }
    }

    /// The fields that were read as lines, in the order in which they were meant.
    private mutating func lines(of form: [ReadField]) -> [String] {
        let names = body.form?.map { ReadField($0).name } ?? []
        let places = form.enumerated().map { (names.firstIndex(of: $1.name) ?? names.count, $0) }
        return places.sorted(by: <).map { Self.line(form[$0.1], content: content(of: form[$0.1])) }
    }

    private mutating func content(of field: ReadField) -> String {
        var key = field
        key.name = nil
        key.filename = nil
        if let known = contents[key] { return known }
        let text: String
        if field.length == 0 {
            text = ""
        } else if let meant = body.form?.first(where: { ReadField($0).hasContent(of: field) }) {
            text = PrintableText.text(meant.value, limit: Self.lineLimit)
        } else if let range = search.range(of: field) {
            text = PrintableText.text(body.body[range], limit: Self.lineLimit)
        } else {
            // Bytes that do not stand in the body: decoded, or put together.
            text = "… (\(Quantity.of(field.length, "byte")), SHA-256 \(field.digest.prefix(8)))"
        }
        contents[key] = text
        return text
    }

    private static func line(_ field: ReadField, content: String) -> String {
        let name = field.name.map { PrintableText.text($0, limit: 60) } ?? "(no name)"
        let file = field.filename.map { " [file \(PrintableText.text($0, limit: 60))]" } ?? ""
        return "\(name)\(file) = \(content)"
    }
}

extension ReceiverGrid.Cell {
    /// The fields that were read; `nil` where that is not known.
    var form: [ReadField]? {
        switch self {
        case .result(let result): result.form
        case .verdict(let verdict): verdict.form
        }
    }

    /// The sign.
    var sign: String {
        switch self {
        case .result(let result): result.sign.rawValue
        case .verdict(let verdict): verdict.passes ? verdict.flags.isEmpty ? "·" : "⚑" : "✗"
        }
    }

    /// A word for it that can stand in a class of a style sheet.
    var word: String {
        switch self {
        case .result(let result): result.sign.word
        case .verdict(let verdict): verdict.passes ? verdict.flags.isEmpty ? "pass" : "flag" : "block"
        }
    }

    /// What it means.
    var meaning: String {
        switch self {
        case .result(let result): result.sign.meaning
        case .verdict(let verdict):
            (verdict.passes ? verdict.flags.isEmpty ? "passes" : "passes, and flags" : "blocks")
                + (verdict.flags.isEmpty
                    ? "" : " " + PrintableText.text(verdict.flags.joined(separator: " ")))
        }
    }

    /// Whether two receivers did the same.
    func isAlike(_ other: ReceiverGrid.Cell) -> Bool {
        switch (self, other) {
        case (.result(let one), .result(let two)): one.isAlike(two) && one.status == two.status
        case (.verdict(let one), .verdict(let two)): one == two
        default: false
        }
    }
}
