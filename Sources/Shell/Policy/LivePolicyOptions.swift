import ArgumentParser
package import Inspection
import Policy

/// The options for rules where requests are judged as they pass: there is no baseline, which knows requests of files.
package struct LivePolicyOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Do not apply this rule; may be repeated.", valueName: "rule"))
    var ruleOff: [String] = []

    /// Makes the options with their defaults.
    package init() {}

    /// Checks that the rules are known.
    package func validate() throws {
        for id in ruleOff where RuleCatalogue.complete.rule(id) == nil {
            throw ValidationError(RuleName.complaint(about: id))
        }
    }

    /// Makes the inspector for a profile, the contracts, other rules and the configuration's severities.
    ///
    /// - Throws: the first fault of the configuration or of a contract.
    package func inspector(
        by judgingProfile: JudgingProfileOptions,
        _ configuration: ConfigurationOptions,
        _ contracts: ContractOptions,
        adding additions: [any Rule],
        in terminal: Terminal
    ) throws
        -> Inspector
    {
        let (settings, agreed) = try contracts.read(configuration, in: terminal)
        return judgingProfile.inspector(
            adding: agreed.flatMap(ContractRules.all) + additions,
            without: ruleOff,
            severities: settings.severities
        )
    }
}
