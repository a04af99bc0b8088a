package import Inspection

/// Rows of text in columns that are as wide as they need.
package enum TextColumns {
    /// The rows, beginning with the titles; what is too wide for a terminal is cut in the last column.
    ///
    /// - Parameters:
    ///   - titles: the title of each column.
    ///   - rows: a text for each column, safe to print.
    ///   - style: colours and width.
    /// - Returns: the rows without line breaks.
    package static func lines(_ titles: [String], _ rows: [[String]], _ style: TextStyle) -> [String] {
        var table = TextTable(
            titles.map { title in
                var column = TextTable.Column(title: title)
                if !style.isTerminal { column.excess = .whole }
                return column
            }
        )
        table.rows = rows.map { row in row.map { TextTable.Cell($0) } }
        return table.text(style, fitting: style.isTerminal ? style.width : .max)
    }
}
