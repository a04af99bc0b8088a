package import Bytes

/// The Content-Disposition of a body part (RFC 7578 §4.2, RFC 2183).
package struct ContentDisposition: Hashable, Sendable {
    /// The field line that it was read from.
    package var line: FieldLine
    /// The value, taken apart; its leading text is the disposition type.
    package var value: ParameterizedValue
    /// The first `name` parameter.
    package var name: Parameter?
    /// The first `filename` parameter.
    package var filename: Parameter?
    /// The first `filename*` parameter, which RFC 7578 §4.2 forbids.
    package var filenameStar: Parameter?
    /// The first `name*` parameter.
    package var nameStar: Parameter?

    /// Whether there is a `filename` or a `filename*` parameter.
    package var isFile: Bool { filename != nil || filenameStar != nil }

    /// Reads the first Content-Disposition of a section; `nil` where there is none.
    package init?(_ section: FieldSection) {
        guard let line = section.first(named: "content-disposition") else { return nil }
        self.line = line
        value = ParameterizedValue(section, line.value)
        name = value.first(named: "name", in: section)
        filename = value.first(named: "filename", in: section)
        filenameStar = value.first(named: "filename*", in: section)
        nameStar = value.first(named: "name*", in: section)
    }
}
