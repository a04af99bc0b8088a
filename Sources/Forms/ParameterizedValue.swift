package import Bytes

/// One parameter of a Content-Type or Content-Disposition value, with the range of each of its pieces.
///
/// Ranges are absolute offsets in the field section that holds the value.
/// ```
///   ; filename = "a \" b"xyz
///     └ name ┘ │  └value┘└junk
///            equals
/// ```
/// (RFC 9110 §5.6.6, RFC 2183 §2.)
package struct Parameter: Hashable, Sendable {
    /// How the value is written.
    package enum Quoting: UInt8, Hashable, Sendable {
        /// Bare, up to the next semicolon.
        case bare
        /// Between double quotes.
        case quoted
        /// After a double quote that is never closed.
        case unterminated
        /// There is no `=` and no value.
        case absent
    }

    /// The parameter from its name to the last byte before the next semicolon, without outer blanks.
    package var range: Range<Int>
    /// The name, without blanks.
    package var name: Range<Int>
    /// The offset of the `=`, `nil` where there is none.
    package var equals: Int?
    /// The value: the bytes between the quotes, or the bare text without outer blanks.
    package var value: Range<Int>
    /// How the value is written.
    package var quoting: Quoting
    /// Whether a quoted value contains a backslash.
    package var hasBackslash: Bool
    /// Blanks on either side of the `=`, the `=` between them included; empty where there are none.
    package var blanksAroundEquals: Range<Int>
    /// Bytes after the closing quote that are neither blank nor semicolon; empty where there are none.
    package var junk: Range<Int>
}

/// A field value of the form `text; name=value; …`, parsed tolerantly: every byte is accounted for, none
/// rejected.
///
/// A quoted value ends at the first double quote that is not escaped by a backslash.
/// (RFC 9110 §5.6.6 and §8.3.1, RFC 2183 §2.)
package struct ParameterizedValue: Hashable, Sendable {
    /// The separator between the leading text and the first parameter.
    package enum Separator: UInt8, Hashable, Sendable {
        /// A semicolon, or there is no parameter.
        case semicolon
        /// A comma instead of the semicolon.
        case comma
        /// Only a blank instead of the semicolon.
        case missing
    }

    /// The text before the parameters: a media type or a disposition type, without outer blanks.
    package var leading: Range<Int>
    /// The separator after the leading text.
    package var separator: Separator
    /// The parameters, in order.
    package var parameters: [Parameter]
    /// The offsets of semicolons without a parameter before the next semicolon or the end.
    package var emptyParameters: [Int]

    /// Parses a value.
    ///
    /// - Parameters:
    ///   - section: the field section that holds it.
    ///   - range: the absolute range of the value.
    package init(_ section: borrowing FieldSection, _ range: Range<Int>) {
        var lexer = Lexer(bytes: section.bytes, base: section.base, range: range)
        leading = lexer.leadingText()
        separator = .semicolon
        parameters = []
        emptyParameters = []
        lexer.skipBlanks()
        if let byte = lexer.current, byte != UInt8(ascii: ";") {
            separator = byte == UInt8(ascii: ",") ? .comma : .missing
            if byte == UInt8(ascii: ",") { lexer.position += 1 }
            lexer.skipBlanks()
            if lexer.current != nil { parameters.append(lexer.parameter()) }
        }
        while lexer.current != nil {
            let semicolon = lexer.position
            lexer.position += 1
            lexer.skipBlanks()
            if let byte = lexer.current, byte != UInt8(ascii: ";") {
                parameters.append(lexer.parameter())
            } else {
                emptyParameters.append(section.base + semicolon)
            }
        }
    }

    /// The parameters whose name is `name`, ignoring case.
    package func parameters(named name: StaticString, in section: FieldSection) -> [Parameter] {
        parameters.filter { section[$0.name].equalsIgnoringCase(name) }
    }

    /// The first parameter whose name is `name`, ignoring case.
    package func first(named name: StaticString, in section: FieldSection) -> Parameter? {
        parameters.first { section[$0.name].equalsIgnoringCase(name) }
    }
}

extension ParameterizedValue {
    /// The same value for bytes that stand `distance` later.
    func moved(by distance: Int) -> ParameterizedValue {
        guard distance != 0 else { return self }
        var result = self
        result.leading = leading.moved(by: distance)
        if !parameters.isEmpty { result.parameters = parameters.map { $0.moved(by: distance) } }
        if !emptyParameters.isEmpty { result.emptyParameters = emptyParameters.map { $0 &+ distance } }
        return result
    }
}

extension Parameter {
    /// The same parameter for bytes that stand `distance` later.
    func moved(by distance: Int) -> Parameter {
        Parameter(
            range: range.moved(by: distance),
            name: name.moved(by: distance),
            equals: equals.map { $0 &+ distance },
            value: value.moved(by: distance),
            quoting: quoting,
            hasBackslash: hasBackslash,
            blanksAroundEquals: blanksAroundEquals.moved(by: distance),
            junk: junk.moved(by: distance)
        )
    }

    /// The range of the value as a bare token where its quote is not closed: the quote is part of it then.
    package var rawValue: Range<Int> {
        quoting == .unterminated ? (value.lowerBound - 1)..<value.upperBound : value
    }

