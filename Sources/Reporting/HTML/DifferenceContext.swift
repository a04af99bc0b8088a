import Bytes
import Exchanges
import Forms
import Inspection
import Profiles

/// The template context of a comparison of requests.
struct DifferenceContext {
    /// The number of cosmetic differences shown by default: more would hide what matters.
    private static let shownCosmetic = 4

    private let comparison: RequestComparison
    private let bodyLimit: Int

    /// Prepares for a comparison; `bodyLimit` bytes of each body are shown.
    init(_ comparison: RequestComparison, bodyLimit: Int) {
        self.comparison = comparison
        self.bodyLimit = bodyLimit
    }

    /// The template context; `heading` is above it, where it is one of several, the `number`th from 1.
    func context(number: Int, heading: String?) -> PageTemplates.Context {
        [
            "id": "c\(number)",
            "heading?": heading != nil,
            "heading": PageText.sentence(heading ?? "", isLeading: true),
            "requests": comparison.requests.enumerated().map(request),
            "letters": comparison.requests.indices.map(ComparedRequest.letter),
            "columns": "\(comparison.requests.count + 1)",
            "groups": Difference.Weight.allCases.compactMap(group),
            "isSingle": heading == nil,
            "closing": DifferenceWords.closing(comparison),
        ]
    }

    private func request(_ index: Int, _ request: ComparedRequest) -> PageTemplates.Context {
        [
            "letter": ComparedRequest.letter(index),
            "name": DifferenceWords.name(of: request),
            "facts": DifferenceWords.facts(of: request).joined(separator: ", "),
            "losses?": !request.unrecorded.isEmpty,
            "losses": DifferenceWords.losses(of: request) ?? "",
            "isRefused": request.answer.isRefused,
            "data": JSONText.inScript(data(of: request)),
        ]
    }

    /// The bytes of a request, with the places of findings.
    private func data(of request: ComparedRequest) -> JSONValue {
        var shownBytes = 0
        let blocks = BlockData.all(
            of: request.exchange,
            request.form,
            bodyLimit: bodyLimit,
            around: request.findings.filter { $0.place == .body }.map(\.range.lowerBound),
            shownBytes: &shownBytes
        )
        let findings = request.findings.map { finding -> JSONValue in
            [
                "severity": .string(finding.severity.rawValue), "place": .string(finding.place.rawValue),
                "lo": .integer(finding.range.lowerBound), "hi": .integer(finding.range.upperBound),
            ]
        }
        return ["blocks": .array(blocks.map(\.value)), "findings": .array(findings)]
    }

    private func group(_ weight: Difference.Weight) -> PageTemplates.Context? {
        let differences = comparison.differences.filter { $0.weight == weight }
        guard !differences.isEmpty else { return nil }
        return [
            "title": weight.title.prefix(1).uppercased() + weight.title.dropFirst(),
            "count": Quantity.grouped(differences.count),
            "ink": weight.ink.className,
            "isOpen": weight != .cosmetic || differences.count <= Self.shownCosmetic
                || differences.count == comparison.differences.count,
            "differences": differences.map(row),
        ]
    }

    private func row(_ difference: Difference) -> PageTemplates.Context {
        let notes = DifferenceWords.notes(on: difference)
        let model = difference.values.compactMap(\.self).first
        let places = DifferencePlaces(difference, in: comparison)
        return [
            "subject": PrintableText.text(difference.subject, limit: 400),
            "trait": PrintableText.text(difference.trait, limit: 400),
            "values": difference.values.enumerated().map { index, value in
                cell(value, from: difference.values.compactMap(\.self).first { $0 != value } ?? model)
                    .merging([
                        "letter": ComparedRequest.letter(index), "places": places.text(of: index),
                    ]) { $1 }
            },
            "notes?": !notes.isEmpty,
            "notes": notes.map { PageText.sentence($0) },
        ]
    }

    /// A value, with marks where it differs from another one.
    private func cell(_ value: String?, from other: String?) -> PageTemplates.Context {
        let text = Array(DifferenceWords.value(value))
        guard let value, let other, !value.isEmpty, !other.isEmpty else {
            return ["isAbsent": true, "before": PageText.signed(String(text)), "changed?": false]
        }
        let model = Array(other)
        let head = zip(text, model).prefix { $0 == $1 }.count
        let tail = zip(text.dropFirst(head).reversed(), model.dropFirst(head).reversed()).prefix { $0 == $1 }
            .count
        // Where most of the value differs, marks are not useful.
        let isMarked = (head + tail) * 3 >= min(text.count, model.count) && text.count > head + tail
        guard isMarked else {
            return ["isAbsent": false, "before": PageText.signed(String(text)), "changed?": false]
        }
        return [
            "isAbsent": false, "changed?": true,
            "before": PageText.signed(String(text[..<head])),
            "changed": PageText.signed(String(text[head..<(text.count - tail)])),
            "after": PageText.signed(String(text[(text.count - tail)...])),
        ]
    }
}
