import Bytes
import Exchanges
import Forms
import Inspection
import Profiles

/// The byte ranges of compared requests that a difference is about.
struct DifferencePlaces {
    /// The number of ranges that are highlighted at once.
    private static let limit = 100

    private let difference: Difference
    private let comparison: RequestComparison

    /// Prepares for a difference of a comparison.
    init(_ difference: Difference, in comparison: RequestComparison) {
        self.difference = difference
        self.comparison = comparison
    }

    /// The ranges of a request, such as `head:0-24 body:41-86`, each with the offsets of its first byte and
    /// of the byte after its last; empty where the request has no such bytes.
    func text(of index: Int) -> String {
        // A part that does not break the rule which others break is shown all the same.
        let isAbsent = difference.values[index] == nil && parts(of: index).isEmpty
        guard !isAbsent else { return insertion(of: index) }
        let found = findings(of: index)
        let aligned = found.isEmpty ? counterparts(of: index) : []
        let places = found.isEmpty ? (aligned.isEmpty ? whole(of: index) : aligned) : found
        return places.prefix(Self.limit)
            .map { "\($0.block):\($0.range.lowerBound)-\($0.range.upperBound)" }
            .joined(separator: " ")
    }

    /// The place in a request at which a missing part would be, so that it is seen beside the others.
    private func insertion(of index: Int) -> String {
        guard difference.area == .part, let row = difference.parts.first,
            let form = comparison.requests[index].form
        else { return "" }
        let before = comparison.parts[..<row].last { $0.numbers[index] != nil }?.numbers[index] ?? 0
        let offset =
            form.parts.indices.contains(before - 1)
            ? form.parts[before - 1].content.upperBound : form.parts.first?.delimiter.text.lowerBound ?? 0
        return "body:\(offset)-\(offset)"
    }

    /// The parts of a request that the difference is about.
    private func parts(of index: Int) -> [BodyPart] {
        let numbers = difference.parts.compactMap { comparison.parts[$0].numbers[index] }
        let parts = comparison.requests[index].form?.parts ?? []
        return numbers.compactMap { parts.indices.contains($0 - 1) ? parts[$0 - 1] : nil }
    }

    /// The ranges of the findings attached to it.
    private func findings(of index: Int) -> [(block: String, range: Range<Int>)] {
        let rules = difference.breaches.filter { $0.requests.contains(index) }.map(\.rule)
        let numbers = parts(of: index).map(\.number)
        return comparison.requests[index].findings
            .filter { finding in
                rules.contains(finding.rule)
                    && (difference.parts.isEmpty || finding.part.map(numbers.contains) ?? false)
            }
            .map { ($0.place == .body ? "body" : "head", $0.range) }
    }

    /// The delimiters of a request that correspond to those at which others break a rule, so that they are seen beside
    /// one another.
    private func counterparts(of index: Int) -> [(block: String, range: Range<Int>)] {
        guard difference.area == .body, let own = comparison.requests[index].form else { return [] }
        var ranges: [Range<Int>] = []
        for (other, request) in comparison.requests.enumerated() where other != index {
            guard let form = request.form else { continue }
            for (block, range) in findings(of: other).prefix(Self.limit) where block == "body" {
                let place = form.delimiters.firstIndex { $0.text.upperBound > range.lowerBound }
                guard let place, own.delimiters.indices.contains(place) else { continue }
                ranges.append(own.delimiters[place].range)
            }
        }
        return ranges.map { ("body", $0) }
    }

    /// The ranges with the trait.
    private func whole(of index: Int) -> [(block: String, range: Range<Int>)] {
        let request = comparison.requests[index]
        switch difference.area {
        case .requestLine, .head, .framing, .boundary:
            guard let message = request.exchange.request, let head = HeadLayout(message) else { return [] }
            return ranges(in: head, of: message).map { ("head", $0) }
        case .body: return request.form.map { ranges(in: $0) }?.map { ("body", $0) } ?? []
        case .part, .content: return parts(of: index).flatMap(ranges).map { ("body", $0) }
        }
    }

    private func ranges(in head: HeadLayout, of message: Message) -> [Range<Int>] {
        func lines(_ isMeant: (String) -> Bool) -> [Range<Int>] {
            message.head.fields.lines
                .filter { isMeant(PrintableText.text(message.head.fields[$0.name].map(\.lowercased))) }
                .map(head.range)
        }
        switch difference.area {
        case .requestLine: return head.startLine.isEmpty ? lines { $0.hasPrefix(":") } : [head.startLine]
        case .framing: return lines { ["content-length", "transfer-encoding", "trailer"].contains($0) }
        case .boundary: return lines { $0 == "content-type" }
        default:
            guard let name = fieldName else { return [head.fields] }
            return lines { $0 == name }
        }
    }

    /// The name of the field, in lowercase, that the difference is about.
    private var fieldName: String? {
        let prefix = "field "
        return difference.trait.hasPrefix(prefix) ? String(difference.trait.dropFirst(prefix.count)) : nil
    }

    private func ranges(in form: Form) -> [Range<Int>] {
        switch difference.trait {
        case "before the first delimiter": [form.preamble]
        case "close delimiter": form.close.map { [$0.text] } ?? []
        case "after the close delimiter": [form.epilogue]
        default: form.delimiters.prefix(Self.limit).map(\.range)
        }
    }

    private func ranges(in part: BodyPart) -> [Range<Int>] {
        if difference.area == .content { return [part.content] }
        if difference.trait == "presence" {
            return [part.delimiter.text.lowerBound..<part.content.upperBound]
        }
        if let fieldName {
            return part.header.lines
                .filter { PrintableText.text(part.header[$0.name].map(\.lowercased)) == fieldName }
                .map(\.range)
        }
        let parameter = part.disposition?.value.parameters.first { parameter in
            let name = PrintableText.text(part.header[parameter.name].map(\.lowercased))
            return difference.trait == name || difference.trait == "quoting of \(name)"
        }
        return [parameter?.range ?? part.header.range]
    }
}
