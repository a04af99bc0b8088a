package import Bytes
package import Forms

/// A parameter of a Content-Disposition that does not read `name=value`, and what was meant by it.
package struct MalformedParameter {
    /// What is wrong with it.
    package enum Kind: Hashable, Sendable {
        /// `filename: "a"`
        case colon
        /// `filename "a"`
        case missingEquals
        /// `"filename"="a"`
        case quotedName
        /// `filename=&quot;a&quot;`
        case encodedQuotes
        /// `Content-Type: image/png`: a field whose line break is missing.
        case field
        /// `filename`, or any other text.
        case text
    }

    /// What is wrong with it.
    package let kind: Kind
    /// The bytes from its name to the end of its value, as it was meant.
    package let range: Range<Int>
    /// The name that was meant; `nil` where it is neither `name` nor `filename`.
    package let label: Range<Int>?
    /// The value that was meant, without quotes; `nil` where it does not show.
    package let value: Range<Int>?

    /// Looks at a parameter; `nil` where it is well-formed, or has another fault.
    ///
    /// - Parameters:
    ///   - parameter: the parameter.
    ///   - header: the header that it stands in.
    ///   - disposition: the field that it stands in.
    package init?(_ parameter: Parameter, in header: FieldSection, of disposition: ContentDisposition) {
        let end = disposition.line.value.upperBound
        switch parameter.quoting {
        case .absent:
            self.init(withoutEquals: parameter.range, in: header, end: end)
        case .bare:
            let value = header[parameter.value]
            guard Self.isLabel(header[parameter.name]),
                let entity = Self.entities.first(where: { value.elementsEqual($0.dropLast()) })
            else { return nil }
            let start = min(parameter.value.upperBound + 1, end)
            let close = Self.first(entity.dropLast(), in: header[start..<end]).map { start + $0 }
            self.init(
                kind: .encodedQuotes,
                range: parameter.range.lowerBound..<(close.map { min($0 + entity.count, end) } ?? end),
                label: parameter.name,
                value: close.map { start..<$0 }
            )
        case .quoted, .unterminated:
            let name = header[parameter.name]
            guard name.count > 2, name.first == UInt8(ascii: "\""), name.last == UInt8(ascii: "\""),
                Self.isLabel(name.dropFirst().dropLast())
            else { return nil }
            self.init(
                kind: .quotedName,
                range: parameter.range,
                label: (parameter.name.lowerBound + 1)..<(parameter.name.upperBound - 1),
                value: parameter.quoting == .quoted ? parameter.value : nil
            )
        }
    }

    private init(kind: Kind, range: Range<Int>, label: Range<Int>?, value: Range<Int>?) {
        self.kind = kind
        self.range = range
        self.label = label
        self.value = value
    }

    /// Reads a text without an equals sign, in a field value that ends at `end`.
    private init(withoutEquals range: Range<Int>, in header: FieldSection, end: Int) {
        let text = header[range]
        let isQuoted = text.first == UInt8(ascii: "\"")
        let token: ArraySlice<UInt8> = text.dropFirst(isQuoted ? 1 : 0).prefix(while: \.isTokenCharacter)
        let start = range.lowerBound + (token.startIndex - text.startIndex)
        let label = Self.isLabel(token) ? start..<(start + token.count) : nil
        var rest = text[token.endIndex...]
        if isQuoted, rest.first == UInt8(ascii: "\"") { rest = rest.dropFirst() }
        rest = rest.drop(while: \.isBlank)
        let kind: Kind
        switch rest.first {
        case UInt8(ascii: ":") where !token.isEmpty:
            kind = label == nil && token.startsIgnoringCase(with: "content-") ? .field : .colon
            rest = rest.dropFirst().drop(while: \.isBlank)
        case UInt8(ascii: "\"") where label != nil: kind = .missingEquals
        default:
            self.init(kind: .text, range: range, label: label, value: nil)
            return
        }
        let place = range.lowerBound + (rest.startIndex - text.startIndex)
        guard rest.first == UInt8(ascii: "\"") else {
            self.init(kind: kind, range: range, label: label, value: place..<range.upperBound)
            return
        }
        // A semicolon between the quotes ends the text, but not the value that was meant.
        let close = Self.first([UInt8(ascii: "\"")], in: header[(place + 1)..<max(end, place + 1)])
        let value = close.map { (place + 1)..<(place + 1 + $0) }
        self.init(
            kind: kind,
            range: range.lowerBound..<(value.map { $0.upperBound + 1 } ?? range.upperBound),
            label: label,
            value: value
        )
    }

    /// How a quote is written in HTML.
    private static let entities = ["&quot;", "&#34;", "&#x22;"].map { Array($0.utf8) }

    private static func isLabel(_ name: ArraySlice<UInt8>) -> Bool {
        name.equalsIgnoringCase("name") || name.equalsIgnoringCase("filename")
    }

    private static func first(_ text: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
        bytes.indices.first { bytes[$0...].starts(with: text) }.map { $0 - bytes.startIndex }
    }
}

extension BodyPart {
    /// The parameters of its Content-Disposition that do not read `name=value`, in order.
    package func malformedParameters(in disposition: ContentDisposition) -> [MalformedParameter] {
        var found: [MalformedParameter] = []
        for parameter in disposition.value.parameters
        where parameter.range.lowerBound >= (found.last?.range.upperBound ?? 0) {
            if let malformed = MalformedParameter(parameter, in: header, of: disposition) {
                found.append(malformed)
            }
        }
        return found
    }
}
