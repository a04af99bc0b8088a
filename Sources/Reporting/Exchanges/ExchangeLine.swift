import Bytes
import Exchanges
import Forms
package import Inspection
package import Pipeline
import Profiles

/// One exchange in one line, as a server's log has it: written as soon as the exchange is complete, before others are
/// known.
package struct ExchangeLine {
    private let style: TextStyle
    private let namesServer: Bool

    /// Makes lines in a style.
    ///
    /// - Parameters:
    ///   - style: the style.
    ///   - namesServer: whether requests go to different servers, so that lines have whole URLs.
    package init(_ style: TextStyle, namesServer: Bool = false) {
        self.style = style
        self.namesServer = namesServer
    }

    /// The line as UTF-8: number, client, method, target or URL, status, and what is said of the body.
    ///
    /// - Parameters:
    ///   - exchange: the exchange.
    ///   - status: the status with which it is being answered; `nil` for the one that it has.
    /// - Returns: the line.
    package func text(_ exchange: borrowing InspectedExchange, answeredWith status: Int? = nil) -> [UInt8] {
        var line = Line(style)
        start(&line, exchange)
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
        if let length = exchange.bodyLength { line.add(length, " bytes") }
        if let client = exchange.clientChoice {
            line.add { $0.put(client) }
        }
        line.add(.verdict, of: exchange)
        return line.bytes
    }

    /// What is known once an exchange is complete whose line was written before it was answered.
    package func answer(_ exchange: borrowing InspectedExchange) -> [UInt8] {
        var line = Line(style)
        start(&line, exchange)
        line.add { $0.put("answered") }
        line.add(.status, of: exchange)
        return line.bytes
    }

    /// Writes what all lines begin with.
    private func start(_ line: inout Line, _ exchange: borrowing InspectedExchange) {
        let number = exchange.number
        line.add {
            $0.put(byte: UInt8(ascii: "#"))
            $0.put(number)
            $0.ink = .strong
        }
        line.add(.client, of: exchange)
    }
}

/// Cells with two blanks between them.
private struct Line: ~Copyable {
    private var row = TableRow()
    private let style: TextStyle

    init(_ style: TextStyle) { self.style = style }

    /// The text as UTF-8.
    var bytes: [UInt8] { row.bytes }

    mutating func add(_ put: (inout TableRow) -> Void) {
        row.begin()
        put(&row)
        row.end(width: 0, .whole, isRight: false, style)
    }

    mutating func add(_ field: ExchangeRow.Field, of exchange: borrowing InspectedExchange) {
        row.begin()
        if !exchange.put(field, in: &row) { row.put(ExchangeRow.unknown) }
        row.end(width: 0, .whole, isRight: false, style)
    }

    /// Adds a number, digits grouped, and the noun after it.
    mutating func add(_ number: Int, _ noun: String) {
        add {
            $0.put(number, isGrouped: true)
            $0.put(noun)
        }
    }
}
