import Exchanges
import Forms
import Inspection

/// Folds findings that follow from another one into it, so that one bug gives one headline.
enum Cascade {
    /// How far from a cause its consequences are looked for.
    enum Reach {
        /// Anywhere in the request.
        case request
        /// In the same part.
        case part
        /// In the same part or the next one.
        case partOrNext
        /// In the last part, where the body ends inside its header lines.
        case cutPart
        /// Anywhere in a body whose line ends are LF CR.
        case reversedLines
        /// In the body from the chunk on whose size is wrong.
        case brokenChunk
    }

    /// A row of the table: which findings follow from which.
    struct Suppression {
        /// The ids of the rules that are the cause.
        var roots: [String]
        /// The ids of the rules that follow; an id that ends in `/` stands for its whole group.
        var consequences: [String]
        /// Where the consequences are.
        var reach = Reach.request
        /// Whether only an error is such a cause: the same rule may report less than what follows.
        var isOfErrors = false
        /// The hint of such a cause, where the same rule reports other faults under other hints; `nil` for any.
        var rootHint: String?
        /// The hint of such a consequence; `nil` for any.
        var hint: String?
    }

    /// Moves findings that follow from others into those others.
    ///
    /// A finding is folded into the first cause in the table that matches; where several findings of that
    /// cause do, into the one in its own part, otherwise into the first.
    static func fold(_ findings: inout [Finding], in context: borrowing RuleContext) {
        guard findings.count > 1 else { return }
        excuseChangedLineEnds(&findings)
        let brokenChunk = FaultyFraming.brokenChunk(in: context)
        let cutPart: Int? = context.form?.ending == .inHeader ? context.form?.parts.last?.number : nil
        let isReversed = context.form?.hasReversedLineEnds ?? false
        for row in rows(claiming: findings) {
            let fold = suppressions[row]
            guard isReversed || fold.reach != .reversedLines else { continue }
            for index in stride(from: findings.count - 1, through: 0, by: -1)
            where fold.claims(findings[index]) {
                if fold.reach == .brokenChunk, !findings[index].isIn(brokenChunk) { continue }
                let root = findings.indices.first { candidate in
                    candidate != index && fold.roots.contains(findings[candidate].rule)
                        && fold.reaches(findings[index], from: findings[candidate], cutPart: cutPart)
                }
                guard let root else { continue }
                move(index, into: root, &findings)
            }
        }
        foldDivergence(&findings)
        for index in findings.indices where findings[index].consequences.count > 1 {
            findings[index].consequences.sort { ($0.offset, $0.rule) < ($1.offset, $1.rule) }
        }
    }

    /// The rows of the table by the ids of their consequences.
    private static let rowsByConsequence = {
        var rows: [Substring: [Int]] = [:]
        for (row, fold) in suppressions.enumerated() {
            for id in fold.consequences { rows[id[...], default: []].append(row) }
        }
        return rows
    }()

    /// The rows that may claim one of the findings, in the order of the table: few do.
    private static func rows(claiming findings: [Finding]) -> [Int] {
        var rows: [Int] = []
        for finding in findings {
            let id = finding.rule[...]
            rows += rowsByConsequence[id] ?? []
            guard let slash = id.utf8.firstIndex(of: UInt8(ascii: "/")) else { continue }
            rows += rowsByConsequence[id[...slash]] ?? []
        }
        rows.sort()
        var last: Int?
        return rows.filter { row in
            defer { last = row }
            return row != last
        }
    }

    private static func move(_ index: Int, into root: Int, _ findings: inout [Finding]) {
        let follower = findings[index]
        if !follower.isWithheld {
            findings[root].consequences.append(
                Finding.Consequence(
                    rule: follower.rule,
                    message: follower.message,
                    offset: follower.range.lowerBound
                )
            )
        }
        findings[root].consequences += follower.consequences
        findings.remove(at: index)
    }

    /// Receivers find different fields because of a fault of the delimiters: the divergence is folded into
    /// the fault nearest to the first place where they differ, errors before warnings.
    private static func foldDivergence(_ findings: inout [Finding]) {
        guard let index = findings.firstIndex(where: { $0.rule == "compat/divergence" }) else { return }
        let place = findings[index].range.lowerBound
        let causes = findings.indices.filter { candidate in
            findings[candidate].severity > .note
                && divergenceCauses.contains { findings[candidate].rule.hasPrefix($0) }
        }
        let nearest = causes.min { one, other in
            (findings[other].severity, findings[one].distance(to: place))
                < (findings[one].severity, findings[other].distance(to: place))
        }
        guard let nearest else { return }
        if findings[nearest].message.hasSuffix(findings[index].message) {
            findings.remove(at: index)
        } else {
            move(index, into: nearest, &findings)
        }
    }

    /// The groups of rules whose findings may make receivers find different fields.
    private static let divergenceCauses = [
        "delimiter/", "boundary/", "line/", "length/", "body/", "part/header-in-content",
        "part/nested-multipart", "part/nested-unclosed",
    ]

    /// Lowers findings on line ends by one severity where the file, not the client, seems to have changed
    /// them.
    private static func excuseChangedLineEnds(_ findings: inout [Finding]) {
        guard findings.contains(where: { $0.rule == "capture/line-endings-normalised" }) else { return }
        for index in findings.indices {
            let rule = findings[index].rule
            guard
                rule.hasPrefix("line/") || rule.hasPrefix("delimiter/lf-") || rule == "framing/bare-lf-header"
            else { continue }
            findings[index].severity = findings[index].severity == .error ? .warning : .note
            findings[index].message += "; the file seems to have lost its CRs"
        }
    }
}

extension Cascade.Suppression {
    fileprivate func claims(_ finding: Finding) -> Bool {
        guard hint == nil || finding.hint == hint else { return false }
        return consequences.contains {
            $0.utf8.last == UInt8(ascii: "/") ? finding.rule.hasPrefix($0) : $0 == finding.rule
        }
    }

    fileprivate func reaches(_ finding: Finding, from root: Finding, cutPart: Int?) -> Bool {
        guard !isOfErrors || root.severity == .error, rootHint == nil || root.hint == rootHint else {
            return false
        }
        switch reach {
        case .request, .reversedLines: return true
        case .part: return finding.part == root.part
        case .partOrNext:
            guard let part = finding.part, let rootPart = root.part else { return finding.part == root.part }
            return part == rootPart || part == rootPart + 1
        case .brokenChunk: return root.place == .wire
        case .cutPart: return finding.part != nil && finding.part == cutPart
        }
    }
}

extension Finding {
    /// Whether it is in the body at an offset or after it.
    fileprivate func isIn(_ start: Int?) -> Bool {
        guard place == .body, let start else { return false }
        return range.lowerBound >= start
    }

    /// How many bytes lie between a place in the body and the finding; findings in the head count as
    /// farthest.
    fileprivate func distance(to offset: Int) -> Int {
        guard place == .body else { return .max }
        return range.contains(offset)
            ? 0 : min(abs(range.lowerBound - offset), abs(range.upperBound - offset))
    }
}
