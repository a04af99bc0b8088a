/// What a receiver is known to do with what was found in a request.
package struct ReceiverOutlook: Hashable, Sendable {
    /// What it does because of one rule's finding.
    package struct Item: Hashable, Sendable {
        /// The rule's id.
        package var rule: String
        /// The body with which it was measured.
        package var body: String
        /// What it did with that body.
        package var effect: ReceiverEffect
    }

    /// The receiver.
    package var receiver: Receiver
    /// What it breaks on, in the order of the findings; each effect once per rule.
    package var items: [Item]

    /// The outlook for each receiver that was measured with any of some rules.
    ///
    /// - Parameter rules: the ids of the rules that found something, in the order of their findings.
    /// - Returns: one outlook per receiver, empty where it accepts all; none where nothing of this was
    ///   measured.
    package static func all(for rules: [String]) -> [ReceiverOutlook] {
        guard rules.contains(where: { !ReceiverTestCase.of($0).isEmpty }) else { return [] }
        return Receiver.allCases.filter { $0.measuredVersion != nil }.map { receiver in
            ReceiverOutlook(receiver: receiver, items: rules.flatMap { items(for: receiver, rule: $0) })
        }
    }

    /// What a receiver breaks on among the bodies with the fault that a rule names, each effect once.
    package static func items(for receiver: Receiver, rule: String) -> [Item] {
        var effects: Set<ReceiverEffect> = []
        return ReceiverTestCase.of(rule).compactMap { body in
            guard let effect = body.effect(on: receiver), effect.breaks, effects.insert(effect).inserted
            else { return nil }
            return Item(rule: rule, body: body.name, effect: effect)
        }
    }
}
