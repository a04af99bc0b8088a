import Bytes
import Exchanges
import Forms
package import Inspection
package import Pipeline
package import Profiles

/// One exchange in one line, as a server's log has it: written as soon as the exchange is complete, before others are
/// known.
package final class ExchangeLine {
    private let style: TextStyle
    private let namesServer: Bool
    /// The row in which lines are put together, taken out for each: its memory is used again.
    private var row: TableRow?

    /// Makes lines in a style.
    ///
    /// - Parameters:
    ///   - style: the style.
    ///   - namesServer: whether requests go to different servers, so that lines have whole URLs.
    package init(_ style: TextStyle, namesServer: Bool = false) {
        self.style = style
        self.namesServer = namesServer
    }

    /// Writes the line: number, client, method, target or URL, status, and what is said of the body.
    ///
    /// - Parameters:
    ///   - exchange: the exchange.
    ///   - status: the status with which it is being answered; `nil` for the one that it has.
    ///   - client: the client that wrote its form; `nil` for none to be named.
    ///   - reporter: writes what is found below it.
    package func write(
        _ exchange: borrowing InspectedExchange,
        answeredWith status: Int? = nil,
        by client: ClientChoice?,
        to reporter: TextReporter
    ) {
        var line = begin(exchange)
        line.add(.method, of: exchange)
        if namesServer {
            line.add(.url, of: exchange)
        } else {
            let target = exchange.exchange.target
            line.add { $0.put(printable: target, limit: 200) }
        }
        if let status {
            line.add { $0.put(status: status) }
        } else {
            line.add(.status, of: exchange)
        }
        if let form = exchange.form { line.add(form.partCount, form.partCount == 1 ? " part" : " parts") }
        if let length = exchange.bodyLength { line.add(length, length == 1 ? " byte" : " bytes") }
        if let client {
            line.add { $0.put(client) }
        }
        line.add(.verdict, of: exchange)
        end(line, to: reporter)
    }

    /// Writes what is known once an exchange is complete whose line was written before it was answered.
    package func writeAnswer(_ exchange: borrowing InspectedExchange, to reporter: TextReporter) {
        var line = begin(exchange)
        line.add { $0.put("answered") }
        line.add(.status, of: exchange)
        end(line, to: reporter)
    }

    /// Begins a line with what all lines begin with.
    private func begin(_ exchange: borrowing InspectedExchange) -> Line {
        var line = Line(row.take() ?? TableRow(), style)
        let number = exchange.number
        line.add {
            $0.put(byte: UInt8(ascii: "#"))
            $0.put(number)
            $0.ink = .strong
        }
        line.add(.client, of: exchange)
        return line
    }

    /// Ends and writes a line.
    private func end(_ line: consuming Line, to reporter: TextReporter) {
        var row = line.row
        reporter.heading(&row)
        row.restart()
        self.row = consume row
    }
}

/// Cells with two blanks between them.
private struct Line: ~Copyable {
    var row: TableRow
    private let style: TextStyle

    init(_ row: consuming TableRow, _ style: TextStyle) {
        self.row = row
        self.style = style
    }

    mutating func add(_ put: (inout TableRow) -> Void) {
        row.begin()
        put(&row)
        row.end(style)
    }

    mutating func add(_ field: ExchangeRow.Field, of exchange: borrowing InspectedExchange) {
        row.begin()
        let isKnown = exchange.put(field, of: exchange.exchange.request, since: nil, in: &row)
        if !isKnown { row.put(ExchangeRow.unknown) }
        row.end(style)
    }

    /// Adds a number, digits grouped, and the noun after it.
    mutating func add(_ number: Int, _ noun: String) {
        add {
            $0.put(number, isGrouped: true)
            $0.put(noun)
        }
    }
}
