import Bytes
import Forms
import Inspection

/// A line break inside a quoted value of Content-Disposition: the writer did not escape a name that has one.
///
/// Its first half ends the header line in the middle of the quoted value; the rest, with the closing quote, stands on
/// the following lines and looks like header lines of its own.
struct RawLineBreak: Hashable {
    /// The line break, as an offset in the body.
    var range: Range<Int>
    /// What it is.
    var ending: LineEnding
    /// Whether a blank follows, so that the line is folded there and goes on.
    var isFold: Bool
    /// The value up to it.
    var before: Range<Int>

    /// Looks for the first line break in the quoted values of a part's Content-Disposition.
    init?(in part: BodyPart) {
        guard let disposition = part.wholeDisposition else { return nil }
        for parameter in disposition.value.parameters
        where parameter.quoting == .quoted || parameter.quoting == .unterminated {
            let value = part.header[parameter.value]
            if let index = value.firstIndex(where: \.isLineBreak) {
                let offset = parameter.value.lowerBound + (index - value.startIndex)
                let isPair = value[index] == 0x0D && index + 1 < value.endIndex && value[index + 1] == 0x0A
                ending = isPair ? .crlf : value[index] == 0x0A ? .lf : .cr
                range = offset..<(offset + ending.length)
                before = parameter.value.lowerBound..<offset
                isFold = isPair && index + 2 < value.endIndex && value[index + 2].isBlank
                return
            }
            let line = disposition.line
            if parameter.quoting == .unterminated, Self.isClosed(after: line, in: part) {
                ending = line.ending
                range = (line.range.upperBound - line.ending.length)..<line.range.upperBound
                before = parameter.value
                isFold = false
                return
            }
        }
        return nil
    }

    /// Whether a line after the field's own has a closing quote that nothing opens.
    private static func isClosed(after line: FieldLine, in part: BodyPart) -> Bool {
        for next in part.header.lines where next.range.lowerBound >= line.range.upperBound {
            let quotes = quoteCount(part.header[next.range])
            // A line without a colon is not a field: any quote in it closes the value.
            if quotes % 2 == 1 || (quotes > 0 && next.colon == nil) { return true }
        }
        guard part.headerEnd == .content else { return false }
        return quoteCount(part.facts.sample.prefix { !$0.isLineBreak }) % 2 == 1
    }

    private static func quoteCount(_ bytes: ArraySlice<UInt8>) -> Int {
        var count = 0
        var isEscaped = false
        for byte in bytes {
            if byte == UInt8(ascii: "\""), !isEscaped { count += 1 }
            isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
        }
        return count
    }
}
