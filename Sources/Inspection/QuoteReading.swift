import Bytes
package import Forms

/// The quotes of a Content-Disposition as its writer meant them, not as the grammar reads them.
extension BodyPart {
    /// The quote that was meant to close a value and does not, because the value ends in a backslash.
    ///
    /// It is the last byte of a value that is never closed, or stands before the semicolon where a value runs on to
    /// the opening quote of the next parameter.
    package func swallowedQuote(in parameter: Parameter) -> Int? {
        guard parameter.hasBackslash else { return nil }
        let value = header[parameter.value]
        if parameter.quoting == .unterminated {
            // A quote inside such a value is an escaped one, or it would have ended the value.
            return value.last == UInt8(ascii: "\"") ? parameter.value.upperBound - 1 : nil
        }
        guard parameter.quoting == .quoted, !parameter.junk.isEmpty, value.last == UInt8(ascii: "=") else {
            return nil
        }
        var isEscaped = false
        for index in value.indices {
            if isEscaped, value[index] == UInt8(ascii: "\"") {
                let rest = value[(index + 1)...].drop { $0.isBlank }
                if rest.first == UInt8(ascii: ";") {
                    return parameter.value.lowerBound + (index - value.startIndex)
                }
            }
            isEscaped = !isEscaped && value[index] == UInt8(ascii: "\\")
        }
        return nil
    }

    /// The next quote after a quoted value, where it shows that the quote which closes the value is part of it.
    ///
    /// ```
    ///   filename="na"me;x=\y é.txt"      → the last quote
    ///   name="a"b; filename="c"          → none: the next quote opens a value
    /// ```
    ///
    /// - Parameters:
    ///   - parameter: the parameter with the quoted value.
    ///   - next: the parameter after it.
    ///   - disposition: the field that both stand in.
    /// - Returns: the offset of that quote in the body; `nil` where the value ends where it seems to.
    package func strayQuote(
        after parameter: Parameter,
        before next: Parameter?,
        in disposition: ContentDisposition
    ) -> Int? {
        guard parameter.quoting == .quoted, swallowedQuote(in: parameter) == nil else { return nil }
        if parameter.junk.isEmpty {
            // After a semicolon only what cannot be a parameter shows that the value goes on.
            guard let next, next.quoting == .absent || !header[next.name].allSatisfy(\.isTokenCharacter),
                MalformedParameter(next, in: header, of: disposition).map({ $0.kind == .text }) ?? true
            else {
                return nil
            }
        }
        let start = parameter.value.upperBound + 1
        let rest = header[start..<max(start, disposition.line.value.upperBound)]
        var isEscaped = false
        var followsEquals = false
        for index in rest.indices {
            let byte = rest[index]
            if isEscaped {
                isEscaped = false
                followsEquals = false
            } else if byte == UInt8(ascii: "\"") {
                return followsEquals ? nil : start + (index - rest.startIndex)
            } else {
                isEscaped = byte == UInt8(ascii: "\\")
                if !byte.isBlank { followsEquals = byte == UInt8(ascii: "=") }
            }
        }
        return nil
    }

    /// The name and the filename where the quote that closes the name is missing: `name="a; filename="b"`.
    package func unclosedName(in disposition: ContentDisposition) -> (name: Range<Int>, filename: Range<Int>)?
    {
        guard let name = disposition.name, name.quoting == .quoted,
            header[name.value].last == UInt8(ascii: "=")
        else { return nil }
        let value = Array(header[name.value].dropLast())
        let label = value.dropLast(value.reversed().prefix(while: \.isBlank).count)
        guard label.suffix(8).equalsIgnoringCase("filename") else { return nil }
        let rest = label.dropLast(8)
        let before = rest.dropLast(rest.reversed().prefix(while: \.isBlank).count)
        let start = name.value.upperBound + 1
        let text = header[start..<max(start, disposition.line.value.upperBound)]
        guard before.last == UInt8(ascii: ";"), let quote = text.firstIndex(of: UInt8(ascii: "\"")) else {
            return nil
        }
        return (
            name.value.lowerBound..<(name.value.lowerBound + before.count - 1),
            start..<(start + quote - text.startIndex)
        )
    }

    /// A quoted value as Django and python-multipart read it: to the next semicolon after an even number of quotes,
    /// without the quotes around it.
    package func valueToLastQuote(of parameter: Parameter, in disposition: ContentDisposition) -> [UInt8] {
        let start = parameter.value.lowerBound - 1
        let line = header[start..<max(start, disposition.line.value.upperBound)]
        var value: ArraySlice<UInt8> = line
        var isInside = false
        for index in line.indices {
            let isEscaped = index > line.startIndex && line[index - 1] == UInt8(ascii: "\\")
            if line[index] == UInt8(ascii: "\""), !isEscaped { isInside.toggle() }
            if line[index] == UInt8(ascii: ";"), !isInside {
                value = line[..<index]
                break
            }
        }
        while let last = value.last, last.isBlank { value.removeLast() }
        guard value.count > 1, value.last == UInt8(ascii: "\"") else { return Array(value) }
        return Array(EscapedText.resolvingBackslashes(in: value.dropFirst().dropLast()))
    }
}

extension BidirectionalCollection<UInt8> {
    /// Whether it begins and ends with a quote and holds more: a value with quotes of its own.
    package var isBetweenQuotes: Bool {
        count > 2 && first == UInt8(ascii: "\"") && last == UInt8(ascii: "\"")
    }
}
