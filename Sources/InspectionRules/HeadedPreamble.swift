import Bytes
package import Forms
import Inspection

/// The header of a part that stands before the first delimiter: the delimiter before it is missing or is written
/// otherwise, so that receivers take the part for a preamble and drop it.
package struct HeadedPreamble {
    /// The offset in the body at which the part's delimiter has to stand.
    package let start: Int
    /// The line before the header that begins with two dashes, or is the delimiter without them, without blanks at its
    /// end; empty where there is none.
    package let line: Range<Int>
    /// The first header line, without its line break.
    package let header: Range<Int>
    /// What is left of the first header line's name where the body begins within it; `nil` where it is whole.
    package let cutName: Range<Int>?
    /// The raw bytes of the part's name.
    let name: [UInt8]

    /// The bytes of a preamble that are looked at.
    private static let limit = 1024
    /// The fewest bytes of `Content-Disposition` that are recognised where the body begins within it.
    private static let shortestName = 8

    /// Looks for it; `nil` where the preamble does not begin with a header that has a blank line after it.
    package init?(_ form: Form) {
        guard !form.preamble.isEmpty, form.ending != .noDelimiter else { return nil }
        let bytes = form.kept.window(at: 0, before: 0, after: min(form.preamble.count, Self.limit)).bytes
        guard let begin = bytes.firstIndex(where: { !$0.isLineBreak }) else { return nil }
        let origin = bytes.startIndex
        var start = begin
        var dashed = begin..<begin
        if bytes[begin...].starts(with: [0x2D, 0x2D]) || Self.isDelimiterWithoutDashes(bytes[begin...], form)
        {
            guard let feed = bytes[begin...].firstIndex(of: 0x0A) else { return nil }
            let text = bytes[begin..<feed].prefix { !$0.isLineBreak }
            dashed = begin..<(begin + text.count - text.reversed().prefix(while: \.isBlank).count)
            start = feed + 1
        }
        guard let end = Self.blankLine(in: bytes[start...]) else { return nil }
        let field = Array("Content-Disposition".utf8)
        let cut = start == origin ? Self.cutName(bytes[start...], field) : nil
        let missing = cut.map { field.count - $0 } ?? 0
        let lines = field.prefix(missing) + bytes[start..<end]
        let section = FieldSection(parsing: Array(lines), base: 0)
        guard section.lines.allSatisfy({ $0.colon != nil }), let disposition = ContentDisposition(section),
            section[disposition.type].equalsIgnoringCase("form-data"), let name = disposition.nameValue
        else { return nil }
        self.start = begin - origin
        line = (dashed.lowerBound - origin)..<(dashed.upperBound - origin)
        let length = bytes[start...].prefix { !$0.isLineBreak }.count
        header = (start - origin)..<(start - origin + length)
        cutName = cut.map { 0..<$0 }
        self.name = Array(section[name])
    }

    /// Whether the text begins with a line that is the delimiter without its first dash or both.
    private static func isDelimiterWithoutDashes(_ text: ArraySlice<UInt8>, _ form: Form) -> Bool {
        let line = text.prefix { !$0.isLineBreak }
        let blanks = line.reversed().prefix(while: \.isBlank).count
        return form.delimiterText.count > 2
            && [1, 2].contains { line.dropLast(blanks).elementsEqual(form.delimiterText.dropFirst($0)) }
    }

    /// How many bytes of the field's name the text begins with, where it has lost the first of them.
    private static func cutName(_ text: ArraySlice<UInt8>, _ field: [UInt8]) -> Int? {
        guard let colon = text.prefix(field.count).firstIndex(of: 0x3A) else { return nil }
        let name = text[..<colon]
        guard name.count >= shortestName, name.count < field.count else { return nil }
        let rest = field.suffix(name.count)
        return zip(name, rest).allSatisfy { $0.lowercased == $1.lowercased } ? name.count : nil
    }

    /// The index of the blank line that ends header lines.
    private static func blankLine(in bytes: ArraySlice<UInt8>) -> Int? {
        var start = bytes.startIndex
        while let feed = bytes[start...].firstIndex(of: 0x0A) {
            if bytes[start..<feed].allSatisfy({ $0 == 0x0D }) { return start }
            start = feed + 1
        }
        return nil
    }
}
