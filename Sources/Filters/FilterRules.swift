import Bytes

/// Rules that block requests, or select exchanges, by their URL, method and kind of resource.
///
/// A value that never changes: where the files do, another one takes its place.
package struct FilterRules: Sendable {
    private let rules: [CompiledRule]
    private let paths: [String]
    private let blocking: RuleIndex
    private let exceptions: RuleIndex

    /// How many rules there are, exceptions included.
    package var count: Int { rules.count }

    /// No rules.
    package init() { self.init([], paths: []) }

    /// Makes the index of rules, which stand in the order of their files and lines.
    init(_ rules: [CompiledRule], paths: [String]) {
        self.rules = rules
        self.paths = paths
        blocking = RuleIndex(of: rules, rules.indices.filter { !rules[$0].isException })
        exceptions = RuleIndex(of: rules, rules.indices.filter { rules[$0].isException })
    }

    /// Whether a request is blocked.
    package func decide(_ request: borrowing FilterRequest) -> FilterDecision {
        var work = 0
        return decide(request, work: &work)
    }

    /// The same; `work` counts the rules that are compared with the request.
    func decide(_ request: borrowing FilterRequest, work: inout Int) -> FilterDecision {
        guard let index = blocking.first(matching: request, in: rules, work: &work),
            exceptions.first(matching: request, in: rules, work: &work) == nil
        else { return .allowed }
        let rule = rules[index]
        return .blocked(by: FilterRule(text: rule.text, path: paths[rule.file], line: rule.line))
    }

    /// Whether a rule could block any request to a host, so that its connections have to be looked into.
    ///
    /// It may say so of a host where in the end no request is blocked, never the other way round.
    package func mayBlock(host: String) -> Bool {
        blocking.mayMatch(host: Array(host.utf8.map(\.lowercased)[...].withoutRoot))
    }
}
