import ArgumentParser
package import Inspection
import InspectionRules

/// The options for how strictly, and for which receiver, forms are judged.
package struct JudgingProfileOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Judge by this profile: default, rfc7578 (the specifications by the letter), whatwg (byte for byte what "
                + "browsers send) or strict (warnings are errors).",
            valueName: "profile"
        )
    )
    var profile = Profile.standard.rawValue

    @Option(
        help: ArgumentHelp(
            "Warn of what this receiver breaks on, such as php or go, or what a framework such as flask reads with.",
            valueName: "receiver"
        )
    )
    var target: String?

    /// Whether the report says which receivers break on what was found.
    @Flag(help: "Say which receivers are known to break on what was found, and where readers disagree.")
    package var receivers = false

    /// Makes the options with their defaults.
    package init() {}

    /// Checks that the values are known and go together.
    package func validate() throws {
        if Profile(rawValue: profile) == nil {
            throw ValidationError(
                Self.complaint(about: profile, what: "profile", known: Profile.allCases.map(\.rawValue))
            )
        }
        if let target, Receiver(named: target) == nil {
            let known = Receiver.allCases.map(\.rawValue) + Receiver.frameworks.keys.sorted()
            throw ValidationError(Self.complaint(about: target, what: "receiver", known: known))
        }
    }

    /// The inspector for these options, with additional rules, without those that are off.
    package func inspector(
        adding additions: [any Rule],
        without rulesOff: [String],
        severities: SeverityPolicy
    ) -> Inspector {
        Inspector(
            .ofForms,
            profile: Profile(rawValue: profile) ?? .standard,
            target: target.flatMap { Receiver(named: $0) },
            additions: additions,
            rulesOff: Set(rulesOff),
            severities: severities
        )
    }

    /// Says who reads the forms of the framework that was named; `nil` where none was.
    package var remark: String? {
        guard let target, let receiver = Receiver.frameworks[target] else { return nil }
        return "--target \(target): judged as \(receiver.name), which reads its forms"
    }

    /// The message that a name is unknown, with the most similar and all known names.
    private static func complaint(about typed: String, what: String, known: [String]) -> String {
        let near = NearestName.of(typed, among: known).map { "; did you mean \($0)?" } ?? "."
        return "There is no \(what) '\(typed)'\(near) Known are \(known.joined(separator: ", "))."
    }
}
