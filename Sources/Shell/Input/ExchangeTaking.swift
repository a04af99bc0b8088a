import Bytes
package import Pipeline
import Reporting

/// Reads a capture for one exchange of it, and hands out the contents of its parts as they pass.
package struct ExchangeTaking {
    /// The path of the capture, `-` for standard input.
    package let path: String
    /// The number of the exchange.
    package let number: Int
    /// What to do with the exchange besides judging it.
    package var options: InspectionOptions
    private let kind: InputKind

    /// The exchange as a command line names it.
    package var name: String { "\(path)#\(number)" }

    /// Prepares to read.
    ///
    /// - Parameters:
    ///   - capture: what the command line says; of a capture without a number its only upload is meant.
    ///   - selection: what the capture is read as, and which exchanges are wanted.
    ///   - options: what to do with exchanges besides judging them.
    /// - Throws: where none or several exchanges are meant, or the capture cannot be read.
    package init(_ capture: String, selection: SelectionOptions, options: InspectionOptions) throws {
        let reference = UploadReference(selection: selection, options: options)
        let argument = try reference.resolve(CaptureArgument(capture))
        path = argument.path
        number = argument.exchanges?.single ?? 1
        kind = selection.kind
        self.options = options
    }

    /// Reads the capture.
    ///
    /// - Parameter content: takes the next bytes of a part's content, with the part's number; `nil` where they are not
    ///   wanted.
    /// - Returns: the exchange.
    /// - Throws: `CommandFailure` where the capture cannot be read or has no such exchange.
    package func take(content: ((RawSpan, Int) -> Void)? = nil) throws -> InspectedExchange {
        var taker = ExchangeTaker(number: number, content: content)
        do throws(InputFailure) {
            _ = try CaptureInspection(options: options).inspect(path: path, as: kind, into: &taker)
        } catch {
            throw CommandFailure.unreadable("\(error)")
        }
        guard let taken = taker.taken else {
            throw CommandFailure.unreadable("\(path): has no exchange \(number)")
        }
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

    func wantsContent(of exchange: Int) -> Bool { exchange == number && content != nil }
}
