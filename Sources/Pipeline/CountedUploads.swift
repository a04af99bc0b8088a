import Exchanges
import Forms
package import Inspection

/// Whole uploads in which nothing was found that is to be reported.
///
/// Where no more than their number is wanted, the thread that inspects them counts them: to hand an exchange on to another
/// thread costs a third of what it costs to inspect it.
package struct CountedUploads: Hashable, Sendable {
    /// Only uploads are counted in which nothing of this severity or a greater one was found; `nil` for none.
    package let limit: Severity?
    /// How many there are.
    package private(set) var count = 0
    /// The number of parts of their forms.
    package private(set) var parts = 0
    /// The number of bytes of their bodies.
    package private(set) var bytes = 0
    /// The number of findings in them, of each severity.
    package private(set) var findings = SeverityCounts()
    /// The number of those with a finding of each severity or a greater one.
    package private(set) var withFindings = SeverityCounts()

    /// Of a form with more parts not all were judged.
    private static let partLimit = FormLimits().parts

    /// Makes a count of zero, of uploads in which nothing of a severity or a greater one is found.
    package init(below limit: Severity?) {
        self.limit = limit
    }

    /// Counts an exchange; does not, and returns false, where there is more to say of it.
    package mutating func add(_ exchange: InspectedExchange) -> Bool {
        guard exchange.origin == nil, let form = exchange.form,
            exchange.findings.allSatisfy({ isQuiet($0.finding) }),
            add(exchange.exchange, FormExtent(form), exchange.decoding)
        else { return false }
        if !exchange.findings.isEmpty { add(exchange.findings.map(\.finding)) }
        return true
    }

    /// Counts an exchange in which nothing was found; does not, and returns false, where its upload is not whole.
    ///
    /// - Parameters:
    ///   - exchange: the exchange.
    ///   - form: the form in the request's body.
    ///   - decoding: what taking the content codings off that came to.
    /// - Returns: whether it was counted.
    mutating func add(
        _ exchange: borrowing Exchange,
        _ form: FormExtent,
        _ decoding: ContentDecoding?
    ) -> Bool {
        guard limit != nil, form.length > 0, form.partCount <= Self.partLimit,
            !exchange.isIncomplete, decoding?.isWhole ?? true
        else { return false }
        count += 1
        parts += form.partCount
        bytes &+= form.length
        return true
    }

    /// Counts what was found in an exchange that was counted.
    mutating func add(_ findings: [Finding]) {
        var own = SeverityCounts()
        for index in findings.indices { own[findings[index].severity] += 1 }
        self.findings.add(own)
        withFindings.addOne(upTo: own.worst)
    }

    /// Counts the only finding in an exchange that was counted.
    mutating func add(_ severity: Severity) {
        findings[severity] += 1
        withFindings.addOne(upTo: severity)
    }

    /// Whether a finding needs only be counted.
    func isQuiet(_ finding: borrowing Finding) -> Bool {
        guard let limit else { return false }
        return finding.severity < limit
    }
}
