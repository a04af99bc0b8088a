/// An argument that names a capture and optionally exchanges of it: `CAPTURE`, `CAPTURE#N`, `CAPTURE#N,M-P`.
package struct CaptureArgument: Hashable, Sendable {
    /// The path, `-` for standard input.
    package var path: String
    /// The selected exchanges; `nil` for all.
    package var exchanges: NumberSelection?

    /// A prefix that no argument of a process can have.
    private static let shield = "\u{0}"

    /// The argument, prefixed so that `-#1` is not parsed as an option.
    package static func shieldingDash(_ text: String) -> String {
        text.utf8.starts(with: "-#".utf8) ? shield + text : text
    }

    /// Makes an argument.
    package init(path: String, exchanges: NumberSelection?) {
        self.path = path
        self.exchanges = exchanges
    }

    /// Parses an argument.
    ///
    /// The text after the last `#` is parsed as numbers only if it looks like numbers and no file has the
    /// whole argument as its name.
    package init(_ text: String, exists: (String) -> Bool = { SystemFile.kind($0) != nil }) {
        let text = text.utf8.first == 0 ? String(text.unicodeScalars.dropFirst()) : text
        guard let mark = text.unicodeScalars.lastIndex(of: "#"), mark > text.startIndex, !exists(text),
            let numbers = NumberSelection(text[text.unicodeScalars.index(after: mark)...])
        else {
            path = text
            exchanges = nil
            return
        }
        path = String(text[..<mark])
        exchanges = numbers
    }

    /// Parses an argument of a command line.
    ///
    /// - Throws: a ``CommandFailure`` where the numbers after a capture are those of no exchange, whatever it holds.
    package init(validating text: String) throws {
        self.init(text)
        if let misnumbering = misnumbering() { throw CommandFailure.usage(misnumbering) }
    }

    /// Why the text after the last `#` of a path that is not there names no exchange; `nil` where the text before it is
    /// no file either, or nothing like numbers stands there.
    private func misnumbering(exists: (String) -> Bool = { $0 == "-" || SystemFile.kind($0) != nil })
        -> String?
    {
        guard exchanges == nil, let mark = path.unicodeScalars.lastIndex(of: "#"), !exists(path) else {
            return nil
        }
        let file = String(path[..<mark])
        let numbers = path.unicodeScalars[path.unicodeScalars.index(after: mark)...]
        guard !numbers.isEmpty, numbers.allSatisfy({ "0123456789,-".unicodeScalars.contains($0) }),
            exists(file)
        else { return nil }
        return "\(file): `#\(String(numbers))` names no exchange: they are numbered from 1, as in `#1,3-5`"
    }
}

/// A set of exchange numbers, from 1: `4`, `1,3-5`.
package struct NumberSelection: Hashable, Sendable {
    /// The ranges, in order, not adjacent.
    package let ranges: [ClosedRange<Int>]

    /// Parses numbers; `nil` where the text is not a list of numbers.
    package init?(_ text: Substring) {
        var found: [ClosedRange<Int>] = []
        for item in text.split(separator: ",", omittingEmptySubsequences: false) {
            let ends = item.split(separator: "-", omittingEmptySubsequences: false)
            guard (1...2).contains(ends.count), ends.allSatisfy(Self.isNumber), let first = Int(ends[0]),
                let last = Int(ends[ends.count - 1]), first >= 1, first <= last
            else { return nil }
            found.append(first...last)
        }
        guard !found.isEmpty else { return nil }
        var merged: [ClosedRange<Int>] = []
        for range in found.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = merged.last, range.lowerBound - 1 <= last.upperBound {
                merged[merged.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
            } else {
                merged.append(range)
            }
        }
        ranges = merged
    }

    /// One number.
    package init(_ number: Int) {
        ranges = [number...number]
    }

    /// Whether the set contains a number.
    package func contains(_ number: Int) -> Bool {
        ranges.contains { $0.contains(number) }
    }

    /// The number, where there is only one.
    package var single: Int? {
        guard ranges.count == 1, let range = ranges.first, range.count == 1 else { return nil }
        return range.lowerBound
    }

    /// The first number that is greater than `count`, `nil` where there is none.
    package func first(beyond count: Int) -> Int? {
        ranges.first { $0.upperBound > count }.map { max($0.lowerBound, count + 1) }
    }

    /// The numbers as a set; `nil` where there are too many.
    package var set: Set<Int>? {
        let count = ranges.reduce(0) { $0 &+ $1.count }
        guard count > 0, count <= 100_000 else { return nil }
        return Set(ranges.flatMap(\.self))
    }

    private static func isNumber(_ text: Substring) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
    }
}
