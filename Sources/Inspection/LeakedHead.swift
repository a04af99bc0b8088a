import Bytes
import Forms

/// Fields of a request's head at the beginning of its body that declare a form: an empty line ended the head before them.
package struct LeakedHead {
    /// The boundary that they declare.
    let boundary: [UInt8]

    /// The beginnings of bodies that are looked at.
    private static let names: [StaticString] = ["content-type:", "content-length:", "host:", "mime-version:"]

    /// Looks at the first bytes of a body; `nil` where they are no such fields, or the form does not follow.
    ///
    /// A text may be the head of a request, too: so none is looked for under a type that says so.
    ///
    /// - Parameters:
    ///   - opening: the bytes.
    ///   - fields: the field lines of the head.
    ///   - mediaType: its Content-Type.
    init?(in opening: [UInt8], under fields: FieldSection, _ mediaType: MediaType?) {
        let text = opening.drop(while: \.isLineBreak)
        let type = mediaType.map { fields[$0.type] } ?? []
        guard type.isEmpty || type.equalsIgnoringCase("application/x-www-form-urlencoded"), Self.begins(text),
            let end = Self.blankLine(in: text)
        else { return nil }
        let section = FieldSection(parsing: Array(text[..<end.lowerBound]), base: 0)
        let isHead = section.lines.allSatisfy {
            $0.colon != nil && section[$0.name].allSatisfy(\.isTokenCharacter)
        }
        guard isHead, let declared = MediaType(section), declared.isFormData,
            let boundary = declared.declaredBoundaries.first, !boundary.isEmpty
        else { return nil }
        let delimiter = [0x2D, 0x2D] + boundary
        let rest = text[end.upperBound...].drop(while: \.isLineBreak).prefix(delimiter.count)
        guard rest.count > 1, delimiter.starts(with: rest) else { return nil }
        self.boundary = boundary
    }

    /// Whether a text begins as such fields do, or is the beginning of their beginning.
    static func mayBegin(_ text: ArraySlice<UInt8>) -> Bool {
        begins(text)
            || names.contains { name in
                text.count < name.utf8CodeUnitCount
                    && zip(text, name.description.utf8).allSatisfy { $0.lowercased == $1 }
            }
    }

    /// Whether a text begins with the name of such a field.
    package static func begins(_ text: ArraySlice<UInt8>) -> Bool {
        names.contains { text.startsIgnoringCase(with: $0) }
    }

    /// The indices of the first empty line, its line break included.
    private static func blankLine(in text: ArraySlice<UInt8>) -> Range<Int>? {
        var start = text.startIndex
        while let feed = text[start...].firstIndex(of: 0x0A) {
            if text[start..<feed].allSatisfy({ $0 == 0x0D }) { return start..<(feed + 1) }
            start = feed + 1
        }
        return nil
    }
}

extension RequestInspection {
    /// Whether the first bytes of a body may begin a form: line breaks or a byte order mark, then dashes; or its string,
    /// or the rest of the head.
    static func mayBeForm(_ opening: [UInt8]) -> Bool {
        if opening.first == UInt8(ascii: "[") { return "[object FormData]".utf8.starts(with: opening) }
        let rest = opening.drop { $0.isLineBreak || $0.isBlank || $0 >= 0xBB }
        return rest.prefix(2).allSatisfy { $0 == 0x2D } || LeakedHead.mayBegin(rest)
    }
}
