import Bytes
import Exchanges
import Forms
import Inspection

/// Compares the matched parts of several requests.
struct PartComparison {
    /// The trait of a part that only some requests have.
    static let presence = "presence"
    /// The trait of the name of a part.
    static let name = "name"
    /// The value of a request of whose parts some may be missing from the record.
    static let unknown = "not known"

    private let requests: [ComparedRequest]
    private let rows: [[BodyPart?]]
    private let parts: [ComparedPart]

    /// Prepares to compare; `rows` are the matched parts, and `parts` the description of each row.
    init(_ requests: [ComparedRequest], rows: [[BodyPart?]], parts: [ComparedPart]) {
        self.requests = requests
        self.rows = rows
        self.parts = parts
    }

    /// The differences, in the order of the parts.
    var differences: [Difference] {
        orderDifferences + rows.indices.flatMap(differences)
    }

    /// Whether all parts of a request are known: its body is not cut, and all its parts were kept.
    private func isWhole(_ request: ComparedRequest) -> Bool {
        guard let form = request.form, !request.isCut else { return false }
        return form.partCount == form.keptPartCount
    }

    private func differences(_ row: Int) -> [Difference] {
        let all = rows[row]
        var found: [Difference] = []
        let lacks = zip(requests, all).contains { $1 == nil && isWhole($0) }
        if lacks {
            let values = zip(requests, all).map { request, part -> String? in
                guard let part else {
                    let isKnown = request.form == nil ? request.unrecorded.isEmpty : isWhole(request)
                    return isKnown ? nil : Self.unknown
                }
                return "\(part.isFile ? "a file" : "a field") of \(Self.bytes(part.content.count))"
            }
            found.append(difference(row, .part, Self.presence, .partMissing, values))
        }
        if !haveSameHeader(all) { found += headerDifferences(row, all) }
        if let values = contents(all) { found.append(difference(row, .content, "bytes", .mayMatter, values)) }
        return found
    }

    /// Whether all parts have identical header bytes, so that the headers need not be parsed; a
    /// Content-Length may still be correct for one and wrong for another.
    private func haveSameHeader(_ row: [BodyPart?]) -> Bool {
        let headers = row.compactMap { $0?.header }
        guard let first = headers.first else { return true }
        return headers.dropFirst().allSatisfy { $0.bytes == first.bytes }
            && first.first(named: "content-length") == nil
    }

    private func headerDifferences(_ row: Int, _ all: [BodyPart?]) -> [Difference] {
        var found: [Difference] = []
        let traits = zip(requests, all).map { request, part in part.map { PartTraits($0, of: request) } }
        var table = TraitTable(count: requests.count)
        for (index, traits) in traits.enumerated() {
            if let traits { table.add(traits.traits, of: index, in: .part) }
        }
        found += table.differences({ _ in parts[row].label }, parts: [row]).map { renamed($0, all) }
        let orders = traits.map { $0?.names.map(\.folded) }
        if let values = SharedOrder(orders).values(orders) {
            found.append(difference(row, .part, "order of fields", .mayMatter, values))
        }
        if let values = SharedSpelling.values(traits.map { $0?.names }) {
            found.append(difference(row, .part, "letters of field names", .cosmetic, values))
        }
        let parameters = traits.map { $0?.parameterNames.map(\.folded) }
        if let values = SharedOrder(parameters).values(parameters) {
            found.append(difference(row, .part, "order of parameters", .mayMatter, values))
        }
        if let values = SharedSpelling.values(traits.map { $0?.parameterNames }) {
            found.append(difference(row, .part, "letters of parameter names", .cosmetic, values))
        }
        return found
    }

    /// A difference in names as one in the presence of a part, unless one name is escaped in several ways.
    private func renamed(_ difference: Difference, _ row: [BodyPart?]) -> Difference {
        guard difference.trait == Self.name, Set(row.compactMap { $0.map(Self.readName) }).count > 1 else {
            return difference
        }
        let effect = "a server that looks for one of the names finds nothing under another"
        var renamed = difference
        renamed.weight = .partMissing
        renamed.remark = [difference.remark, effect].compactMap(\.self).joined(separator: "; ")
        return renamed
    }

    /// The name under which servers find a part: they do not decode one that is percent-encoded as a whole.
    private static func readName(of part: BodyPart) -> [UInt8] {
        if let name = part.name, EscapedText.percentDecoded(name) != nil { return Array(name) }
        return PartAlignment.poorKey(PartAlignment.key(part))
    }

    private func difference(
        _ row: Int,
        _ area: Difference.Area,
        _ trait: String,
        _ weight: Difference.Weight,
        _ values: [String?]
    ) -> Difference {
        Difference(
            area: area,
            parts: [row],
            subject: parts[row].label,
            trait: trait,
            weight: weight,
            values: values
        )
    }

