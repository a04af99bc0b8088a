package import Bytes

/// The Content-Type of a message or of a body part (RFC 9110 §8.3.1), read tolerantly.
///
/// A class for the reason that ``BodyPart`` is one.
package final class MediaType: Sendable {
    /// The field line that it was read from.
    package let line: FieldLine
    /// The value, taken apart; its leading text is `type/subtype`.
    package let value: ParameterizedValue
    /// Every `boundary` parameter, in order.
    package let boundaries: [Parameter]

    /// Reads the first Content-Type of a section; `nil` where there is none.
    package init?(_ section: FieldSection) {
        guard let line = section.first(named: "content-type") else { return nil }
        self.line = line
        value = ParameterizedValue(section, line.value)
        boundaries = value.parameters(named: "boundary", in: section)
    }

    /// Whether the type is `multipart`, any subtype, in any letter case.
    package func isMultipart(in section: FieldSection) -> Bool {
        section[value.leading].startsIgnoringCase(with: "multipart/")
    }

    /// Whether the type is `multipart/form-data`, in any letter case.
    package func isFormData(in section: FieldSection) -> Bool {
        section[value.leading].equalsIgnoringCase("multipart/form-data")
    }

    /// The values of the boundary parameters as a receiver would compare them: quoted pairs resolved.
    package func declaredBoundaries(in section: FieldSection) -> [[UInt8]] {
        boundaries.filter { $0.quoting != .absent }.map { $0.unescapedValue(in: section) }
    }
}
