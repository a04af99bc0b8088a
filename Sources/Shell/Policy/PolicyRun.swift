package import Inspection
package import Pipeline
package import Policy
import Reporting

/// The policy of one run of `check`: configuration, contracts and baseline.
///
/// A class, because its record of contracts and of the baseline spans all inputs.
package final class PolicyRun {
    /// The configuration.
    package let configuration: Configuration

    private let contracts: [Contract]
    private var uploadCounts: [Int]
    private let baselinePath: String?
    private let comparison: BaselineComparison?
    private let updates: Bool

    /// The number of known findings that have gone and are named; others are counted.
    private static let namedGone = 10

    /// Reads what the options and the configuration name.
    ///
    /// - Parameters:
    ///   - options: the options of the command line.
    ///   - policy: the configuration and the contracts that are in force.
    ///   - threshold: the threshold of the command line; `nil` where it has none.
    ///   - inputs: the inputs of the command line.
    ///   - selectsExchanges: whether other options leave exchanges or rules out of the run.
    ///   - rulesOff: the rules that the command line turns off.
    /// - Throws: the first fault.
    package init(
        _ options: PolicyOptions,
        under policy: (configuration: Configuration, contracts: [Contract]),
        threshold: Severity?,
        inputs: [CaptureArgument],
        selectsExchanges: Bool,
        rulesOff: [String]
    ) throws {
        (configuration, contracts) = policy
        uploadCounts = Array(repeating: 0, count: contracts.count)
        baselinePath = options.baseline ?? configuration.baseline
        updates = options.updateBaseline
        guard let baselinePath else {
            guard !updates else {
                throw CommandFailure.usage(
                    "--update-baseline needs --baseline FILE, or a baseline in the configuration"
                )
            }
            comparison = nil
            return
        }
        let lowest = min(threshold ?? configuration.threshold ?? .error, .warning)
        var baseline = try Self.baseline(baselinePath, mayBeMissing: updates)
        // What was removed or renamed since cannot hold the findings that are missing now.
        baseline.inputs = baseline.inputs.filter(PolicyText.exists)
        let paths = inputs.map { Self.normalized($0.path) }
        let isCovered = baseline.inputs.allSatisfy { known in
            paths.contains { known == $0 || known.hasPrefix($0 + "/") }
        }
        comparison = BaselineComparison(
            with: baseline,
            recordingFrom: lowest,
            reading: BaselineComparison.Extent(
                inputs: Set(paths),
                isWhole: isCovered && !selectsExchanges && inputs.allSatisfy { $0.exchanges == nil },
                rulesOff: Set(rulesOff)
            )
        )
    }

    /// A path without a leading `./` and a trailing slash.
    private static func normalized(_ path: String) -> String {
        var path = path[...]
        while path.hasPrefix("./"), path.count > 2 { path = path.dropFirst(2) }
        while path.hasSuffix("/"), path.count > 1 { path = path.dropLast() }
        return String(path)
    }

    /// Makes the inspector for a profile and the contracts, with the severities of the configuration.
    ///
    /// - Parameters:
    ///   - judgingProfile: the profile and the receiver.
    ///   - off: the ids of rules that the command line turns off.
    /// - Returns: the inspector.
    package func inspector(by judgingProfile: JudgingProfileOptions, without off: [String]) -> Inspector {
        judgingProfile.inspector(
            adding: contracts.flatMap(ContractRules.all),
            without: off,
            severities: configuration.severities
        )
    }

    /// Removes the known findings from an exchange of the input at `path`, returns their number, and records which
    /// contracts apply to it.
    package func takeKnown(from exchange: inout InspectedExchange, in path: String) -> Int {
        if exchange.isUpload {
            for index in contracts.indices
            where contracts[index].appliesTo?.matches(exchange.exchange) ?? true {
                uploadCounts[index] += 1
            }
        }
        guard let comparison else { return 0 }
        let areKnown = comparison.areKnown(
            exchange.findings.map(\.finding),
            of: exchange.exchange,
            exchange.form,
            in: Self.normalized(path)
        )
        let count = areKnown.count { $0 }
        guard count > 0 else { return 0 }
        exchange = exchange.changed {
            $0.findings = zip($0.findings, areKnown).filter { !$1 }.map(\.0)
        }
        return count
    }

    /// Whether uploads without findings matter to it.
    var looksAtUploads: Bool { !contracts.isEmpty || hasBaseline }

    /// Whether findings are compared with a baseline's.
    package var hasBaseline: Bool { comparison != nil }

    /// The result of the baseline; `nil` where there is none.
    package var outcome: BaselineOutcome? {
        guard let comparison, let baselinePath else { return nil }
        return BaselineOutcome(comparison, path: baselinePath)
    }

    /// Reports notices on contracts and the baseline, and writes the baseline where that was requested.
    package func finish(hasFailed: Bool, in terminal: Terminal) throws {
        for (contract, count) in zip(contracts, uploadCounts) where count == 0 {
            let place = contract.appliesTo.map { ": it applies to \($0.text)" } ?? ""
            terminal.report("no upload was held against the contract \(contract.name)\(place)")
        }
        guard let comparison, let baselinePath else { return }
        if updates {
            guard !hasFailed else {
                terminal.report("\(baselinePath) is left as it is, because not every input could be read")
                return
            }
            try write(comparison.updated, of: comparison, to: baselinePath, terminal)
            return
        }
        let gone = comparison.gone
        guard !gone.isEmpty else { return }
        let noun = gone.count == 1 ? "1 known finding has gone" : "\(gone.count) known findings have gone"
        terminal.report(
            "\(noun); --update-baseline takes \(gone.count == 1 ? "it" : "them") out of \(baselinePath)"
        )
        for entry in gone.prefix(Self.namedGone) { terminal.report("gone: \(entry)") }
        if gone.count > Self.namedGone { terminal.report("gone: \(gone.count - Self.namedGone) more") }
    }

    private func write(
        _ baseline: Baseline,
        of comparison: BaselineComparison,
        to path: String,
        _ terminal: Terminal
    ) throws {
        try PolicyText.write(baseline.text, to: path)
        let count = baseline.entries.count
        let kept = comparison.unseenCount
        terminal.report(
            "\(path) knows \(count == 1 ? "1 finding" : "\(count) findings") now"
                + (comparison.gone.isEmpty ? "" : ", \(comparison.gone.count) that have gone were taken out")
                + (kept > 0 ? ", \(kept) of requests that were not read were kept" : "")
        )
        if comparison.isFull {
            terminal.report("\(path) holds \(Baseline.entryLimit) findings: there were more")
        }
    }

    /// The contract in a file, or the built-in one of a name.
    package static func contract(_ name: String) throws -> Contract {
        if let builtIn = BuiltInContract(rawValue: name) {
            return try PolicyText.parsed { () throws(PolicyFailure) in try builtIn.contract() }
        }
        let text: String
        do {
            text = try PolicyText.read(name)
        } catch let failure as CommandFailure {
            let names = BuiltInContract.allCases.map(\.rawValue)
            guard !name.contains("/"), let near = NearestName.of(name, among: names) else { throw failure }
            throw CommandFailure.usage("\(failure); did you mean \(near)?")
        }
        return try PolicyText.parsed { () throws(PolicyFailure) in try Contract(reading: text, path: name) }
    }

    private static func baseline(_ path: String, mayBeMissing: Bool) throws -> Baseline {
        if mayBeMissing, !PolicyText.exists(path) { return Baseline() }
        let text: String
        do {
            text = try PolicyText.read(path)
        } catch let failure as CommandFailure {
            throw PolicyText.exists(path)
                ? failure : CommandFailure.unreadable("\(failure); --update-baseline writes it")
        }
        return try PolicyText.parsed { () throws(PolicyFailure) in try Baseline(reading: text, path: path) }
    }
}
