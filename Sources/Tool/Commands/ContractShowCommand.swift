import ArgumentParser
import Inspection
import Policy
import Reporting
import Shell

/// `partwise contract show`: the built-in contracts.
struct ContractShowCommand: TerminalCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show a contract that comes with partwise, or list them."
    )

    @Argument(help: "The contract's name; without one, all are listed.")
    var name: String?

    func run(in terminal: Terminal) throws -> CommandStatus {
        guard let name else {
            for builtIn in BuiltInContract.allCases {
                let contract = try PolicyText.parsed { () throws(PolicyFailure) in try builtIn.contract() }
                terminal.output.line("\(builtIn.rawValue): \(contract.summary)")
            }
            return .fine
        }
        guard let contract = BuiltInContract(rawValue: name) else {
            let names = BuiltInContract.allCases.map(\.rawValue)
            let near = NearestName.of(name, among: names)
            throw CommandFailure.usage(
                "there is no contract '\(name)'"
                    + (near.map { "; did you mean \($0)?" } ?? ": there are \(names.joined(separator: ", "))")
            )
        }
        terminal.output.write(contract.text)
        return .fine
    }
}