    /// The value's bytes with quoted pairs resolved (RFC 9110 §5.6.4).
    package func unescapedValue(in section: FieldSection) -> [UInt8] {
        let raw = section[value]
        guard hasBackslash else { return Array(raw) }
        var result: [UInt8] = []
        var escaped = false
        for byte in raw {
            if !escaped, byte == UInt8(ascii: "\\") {
                escaped = true
            } else {
                result.append(byte)
                escaped = false
            }
        }
        if escaped { result.append(UInt8(ascii: "\\")) }
        return result
    }
}

/// Scans a value; positions are indices of `bytes`, results are absolute.
private struct Lexer {
    let bytes: [UInt8]
    let base: Int
    let end: Int
    var position: Int

    init(bytes: [UInt8], base: Int, range: Range<Int>) {
        self.bytes = bytes
        self.base = base
        position = min(max(range.lowerBound - base, 0), bytes.count)
        end = min(max(range.upperBound - base, position), bytes.count)
    }

    var current: UInt8? { position < end ? bytes[position] : nil }

    /// Folding puts line breaks into a value: they count as blanks here.
    mutating func skipBlanks() {
        while position < end, bytes[position].isBlank || bytes[position].isLineBreak { position += 1 }
    }

    mutating func leadingText() -> Range<Int> {
        skipBlanks()
        let start = position
        while position < end {
            let byte = bytes[position]
            if byte == UInt8(ascii: ";") || byte == UInt8(ascii: ",") || byte.isBlank || byte.isLineBreak {
                break
            }
            position += 1
        }
        return (base + start)..<(base + position)
    }

    mutating func parameter() -> Parameter {
        let start = position
        while position < end, bytes[position] != UInt8(ascii: ";"), bytes[position] != UInt8(ascii: "=") {
            position += 1
        }
        let nameEnd = trimmedEnd(from: start)
        guard current == UInt8(ascii: "=") else {
            let name = absolute(start..<nameEnd)
            return Parameter(
                range: name,
                name: name,
                equals: nil,
                value: absolute(nameEnd..<nameEnd),
                quoting: .absent,
                hasBackslash: false,
                blanksAroundEquals: absolute(nameEnd..<nameEnd),
                junk: absolute(nameEnd..<nameEnd)
            )
        }
        let equals = position
        position += 1
        skipBlanks()
        let valueStart = position
        let hasBlanks = nameEnd < equals || valueStart > equals + 1
        var parameter =
            current == UInt8(ascii: "\"") ? quotedValue(from: valueStart) : bareValue(from: valueStart)
        parameter.range = (base + start)..<parameter.range.upperBound
        parameter.name = absolute(start..<nameEnd)
        parameter.equals = base + equals
        parameter.blanksAroundEquals = absolute(hasBlanks ? nameEnd..<valueStart : equals..<equals)
        return parameter
    }

    private mutating func bareValue(from start: Int) -> Parameter {
        while position < end, bytes[position] != UInt8(ascii: ";") { position += 1 }
        let valueEnd = max(trimmedEnd(from: start), start)
        return piece(value: start..<valueEnd, end: valueEnd, quoting: .bare, junk: valueEnd..<valueEnd)
    }

    private mutating func quotedValue(from quote: Int) -> Parameter {
        position = quote + 1
        let start = position
        var hasBackslash = false
        while position < end, bytes[position] != UInt8(ascii: "\"") {
            if bytes[position] == UInt8(ascii: "\\") {
                hasBackslash = true
                position += 1
            }
            position += 1
        }
        position = min(position, end)
        guard position < end else {
            var result = piece(value: start..<end, end: end, quoting: .unterminated, junk: end..<end)
            result.hasBackslash = hasBackslash
            return result
        }
        let close = position
        position += 1
        skipBlanks()
        let junkStart = position
        while position < end, bytes[position] != UInt8(ascii: ";") { position += 1 }
        let junkEnd = max(trimmedEnd(from: junkStart), junkStart)
        var result = piece(
            value: start..<close,
            end: junkEnd > junkStart ? junkEnd : close + 1,
            quoting: .quoted,
            junk: junkStart..<junkEnd
        )
        result.hasBackslash = hasBackslash
        return result
    }

    private func piece(
        value: Range<Int>,
        end: Int,
        quoting: Parameter.Quoting,
        junk: Range<Int>
    ) -> Parameter {
        Parameter(
            range: absolute(value.lowerBound..<max(end, value.lowerBound)),
            name: absolute(value.lowerBound..<value.lowerBound),
            equals: nil,
            value: absolute(value),
            quoting: quoting,
            hasBackslash: false,
            blanksAroundEquals: absolute(value.lowerBound..<value.lowerBound),
            junk: absolute(junk)
        )
    }

    private func trimmedEnd(from start: Int) -> Int {
        var last = position
        while last > start, bytes[last - 1].isBlank || bytes[last - 1].isLineBreak { last -= 1 }
        return last
    }

    private func absolute(_ range: Range<Int>) -> Range<Int> {
        (base + range.lowerBound)..<(base + range.upperBound)
    }
}
