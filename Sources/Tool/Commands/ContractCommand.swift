import ArgumentParser

/// `partwise contract`: contracts to check uploads against.
struct ContractCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "contract",
        abstract: "Write contracts, against which check --contract holds uploads.",
        subcommands: [ContractInferCommand.self, ContractShowCommand.self]
    )
}
