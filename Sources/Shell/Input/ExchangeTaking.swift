import Bytes
package import Pipeline
import Reporting

/// Reads a capture for one of its exchanges, and passes on the contents of its parts.
package struct ExchangeTaking {
    /// The path of the capture, `-` for standard input.
    package let path: String
    /// The number of the exchange.
    package let number: Int
    /// The options for inspection.
    package var options: InspectionOptions
    private let kind: InputKind
    private let progress: ReadingProgress
    private let terminal: Terminal

    /// The exchange's name on a command line.
    package var name: String { "\(path)#\(number)" }

    /// Prepares to read.
    ///
    /// - Parameters:
    ///   - capture: the argument; without a number it means the capture's only upload.
    ///   - selection: the kind of input, and the filter on exchanges.
    ///   - options: the options for inspection.
    ///   - terminal: receives what is noticed in files of rules, and that a capture is damaged.
    /// - Throws: where no exchange or several match, or the capture cannot be read.
    package init(
        _ capture: String,
        selection: SelectionOptions,
        options: InspectionOptions,
        in terminal: Terminal
    ) throws {
        let reference = UploadReference(
            selection.kind,
            selection: try selection.selection(in: terminal),
            options: options,
            progress: ReadingProgress(on: terminal)
        )
        let argument = try reference.resolve(CaptureArgument(validating: capture))
        path = argument.path
        number = argument.exchanges?.single ?? 1
        kind = selection.kind
        self.options = options
        progress = ReadingProgress(on: terminal)
        self.terminal = terminal
    }

    /// Reads the capture.
    ///
    /// - Parameter content: receives the next bytes of a part's content, with the part's number; `nil` to
    ///   ignore them.
    /// - Returns: the exchange.
    /// - Throws: a ``CommandFailure`` where the capture cannot be read or has no such exchange.
    package func take(content: ((RawSpan, Int) -> Void)? = nil) throws -> InspectedExchange {
        var taker = ExchangeTaker(number: number, content: content)
        var options = options
        options.contentExchanges = content == nil ? [] : [number]
        let capture: InspectedCapture
        do throws(InputFailure) {
            progress.begin(path)
            defer { progress.wipe() }
            let inspection = CaptureInspection(options: options, progress: progress.advance)
            capture = try inspection.inspect(path: path, as: kind, into: &taker)
        } catch {
            throw CommandFailure.unreadable("\(error)")
        }
        if capture.isPartlyUnread { terminal.reportProblems(of: capture) }
        guard let taken = taker.taken else { throw CommandFailure.unreadable(capture.lack(of: number)) }
        return taken
    }
}

private struct ExchangeTaker: InspectionHandler {
    let number: Int
    let content: ((RawSpan, Int) -> Void)?
    private(set) var taken: InspectedExchange?

    init(number: Int, content: ((RawSpan, Int) -> Void)?) {
        self.number = number
        self.content = content
    }

    mutating func inspected(_ exchange: consuming InspectedExchange) {
        let exchange = exchange
        if exchange.number == number { taken = exchange }
    }

    mutating func content(exchange: Int, part: Int, _ bytes: RawSpan) {
        content?(bytes, part)
    }
}
