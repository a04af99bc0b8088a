import Bytes
import Forms
import Inspection

/// A comma or a blank in a Content-Type value that stands where a semicolon should.
///
/// It follows the media type or a closing quote, or is inside a bare value and followed by what is clearly another
/// parameter or another media type (`charset=utf-8, boundary=B`). (RFC 9110 §5.6.6.)
struct StraySeparator {
    /// The comma or the blanks, as an absolute range of the field section; empty where nothing stands between.
    let range: Range<Int>
    /// The text that follows.
    let following: Range<Int>
    /// Whether a comma stands there.
    let isComma: Bool

    /// All of a value, in order, at most 16.
    static func all(in mediaType: MediaType, _ fields: FieldSection) -> [StraySeparator] {
        var result: [StraySeparator] = []
        let value = mediaType.value
        if value.separator != .semicolon {
            let end = value.parameters.first?.range
            result.append(
                StraySeparator(
                    after: value.leading.upperBound,
                    before: end ?? mediaType.line.value.upperBound..<mediaType.line.value.upperBound,
                    in: fields
                )
            )
        }
        for parameter in value.parameters where result.count < 16 {
            if let stray = StraySeparator(in: parameter, fields) { result.append(stray) }
        }
        return result
    }

    /// The first one in a parameter: after its closing quote, or inside its bare value.
    init?(in parameter: Parameter, _ fields: FieldSection) {
        if !parameter.junk.isEmpty {
            let isComma = fields[parameter.junk].first == UInt8(ascii: ",")
            let start = parameter.value.upperBound + 1
            self.init(
                range: start..<(parameter.junk.lowerBound + (isComma ? 1 : 0)),
                following: (parameter.junk.lowerBound + (isComma ? 1 : 0))..<parameter.junk.upperBound,
                isComma: isComma
            )
            return
        }
        guard parameter.quoting == .bare else { return nil }
        let value = fields[parameter.value]
        var index = value.startIndex
        while index < value.endIndex {
            guard Self.separates(value[index]) else {
                index += 1
                continue
            }
            let start = index
            while index < value.endIndex, Self.separates(value[index]) { index += 1 }
            guard Self.begins(value[index...]) else { continue }
            let origin = parameter.value.lowerBound - value.startIndex
            self.init(
                range: (start + origin)..<(index + origin),
                following: (index + origin)..<parameter.value.upperBound,
                isComma: value[start..<index].contains(UInt8(ascii: ","))
            )
            return
        }
        return nil
    }

    private init(range: Range<Int>, following: Range<Int>, isComma: Bool) {
        self.range = range
        self.following = following
        self.isComma = isComma
    }

    private init(after start: Int, before next: Range<Int>, in fields: FieldSection) {
        let range = start..<max(start, next.lowerBound)
        self.init(
            range: range,
            following: next,
            isComma: fields[range].contains(UInt8(ascii: ","))
        )
    }

    private static func separates(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ",") || byte.isBlank || byte.isLineBreak
    }

    /// Whether a text is clearly a parameter or a media type, and not the rest of a boundary.
    private static func begins(_ text: ArraySlice<UInt8>) -> Bool {
        text.startsIgnoringCase(with: "boundary=") || text.startsIgnoringCase(with: "charset=")
            || beginsMediaType(text)
    }

    /// Whether a text begins with a media type that is sent with requests.
    static func beginsMediaType(_ text: ArraySlice<UInt8>) -> Bool {
        text.startsIgnoringCase(with: "multipart/") || text.startsIgnoringCase(with: "application/")
            || text.startsIgnoringCase(with: "text/")
    }
}
