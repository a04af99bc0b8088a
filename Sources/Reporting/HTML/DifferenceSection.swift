import Bytes
import Exchanges
import Forms
import Inspection
import Profiles

/// The section of a page on a comparison of requests.
struct DifferenceSection {
    /// The number of cosmetic differences shown by default: more would hide what matters.
    private static let shownCosmetic = 4
    /// The columns of a target above the differences: all of it is among the bytes.
    private static let targetColumns = 120

    private let comparison: RequestComparison
    private let bodyLimit: Int

    /// Prepares for a comparison; `bodyLimit` bytes of each body are shown.
    init(_ comparison: RequestComparison, bodyLimit: Int) {
        self.comparison = comparison
        self.bodyLimit = bodyLimit
    }

    /// The markup; `heading` is above it, where it is one of several, the `number`th from 1.
    func markup(number: Int, heading: String?) -> Markup {
        let requests = comparison.requests
        return """
            <section class="comparison" id="c\(number)">
            \(heading.map { "<h2>\(PageText.sentence($0, isLeading: true))</h2>\n" as Markup })\
            <div class="requests">
            \(requests.enumerated().map(summary))</div>
            \(Difference.Weight.allCases.compactMap(group))\
            <p class="closing">\(PageText.sentence(DifferenceWords.closing(comparison), isLeading: true))</p>
            <details class="sides"\(heading == nil ? " open" : "")>
            <summary><h3>The requests side by side</h3></summary>
            <div class="side-by-side">
            \(requests.enumerated().map(side))</div>
            </details>
            </section>

            """
    }

    private func summary(_ index: Int, _ request: ComparedRequest) -> Markup {
        let losses: Markup? =
            request.unrecorded.isEmpty ? nil : "<p>\(DifferenceWords.losses(of: request) ?? "")</p>"
        return """
            <div class="request\(request.answer.isRefused ? " refused" : "")"><b class="letter">\
            \(ComparedRequest.letter(index))</b><div><bdi class="name">\(DifferenceWords.name(of: request))</bdi><p>\
            \(DifferenceWords.facts(of: request, columns: Self.targetColumns).joined(separator: ", "))</p>\(losses)</div></div>

            """
    }

    private func side(_ index: Int, _ request: ComparedRequest) -> Markup {
        """
        <div class="side"><h4>\(ComparedRequest.letter(index)) <bdi>\(DifferenceWords.name(of: request))</bdi></h4>\
        <script type="application/json">\(Markup(html: JSONText.inScript(data(of: request))))</script></div>

        """
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

    private func group(_ weight: Difference.Weight) -> Markup? {
        let differences = comparison.differences.filter { $0.weight == weight }
        guard !differences.isEmpty else { return nil }
        let isOpen =
            weight != .cosmetic || differences.count <= Self.shownCosmetic
            || differences.count == comparison.differences.count
        let letters = comparison.requests.indices.map { index -> Markup in
            "<th scope=\"col\">\(ComparedRequest.letter(index))</th>"
        }
        return """
            <details class="weight"\(isOpen ? " open" : "")>
            <summary><h3>\(weight.title.prefix(1).uppercased() + weight.title.dropFirst()) <small>\
            \(Quantity.grouped(differences.count))</small></h3></summary>
            <table class="differences \(weight.ink.className)">
            <thead><tr><th scope="col"></th>\(letters)</tr></thead>
            <tbody>
            \(differences.map { rows(of: $0, isCause: $0 == cause) })</tbody>
            </table>
            </details>

            """
    }

    /// What the verdict names; `nil` where it names nothing.
    private var cause: Difference? { comparison.verdict.difference.map { comparison.differences[$0] } }

    private func rows(of difference: Difference, isCause: Bool) -> Markup {
        let notes = DifferenceWords.notes(on: difference, among: comparison.differences).map {
            note -> Markup in
            "<p>\(PageText.sentence(note))</p>"
        }
        let model = difference.values.compactMap(\.self).first
        let places = DifferencePlaces(difference, in: comparison)
        let cells = difference.values.enumerated().map { index, value -> Markup in
            let other = difference.values.compactMap(\.self).first { $0 != value } ?? model
            let isAbsent = (value ?? "").isEmpty || (other ?? "").isEmpty
            return """
                <td data-letter="\(ComparedRequest.letter(index))" data-places="\(places.text(of: index))"\
                \(isAbsent ? " class=\"absent\"" as Markup : nil)><bdi class="mono">\(Self.marked(value, from: other))</bdi></td>
                """
        }
        let why: Markup? =
            notes.isEmpty
            ? nil
            : "<tr class=\"why\"><td colspan=\"\(comparison.requests.count + 1)\">\(notes)</td></tr>\n"
        return """
            <tr class="difference\(isCause ? " cause" : "")"><th scope="row"><button type="button" class="at"><bdi>\
            \(PrintableText.text(difference.subject, limit: 400))</bdi> <span>\
            \(PrintableText.text(difference.trait, limit: 400))</span></button></th>\(cells)</tr>
            \(why)
            """
    }

    /// A value, with marks where it differs from another one.
    private static func marked(_ value: String?, from other: String?) -> Markup {
        let text = Array(DifferenceWords.value(value))
        guard let value, let other, !value.isEmpty, !other.isEmpty else {
            return PageText.signed(String(text))
        }
        let model = Array(other)
        let head = zip(text, model).prefix { $0 == $1 }.count
        let tail = zip(text.dropFirst(head).reversed(), model.dropFirst(head).reversed()).prefix { $0 == $1 }
            .count
        // Where most of the value differs, marks are not useful.
        let isMarked = (head + tail) * 2 >= min(text.count, model.count) && text.count > head + tail
        guard isMarked else { return PageText.signed(String(text)) }
        let end = text.count - tail
        return """
            \(PageText.signed(String(text[..<head])))<mark>\(PageText.signed(String(text[head..<end])))</mark>\
            \(PageText.signed(String(text[end...])))
            """
    }
}
