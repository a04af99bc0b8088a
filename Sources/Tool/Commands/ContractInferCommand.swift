import ArgumentParser
import Inspection
import Pipeline
import Policy
import Reporting
import Shell

/// `partwise contract infer`: the contract that a correct upload meets.
struct ContractInferCommand: TerminalCommand {
    static let configuration = CommandConfiguration(
        commandName: "infer",
        abstract: "Write the contract that one good upload keeps.",
        discussion:
            "Values are left out, because they may be secrets: add value or pattern where one matters."
    )

    @Argument(
        help: ArgumentHelp(
            "CAPTURE#N; of a capture with one upload, CAPTURE is enough.",
            valueName: "capture"
        )
    )
    var capture: String

    @Option(name: .shortAndLong, help: ArgumentHelp("Write the contract to this file.", valueName: "file"))
    var output: String?

    @OptionGroup(title: "Selection")
    var selection: SelectionOptions

    func run(in terminal: Terminal) throws -> CommandStatus {
        let options = try selection.inspectionOptions(in: terminal)
        let taking = try ExchangeTaking(capture, selection: selection, options: options, in: terminal)
        let exchange = try taking.take()
        let inference: ContractInference
        do throws(ContractInference.Failure) {
            inference = try ContractInference(exchange.exchange, exchange.form)
        } catch {
            throw CommandFailure.unreadable("\(taking.name): \(error)")
        }
        try FileRoles.keep([taking.path], from: output)
        try ReportOutput(file: output, color: selection.color, terminal: terminal).sink.write(inference.text)
        if let reservation = inference.reservation { terminal.report("\(taking.name): \(reservation)") }
        if exchange.worst == .error {
            terminal.report(
                "\(taking.name): has errors: partwise check lists them; the contract is of the form as it is"
            )
        }
        return .fine
    }
}
