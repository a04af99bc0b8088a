package import Bytes

/// The Content-Type of a message or of a body part (RFC 9110 §8.3.1), read tolerantly.
///
/// It refers to what was read once, wherever the same bytes stand again: to move it copies nothing.
package struct MediaType: Sendable {
    private let reading: Reading
    private let shift: Int

    /// The field line that it was read from.
    package var line: FieldLine { reading.line.moved(by: shift) }
    /// The value, taken apart; its leading text is `type/subtype`.
    package var value: ParameterizedValue { reading.value.moved(by: shift) }
    /// Every `boundary` parameter, in order.
    package var boundaries: [Parameter] {
        shift == 0 ? reading.boundaries : reading.boundaries.map { $0.moved(by: shift) }
    }
    /// The place of the type and subtype.
    package var type: Range<Int> { reading.value.leading.moved(by: shift) }

    /// Reads the first Content-Type of a section; `nil` where there is none.
    package init?(_ section: FieldSection) {
        guard let line = section.first(named: "content-type") else { return nil }
        reading = Reading(line, in: section)
        shift = 0
    }

    private init(_ reading: Reading, shift: Int) {
        self.reading = reading
        self.shift = shift
    }

    /// The same field where its bytes stand `distance` later.
    func moved(by distance: Int) -> MediaType { MediaType(reading, shift: shift &+ distance) }

    /// Whether the type is `multipart`, any subtype, in any letter case.
    package func isMultipart(in section: FieldSection) -> Bool {
        section[type].startsIgnoringCase(with: "multipart/")
    }

    /// Whether the type is `multipart/form-data`, in any letter case.
    package func isFormData(in section: FieldSection) -> Bool {
        section[type].equalsIgnoringCase("multipart/form-data")
    }

    /// The values of the boundary parameters as a receiver would compare them: quoted pairs resolved.
    package func declaredBoundaries(in section: FieldSection) -> [[UInt8]] {
        boundaries.compactMap { $0.quoting == .absent ? nil : $0.unescapedValue(in: section) }
    }
}

/// What was read of a Content-Type where it was met first.
private final class Reading: Sendable {
    let line: FieldLine
    let value: ParameterizedValue
    let boundaries: [Parameter]

    init(_ line: FieldLine, in section: FieldSection) {
        self.line = line
        value = ParameterizedValue(section, line.value)
        boundaries = value.parameters(named: "boundary", in: section)
    }
}
