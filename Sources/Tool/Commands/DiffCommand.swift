import ArgumentParser
import Inspection
import Pipeline
import Profiles
import Reporting

/// `partwise diff`: in what the requests of two or more clients differ.
struct DiffCommand: TerminalCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Compare the requests of two or more clients.",
        discussion: """
            The boundary's text never counts as a difference, its form does. Parts are compared with those of the same \
            name.
            """
    )

    /// How the comparison is written.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, json
    }

    @Argument(
        help: ArgumentHelp(
            "Two or more CAPTURE#N; of a capture with one upload, CAPTURE is enough.",
            valueName: "capture"
        )
    )
    var captures: [String]

    @Option(help: "How to write the comparison: text or json.")
    var format = Format.text

    @OptionGroup(title: "Redaction")
    var redaction: RedactionOptions

    @OptionGroup(title: "Selection")
    var selection: SelectionOptions

    func validate() throws {
        guard captures.count >= 2 else { throw ValidationError("Name two requests or more to compare.") }
    }

    func run(in terminal: Terminal) throws -> CommandStatus {
        let report = try ReportOutput(color: selection.color, terminal: terminal)
        var options = try selection.inspectionOptions(in: terminal)
        options.redaction = redaction.redaction
        let reference = UploadReference(selection: selection, options: options)
        let chosen = options
        let requests = try captures.map { try request(reference.resolve(CaptureArgument($0)), chosen) }
        let comparison = RequestComparison(requests)
        switch format {
        case .text: DifferenceText(comparison, style: report.style).write(to: report.sink)
        case .json: DifferenceJSON.write(comparison, version: Partwise.version, to: report.sink)
        }
        return comparison.differences.isEmpty ? .fine : .findings
    }

    private func request(
        _ argument: CaptureArgument,
        _ selected: InspectionOptions
    ) throws -> ComparedRequest {
        let number = argument.exchanges?.single ?? 1
        var options = selected
        options.keepsBodies = true
        options.keptExchanges = [number]
        options.wantsDigests = true
        var taker = ExchangeTaker(number: number)
        do throws(InputFailure) {
            _ = try CaptureInspection(options: options).inspect(
                path: argument.path,
                as: selection.kind,
                into: &taker
            )
        } catch {
            throw CommandFailure.unreadable("\(error)")
        }
        guard let taken = taker.taken else {
            throw CommandFailure.unreadable("\(argument.path): has no exchange \(number)")
        }
        return ComparedRequest(
            label: "\(argument.path)#\(number)",
            exchange: taken.exchange,
            form: taken.form,
            findings: taken.findings.map(\.finding),
            digests: taken.digests,
            body: taken.body
        )
    }
}

/// Keeps one exchange.
private struct ExchangeTaker: InspectionHandler {
    let number: Int
    private(set) var taken: InspectedExchange?

    init(number: Int) {
        self.number = number
    }

    mutating func inspected(_ exchange: consuming InspectedExchange) {
        let exchange = exchange
        if exchange.number == number { taken = exchange }
    }
}
