import Bytes

/// Whose limits a rule looks at: those of all receivers, for information, or those of the one that was named.
struct LimitWatch: Sendable {
    /// The receiver that was named; `nil` stands for all.
    var target: Receiver?

    /// How much it matters that a limit is passed.
    var severity: Severity { target == nil ? .note : .warning }

    /// The limits on `kind` that `number` passes, the lowest first.
    func passed(_ kind: ReceiverLimit.Kind, by number: Int) -> [ReceiverLimit] {
        ReceiverLimit.all.filter { limit in
            limit.kind == kind && number > limit.value && (target == nil || limit.receiver == target)
        }
        .sorted { ($0.value, $0.receiver.rawValue) < ($1.value, $1.receiver.rawValue) }
    }

    /// What a message says of limits that are passed: who has them, and what follows.
    static func words(_ limits: [ReceiverLimit]) -> String {
        limits.map { limit in
            "\(limit.receiver.name) takes \(limit.value.grouped) (\(limit.setting)) and \(limit.consequence)"
        }
        .joined(separator: "; ")
    }
}

/// A rule that can be aimed at one receiver.
protocol AimableRule: Rule {
    /// Whose limits it looks at.
    var watch: LimitWatch { get set }
}

extension AimableRule {
    /// How much a passed limit matters.
    package var severity: Severity { watch.severity }

    /// The same rule, for one receiver alone.
    func aimed(at receiver: Receiver) -> any Rule {
        var rule = self
        rule.watch.target = receiver
        return rule
    }
}
