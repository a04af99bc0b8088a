import Bytes
import Forms

/// A part that several requests have, or only some of them.
package struct ComparedPart: Hashable, Sendable {
    /// The number of the part in each request, from 1; `nil` where the request has none.
    package var numbers: [Int?]
    /// The part's name as written by the first request that has it, escaped for display; `nil` where it has
    /// none.
    package var name: String?
    /// How many parts of its name each request has.
    var copies: [Int]

    /// Describes a row of an alignment.
    ///
    /// - Parameters:
    ///   - parts: the parts of the row.
    ///   - counts: how many parts each request has of each name, by ``PartAlignment/key(_:)``.
    init(_ parts: [BodyPart?], counts: [[[UInt8]: Int]]) {
        let first = parts.lazy.compactMap(\.self).first
        let key = first.map(PartAlignment.key) ?? []
        numbers = parts.map { $0?.number }
        name = first.flatMap(Self.name)
        copies = counts.map { $0[key] ?? 0 }
    }

    /// The number that reports use: that of the first request that has the part.
    package var number: Int { numbers.lazy.compactMap(\.self).first ?? 0 }

    /// The label that reports use, such as `part 3 "file"`.
    package var label: String { "part \(number) \(name.map { "\"\($0)\"" } ?? "without a name")" }

    /// The label that reports use for several parts.
    static func label(_ parts: [ComparedPart], of count: Int) -> String {
        if parts.count == 1, let part = parts.first { return part.label }
        if parts.count == count { return "all \(count) parts" }
        var ranges: [ClosedRange<Int>] = []
        for number in parts.map(\.number).sorted() {
            if let last = ranges.last, number <= last.upperBound + 1 {
                ranges[ranges.count - 1] = last.lowerBound...max(last.upperBound, number)
            } else {
                ranges.append(number...number)
            }
        }
        let texts = ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)–\($0.upperBound)" }
        return "parts \(texts.joined(separator: ", "))"
    }

    /// The name of a part as sent, or as `name*` has it.
    private static func name(of part: BodyPart) -> String? {
        if let name = part.name { return PrintableText.text(name, limit: 60) }
        return IntendedLabel(part)?.name.map { PrintableText.text($0, limit: 60) }
    }
}
