import Bytes
package import Forms

extension Form {
    /// Whether the body looks like a form, whatever Content-Type says.
    ///
    /// At least one part is `form-data`, and the body begins with a delimiter: text that only quotes a form
    /// further down does not count. Up to four bytes before the delimiter (a byte order mark, empty lines)
    /// are allowed.
    package var looksLikeFormData: Bool { preamble.count <= 4 && hasFormDataPart }

    /// The text that JavaScript makes of a form.
    static let stringified: StaticString = "[object FormData]"

    /// Whether the whole body is a form that JavaScript has turned into a string, whatever Content-Type says.
    package var isStringified: Bool {
        let count = Self.stringified.utf8CodeUnitCount
        return length == count && kept.window(at: 0, before: 0, after: count).bytes.equals(Self.stringified)
    }

    /// Whether the body was sent as a form under another type than `multipart`.
    ///
    /// Where that has the boundary, it is curl's: of `-F` with a Content-Type of the user's own it makes attachments.
    package func isFormData(under mediaType: MediaType) -> Bool {
        if looksLikeFormData { return true }
        guard close != nil, preamble.isEmpty, let boundary else { return false }
        return mediaType.declaredBoundaries.contains(boundary)
    }

    /// Whether a part's Content-Disposition says `form-data`, in any letter case.
    package var hasFormDataPart: Bool {
        parts.contains { part in
            guard let disposition = part.disposition else { return false }
            return part.header[disposition.type].equalsIgnoringCase("form-data")
        }
    }
}
