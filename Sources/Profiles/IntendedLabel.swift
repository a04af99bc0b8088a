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
    package var name: [UInt8]? {
        if let unclosed = part.unclosedName(in: disposition) {
            return Self.unescaped(part.header[unclosed.name])
        }
        return misspelt("name") ?? intended(disposition.name, extended: disposition.nameStar)
            ?? hidden("name")
    }

    /// The filename; `nil` where there is none.
    package var filename: [UInt8]? {
        if let unclosed = part.unclosedName(in: disposition) {
            return Self.unescaped(part.header[unclosed.filename])
        }
        return misspelt("filename") ?? intended(disposition.filename, extended: disposition.filenameStar)
            ?? hidden("filename")
    }

    /// The end of the values: after Content-Disposition's line where a value runs over several lines.
    package var end: Int {
        let ends = [disposition.name, disposition.filename].compactMap { $0 }.map { place(of: $0).upperBound }
        let end = max(ends.max() ?? 0, disposition.line.value.upperBound)
        return min(end, part.header.range.upperBound)
    }

    /// A label in a parameter that does not read `name=value`.
    private func misspelt(_ name: StaticString) -> [UInt8]? {
        part.malformedParameters(in: disposition).first {
            $0.value != nil && ($0.label.map { part.header[$0].equalsIgnoringCase(name) } ?? false)
        }?.value.map { Self.unescaped(part.header[$0]) }
    }

    /// An extended parameter is decoded; a plain one is unescaped as its encoder escaped it.
    private func intended(_ plain: Parameter?, extended: Parameter?) -> [UInt8]? {
        if let extended, let value = Self.extendedValue(part.header[wholeValue(of: extended)]),
            !value.isEmpty || plain == nil
        {
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
        if part.strayQuote(after: parameter, before: next, in: disposition) != nil {
            let whole = start..<lastQuote(after: parameter)
            // A value that has its quotes already was put between quotes.
            let isQuotedTwice = parameter.value.isEmpty && part.header[whole].isBetweenQuotes
            return isQuotedTwice ? (start + 1)..<(whole.upperBound - 1) : whole
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
        if let other = Self.label(in: part.header[parameter.value]) {
            return parameter.value.lowerBound..<(parameter.value.lowerBound + other.start)
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

    /// The offset of the quote that was meant to close a value with quotes in it: the last one before the next
    /// parameter.
    private func lastQuote(after parameter: Parameter) -> Int {
        let start = parameter.value.upperBound
        let rest = part.header[start..<max(start, disposition.line.value.upperBound)]
        var last = start
        var index = rest.startIndex
        while index < rest.endIndex {
            if rest[index] == UInt8(ascii: "\"") { last = start + (index - rest.startIndex) }
            index += 1
            if Self.beginsParameter(rest[index...], afterQuote: last == start + (index - 1 - rest.startIndex))
            {
                break
            }
        }
        return last
    }

    /// Whether a text is `; name=`, or, after a quote, `; x=` with any token.
    private static func beginsParameter(_ text: ArraySlice<UInt8>, afterQuote: Bool) -> Bool {
        let rest = text.drop(while: \.isBlank)
        guard rest.first == UInt8(ascii: ";") || rest.startIndex > text.startIndex else { return false }
        let name = rest.drop { $0 == UInt8(ascii: ";") || $0.isBlank }
        let token: ArraySlice<UInt8> = name.prefix(while: \.isTokenCharacter)
        guard !token.isEmpty, name[token.endIndex...].drop(while: \.isBlank).first == UInt8(ascii: "=") else {
            return false
        }
        let isLabel = ["name", "filename", "name*", "filename*"].contains {
            token.elementsEqual($0.utf8)
        }
        return isLabel || afterQuote && rest.first == UInt8(ascii: ";")
    }

    /// A label that the grammar does not see, because no semicolon stands before it: `name="a" filename="b"`.
    private func hidden(_ name: String) -> [UInt8]? {
        for parameter in disposition.value.parameters {
            let isQuoted = parameter.quoting == .quoted
            let place = isQuoted ? parameter.junk : parameter.value
            guard isQuoted || parameter.quoting == .bare, let label = Self.label(in: part.header[place], name)
            else { continue }
            let text = part.header[(place.lowerBound + label.value)..<disposition.line.value.upperBound]
            guard text.first == UInt8(ascii: "\"") else {
                return Self.unquoted(text.prefix { !$0.isBlank && $0 != UInt8(ascii: ";") })
            }
            let value = text.dropFirst()
            let end = value.indices.first { index in
                guard value[index] == UInt8(ascii: "\"") else { return false }
                return value[(index + 1)...].first { !$0.isBlank }.map { $0 == UInt8(ascii: ";") } ?? true
            }
            return Self.unescaped(value[..<(end ?? value.endIndex)])
        }
        return nil
    }

    /// Where ` filename=` or ` name=` stands in a text, and where its value begins, counted from the text's start.
    private static func label(in text: ArraySlice<UInt8>, _ wanted: String? = nil)
        -> (start: Int, value: Int)?
    {
        var index = text.startIndex
        while index < text.endIndex {
            let isAtWord = index == text.startIndex || text[index - 1].isBlank
            let token: ArraySlice<UInt8> = isAtWord ? text[index...].prefix(while: \.isTokenCharacter) : []
            let isLabel = token.equalsIgnoringCase("name") || token.equalsIgnoringCase("filename")
            if isLabel, text[token.endIndex...].first == UInt8(ascii: "="),
                wanted.map({ token.count == $0.utf8.count }) ?? (index > text.startIndex)
            {
                var start = index
                while start > text.startIndex, text[start - 1].isBlank { start -= 1 }
                return (start - text.startIndex, token.endIndex + 1 - text.startIndex)
            }
            index += max(token.count, 1)
        }
        return nil
    }

    private static func unescaped(_ value: ArraySlice<UInt8>) -> [UInt8] {
        EscapedText.percentDecoded(value) ?? Array(EscapedText.resolvingBackslashes(in: value))
    }

    /// A bare value without the quotes at its ends that have no meaning there: single, escaped and typographic ones, and
    /// one alone.
    private static func unquoted(_ value: ArraySlice<UInt8>) -> [UInt8] {
        let quote = UInt8(ascii: "'")
        if value.count >= 2, value.first == quote, value.last == quote {
            return unescaped(value.dropFirst().dropLast())
        }
        var text = unescaped(value)[...]
        for mark in ["\"", "\u{201C}", "\u{201D}"] where text.count > mark.utf8.count {
            if text.starts(with: mark.utf8) { text = text.dropFirst(mark.utf8.count) }
            if text.suffix(mark.utf8.count).elementsEqual(mark.utf8) { text = text.dropLast(mark.utf8.count) }
        }
        return Array(text)
    }

    /// The text of an extended value (RFC 8187 §3.2): `UTF-8''gr%C3%B6%C3%9Fe`; `nil` for other charsets.
    private static func extendedValue(_ value: ArraySlice<UInt8>) -> [UInt8]? {
        let pieces = value.split(
            separator: UInt8(ascii: "'"),
            maxSplits: 2,
            omittingEmptySubsequences: false
        )
        guard pieces.count == 3, pieces[0].equalsIgnoringCase("utf-8") else { return nil }
        return EscapedText.resolvingPercentEscapes(in: pieces[2]) { _ in true }
    }
}
