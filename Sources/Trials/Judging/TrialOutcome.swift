#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// How a case went.
package enum TrialOutcome: String, Codable, Sendable, CaseIterable {
    /// What arrived is what was asked for, byte by byte as browsers write it.
    case pass
    /// What arrived is right, and written in another way than browsers do, or as a specification advises against.
    case nonStrict = "non-strict"
    /// The case tells what the client does, where the specifications leave it free.
    case informational
    /// The client cannot do what the case needs.
    case unsupported
    /// The client refused the form before it sent a byte, as it may.
    case refused
    /// What arrived is wrong, or the client says something else than what happened.
    case fail

    /// Whether it makes the exit code 1.
    package func isFailure(isStrict: Bool) -> Bool {
        self == .fail || isStrict && self == .nonStrict
    }
}

/// How a case went, and why.
package struct TrialResult: Codable, Sendable {
    /// The case's id.
    package var trial: String
    /// How it went.
    package var outcome: TrialOutcome
    /// Why it did not pass, the gravest first.
    package var reasons: [String] = []
    /// What else is to be known of it.
    package var notes: [String] = []
    /// The rules that were violated.
    package var rules: [String] = []
    /// The request as it arrived: its head, and the lines of its body, cut where they are long.
    package var request: [String] = []
    /// How long the client took, in seconds.
    package var seconds: Double = 0

    /// Makes a result.
    package init(trial: String, outcome: TrialOutcome, reasons: [String] = [], seconds: Double = 0) {
        self.trial = trial
        self.outcome = outcome
        self.reasons = reasons
        self.seconds = seconds
    }

    /// The result in JSON.
    package var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }

    /// Keys of the JSON format.
    enum CodingKeys: String, CodingKey {
        case trial = "case"
        case outcome, reasons, notes, rules, request, seconds
    }
}
