import Exchanges
import Forms

/// Which rules are run on which forms and heads, as sets of bits: most rules look for something that most
/// requests do not have, and skipping them must cost nothing.
struct RuleSchedule: Sendable {
    /// A set of rules by their indices, 64 to a word.
    private typealias Indices = [UInt64]

    private let count: Int
    /// The rules that are run on every form, those that each trait of a form (by its bit) adds, and the traits that add some:
    /// others are common, and no word of the sets is read for them.
    private let anyForm: Indices
    private let byFormTrait: [Indices]
    private let formConcerns: FormTraits.RawValue
    /// The same of heads.
    private let anyHead: Indices
    private let byHeadTrait: [Indices]
    private let headConcerns: HeadTraits.RawValue
    /// The rules that need no whole body.
    private let partialBody: Indices
    /// The rules that read the form.
    private let formReaders: Indices
    /// The rules for which each fidelity (by its raw value) is sufficient.
    private let byFidelity: [Indices]

    /// Reads the conditions of rules.
    init(_ rules: [any Rule]) {
        count = (rules.count + 63) / 64
        let none = Indices(repeating: 0, count: count)
        var (anyForm, anyHead, partialBody, formReaders) = (none, none, none, none)
        var byFormTrait = Array(repeating: none, count: FormTraits.RawValue.bitWidth)
        var byHeadTrait = Array(repeating: none, count: HeadTraits.RawValue.bitWidth)
        var byFidelity = Array(repeating: none, count: Fidelity.allCases.count)
        formConcerns = rules.reduce(0) { $0 | $1.concerns.rawValue }
        headConcerns = rules.reduce(0) { $0 | $1.headConcerns.rawValue }
        for (index, rule) in rules.enumerated() {
            let (form, head) = (rule.concerns.rawValue, rule.headConcerns.rawValue)
            if form == 0 { anyForm.insert(rule: index) }
            if head == 0 { anyHead.insert(rule: index) }
            for bit in byFormTrait.indices where form & (1 << bit) != 0 {
                byFormTrait[bit].insert(rule: index)
            }
            for bit in byHeadTrait.indices where head & (1 << bit) != 0 {
                byHeadTrait[bit].insert(rule: index)
            }
            if rule.evidence != .wholeBody { partialBody.insert(rule: index) }
            if rule.readsForm { formReaders.insert(rule: index) }
            guard !rule.isGuard else { continue }
            for fidelity in Fidelity.allCases where rule.needs <= fidelity {
                byFidelity[Int(fidelity.rawValue)].insert(rule: index)
            }
        }
        (self.anyForm, self.anyHead, self.partialBody) = (anyForm, anyHead, partialBody)
        self.formReaders = formReaders
        (self.byFormTrait, self.byHeadTrait, self.byFidelity) = (byFormTrait, byHeadTrait, byFidelity)
    }

    /// An iteration over the rules that are run on a request.
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

    /// The rules that are run.
    enum Extent {
        /// None.
        case none
        /// Some, and none of them reads the form.
        case headAlone
        /// Some that read the form, too.
        case form
    }

    /// Which rules an iteration gives.
    func extent(of walk: borrowing Walk) -> Extent {
        var all: UInt64 = 0
        for word in 0..<count {
            let rules = rules(inWord: word, walk)
            if rules & formReaders[word] != 0 { return .form }
            all |= rules
        }
        return all == 0 ? .none : .headAlone
    }

    /// The index of the next rule of an iteration, in the order of the rules; `nil` after the last.
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
        var bits = walk.form.rawValue & formConcerns
        while bits != 0 {
            rules |= byFormTrait[bits.trailingZeroBitCount][word]
            bits &= bits &- 1
        }
        var headRules = anyHead[word]
        var headBits = walk.head.rawValue & headConcerns
        while headBits != 0 {
            headRules |= byHeadTrait[headBits.trailingZeroBitCount][word]
            headBits &= headBits &- 1
        }
        rules &= headRules & byFidelity[Int(walk.fidelity.rawValue)][word]
        return walk.isWhole ? rules : rules & partialBody[word]
    }
}

extension [UInt64] {
    /// Adds the rule with an index.
    fileprivate mutating func insert(rule index: Int) {
        self[index / 64] |= 1 << UInt64(index % 64)
    }
}
