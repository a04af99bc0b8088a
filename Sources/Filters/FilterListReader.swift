import Bytes

/// Reads rule files: Adblock's syntax as far as it says which requests are blocked, and hosts files.
package struct FilterListReader {
    private let limits: FilterLimits
    private var rules: [CompiledRule] = []
    private var lists: [FilterList] = []

    /// Makes a reader.
    package init(limits: FilterLimits = FilterLimits()) { self.limits = limits }

    /// Reads the text of a file.
    ///
    /// - Parameters:
    ///   - bytes: the text; what is not valid UTF-8 in it is kept as it is.
    ///   - path: the file's name in messages.
    package mutating func read(_ bytes: [UInt8], path: String) {
        var list = FilterList(path: path)
        var rest = bytes[...]
        if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
        var number = 0
        var conditions = 0
        while !rest.isEmpty {
            let end = rest.firstIndex(of: 0x0A) ?? rest.endIndex
            number += 1
            let line = FilterLine(rest[..<end], limits: limits)
            rest = rest[end...].dropFirst()
            switch line {
            case .nothing: break
            case .beginOfCondition: conditions += 1
            case .endOfCondition: conditions = max(conditions - 1, 0)
            case .unread(let kind): list.add(conditions > 0 ? .conditional : kind, line: number)
            case .faulty(let reason):
                list.add(FilterProblem(path: path, line: number, reason: reason), limits)
            case .rules where conditions > 0: list.add(.conditional, line: number)
            case .rules(let found):
                guard rules.count + found.count <= limits.rules else {
                    let reason =
                        "more than \(Quantity.of(limits.rules, "rule")): this one and those after it are not read"
                    list.add(FilterProblem(path: path, line: number, reason: reason), limits)
                    rest = []
                    break
                }
                list.ruleCount += found.count
                for var rule in found {
                    rule.file = lists.count
                    rule.line = number
                    rules.append(rule)
                }
            }
        }
        lists.append(list)
    }

    /// The rules of all files that were read.
    package func finish() -> FilterReading {
        FilterReading(rules: FilterRules(rules, paths: lists.map(\.path)), lists: lists)
    }
}

/// Rules, and what was noticed when their files were read.
package struct FilterReading: Sendable {
    /// The rules.
    package let rules: FilterRules
    /// The files, in the order in which they were read.
    package let lists: [FilterList]

    /// What a person should know of the files, one line each, safe to print.
    package var remarks: [String] { lists.flatMap(\.remarks) }
}

/// A faulty line of a rule file, which is skipped.
package struct FilterProblem: Hashable, Sendable, CustomStringConvertible {
    /// The path of the file, as it was given.
    package let path: String
    /// The number of the line, from 1.
    package let line: Int
    /// What is wrong with it: one sentence without a full stop.
    package let reason: String

    /// The line that is printed: `rules.txt:12: there is no option 'scirpt'`.
    package var description: String { "\(PrintableText.text(path)):\(line): \(reason)" }
}

/// What is known of a rule file after it was read.
package struct FilterList: Sendable {
    /// The path, as it was given.
    package let path: String
    /// How many rules were read.
    package internal(set) var ruleCount = 0
    /// The faulty lines, at most as many as ``FilterLimits/problems``.
    package private(set) var problems: [FilterProblem] = []
    /// How many lines are faulty.
    package private(set) var problemCount = 0
    private var unread: [UnreadRule: (count: Int, line: Int)] = [:]

    init(path: String) { self.path = path }

    /// Adds a faulty line.
    mutating func add(_ problem: FilterProblem, _ limits: FilterLimits) {
        problemCount += 1
        if problems.count < limits.problems { problems.append(problem) }
    }

    /// Adds a line that is not read.
    mutating func add(_ kind: UnreadRule, line: Int) {
        unread[kind, default: (0, line)].count += 1
    }

    /// How many lines are not faulty and yet not read.
    package var unreadCount: Int { unread.values.reduce(0) { $0 + $1.count } }

    /// What is not read, in words: `2 regular expressions`.
    package var unreadKinds: [String] { unread.map { $0.key.words($0.value.count) }.sorted() }

    /// What a person should know of the file, one line each, safe to print.
    package var remarks: [String] {
        var remarks = problems.map(\.description)
        let path = PrintableText.text(path)
        if problemCount > problems.count {
            remarks.append("\(path): \(Quantity.of(problemCount - problems.count, "more faulty line"))")
        }
        if !unread.isEmpty {
            let kinds = unread.sorted { ($0.value.count, $1.value.line) > ($1.value.count, $0.value.line) }
                .map { "\($0.key.words($0.value.count)) (first in line \($0.value.line))" }
            let verb = unreadCount == 1 ? "is" : "are"
            remarks.append(
                "\(path): \(Quantity.of(unreadCount, "line")) \(verb) not read: \(kinds.joined(separator: ", "))"
            )
        }
        return remarks
    }
}
