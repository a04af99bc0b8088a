package import ArgumentParser
import Inspection
import InspectionRules
package import Policy
package import Reporting

/// The options for the configuration.
package struct ConfigurationOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The configuration, instead of the .partwise.yml in the working directory or above.",
            valueName: "file"
        )
    )
    var config: String?

    @Flag(help: "Read no configuration.")
    var noConfig = false

    /// Makes the options with their defaults.
    package init() {}

    /// Checks that the values are known and go together.
    package func validate() throws {
        guard config == nil || !noConfig else {
            throw ValidationError("--config and --no-config exclude one another.")
        }
    }

    /// The configuration to use.
    package func configuration(in terminal: Terminal) throws -> Configuration {
        if noConfig { return Configuration() }
        if let config {
            let text = try PolicyText.read(config)
            return try PolicyText.parsed { () throws(PolicyFailure) in
                try Configuration(reading: text, path: config, rules: .complete)
            }
        }
        guard let path = terminal.directory.flatMap(ConfigurationFile.find) else { return Configuration() }
        let text = try PolicyText.read(path)
        return try PolicyText.parsed { () throws(PolicyFailure) in
            try Configuration(reading: text, path: path, rules: .complete)
        }
    }
}

/// The options for contracts.
package struct ContractOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Check uploads against this contract: a file, or a name of `partwise contract show`; may be repeated.",
            valueName: "file"
        )
    )
    var contract: [String] = []

    /// Makes the options with their defaults.
    package init() {}

    /// Reads the configuration, and the contracts that are named here or in it.
    ///
    /// - Throws: the first fault of either.
    package func read(_ options: ConfigurationOptions, in terminal: Terminal) throws
        -> (configuration: Configuration, contracts: [Contract])
    {
        let configuration = try options.configuration(in: terminal)
        let names = contract.isEmpty ? configuration.contracts : contract
        return (configuration, try names.map(PolicyRun.contract))
    }
}

/// The options for baselines and for servers' errors.
///
/// They do not hold the options for contracts: in a debug build ArgumentParser checks a group four times for each that
/// holds it.
package struct PolicyOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Do not report the findings that this file lists.", valueName: "file"))
    var baseline: String?

    /// Whether the findings are written to the baseline.
    @Flag(help: "Write the findings to the baseline, so that they are known.")
    package var updateBaseline = false

    /// Whether it counts as a finding that no upload could be judged; `nil` where the configuration decides.
    @Flag(inversion: .prefixedNo, help: "Exit with 1 where no upload could be judged.")
    package var requireUploads: Bool?

    @Option(
        help: ArgumentHelp("What the server said: report first what explains it.", valueName: "text")
    )
    var serverError: String?

    /// Makes the options with their defaults.
    package init() {}

    /// What is known of the server's error that is to be explained; `nil` where none is.
    package var diagnosis: ServerErrorDiagnosis? {
        serverError.map { ServerErrorDiagnosis(of: $0, rules: .ofForms) }
    }
}

/// Text files that people write: read as a whole, with one-line failures.
package enum PolicyText {
    /// The parsed text; a fault in it is a usage error.
    package static func parsed<Result>(_ body: () throws(PolicyFailure) -> Result) throws -> Result {
        do throws(PolicyFailure) {
            return try body()
        } catch {
            throw CommandFailure.usage("\(error)")
        }
    }
}
