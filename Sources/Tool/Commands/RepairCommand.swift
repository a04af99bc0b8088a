import ArgumentParser
import Bytes
import Forms
import Inspection
import Pipeline
import Repair
import Reporting
import Shell

/// `partwise repair`: writes a request as our writer would have sent the intended form.
struct RepairCommand: TerminalCommand {
    static let configuration = CommandConfiguration(
        commandName: "repair",
        abstract: "Write an upload as it should have been sent, and say what was changed.",
        discussion: """
            The result is a raw HTTP/1.1 request in which no rule finds an error, with the parts that were meant; what \
            was right is kept byte for byte. Each change is named with its offset in the body that was sent. Where the \
            bytes do not show what was meant, nothing is written, the reason and the options that decide it are named, \
            and the exit code is 1.

            Example:
              partwise repair app.pcap#3 -o request.http
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

    @OptionGroup(title: "Choices")
    var choices: RepairOptions

    @OptionGroup(title: "Selection")
    var selection: SelectionOptions

    func run(in terminal: Terminal) throws -> CommandStatus {
        var options = try selection.inspectionOptions(in: terminal)
        options.keepsMessages = true
        options.excessBytes = FormRepair.excessLimit
        let taking = try ExchangeTaking(capture, selection: selection, options: options, in: terminal)
        try FileRoles.keep([taking.path], from: output)
        let taken = try taking.take()
        let repair: FormRepair
        do {
            repair = try FormRepair(taken, choices: choices.choices)
        } catch let refusal as RepairRefusal {
            throw CommandFailure.refused("\(taking.name): cannot be repaired: \(refusal)")
        }
        let file = try OutputFile(replacing: output)
        try repair.write { try file.write($0) }
        try file.finish()
        let report = try ReportOutput(color: selection.color, terminal: terminal)
        RepairText(repair, name: taking.name, output: output, style: report.style).write(to: report.sink)
        return .fine
    }
}
