import Bytes
package import Forms

extension Form {
    /// Whether the body looks like a form, whatever Content-Type says.
    ///
    /// At least one part is `form-data`, and the body begins with a delimiter: text that only quotes a form
    /// further down does not count. Up to four bytes before the delimiter (a byte order mark, empty lines)
    /// are allowed.
    package var looksLikeFormData: Bool { preamble.count <= 4 && hasFormDataPart }

    /// Whether a part's Content-Disposition says `form-data`, in any letter case.
    package var hasFormDataPart: Bool {
        parts.contains { part in
            guard let disposition = part.disposition else { return false }
            return part.header[disposition.type].equalsIgnoringCase("form-data")
        }
    }
}
