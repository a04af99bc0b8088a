import Bytes
package import Forms
import Inspection

/// The name or filename that the sender of a part intended, with whatever escaping, or none, it was written.
package struct IntendedLabel {
    private let part: BodyPart
    private let disposition: ContentDisposition

    /// Reads a part's labels; `nil` where it has no Content-Disposition.
    package init?(_ part: BodyPart) {
        guard let disposition = part.disposition else { return nil }
        self.part = part
        self.disposition = disposition
    }

    /// The name; `nil` where there is none.
    package var name: [UInt8]? { intended(disposition.name, extended: disposition.nameStar) }

    /// The filename; `nil` where there is none.
    package var filename: [UInt8]? { intended(disposition.filename, extended: disposition.filenameStar) }

    /// An extended parameter is decoded; a plain one is unescaped as its encoder escaped it.
    private func intended(_ plain: Parameter?, extended: Parameter?) -> [UInt8]? {
        if let extended, let value = Self.extendedValue(part.header[wholeValue(of: extended)]) {
            return value
        }
        guard let plain else { return nil }
        return intended(plain)
    }

    /// The range of a parameter's value as intended, without its closing quote.
    ///
    /// It may extend beyond the value that the grammar yields: over unencoded semicolons, unescaped quotes
    /// and line breaks.
    func place(of parameter: Parameter) -> Range<Int> {
        let start = parameter.value.lowerBound
        if part.header[parameter.name].last == UInt8(ascii: "*") { return wholeValue(of: parameter) }
        // The backslash before that quote is the last character of the name, as in a folder's path.
        if let quote = part.swallowedQuote(in: parameter) { return start..<quote }
        let next = disposition.value.parameters.first {
            $0.range.lowerBound >= parameter.range.upperBound
        }
        if let quote = part.strayQuote(after: parameter, before: next, in: disposition) {
            return start..<quote
        }
        return parameter.quoting == .unterminated ? valueAcrossLines(from: start) : parameter.value
    }

    /// The range of a value with unencoded semicolons: to the end of the line, unless a known form parameter
    /// follows.
    private func wholeValue(of parameter: Parameter) -> Range<Int> {
        guard parameter.quoting == .bare else { return parameter.value }
        let next = disposition.value.parameters.first { other in
            other.range.lowerBound >= parameter.range.upperBound
                && ["name", "name*", "filename", "filename*"].contains(
                    part.header.text(other.name).lowercased()
                )
        }
        guard next == nil else { return parameter.value }
        return parameter.value.lowerBound..<max(disposition.line.value.upperBound, parameter.value.upperBound)
    }

    private func intended(_ parameter: Parameter) -> [UInt8] {
        let place = place(of: parameter)
        let value = part.header[place]
        // A value that the grammar reads differently comes from an encoder that does not escape.
        if parameter.quoting == .unterminated, part.swallowedQuote(in: parameter) == nil {
            return Self.unescaped(value)
        }
        guard place == parameter.value else { return Array(value) }
        return parameter.quoting == .bare ? Self.unquoted(value) : Self.unescaped(value)
    }

    /// The range of a value with unescaped line breaks: up to the next quote, on whatever line.
    private func valueAcrossLines(from start: Int) -> Range<Int> {
        let rest = part.header[start..<part.header.range.upperBound]
        guard let quote = rest.firstIndex(of: UInt8(ascii: "\"")) else {
            return start..<max(start, disposition.line.value.upperBound)
        }
        return start..<(start + quote - rest.startIndex)
    }

    private static func unescaped(_ value: ArraySlice<UInt8>) -> [UInt8] {
        EscapedText.percentDecoded(value) ?? Array(EscapedText.resolvingBackslashes(in: value))
    }

    /// A bare value; single quotes, which have no meaning in a header field, are removed.
    private static func unquoted(_ value: ArraySlice<UInt8>) -> [UInt8] {
        let quote = UInt8(ascii: "'")
        guard value.count >= 2, value.first == quote, value.last == quote else { return unescaped(value) }
        return unescaped(value.dropFirst().dropLast())
    }

    /// The text of an extended value (RFC 8187 §3.2): `UTF-8''gr%C3%B6%C3%9Fe`; `nil` for other charsets.
    private static func extendedValue(_ value: ArraySlice<UInt8>) -> [UInt8]? {
        let pieces = value.split(
            separator: UInt8(ascii: "'"),
            maxSplits: 2,
            omittingEmptySubsequences: false
        )
        guard pieces.count == 3, pieces[0].equalsIgnoringCase("utf-8") else { return nil }
        var result: [UInt8] = []
        var rest = pieces[2]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let high = rest.first?.hexValue,
                let low = rest.dropFirst().first?.hexValue
            {
                result.append(UInt8(high << 4 | low))
                rest = rest.dropFirst(2)
            } else {
                result.append(byte)
            }
        }
        return result
    }
}
