import ArgumentParser
import Bytes
import Forms
import Inspection
import Pipeline
import Reporting

/// `partwise repair`: writes a request as our writer would have sent the form that was meant.
struct RepairCommand: TerminalCommand {
    static let configuration = CommandConfiguration(
        commandName: "repair",
        abstract: "Write an upload as it should have been sent, and say what was changed and by which rule.",
        discussion: """
            The result is a raw HTTP/1.1 request. Where it cannot be told what was meant, nothing is written, and it is \
            said why.
            """
    )

    @Argument(
        help: ArgumentHelp(
            "CAPTURE#N; of a capture with one upload, CAPTURE is enough.",
            valueName: "capture"
        )
    )
    var capture: String

    @Option(name: .shortAndLong, help: ArgumentHelp("The file to write the request to.", valueName: "file"))
    var output: String

    @OptionGroup(title: "Selection")
    var selection: SelectionOptions

    func run(in terminal: Terminal) throws -> CommandStatus {
        let options = try selection.inspectionOptions(in: terminal)
        let reference = UploadReference(selection: selection, options: options)
        let argument = try reference.resolve(CaptureArgument(capture))
        let number = argument.exchanges?.single ?? 1
        let name = "\(argument.path)#\(number)"
        var taker = RepairTaker(number: number, spool: ContentSpool())
        do throws(InputFailure) {
            _ = try CaptureInspection(options: options).inspect(
                path: argument.path,
                as: selection.kind,
                into: &taker
            )
        } catch {
            throw CommandFailure.unreadable("\(error)")
        }
        if let failure = taker.spool.failure { throw failure }
        guard let taken = taker.taken else {
            throw CommandFailure.unreadable("\(argument.path): has no exchange \(number)")
        }
        let repair: FormRepair
        do {
            repair = try FormRepair(taken, contents: taker.spool)
        } catch let failure as CommandFailure {
            throw CommandFailure.unreadable("\(name): cannot be repaired: \(failure)")
        }
        let file = try OutputFile(replacing: output)
        try file.write(repair.head)
        do {
            try EncodedOutput(writer: repair.writer, isChunked: false).write(
                to: file,
                showingProgressOn: terminal
            )
        } catch let failure as MultipartFailure {
            throw CommandFailure(failure)
        }
        try file.finish()
        let report = try ReportOutput(color: selection.color, terminal: terminal)
        RepairText(repair, name: name, output: output, style: report.style).write(to: report.sink)
        return .fine
    }
}

/// Takes one exchange, and the contents of its parts.
private struct RepairTaker: InspectionHandler {
    let number: Int
    let spool: ContentSpool
    private(set) var taken: InspectedExchange?

    init(number: Int, spool: ContentSpool) {
        self.number = number
        self.spool = spool
    }

    mutating func inspected(_ exchange: consuming InspectedExchange) {
        let exchange = exchange
        if exchange.number == number { taken = exchange }
    }

    mutating func content(exchange: Int, part: Int, _ bytes: RawSpan) {
        spool.write(bytes, part: part)
    }

    func wantsContent(of exchange: Int) -> Bool { exchange == number }
}
