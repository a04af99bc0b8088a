package import Bytes

/// The Content-Disposition of a body part (RFC 7578 §4.2, RFC 2183).
///
/// A class for the reason that ``BodyPart`` is one.
package final class ContentDisposition: Sendable {
    /// The field line that it was read from.
    package let line: FieldLine
    /// The value, taken apart; its leading text is the disposition type.
    package let value: ParameterizedValue
    /// The first `name` parameter.
    package let name: Parameter?
    /// The first `filename` parameter.
    package let filename: Parameter?
    /// The first `filename*` parameter, which RFC 7578 §4.2 forbids.
    package let filenameStar: Parameter?
    /// The first `name*` parameter.
    package let nameStar: Parameter?

    /// Whether there is a `filename` or a `filename*` parameter.
    package let isFile: Bool

    /// Reads the first Content-Disposition of a section; `nil` where there is none.
    package init?(_ section: FieldSection) {
        guard let line = section.first(named: "content-disposition") else { return nil }
        self.line = line
        value = ParameterizedValue(section, line.value)
        var name: Parameter?
        var filename: Parameter?
        var filenameStar: Parameter?
        var nameStar: Parameter?
        for parameter in value.parameters {
            let text = section[parameter.name]
            switch text.count {
            case 4: if name == nil, text.equalsIgnoringCase("name") { name = parameter }
            case 5: if nameStar == nil, text.equalsIgnoringCase("name*") { nameStar = parameter }
            case 8: if filename == nil, text.equalsIgnoringCase("filename") { filename = parameter }
            case 9: if filenameStar == nil, text.equalsIgnoringCase("filename*") { filenameStar = parameter }
            default: break
            }
        }
        self.name = name
        self.filename = filename
        self.filenameStar = filenameStar
        self.nameStar = nameStar
        isFile = filename != nil || filenameStar != nil
    }
}
