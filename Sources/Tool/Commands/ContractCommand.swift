import ArgumentParser

/// `partwise contract`: contracts to check uploads against.
struct ContractCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "contract",
        abstract: "Write contracts that check --contract compares uploads with.",
        subcommands: [ContractInferCommand.self, ContractFromFormCommand.self, ContractShowCommand.self]
    )
}
