import Exchanges
import Forms

/// Which rules are run on which forms and heads, as sets of bits: most rules look for something that most requests
/// do not have, and passing over them must cost nothing.
struct RuleSchedule: Sendable {
    /// A set of rules by their indices, 64 to a word.
    private typealias Indices = [UInt64]

    private let count: Int
    /// The rules that are run on every form, and those that each trait of a form (by its bit) adds.
    private let anyForm: Indices
    private let byFormTrait: [Indices]
    /// The rules that are run on every head, and those that each trait of a head (by its bit) adds.
    private let anyHead: Indices
    private let byHeadTrait: [Indices]
    /// The rules that need no whole body.
    private let partialBody: Indices
    /// The rules that each fidelity (by its raw value) suffices for.
    private let byFidelity: [Indices]

    /// Reads the conditions of rules.
    init(_ rules: [any Rule]) {
        func indices(where isIncluded: (any Rule) -> Bool) -> Indices {
            var result = Indices(repeating: 0, count: (rules.count + 63) / 64)
            for (index, rule) in rules.enumerated() where isIncluded(rule) {
                result[index / 64] |= 1 << UInt64(index % 64)
            }
            return result
        }
        count = (rules.count + 63) / 64
        anyForm = indices { $0.concerns.isEmpty }
        anyHead = indices { $0.headConcerns.isEmpty }
        byFidelity = Fidelity.allCases.map { fidelity in indices { !$0.isGuard && $0.needs <= fidelity } }
        partialBody = indices { $0.evidence != .wholeBody }
        byFormTrait = (0..<UInt32.bitWidth).map { bit in
            indices { $0.concerns.rawValue & (1 << bit) != 0 }
        }
        byHeadTrait = (0..<HeadTraits.RawValue.bitWidth).map { bit in
            indices { $0.headConcerns.rawValue & (1 << bit) != 0 }
        }
    }

    /// Calls `body` with the index of each rule to run, in order.
    ///
    /// - Parameters:
    ///   - form: the traits of the form.
    ///   - head: the traits of the head.
    ///   - isWhole: whether every byte of the body is there.
    ///   - fidelity: what the source proves.
    ///   - body: runs the rule.
    func forEachRule(
        form: FormTraits,
        head: HeadTraits,
        isWhole: Bool,
        fidelity: Fidelity,
        _ body: (Int) -> Void
    ) {
        let provable = byFidelity[Int(fidelity.rawValue)]
        for word in 0..<count {
            var rules = anyForm[word]
            var bits = form.rawValue
            while bits != 0 {
                rules |= byFormTrait[bits.trailingZeroBitCount][word]
                bits &= bits &- 1
            }
            var headRules = anyHead[word]
            var headBits = head.rawValue
            while headBits != 0 {
                headRules |= byHeadTrait[headBits.trailingZeroBitCount][word]
                headBits &= headBits &- 1
            }
            rules &= headRules & provable[word]
            if !isWhole { rules &= partialBody[word] }
            while rules != 0 {
                body(word * 64 + rules.trailingZeroBitCount)
                rules &= rules &- 1
            }
        }
    }
}
