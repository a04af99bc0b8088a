import Bytes
import Inspection
import Testing

@testable import Reporting

struct TableRowTests {
    private static let texts = [
        "", "a", "ok", "12", "a longer text of a cell", "漢字とかな交じり文", "–", "é", "tab\tand\u{1B}escape",
        "x漢y",
    ]

    /// A row made of whole strings.
    private static func expected(
        _ cells: [TextTable.Cell],
        _ columns: [TextTable.Column],
        _ widths: [Int],
        _ style: TextStyle
    ) -> String {
        var (row, pending) = ("", 0)
        for (index, cell) in cells.enumerated() {
            let shown =
                switch columns[index].excess {
                case .cut: cell.text.cut(to: widths[index])
                case .elided: cell.text.elided(to: widths[index])
                case .whole: cell.text
                }
            let blanks = max(widths[index] - shown.columns, 0)
            if columns[index].isRight { pending += blanks }
            if !shown.isEmpty {
                row += String(repeating: " ", count: pending)
                row += cell.ink.map { style.paint(shown, $0) } ?? shown
                pending = 0
            }
            pending += (columns[index].isRight ? 0 : blanks) + 2
        }
        return row
    }

    @Test(arguments: [TextTable.Excess.cut, .elided, .whole], [false, true])
    func `cells are cut, aligned and painted where they are`(_ excess: TextTable.Excess, _ isColored: Bool) {
        let style = TextStyle(isColored: isColored)
        for width in [0, 1, 2, 5, 12] {
            for isRight in [false, true] {
                var column = TextTable.Column(title: "", isRight: isRight)
                column.excess = excess
                let columns = Self.texts.map { _ in column }
                for turn in Self.texts.indices {
                    let cells = Self.texts.indices.map { index in
                        TextTable.Cell(
                            Self.texts[(index + turn) % Self.texts.count],
                            index.isMultiple(of: 2) ? .strong : nil
                        )
                    }
                    let widths = cells.map { _ in width }
                    let row = TextTable(columns).row(cells, widths, style)
                    #expect(row == Self.expected(cells, columns, widths, style))
                }
            }
        }
    }

    @Test func `numbers, times and texts of a capture are written as text is`() {
        for number in [0, 7, -1, 999, 1000, -12_345, 99_999_999, 100_000_000, 1_000_000_007, .max, .min] {
            var row = TableRow()
            row.put(number)
            row.put(byte: UInt8(ascii: " "))
            row.put(number, isGrouped: true)
            #expect(row.text == "\(number) \(number.grouped)")
        }
        for (nanoseconds, text) in [(0, "0.000"), (1_234_567_890, "1.234"), (-1, "-0.001")] {
            var row = TableRow()
            let start = Timestamp(nanoseconds: 5_000_000_000)
            row.put(secondsFrom: start, to: Timestamp(nanoseconds: 5_000_000_000 + Int64(nanoseconds)))
            #expect(row.text == text)
        }
        for length in 0...20 {
            for sign in ["a", "\n", "\u{7F}", "é", "\u{1B}"] {
                let text = String(repeating: "x", count: length) + sign
                var row = TableRow()
                row.put(printable: text, limit: 16)
                #expect(row.text == PrintableText.text(text, limit: 16))
                row.restart()
                row.put(printable: Array(text.utf8)[...], limit: 16)
                #expect(row.text == PrintableText.text(Array(text.utf8)[...], limit: 16))
            }
        }
    }

    @Test(arguments: [
        Endpoint(addressLow: 0x7F00_0001, port: 80),
        Endpoint(addressLow: 0xFFFF_FFFF, port: 65_535),
        Endpoint(addressHigh: 0x2001_0DB8_0000_0000, addressLow: 1, isIPv6: true, port: 8080),
    ])
    func `an endpoint is written as its description`(_ endpoint: Endpoint) {
        var row = TableRow(capacity: 0)
        row.put(endpoint)
        #expect(row.text == endpoint.description)
        var writer = JSONWriter()
        writer.endpoint(endpoint)
        #expect(writer.text == "\"\(endpoint.description)\"")
    }
}
