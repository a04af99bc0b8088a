import Bytes

/// The receivers whose limits a rule checks: all of them, for information, or the one that was named.
package struct LimitWatch: Sendable {
    /// The receiver that was named; `nil` stands for all.
    package var target: Receiver?

    /// The severity of a finding that a limit is exceeded.
    var severity: Severity { target == nil ? .note : .warning }

    /// Watches the limits of all receivers.
    package init() {}

    /// The limits on `kind` that `number` exceeds, the lowest first.
    package func passed(_ kind: ReceiverLimit.Kind, by number: Int) -> [ReceiverLimit] {
        ReceiverLimit.all.filter { limit in
            limit.kind == kind && number > limit.value && (target == nil || limit.receiver == target)
        }
        .sorted { ($0.value, $0.receiver.rawValue) < ($1.value, $1.receiver.rawValue) }
    }

    /// The words of a message on limits that are exceeded: whose they are, and what follows.
    package static func words(_ limits: [ReceiverLimit]) -> String {
        limits.map { limit in
            "\(limit.receiver.name) takes \(limit.value.grouped) (\(limit.setting)) and \(limit.consequence)"
        }
        .joined(separator: "; ")
    }
}

/// A rule that can be restricted to one receiver.
package protocol AimableRule: Rule {
    /// The receivers whose limits it checks.
    var watch: LimitWatch { get set }
}

extension AimableRule {
    /// The severity of a finding that a limit is exceeded.
    package var severity: Severity { watch.severity }

    /// The same rule, for one receiver alone.
    func aimed(at receiver: Receiver) -> any Rule {
        var rule = self
        rule.watch.target = receiver
        return rule
    }
}
