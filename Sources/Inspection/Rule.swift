package import Exchanges
package import Forms

/// A rule: what must hold of a request, why, and how to find violations.
///
/// One file, one struct. The value is the only source for `rules`, `explain`, reports and tests.
package protocol Rule: Sendable {
    /// Group and name, such as `delimiter/missing-close`.
    var id: String { get }
    /// What the rule finds, in a few words.
    var title: String { get }
    /// The severity of its findings, unless a finding says otherwise.
    var severity: Severity { get }
    /// How strict those clauses are.
    var requirement: RequirementLevel { get }
    /// The clauses on which it is based; findings cite the first.
    var clauses: [Clause] { get }
    /// Which receiver breaks on it and how, or why it matters.
    var rationale: String { get }
    /// How to fix it, in the terms of the person who has to.
    var hint: String { get }
    /// How to fix it for certain kinds of sender, where that differs from ``hint``.
    var advice: [Sender: String] { get }
    /// At least one violating example with its mark and at least one near miss.
    var examples: [RuleExample] { get }
    /// What the rule looks at: its findings are withheld where the capture lacks any of it.
    var evidence: Evidence { get }
    /// What the source of the exchange must prove; where it proves less, the rule is not run.
    var needs: Fidelity { get }
    /// Whether the rule reads the form: the others are run before it is made.
    var readsForm: Bool { get }
    /// Whether the rule is about headers of parts that are too long to be read: what others find in the rest of such a header,
    /// which was read as content, is withheld.
    var reportsUnreadHeaders: Bool { get }
    /// Whether the rule never reports anything: it documents what is allowed, and no other rule may report
    /// its examples.
    var isGuard: Bool { get }
    /// Traits of which a form must have at least one for the rule to be run; empty: it is always run.
    var concerns: FormTraits { get }
    /// Traits of which a request's head must have at least one for the rule to be run; empty: it is always run.
    var headConcerns: HeadTraits { get }

    /// The number of findings in a request that declares a media type, where it is known without judging, and all have
    /// ``severity``; `nil` where it is not.
    ///
    /// Asked where the rule is run on a request whose body is known; findings that are only counted are not made then.
    func findingCount(under mediaType: MediaType) -> Int?

    /// Looks for violations.
    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport)
}

extension Rule {
    /// As much as any rule about one place needs.
    package var evidence: Evidence { .part }
    /// The body as text; a rule about heads needs heads only.
    package var needs: Fidelity { evidence == .head ? .heads : .text }
    /// The same for all.
    package var advice: [Sender: String] { [:] }
    /// Most rules do.
    package var readsForm: Bool { true }
    /// Most rules take a header for read.
    package var reportsUnreadHeaders: Bool { false }
    /// Rules report by default.
    package var isGuard: Bool { false }
    /// The rule is run on every form.
    package var concerns: FormTraits { [] }
    /// The rule is run whatever the head.
    package var headConcerns: HeadTraits { [] }
    /// Most rules have to judge.
    package func findingCount(under mediaType: MediaType) -> Int? { nil }
}

/// Collects what one rule finds in one request.
package struct RuleReport {
    /// The findings so far.
    package private(set) var findings: [Finding] = []

    /// Makes an empty report.
    package init() {}

    /// Adds a finding.
    ///
    /// - Parameters:
    ///   - rule: the rule that reports it.
    ///   - message: one sentence without a full stop: what is wrong with these bytes.
    ///   - range: the offending bytes; empty where something is missing at that place.
    ///   - place: what `range` counts in.
    ///   - part: the number of the part, where the finding is about one.
    ///   - severity: where it differs from the rule's own.
    ///   - hint: where it differs from the rule's own.
    ///   - clause: where it differs from the rule's first.
    package mutating func add(
        _ rule: some Rule,
        _ message: String,
        at range: Range<Int>,
        in place: Finding.Place = .body,
        part: Int? = nil,
        severity: Severity? = nil,
        hint: String? = nil,
        clause: Clause? = nil
    ) {
        findings.append(
            Finding(
                rule: rule.id,
                severity: severity ?? rule.severity,
                saying: .said(message),
                place: place,
                range: range,
                part: part,
                hint: hint ?? rule.hint,
                clause: clause ?? rule.clauses.first
            )
        )
        if let severity, severity < rule.severity { findings[findings.count - 1].isMild = true }
    }

    /// A place in the body at which a rule finds something.
    package struct Place: Sendable {
        /// One sentence without a full stop: what is wrong with these bytes.
        package var message: String
        fileprivate let range: Range<Int>
        fileprivate let part: Int?
        fileprivate let severity: Severity?
        fileprivate let hint: String?

        /// Makes a place; `severity` and `hint` are given where they differ from the rule's own.
        package init(_ message: String, at range: Range<Int>, part: Int?, severity: Severity?, hint: String?)
        {
            self.message = message
            self.range = range
            self.part = part
            self.severity = severity
            self.hint = hint
        }
    }

    /// Adds a finding for each of some places.
    package mutating func add(_ rule: some Rule, _ places: [Place]) {
        for place in places {
            add(
                rule,
                place.message,
                at: place.range,
                part: place.part,
                severity: place.severity,
                hint: place.hint
            )
        }
    }

    /// Adds a note that may occur in every request of a client; its message is made only when it is shown.
    ///
    /// - Parameters:
    ///   - rule: the rule that reports it.
    ///   - range: the bytes it is about, in the head.
    ///   - message: makes the message; it must give the same one each time.
    package mutating func addToHead(
        _ rule: some Rule,
        at range: Range<Int>,
        _ message: @escaping @Sendable () -> String
    ) {
        findings.append(
            Finding(
                rule: rule.id,
                severity: rule.severity,
                saying: .unsaid(message),
                place: .head,
                range: range,
                part: nil,
                hint: rule.hint,
                clause: rule.clauses.first
            )
        )
    }

    /// Removes and returns the findings.
    mutating func take() -> [Finding] {
        defer { findings.removeAll() }
        return findings
    }

    /// Withholds the findings from an index on that something the capture lacks could change.
    mutating func withhold(from index: Int, where isUnknown: (Finding) -> Bool) {
        for index in findings.indices[index...] where isUnknown(findings[index]) {
            findings[index].isWithheld = true
        }
    }
}
