import ArgumentParser
import Bytes
import Forms
import Inspection
import Pipeline
import Reporting
import Shell

/// `partwise repair`: writes a request as our writer would have sent the intended form.
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
        let taking = try ExchangeTaking(capture, selection: selection, options: options)
        let spool = ContentSpool()
        let taken = try taking.take { bytes, part in spool.write(bytes, part: part) }
        if let failure = spool.failure { throw failure }
        let repair: FormRepair
        do {
            repair = try FormRepair(taken, contents: spool)
        } catch let failure as CommandFailure {
            throw CommandFailure.unreadable("\(taking.name): cannot be repaired: \(failure)")
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
        RepairText(repair, name: taking.name, output: output, style: report.style).write(to: report.sink)
        return .fine
    }
}