    /// Whether the parts that several requests have are in the same order.
    private var orderDifferences: [Difference] {
        // Names are ambiguous where several parts share one; rows are not.
        let orders = requests.indices.map { column -> [String]? in
            let present = rows.indices.filter { rows[$0][column] != nil }
            return present.sorted { (rows[$0][column]?.number ?? 0) < (rows[$1][column]?.number ?? 0) }
                .map(String.init)
        }
        let shared = SharedOrder(orders)
        guard shared.differs else { return [] }
        let values = shared.lists.map { list in
            list.compactMap { Int($0) }.map { parts[$0].name ?? "–" }.joined(separator: ", ")
        }
        return [
            Difference(
                area: .body,
                subject: "body",
                trait: "order of parts",
                weight: .mayMatter,
                values: values
            )
        ]
    }

    /// How the contents of a row compare to that of the first request that has it; `nil` where all are equal.
    private func contents(_ row: [BodyPart?]) -> [String?]? {
        let present = row.indices.filter { row[$0] != nil }
        guard let first = present.first, let reference = row[first] else { return nil }
        var values: [String?] = Array(repeating: nil, count: row.count)
        values[first] = Self.bytes(reference.content.count)
        var differs = false
        for index in present.dropFirst() {
            guard let part = row[index] else { continue }
            let length = Self.bytes(part.content.count)
            switch compare(requests[first], reference, requests[index], part) {
            case .equal: values[index] = "\(length), the same"
            case .equalButForBoundary: values[index] = "\(length), the same but for the inner boundary"
            case .unknown: values[index] = "\(length), not compared"
            case .equalButForClose:
                values[index] = "\(length), the same but for the line break before a missing close delimiter"
            case .equalButForLineBreaks:
                values[index] = "\(length), the same but for line breaks"
                differs = true
            case .differs(let offset):
                values[index] = Self.divergence(of: part, from: reference, at: offset)
                differs = true
            case .differsSomewhere:
                values[index] = "\(length), differs"
                differs = true
            }
        }
        return differs ? values : nil
    }

    /// How a content differs from another one from an offset on; where one of them begins the other, by its end.
    private static func divergence(of part: BodyPart, from reference: BodyPart, at offset: Int) -> String {
        let (count, model) = (part.content.count, reference.content.count)
        // The boundaries inside may have different lengths: then lengths do not tell where a content ends.
        guard offset == min(count, model), innerBoundaries(reference, part) == nil else {
            return "\(bytes(count)), differs from byte \(offset.grouped) on"
        }
        if count < model { return "ends after \(count.grouped) of \(bytes(model))" }
        return model == 0 ? bytes(count) : "\(bytes(count)), goes on after the same \(bytes(model))"
    }

    private static func bytes(_ count: Int) -> String { count == 1 ? "1 byte" : "\(count.grouped) bytes" }

    private func compare(
        _ left: ComparedRequest,
        _ leftPart: BodyPart,
        _ right: ComparedRequest,
        _ rightPart: BodyPart
    ) -> ContentComparison {
        let isWhole = [(left, leftPart), (right, rightPart)].allSatisfy { request, part in
            // The last part of a cut body may continue.
            let isLast = request.isCut && part.content.upperBound == request.form?.length
            return part.facts.missingBytes == 0 && request.exchange.fidelity > .text && !isLast
        }
        guard isWhole else { return .unknown }
        let digests = [left.digest(of: leftPart), right.digest(of: rightPart)].compactMap(\.self)
        if digests.count == 2, digests[0] == digests[1] { return .equal }
        let boundaries = Self.innerBoundaries(leftPart, rightPart)
        if left.contents.indices.contains(leftPart.number - 1),
            right.contents.indices.contains(rightPart.number - 1)
        {
            let comparison = ContentComparison(
                left.contents[leftPart.number - 1],
                right.contents[rightPart.number - 1],
                of: boundaries
            )
            guard case .differs(let offset) = comparison,
                offset == min(leftPart.content.count, rightPart.content.count),
                Self.isUnclosed(leftPart, of: left, from: offset)
                    || Self.isUnclosed(rightPart, of: right, from: offset)
            else { return comparison }
            return .equalButForClose
        }
        // Digests of multiparts differ by their boundaries alone.
        if boundaries != nil { return .unknown }
        if digests.count == 2 || leftPart.content.count != rightPart.content.count {
            return .differsSomewhere
        }
        return .unknown
    }

    /// The boundaries of two parts that are multiparts themselves, as several files of one field were once
    /// sent (RFC 7578 §4.3); `nil` where one of them is not.
    private static func innerBoundaries(_ left: BodyPart, _ right: BodyPart) -> (
        left: [UInt8], right: [UInt8]
    )? {
        guard let first = left.mediaType, let second = right.mediaType, first.isMultipart, second.isMultipart,
            let one = first.declaredBoundaries.first, let other = second.declaredBoundaries.first
        else { return nil }
        return (one, other)
    }

    /// Whether a part's content from an offset on is only the line break that would belong to a missing close
    /// delimiter (RFC 2046 §5.1.1).
    private static func isUnclosed(_ part: BodyPart, of request: ComparedRequest, from offset: Int) -> Bool {
        guard let form = request.form, form.close == nil, part.content.upperBound == form.length else {
            return false
        }
        let tail = part.content.dropFirst(offset)
        return (1...2).contains(tail.count)
            && form.kept[tail.startIndex..<tail.endIndex]?.allSatisfy(\.isLineBreak) ?? false
    }
}
