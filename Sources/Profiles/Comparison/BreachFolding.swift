import Bytes
import Exchanges
import Forms
import Inspection

/// Attaches findings to the differences that they explain; a finding that explains none becomes a difference
/// of its own.
struct BreachFolding {
    private struct Site: Hashable {
        var rule: String
        var row: Int?
        /// The parameter of Content-Disposition that it is about.
        var parameter: String?
    }

    private struct Found {
        var severities: [Severity?]
        var finding: Finding
        /// The request with the finding.
        var request: Int
    }

    private let requests: [ComparedRequest]
    private let parts: [ComparedPart]
    /// The row of each part of each request, by its number.
    private let rowOfPart: [[Int: Int]]
    private let rows: [[BodyPart?]]
    private let rules: RuleCatalogue

    /// Prepares to attach findings of some rules; `rows` are the matched parts, and `parts` the description of each row.
    init(_ requests: [ComparedRequest], rows: [[BodyPart?]], parts: [ComparedPart], rules: RuleCatalogue) {
        self.rules = rules
        self.requests = requests
        self.rows = rows
        self.parts = parts
        rowOfPart = requests.indices.map { column in
            var numbers: [Int: Int] = [:]
            for (row, parts) in rows.enumerated() {
                if let part = parts[column] { numbers[part.number] = row }
            }
            return numbers
        }
    }

    /// Attaches the rules that only some requests violate to the differences.
    func fold(into differences: inout [Difference]) {
        var places: [Int?: [Trait.Key: Int]] = [nil: [:]]
        for (index, difference) in differences.enumerated() {
            let key = Trait.Key(area: difference.area, name: difference.trait)
            places[difference.parts.first, default: [:]][key] = index
        }
        for (site, found) in gathered() {
            guard let breach = breach(site, found) else { continue }
            // A finding in a part may concern the whole body, for example its line endings.
            let index = traits(site, found).lazy.compactMap { key in
                places[site.row]?[key] ?? (key.area.isOfParts ? nil : places[nil]?[key])
            }.first
            if let index {
                differences[index].breaches.append(breach)
            } else {
                differences.append(standing(site, found, breach))
            }
        }
        for index in differences.indices where !differences[index].breaches.isEmpty {
            differences[index].weigh()
        }
    }

    /// The findings, grouped by rule and part, in the order of the requests and their findings.
    private func gathered() -> [(Site, Found)] {
        var order: [Site] = []
        var all: [Site: Found] = [:]
        for (index, request) in requests.enumerated() {
            // Gaps in the capture are not violations by the request.
            for finding in request.findings where !finding.rule.hasPrefix("capture/") {
                let row = finding.part.flatMap { rowOfPart[index][$0] }
                let part = row.flatMap { rows[$0][index] }
                let parameter = ["filename", "name"].first { name in
                    part.map { RuleAspects.isAbout(name, finding, $0) } ?? false
                }
                let site = Site(rule: finding.rule, row: row, parameter: parameter)
                if all[site] == nil {
                    order.append(site)
                    all[site] = Found(
                        severities: Array(repeating: nil, count: requests.count),
                        finding: finding,
                        request: index
                    )
                }
                let before = all[site]?.severities[index]
                all[site]?.severities[index] = max(before.flatMap(\.self) ?? .note, finding.severity)
            }
        }
        return order.compactMap { site in all[site].map { (site, $0) } }
    }

    /// The breach, `nil` where all requests violate the rule alike.
    ///
    /// A missing part is no evidence about a habit; a violation may be the reason why the part is missing.
    private func breach(_ site: Site, _ found: Found) -> Breach? {
        let worst = found.severities.compactMap(\.self).max() ?? found.finding.severity
        let able = requests.indices.filter { index in
            guard found.severities[index] == nil else { return true }
            let part = site.row.flatMap { rows[$0][index] }
            return isJudged(requests[index], part, by: site.rule)
                && (worst > .note || site.row.map { rows[$0][index] != nil } ?? true)
        }
        guard Set(able.map { found.severities[$0] }).count > 1 else { return nil }
        return Breach(
            rule: site.rule,
            rules.rule(site.rule),
            severity: worst,
            requests: able.filter { found.severities[$0] != nil },
            message: found.finding.message
        )
    }

    /// Whether a rule had all that it needs to judge a request: otherwise conformance is not known.
    private func isJudged(_ request: ComparedRequest, _ part: BodyPart?, by id: String) -> Bool {
        guard let rule = rules.rule(id) else { return true }
        if request.exchange.fidelity == .text, let part, PartTraits.isLossy(part.header.bytes) {
            return false
        }
        let hasGap = request.exchange.request?.head.hasGap ?? false
        return rule.needs <= request.exchange.fidelity && !hasGap
            && (rule.evidence == .head || !request.isCut)
    }

    /// The traits that a rule may be about, the likeliest first.
    private func traits(_ site: Site, _ found: Found) -> [Trait.Key] {
        var traits = RuleAspects.traits(of: site.rule)
        if let parameter = site.parameter {
            // A rule about labels concerns one of them.
            let others = ["filename", "name"].filter { $0 != parameter }
            traits.removeAll { trait in
                others.contains { trait.name == $0 || trait.name == "quoting of \($0)" }
            }
        }
        if traits.isEmpty, let row = site.row, let part = rows[row][found.request],
            let line = part.header.lines.first(where: { $0.range.contains(found.finding.range.lowerBound) })
        {
            let name = PartTraits.folded(part.header[line.name])
            traits.append(Trait.Key(area: .part, name: "field \(name)"))
        }
        // Violations in a part that only some requests have are attached to its presence.
        if site.row != nil { traits.append(Trait.Key(area: .part, name: "presence")) }
        return traits
    }

    /// A difference that consists only of a rule that some requests violate.
    private func standing(_ site: Site, _ found: Found, _ breach: Breach) -> Difference {
        let area = site.row == nil ? found.finding.area : .part
        return Difference(
            area: area,
            parts: site.row.map { [$0] } ?? [],
            subject: site.row.map { parts[$0].label } ?? area.title,
            trait: breach.title,
            weight: .mayMatter,
            values: found.severities.map { $0 == nil ? nil : "found" },
            breaches: [breach]
        )
    }
}

extension Finding {
    /// The area of the request, where the rule is not about a part.
    fileprivate var area: Difference.Area {
        if rule.hasPrefix("boundary/") { return .boundary }
        if rule == "limits/body-size" { return .body }
        return switch place {
        case .head: .head
        case .wire: .framing
        case .body: .body
        }
    }
}

extension Difference.Area {
    /// Whether this area belongs to one part.
    fileprivate var isOfParts: Bool { self == .part || self == .content }
}

extension Difference {
    /// Sets a difference's weight by the rules violated in it, and collects the effects on receivers.
    fileprivate mutating func weigh() {
        breaches = breaches.enumerated()
            .sorted { ($1.element.severity, $0.offset) < ($0.element.severity, $1.offset) }
            .map(\.element)
        effects = breaches.flatMap(\.effects)
        for breach in breaches { weight = min(weight, breach.weight) }
    }
}

extension Breach {
    /// The weight of a difference in which this rule is violated.
    fileprivate var weight: Difference.Weight {
        let receiversDiffer =
            !effects.isEmpty || rule.hasPrefix("limits/") || rule.hasPrefix("compat/")
        return switch severity {
        case .error: .violation
        case .warning: receiversDiffer || requirement != .should ? .receiversDiffer : .violation
        case .note: receiversDiffer ? .receiversDiffer : .cosmetic
        }
    }
}
