package import Bytes

/// The Content-Disposition of a body part (RFC 7578 §4.2, RFC 2183).
///
/// It shares the parsed value with other occurrences of the same bytes; moving it copies nothing.
package struct ContentDisposition: Sendable {
    private let reading: DispositionReading
    private let shift: Int

    /// The field line that it was read from.
    package var line: FieldLine { reading.line.moved(by: shift) }
    /// The value, taken apart; its leading text is the disposition type.
    package var value: ParameterizedValue { reading.value.moved(by: shift) }
    /// The number of its parameters.
    var parameterCount: Int { reading.value.parameters.count }
    /// The first `name` parameter.
    package var name: Parameter? { reading.name?.moved(by: shift) }
    /// The first `filename` parameter.
    package var filename: Parameter? { reading.filename?.moved(by: shift) }
    /// The first `filename*` parameter, which RFC 7578 §4.2 forbids.
    package var filenameStar: Parameter? { reading.filenameStar?.moved(by: shift) }
    /// The first `name*` parameter.
    package var nameStar: Parameter? { reading.nameStar?.moved(by: shift) }
    /// Whether there is a `filename` or a `filename*` parameter.
    package var isFile: Bool { reading.filename != nil || reading.filenameStar != nil }

    /// The place of the disposition type.
    package var type: Range<Int> { reading.value.leading.moved(by: shift) }
    /// The place of the first name, with its quote where that is never closed; `nil` where there is none.
    package var nameValue: Range<Int>? { reading.name?.rawValue.moved(by: shift) }

    /// Parses the first Content-Disposition of a section; `nil` where there is none.
    package init?(_ section: FieldSection) {
        guard let line = section.first(.contentDisposition) else { return nil }
        reading = DispositionReading(line, in: section)
        shift = 0
    }

    /// Takes a value whose parameters are a `name` and perhaps a `filename`.
    init(_ line: FieldLine, _ value: ParameterizedValue, name: Parameter, filename: Parameter?) {
        reading = DispositionReading(line, value, name: name, filename: filename)
        shift = 0
    }

    private init(_ reading: DispositionReading, shift: Int) {
        self.reading = reading
        self.shift = shift
    }

    /// The same field for bytes that stand `distance` later.
    func moved(by distance: Int) -> ContentDisposition {
        ContentDisposition(reading, shift: shift &+ distance)
    }
}

extension ContentDisposition: Hashable {
    /// Whether the same was read at the same place.
    package static func == (one: ContentDisposition, other: ContentDisposition) -> Bool {
        one.line == other.line && one.value == other.value && one.name == other.name
            && one.filename == other.filename && one.filenameStar == other.filenameStar
            && one.nameStar == other.nameStar
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(line)
        hasher.combine(value)
    }
}

/// What was read of a Content-Disposition where it was met first.
private final class DispositionReading: Sendable {
    let line: FieldLine
    let value: ParameterizedValue
    let name: Parameter?
    let filename: Parameter?
    let filenameStar: Parameter?
    let nameStar: Parameter?

    init(_ line: FieldLine, _ value: ParameterizedValue, name: Parameter, filename: Parameter?) {
        self.line = line
        self.value = value
        self.name = name
        self.filename = filename
        filenameStar = nil
        nameStar = nil
    }

    init(_ line: FieldLine, in section: FieldSection) {
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
    }
}
