import Bytes
import Inspection

/// The numbers that the Content-Length lines of a head give, one for each line and each element of a list.
struct DeclaredLengths {
    /// One number as it stands in the head.
    struct Element {
        /// Its place in the head, without blanks around it.
        var range: Range<Int>
        /// Whether it is digits and nothing else.
        var isNumber: Bool
        /// The digits without leading zeros, for comparing; empty for zero.
        var significant: ArraySlice<UInt8>
    }

    /// The numbers, in order; at most 16.
    private(set) var elements: [Element] = []

    /// Reads the Content-Length lines; `nil` where there is none, or only one of 1 to 18 digits.
    ///
    /// The usual case costs no allocation.
    init?(_ fields: FieldSection) {
        guard Self.isUnusual(fields) else { return nil }
        for line in fields.lines where Self.isContentLength(line, in: fields) {
            var start = line.value.lowerBound
            for piece in fields[line.value].split(
                separator: UInt8(ascii: ","),
                omittingEmptySubsequences: false
            ) {
                add(start..<(start + piece.count), in: fields)
                start += piece.count + 1
            }
        }
    }

    private mutating func add(_ range: Range<Int>, in fields: FieldSection) {
        guard elements.count < 16 else { return }
        var text = fields[range]
        var lower = range.lowerBound
        while let first = text.first, first.isBlank {
            text.removeFirst()
            lower += 1
        }
        while let last = text.last, last.isBlank { text.removeLast() }
        elements.append(
            Element(
                range: lower..<(lower + text.count),
                isNumber: !text.isEmpty && text.allSatisfy(\.isDigit),
                significant: text.drop { $0 == UInt8(ascii: "0") }
            )
        )
    }

    private static func isUnusual(_ fields: FieldSection) -> Bool {
        var count = 0
        for line in fields.lines where isContentLength(line, in: fields) {
            count += 1
            let value = fields[line.value]
            if count > 1 || value.isEmpty || value.count > 18 || !value.allSatisfy(\.isDigit) { return true }
        }
        return false
    }

    private static func isContentLength(_ line: FieldLine, in fields: FieldSection) -> Bool {
        line.name.count == 14 && line.colon != nil && fields[line.name].equalsIgnoringCase("content-length")
    }
}
