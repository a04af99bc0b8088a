import Bytes
import Exchanges
import Forms
import Inspection

/// In what requests differ: head, framing, boundary, and the parts that belong together.
///
/// The boundary's text is never a difference, its form is; nor is Content-Length, which follows from it.
package struct RequestComparison: Sendable {
    /// The requests, in the order given.
    package let requests: [ComparedRequest]
    /// In what they differ, the gravest first, then in the order in which things stand in a request.
    package private(set) var differences: [Difference]

    /// Compares two requests or more.
    package init(_ requests: [ComparedRequest]) {
        self.requests = requests
        var found = Self.ruleDifferences(requests)
        found += Self.headDifferences(requests)
        found += Self.partDifferences(requests)
        differences = Difference.Weight.allCases.flatMap { weight in found.filter { $0.weight == weight } }
    }

    /// The names that all lists have, and those of them that are not spelt alike.
    private static func shared(
        _ lists: [[(folded: String, sent: String)]]
    ) -> (common: Set<String>, respelled: Set<String>) {
        guard let first = lists.first else { return ([], []) }
        let common = lists.dropFirst().reduce(Set(first.map(\.folded))) { $0.intersection($1.map(\.folded)) }
        var spellings: [String: Set<String>] = [:]
        for list in lists {
            for name in list where common.contains(name.folded) {
                spellings[name.folded, default: []].insert(name.sent)
            }
        }
        return (common, Set(spellings.filter { $0.value.count > 1 }.keys))
    }

    private static func headDifferences(_ requests: [ComparedRequest]) -> [Difference] {
        let names = shared(requests.map(HeadTraits.names))
        var table = TraitTable(count: requests.count)
        for (index, request) in requests.enumerated() {
            let head = HeadTraits(request, common: names.common, respelled: names.respelled)
            table.add(head?.traits ?? [], of: index)
        }
        for (index, request) in requests.enumerated() {
            table.add(BoundaryTraits(request)?.traits ?? [], of: index)
            table.add(request.form.map { BodyTraits($0).traits } ?? [], of: index)
        }
        return table.differences
    }

    private static func partDifferences(_ requests: [ComparedRequest]) -> [Difference] {
        let forms = requests.map(\.form)
        let alignment = PartAlignment(forms)
        var found = orderDifferences(forms, alignment)
        for row in alignment.rows {
            let parts = zip(forms, row).map { form, index in index.flatMap { form?.parts[$0] } }
            let subject = subject(of: parts)
            guard parts.allSatisfy({ $0 != nil }) else {
                let values = parts.map { part in part.map { "\($0.content.count) bytes" } }
                found.append(
                    Difference(subject: subject, trait: "presence", weight: .mayMatter, values: values)
                )
                continue
            }
            let names = shared(parts.compactMap { $0.map(PartTraits.names) })
            var table = TraitTable(count: requests.count)
            for (index, part) in parts.enumerated() {
                guard let part else { continue }
                let traits = PartTraits(
                    part,
                    subject: subject,
                    common: names.common,
                    respelled: names.respelled
                )
                table.add(traits.traits, of: index)
            }
            found += table.differences
            if let content = contentDifference(requests, parts, subject: subject) { found.append(content) }
        }
        return found
    }

    /// The parts that all requests have are in the same order, or this says in which.
    private static func orderDifferences(_ forms: [Form?], _ alignment: PartAlignment) -> [Difference] {
        let rows = alignment.rows.filter { $0.allSatisfy { $0 != nil } }
        let columns = forms.indices.map { column in rows.compactMap { $0[column] } }
        guard columns.contains(where: { column in zip(column, column.dropFirst()).contains { $0 > $1 } })
        else {
            return []
        }
        let values = zip(forms, columns).map { form, column in
            column.sorted().map { index in form.map { name(of: $0.parts[index]) } ?? "" }.joined(
                separator: ", "
            )
        }
        return [Difference(subject: "body", trait: "order of parts", weight: .mayMatter, values: values)]
    }

    private static func contentDifference(
        _ requests: [ComparedRequest],
        _ parts: [BodyPart?],
        subject: String
    ) -> Difference? {
        guard let first = requests.first, let reference = parts.first ?? nil else { return nil }
        let comparisons = zip(requests, parts).dropFirst().map { request, part in
            part.map { compare(first, reference, request, $0) } ?? .unknown
        }
        guard comparisons.contains(where: { $0 != .equal && $0 != .unknown }) else { return nil }
        var values: [String?] = ["\(reference.content.count) bytes"]
        for (part, comparison) in zip(parts.dropFirst(), comparisons) {
            let length = "\(part?.content.count ?? 0) bytes"
            switch comparison {
            case .equal: values.append("\(length), the same")
            case .equalButForLineBreaks: values.append("\(length), the same but for line breaks")
            case .differs(let offset): values.append("\(length), differs at byte \(offset)")
            case .differsSomewhere: values.append("\(length), differs")
            case .unknown: values.append("\(length), not compared")
            }
        }
        return Difference(subject: subject, trait: "content", weight: .mayMatter, values: values)
    }

    private static func compare(
        _ left: ComparedRequest,
        _ leftPart: BodyPart,
        _ right: ComparedRequest,
        _ rightPart: BodyPart
    ) -> ContentComparison {
        if let first = left.bytes(leftPart.content), let second = right.bytes(rightPart.content) {
            return ContentComparison(first, second)
        }
        if leftPart.content.count != rightPart.content.count { return .differsSomewhere }
        guard leftPart.facts.missingBytes == 0, rightPart.facts.missingBytes == 0,
            left.digests.indices.contains(leftPart.number - 1),
            right.digests.indices.contains(rightPart.number - 1)
        else { return .unknown }
        return left.digests[leftPart.number - 1] == right.digests[rightPart.number - 1]
            ? .equal : .differsSomewhere
    }

    /// Rules that not all requests break.
    private static func ruleDifferences(_ requests: [ComparedRequest]) -> [Difference] {
        var order: [String] = []
        var worst: [String: [Severity?]] = [:]
        for (index, request) in requests.enumerated() {
            for finding in request.findings {
                if worst[finding.rule] == nil {
                    order.append(finding.rule)
                    worst[finding.rule] = Array(repeating: nil, count: requests.count)
                }
                let before = worst[finding.rule]?[index]
                worst[finding.rule]?[index] = max(before.flatMap(\.self) ?? .note, finding.severity)
            }
        }
        return order.compactMap { rule in
            guard let severities = worst[rule], Set(severities).count > 1 else { return nil }
            let weight: Difference.Weight =
                switch severities.compactMap(\.self).max() {
                case .error: .violation
                case .warning: .receiversDiffer
                case .note, nil: .mayMatter
                }
            return Difference(
                subject: "rule",
                trait: rule,
                weight: weight,
                values: severities.map { $0?.rawValue }
            )
        }
    }

    private static func subject(of parts: [BodyPart?]) -> String {
        guard let part = parts.compactMap(\.self).first else { return "part" }
        return "part \(part.number) \(name(of: part))"
    }

    private static func name(of part: BodyPart) -> String {
        part.name.map { "\"\(PrintableText.text($0, limit: 60))\"" } ?? "without a name"
    }
}
