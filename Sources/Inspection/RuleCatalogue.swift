/// The rules that there are, and how the findings that follow from others are folded into them.
///
/// A value that is handed along: the rules stand in a room of their own, so that nothing waits for them but what names one.
package struct RuleCatalogue: Sendable {
    /// Moves findings that follow from others into those others.
    package typealias Folding = @Sendable (inout [Finding], borrowing RuleContext) -> Void

    /// The rules that every form is judged by, in the order of groups and names in which they are listed.
    package let standard: [any Rule]
    /// The rules of the ``Profile/whatwg`` profile alone.
    package let whatwg: [any Rule]
    /// All rules: the standard ones, those of the profile, then those that judge something else than every form.
    package let all: [any Rule]
    /// Folds the findings of one request.
    package let fold: Folding
    private let places: [String: Int]

    /// Makes a catalogue.
    ///
    /// - Parameters:
    ///   - standard: the rules that every form is judged by.
    ///   - whatwg: the rules of the ``Profile/whatwg`` profile alone.
    ///   - others: rules that are looked up here, and run elsewhere.
    ///   - fold: folds the findings of one request.
    package init(
        standard: [any Rule],
        whatwg: [any Rule] = [],
        others: [any Rule] = [],
        fold: @escaping Folding = { _, _ in }
    ) {
        (self.standard, self.whatwg, self.fold) = (standard, whatwg, fold)
        all = standard + whatwg + others
        places = Dictionary(
            all.enumerated().map { ($0.element.id, $0.offset) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// The same catalogue with further rules, which are looked up in it and run elsewhere.
    package func adding(_ rules: [any Rule]) -> RuleCatalogue {
        RuleCatalogue(
            standard: standard,
            whatwg: whatwg,
            others: all[(standard.count + whatwg.count)...] + rules,
            fold: fold
        )
    }

    /// The rule with an id, `nil` where there is none.
    package func rule(_ id: String) -> (any Rule)? { places[id].map { all[$0] } }
}
