package import Pipeline
import Reporting

/// Determines the exchange for an argument without a number: the capture's only upload.
package struct UploadReference {
    private let options: InspectionOptions
    private let kind: InputKind
    private let selection: ExchangeSelection
    private let progress: ReadingProgress?

    /// Prepares to read captures.
    ///
    /// - Parameters:
    ///   - kind: the kind of input.
    ///   - selection: the filter on exchanges.
    ///   - options: the options for inspection.
    ///   - progress: shows how far reading is.
    package init(
        _ kind: InputKind,
        selection: ExchangeSelection,
        options: InspectionOptions,
        progress: ReadingProgress? = nil
    ) {
        self.progress = progress
        self.options = options
        self.kind = kind
        self.selection = selection
    }

    /// Adds the number of an exchange to an argument.
    ///
    /// - Parameters:
    ///   - argument: the argument.
    ///   - severalAllowed: whether it may name several exchanges.
    /// - Returns: the argument with its exchanges.
    /// - Throws: where no exchange or several match, or the capture cannot be read.
    package func resolve(_ argument: CaptureArgument, severalAllowed: Bool = false) throws -> CaptureArgument
    {
        if let exchanges = argument.exchanges {
            guard severalAllowed || exchanges.single != nil else {
                throw CommandFailure.usage("\(argument.path): name one exchange, as in \(argument.path)#1")
            }
            return argument
        }
        guard argument.path != "-" else {
            throw CommandFailure.usage("standard input is read once: name the exchange, as in -#1")
        }
        let found: [Int]
        let capture: InspectedCapture
        var finder = UploadNumberFinder(selection: selection)
        do throws(InputFailure) {
            progress?.begin(argument.path)
            defer { progress?.wipe() }
            let inspection = CaptureInspection(options: options, progress: progress?.advance)
            capture = try inspection.inspect(path: argument.path, as: kind, into: &finder)
            // A single exchange is unambiguous, upload or not.
            found = finder.uploads.isEmpty && finder.others.count == 1 ? finder.others : finder.uploads
        } catch {
            throw CommandFailure.unreadable("\(error)")
        }
        guard let first = found.first else {
            if finder.others.isEmpty, let mismatch = selection.mismatch(of: capture.exchanges) {
                throw CommandFailure.usage("\(argument.path): \(mismatch)")
            }
            guard capture.exchanges > 0 else {
                throw CommandFailure.unreadable("\(argument.path): holds no exchange\(capture.obstacle)")
            }
            throw CommandFailure.usage(
                "\(argument.path): holds no upload; name an exchange, as in \(argument.path)#1"
            )
        }
        guard found.count == 1 else {
            let example = "\(argument.path)#\(first)"
            throw CommandFailure.usage("\(argument.path): holds several uploads; name one, as in \(example)")
        }
        return CaptureArgument(path: argument.path, exchanges: NumberSelection(first))
    }
}

/// Records the numbers of the first uploads and other exchanges, two of each, which suffice to detect
/// ambiguity.
private struct UploadNumberFinder: InspectionHandler {
    let selection: ExchangeSelection
    private(set) var uploads: [Int] = []
    private(set) var others: [Int] = []

    init(selection: ExchangeSelection) {
        self.selection = selection
    }

    mutating func inspected(_ exchange: consuming InspectedExchange) {
        let exchange = exchange
        guard selection.accepts(exchange) else { return }
        if exchange.isUpload {
            if uploads.count < 2 { uploads.append(exchange.number) }
        } else if others.count < 2 {
            others.append(exchange.number)
        }
    }
}
