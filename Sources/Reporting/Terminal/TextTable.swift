import Inspection

/// Rows of cells in columns.
struct TextTable {
    /// A column.
    struct Column {
        /// Its title; empty for none.
        var title: String
        /// Whether its cells are right-aligned, as numbers are.
        var isRight = false
        /// What is done with text that is wider than the column.
        var excess = Excess.cut
        /// The order in which the column is left out where rows are too wide even with cut texts: 1 for the
        /// first; `nil` for never.
        var leaves: Int?
    }

    /// What is done with text that is wider than its column.
    enum Excess {
        /// Its end is left out.
        case cut
        /// Its middle is left out.
        case elided
        /// It is written whole.
        case whole
    }

    /// A cell: text without escape sequences, and its colour.
    struct Cell {
        /// The text.
        var text: String
        /// The colour, `nil` for none.
        var ink: Ink?

        /// Makes a cell.
        init(_ text: String, _ ink: Ink? = nil) {
            self.text = text
            self.ink = ink
        }
    }

    /// The columns.
    let columns: [Column]
    /// The rows, each with one cell for each column.
    var rows: [[Cell]] = []

    /// Makes an empty table.
    init(_ columns: [Column]) {
        self.columns = columns
    }

    /// The number of terminal columns that each column needs.
    var widths: [Int] {
        columns.indices.map { index in
            rows.reduce(columns[index].title.columns) { max($0, $1[index].text.columns) }
        }
    }

    /// The least width to which text is cut, in columns.
    private static let leastWidth = 8

    /// The widths for rows of at most a number of columns, as far as cutting texts achieves it: the widest
    /// column of text is narrowed first, numbers never.
    private func widths(fitting limit: Int) -> [Int] {
        var widths = widths
        let texts = columns.indices.filter { !columns[$0].isRight && widths[$0] > Self.leastWidth }
        var excess = widths.reduce(2 * (widths.count - 1), +) - limit
        while excess > 0, let widest = texts.max(by: { widths[$0] < widths[$1] }),
            widths[widest] > Self.leastWidth
        {
            let next = texts.map { widths[$0] }.filter { $0 < widths[widest] }.max() ?? Self.leastWidth
            let cut = min(excess, max(widths[widest] - next, 1))
            widths[widest] -= cut
            excess -= cut
        }
        return widths
    }

    /// The table without the next column to leave out; `nil` where all must stay.
    private var narrower: TextTable? {
        let leaving = columns.indices.filter { columns[$0].leaves != nil }
            .min { columns[$0].leaves ?? 0 < columns[$1].leaves ?? 0 }
        guard let leaving else { return nil }
        func rest<Element>(_ row: [Element]) -> [Element] {
            row.indices.filter { $0 != leaving }.map { row[$0] }
        }
        var table = TextTable(rest(columns))
        table.rows = rows.map(rest)
        return table
    }

    /// The rows as text, beginning with the titles, every column as wide as needed.
    ///
    /// - Parameters:
    ///   - style: colours.
    ///   - indent: the number of blanks before each row.
    ///   - limit: the terminal's width in columns; texts in wide columns are cut to it, then columns are left
    ///     out.
    /// - Returns: the rows, without line breaks.
    func text(_ style: TextStyle, indent: Int = 0, fitting limit: Int = .max) -> [String] {
        let widths = widths(fitting: limit == .max ? limit : limit - indent)
        let excess = widths.reduce(2 * (widths.count - 1) + indent, +) - limit
        if excess > 0, let narrower { return narrower.text(style, indent: indent, fitting: limit) }
        let titles = columns.contains { !$0.title.isEmpty } ? [titleRow(widths, style)] : []
        let margin = String(repeating: " ", count: indent)
        return (titles + rows.map { row($0, widths, style) }).map { margin + $0 }
    }

    /// The titles as one row.
    func titleRow(_ widths: [Int], _ style: TextStyle) -> String {
        row(columns.map { Cell($0.title, .faint) }, widths, style)
    }

    /// One row of cells, cut to the widths, without trailing blanks.
    func row(_ cells: [Cell], _ widths: [Int], _ style: TextStyle) -> String {
        var row = TableRow()
        write(cells, in: &row, widths, style)
        return row.text
    }

    /// Writes one row of cells.
    func write(_ cells: [Cell], in row: inout TableRow, _ widths: [Int], _ style: TextStyle) {
        row.restart()
        for index in columns.indices {
            row.begin()
            row.put(cells[index])
            row.end(width: widths[index], columns[index].excess, isRight: columns[index].isRight, style)
        }
    }
}
