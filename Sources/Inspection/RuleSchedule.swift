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
        byFormTrait = (0..<FormTraits.RawValue.bitWidth).map { bit in
            indices { $0.concerns.rawValue & (1 << bit) != 0 }
        }
        byHeadTrait = (0..<HeadTraits.RawValue.bitWidth).map { bit in
            indices { $0.headConcerns.rawValue & (1 << bit) != 0 }
        }
    }

    /// A walk over the rules that are run on a request.
    struct Walk {
        /// The traits of the form.
        let form: FormTraits
        /// The traits of the head.
        let head: HeadTraits
        /// Whether every byte of the body is there.
        let isWhole: Bool
        /// What the source proves.
        let fidelity: Fidelity
        fileprivate var nextWord = 0
        fileprivate var rules: UInt64 = 0

        /// Begins before the first rule.
        init(form: FormTraits, head: HeadTraits, isWhole: Bool, fidelity: Fidelity) {
            self.form = form
            self.head = head
            self.isWhole = isWhole
            self.fidelity = fidelity
        }
    }

    /// The index of the next rule of a walk, in the order of the rules; `nil` after the last.
    func next(_ walk: inout Walk) -> Int? {
        while walk.rules == 0 {
            guard walk.nextWord < count else { return nil }
            walk.rules = rules(inWord: walk.nextWord, walk)
            walk.nextWord += 1
        }
        defer { walk.rules &= walk.rules &- 1 }
        return (walk.nextWord - 1) * 64 + walk.rules.trailingZeroBitCount
    }

    private func rules(inWord word: Int, _ walk: borrowing Walk) -> UInt64 {
        var rules = anyForm[word]
        var bits = walk.form.rawValue
        while bits != 0 {
            rules |= byFormTrait[bits.trailingZeroBitCount][word]
            bits &= bits &- 1
        }
        var headRules = anyHead[word]
        var headBits = walk.head.rawValue
        while headBits != 0 {
            headRules |= byHeadTrait[headBits.trailingZeroBitCount][word]
            headBits &= headBits &- 1
        }
        rules &= headRules & byFidelity[Int(walk.fidelity.rawValue)][word]
        return walk.isWhole ? rules : rules & partialBody[word]
    }
}
