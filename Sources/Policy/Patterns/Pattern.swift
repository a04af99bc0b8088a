/// A pattern that a whole text must match, in the customary notation of regular expressions.
///
/// It knows `.` `[a-z]` `[^a-z]` `\d` `\w` `\s` `( )` `|` `*` `+` `?` `{2,5}`, and no back reference or look-around:
/// so the time that a match takes grows with the length of the text alone, whatever the text and the pattern. The
/// texts come from captures, and with a matcher that backtracks a hostile one could make a check run for ever.
package struct Pattern: Hashable, Sendable {
    /// Why a text is no pattern.
    package struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
        /// The offset in the pattern, in Unicode scalars from 0.
        package var offset: Int
        /// Why.
        package var message: String

        package var description: String { message }
    }

    /// The greatest number of steps in a pattern, repetitions written out: it bounds the work for each character.
    static let stepLimit = 5000

    private enum Step: Hashable, Sendable {
        case character(PatternNode.CharacterSet)
        case fork(Int, Int)
        case jump(Int)
        case start
        case end
        case match
    }

    /// The pattern as it was written.
    package let text: String
    private let steps: [Step]

    /// Reads a pattern.
    package init(_ text: String) throws(Failure) {
        self.text = text
        var parser = PatternParser(text)
        let node = try parser.parse()
        var steps: [Step] = []
        try Self.add(node, to: &steps)
        steps.append(.match)
        self.steps = steps
    }

    /// Whether the pattern matches the whole of a text.
    package func matches(_ text: String) -> Bool { run(on: text).matches }

    /// How many steps of the pattern are looked at to match a text: the work that it takes.
    package func work(on text: String) -> Int { run(on: text).work }

    private func run(on text: String) -> (matches: Bool, work: Int) {
        var threads = Threads(count: steps.count)
        var next = Threads(count: steps.count)
        var work = 0
        let scalars = Array(text.unicodeScalars)
        work += enter(0, &threads, isStart: true, isEnd: scalars.isEmpty)
        for (index, scalar) in scalars.enumerated() {
            guard !threads.steps.isEmpty else { return (false, work) }
            next.clear()
            for step in threads.steps {
                work += 1
                guard case .character(let set) = steps[step], set.contains(scalar.value) else { continue }
                work += enter(step + 1, &next, isStart: false, isEnd: index == scalars.count - 1)
            }
            swap(&threads, &next)
        }
        return (threads.contains(steps.count - 1), work)
    }

    /// Adds a step, and all that are reached from it without taking a character; gives how many were looked at.
    private func enter(_ first: Int, _ threads: inout Threads, isStart: Bool, isEnd: Bool) -> Int {
        var waiting = [first]
        var work = 0
        while let index = waiting.popLast() {
            work += 1
            guard threads.insert(index) else { continue }
            switch steps[index] {
            case .jump(let target): waiting.append(target)
            case .fork(let one, let other): waiting += [other, one]
            case .start: if isStart { waiting.append(index + 1) }
            case .end: if isEnd { waiting.append(index + 1) }
            case .character, .match: break
            }
        }
        return work
    }

    private static func add(_ node: PatternNode, to steps: inout [Step]) throws(Failure) {
        guard steps.count <= stepLimit else {
            throw Failure(offset: 0, message: "the pattern comes to more than \(stepLimit) steps")
        }
        switch node {
        case .empty: break
        case .character(let set): steps.append(.character(set))
        case .start: steps.append(.start)
        case .end: steps.append(.end)
        case .sequence(let nodes): for node in nodes { try add(node, to: &steps) }
        case .choice(let nodes): try add(choice: nodes[...], to: &steps)
        case .repeated(let node, let from, let to):
            for _ in 0..<from {
                let count = steps.count
                try add(node, to: &steps)
                // Nothing repeated is nothing, however often groups around it repeat that.
                if steps.count == count { break }
            }
            if let to {
                for _ in from..<to { try add(optional: node, to: &steps) }
            } else {
                let fork = steps.count
                try add(optional: node, to: &steps) { $0.append(.jump(fork)) }
            }
        }
    }

    /// Adds what may be left out, with `tail` after it.
    private static func add(
        optional node: PatternNode,
        to steps: inout [Step],
        tail: (inout [Step]) -> Void = { _ in }
    ) throws(Failure) {
        let fork = steps.count
        steps.append(.match)
        try add(node, to: &steps)
        tail(&steps)
        steps[fork] = .fork(fork + 1, steps.count)
    }

    private static func add(choice nodes: ArraySlice<PatternNode>, to steps: inout [Step]) throws(Failure) {
        guard let first = nodes.first else { return }
        guard nodes.count > 1 else { return try add(first, to: &steps) }
        let fork = steps.count
        steps.append(.match)
        try add(first, to: &steps)
        let jump = steps.count
        steps.append(.match)
        steps[fork] = .fork(fork + 1, steps.count)
        try add(choice: nodes.dropFirst(), to: &steps)
        steps[jump] = .jump(steps.count)
    }
}

/// The steps that a match may be at, each once.
private struct Threads {
    private(set) var steps: [Int] = []
    private var isThere: [Bool]

    init(count: Int) {
        isThere = Array(repeating: false, count: count)
    }

    func contains(_ step: Int) -> Bool { isThere[step] }

    mutating func insert(_ step: Int) -> Bool {
        guard !isThere[step] else { return false }
        isThere[step] = true
        steps.append(step)
        return true
    }

    mutating func clear() {
        for step in steps { isThere[step] = false }
        steps.removeAll(keepingCapacity: true)
    }
}
