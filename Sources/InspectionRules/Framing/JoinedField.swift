import Bytes
import Forms
import Inspection

/// A field of the head that stands in the value of the one before it, because no line break separates the two.
struct JoinedField {
    /// The line that holds both.
    let line: FieldLine
    /// The name of the second field.
    let name: Range<Int>
    /// What is written in the place of the line break, such as `\r\n` as text; empty where nothing is.
    let written: Range<Int>

    private static let names: [StaticString] = [
        "content-length", "content-type", "transfer-encoding", "connection", "host", "user-agent", "accept",
        "accept-encoding", "accept-language", "authorization", "cookie", "expect", "cache-control", "origin",
        "referer", "x-api-key", "x-auth-token", "x-requested-with",
    ]
    /// The fields of which one is part of another field's value only by mistake.
    private static let bodyNames: [StaticString] = ["content-length", "content-type"]
    private static let writtenBreaks: [StaticString] = ["\\r\\n", "\\n", "`r`n", "`n", "%0d%0a"]

    /// Looks for one in a line.
    ///
    /// - Parameters:
    ///   - line: the line.
    ///   - fields: the head.
    ///   - mediaType: the request's Content-Type.
    init?(in line: FieldLine, _ fields: FieldSection, _ mediaType: MediaType?) {
        let isType = line.range == mediaType?.line.range
        let isLength = fields[line.name].equalsIgnoringCase("content-length")
        let isChunked = fields.first(named: "transfer-encoding") != nil
        let value = fields[line.value]
        let origin = line.value.lowerBound - value.startIndex
        for colon in value.indices where value[colon] == UInt8(ascii: ":") {
            let before = value[..<colon]
            let known = (isType || isLength ? Self.names : Self.bodyNames).first { name in
                before.count > name.utf8CodeUnitCount
                    && before.suffix(name.utf8CodeUnitCount).equalsIgnoringCase(name)
            }
            guard let known else { continue }
            let start = colon - known.utf8CodeUnitCount
            // A name that has a line of its own may be quoted in the value of another field.
            let isAbsent = fields.first(named: known) == nil
            guard Self.isPlausible(value[(colon + 1)...], of: known),
                isType
                    ? Self.isInBareBoundary(start + origin, mediaType, fields, isAbsent: isAbsent)
                    : isLength ? value.first?.isDigit ?? false : isAbsent && !isChunked
            else { continue }
            self.line = line
            name = (start + origin)..<(colon + origin)
            let written = Self.writtenBreaks.first { text in
                value[..<start].suffix(text.utf8CodeUnitCount).equalsIgnoringCase(text)
            }
            self.written = (name.lowerBound - (written?.utf8CodeUnitCount ?? 0))..<name.lowerBound
            return
        }
        return nil
    }

    /// The name of a field that follows the version in a request line, and what is written in the place of the line break.
    ///
    /// - Parameter line: the request line.
    /// - Returns: `nil` where none does.
    static func inRequestLine(_ line: [UInt8]) -> (name: Range<Int>, written: Range<Int>)? {
        let version = Array(" HTTP/1.".utf8)
        guard let start = line.indices.first(where: { line[$0...].starts(with: version) }) else { return nil }
        // The digit after the point belongs to the version.
        let rest = line[start...].dropFirst(version.count + 1)
        guard let colon = rest.firstIndex(of: UInt8(ascii: ":")),
            let known = names.first(where: { name in
                rest[..<colon].suffix(name.utf8CodeUnitCount).equalsIgnoringCase(name)
            })
        else { return nil }
        let name = (colon - known.utf8CodeUnitCount)..<colon
        let between = rest[..<name.lowerBound]
        if between.allSatisfy(\.isBlank) { return (name, name.lowerBound..<name.lowerBound) }
        return writtenBreaks.contains { between.equalsIgnoringCase($0) } ? (name, between.indices) : nil
    }

    /// Whether a text may be the value of a field.
    private static func isPlausible(_ value: ArraySlice<UInt8>, of name: StaticString) -> Bool {
        let value = value.drop(while: \.isBlank)
        return switch name.description {
        case "content-length": value.first?.isDigit ?? false
        case "content-type": value.startsIgnoringCase(with: "multipart/")
        default: !value.isEmpty
        }
    }

    /// Whether an offset is in the value of a boundary without quotes, or, of a field that has no line of its own, in
    /// another parameter.
    private static func isInBareBoundary(
        _ offset: Int,
        _ mediaType: MediaType?,
        _ fields: FieldSection,
        isAbsent: Bool
    ) -> Bool {
        guard let mediaType, mediaType.isMultipart else { return false }
        return mediaType.value.parameters.contains { parameter in
            if fields[parameter.name].equalsIgnoringCase("boundary") {
                return parameter.quoting == .bare && parameter.value.contains(offset)
                    && offset > parameter.value.lowerBound || parameter.junk.contains(offset)
            }
            return isAbsent && parameter.quoting == .absent && parameter.range.lowerBound == offset
        }
    }
}
