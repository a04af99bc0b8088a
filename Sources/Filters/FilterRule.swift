import Bytes

/// A rule of a file, as it is shown to a person.
package struct FilterRule: Hashable, Sendable, CustomStringConvertible {
    /// The rule's line, raw.
    package let text: [UInt8]
    /// The path of its file, as it was given.
    package let path: String
    /// The number of the line, from 1.
    package let line: Int

    /// The rule and its place, safe to print: `||ads.example^ (rules.txt:12)`.
    package var description: String {
        "\(PrintableText.text(text, limit: 120)) (\(PrintableText.text(path)):\(line))"
    }
}

/// What rules say of a request.
package enum FilterDecision: Hashable, Sendable {
    /// No rule matches, or an exception does.
    case allowed
    /// A rule matches and no exception does. Where several match, this is the first of them.
    case blocked(by: FilterRule)
}

/// A rule, ready to be matched.
struct CompiledRule: Hashable, Sendable {
    /// The pattern of the URL.
    var pattern: FilterPattern
    /// Whether a match allows what other rules block.
    var isException = false
    /// What the rule applies to.
    var conditions = RuleConditions()
    /// The rule's line, raw.
    var text: [UInt8]
    /// The index of its file.
    var file = 0
    /// The number of its line, from 1.
    var line = 0

    /// Whether the rule matches a request.
    func matches(_ request: borrowing FilterRequest) -> Bool {
        guard conditions.kinds.contains(ResourceKinds(request.kind)) else { return false }
        return conditions.holdBesideKind(for: request) && pattern.matches(request)
    }
}

/// What the options of a rule demand of a request.
struct RuleConditions: Hashable, Sendable {
    /// The kinds of resources; all where the rule names none.
    ///
    /// In browsers such a rule leaves pages in tabs alone. Here it does not: a form that is sent without a script is the
    /// request for such a page.
    var kinds = ResourceKinds.all
    /// The methods, in uppercase; `nil` for any.
    var methods: NameChoice?
    /// The hosts of the pages that make the requests, in lowercase, with their subdomains; `nil` for any.
    var initiators: NameChoice?
    /// Whether the request must go to the same site or to another one; `nil` for either.
    var party: FilterRequest.Party?

    /// Whether all but the kind is as demanded.
    ///
    /// What a request does not tell is not as demanded.
    func holdBesideKind(for request: borrowing FilterRequest) -> Bool {
        if let methods, !methods.accepts(request.method) { return false }
        if let party, party != request.party { return false }
        if let initiators, !initiators.acceptsDomain(request.initiator) { return false }
        return true
    }
}

/// Names of which one must be met, or that must not be met.
struct NameChoice: Hashable, Sendable {
    /// The names that are accepted; where there are none, all that are not rejected.
    private(set) var accepted: Set<[UInt8]> = []
    /// The names that are not accepted.
    private(set) var rejected: Set<[UInt8]> = []

    /// Adds a name.
    mutating func add(_ name: [UInt8], isRejected: Bool) {
        if isRejected { rejected.insert(name) } else { accepted.insert(name) }
    }

    /// Whether a name is accepted.
    func accepts(_ name: [UInt8]) -> Bool {
        !rejected.contains(name) && (accepted.isEmpty || accepted.contains(name))
    }

    /// Whether a host is accepted; the longest of its domains that is named decides.
    func acceptsDomain(_ host: [UInt8]?) -> Bool {
        guard let host else { return accepted.isEmpty }
        for domain in DomainSuffixes(host[...]) {
            let domain = Array(domain)
            if rejected.contains(domain) { return false }
            if accepted.contains(domain) { return true }
        }
        return accepted.isEmpty
    }
}

/// A host and the domains that it is in, the longest first: `a.b.c`, `b.c`, `c`.
struct DomainSuffixes: Sequence, IteratorProtocol {
    private var rest: ArraySlice<UInt8>?
    private var left = 128

    /// Takes a host; it has at most 127 labels (RFC 1035 §2.3.4), so no more are given.
    init(_ host: ArraySlice<UInt8>) { rest = host }

    mutating func next() -> ArraySlice<UInt8>? {
        guard let domain = rest, !domain.isEmpty, left > 0 else { return nil }
        left -= 1
        rest = domain.firstIndex(of: UInt8(ascii: ".")).map { domain[($0 + 1)...] }
        return domain
    }
}
