import Forms
package import Inspection

/// The differences between requests: request line, head, framing, boundary, and the matched parts.
///
/// The boundary's text never counts as a difference, its shape does; nor does the value of Content-Length,
/// which depends on it.
package struct RequestComparison: Sendable {
    /// The requests, in the order given.
    package let requests: [ComparedRequest]
    /// The parts of all requests, matched ones as one, in the order of the first request.
    package let parts: [ComparedPart]
    /// The differences, by descending weight, the likeliest cause of a refusal before others of its weight, then in the
    /// order of a request.
    package let differences: [Difference]
    /// The conclusion.
    package let verdict: ComparisonVerdict

    /// Compares two or more requests, which were judged by some rules.
    package init(_ requests: [ComparedRequest], rules: RuleCatalogue) {
        self.requests = requests
        let alignment = PartAlignment(requests)
        let rows = alignment.rows.map { row in
            zip(requests, row).map { request, index in index.flatMap { request.form?.parts[$0] } }
        }
        let counts = requests.map { request in
            (request.form?.parts ?? []).reduce(into: [[UInt8]: Int]()) { counts, part in
                counts[PartAlignment.key(part), default: 0] += 1
            }
        }
        parts = rows.map { ComparedPart($0, counts: counts) }
        var found = Self.headDifferences(requests)
        found += PartComparison(requests, rows: rows, parts: parts).differences
        BreachFolding(requests, rows: rows, parts: parts, rules: rules).fold(into: &found)
        var differences = Self.joined(found, parts).enumerated()
            .sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
            .map(\.element)
        var verdict = ComparisonVerdict(requests, parts, differences)
        if verdict.kind == .cause, let cause = verdict.difference,
            let first = differences.firstIndex(where: { $0.weight == differences[cause].weight })
        {
            differences.insert(differences.remove(at: cause), at: first)
            verdict.difference = first
        }
        self.differences = differences
        self.verdict = verdict
    }

    private static func headDifferences(_ requests: [ComparedRequest]) -> [Difference] {
        var table = TraitTable(count: requests.count)
        let heads = requests.map(RequestHeadTraits.init)
        for (index, head) in heads.enumerated() {
            if let head { table.add(head.lineTraits, of: index, in: .requestLine) }
        }
        for (index, head) in heads.enumerated() {
            if let head { table.add(head.traits, of: index, in: .head, areAll: head.isWhole) }
        }
        let boundaries = BoundaryTraits.all(of: requests)
        for (index, request) in requests.enumerated() {
            if let framing = FramingTraits(request) { table.add(framing.traits, of: index, in: .framing) }
            if let boundary = boundaries[index] { table.add(boundary.traits, of: index, in: .boundary) }
            if let body = BodyTraits(request) { table.add(body.traits, of: index, in: .body) }
        }
        var found = table.differences(\.title)
        func add(_ trait: String, _ values: [String?]?) {
            guard let values else { return }
            found.append(
                Difference(area: .head, subject: "head", trait: trait, weight: .cosmetic, values: values)
            )
        }
        let orders = heads.map { $0?.order }
        add("order of fields", SharedOrder(orders).values(orders))
        let pseudo = heads.map { $0?.pseudoOrder }
        add("order of pseudo-fields", SharedOrder(pseudo).values(pseudo))
        add("letters of field names", SharedSpelling.values(heads.map { $0?.spelling }))
        return found
    }

    /// The differences, with those that several parts share joined into one.
    ///
    /// Rules report a habit once, at the first part that has it: the finding holds for all of them.
    private static func joined(_ found: [Difference], _ parts: [ComparedPart]) -> [Difference] {
        var result: [Difference] = []
        var places: [[[UInt8]?]: Int] = [:]
        for difference in found {
            var texts: [String?] = [difference.area.rawValue, difference.trait] + difference.values
            // A part that is sent once more is another matter than one that is missing.
            if PresenceWords(difference, parts).repetition != nil {
                texts.append("\(difference.parts.map { parts[$0].copies })")
            }
            let key = texts.map { text in text.map { Array($0.utf8) } }
            if !difference.parts.isEmpty, let place = places[key] {
                result[place].join(difference)
            } else {
                places[key] = result.count
                result.append(difference)
            }
        }
        for index in result.indices {
            let rows = result[index].parts
            if rows.count > 1 {
                result[index].subject = ComparedPart.label(rows.map { parts[$0] }, of: parts.count)
            }
            if let repetition = PresenceWords(result[index], parts).repetition {
                result[index].remark = repetition
            }
        }
        return result
    }
}

extension Difference {
    /// Adds the parts of an equal difference.
    fileprivate mutating func join(_ other: Difference) {
        parts += other.parts
        weight = min(weight, other.weight)
        breaches += other.breaches.filter { new in
            !breaches.contains { $0.rule == new.rule && $0.requests == new.requests }
        }
        effects += other.effects.filter { !effects.contains($0) }
    }

    /// Orders differences by descending weight.
    fileprivate var rank: Int {
        let severity = breaches.map(\.severity).max() ?? .note
        let breach = [Severity.error, .warning, .note].firstIndex(of: severity) ?? 2
        let weights = Weight.allCases.firstIndex(of: weight) ?? 0
        return (weights * 3 + breach) * Area.allCases.count + (Area.allCases.firstIndex(of: area) ?? 0)
    }
}

extension Difference.Area {
    /// The title that reports use for the area, where it is not about parts.
    package var title: String {
        switch self {
        case .requestLine: "request line"
        case .head: "head"
        case .framing: "framing"
        case .boundary: "boundary"
        case .body: "body"
        case .part: "part"
        case .content: "content"
        }
    }
}
