package import Bytes

/// The Content-Type of a message or of a body part (RFC 9110 §8.3.1), read tolerantly.
///
/// It shares the parsed value with other occurrences of the same bytes; moving it copies nothing.
package struct MediaType: Sendable {
    private let reading: MediaTypeReading
    private let shift: Int

    /// The field line that it was read from.
    package var line: FieldLine { reading.line.moved(by: shift) }
    /// The value, taken apart; its leading text is `type/subtype`.
    package var value: ParameterizedValue { reading.value.moved(by: shift) }
    /// The number of its parameters.
    var parameterCount: Int { reading.parameterCount }
    /// Every `boundary` parameter, in order.
    package var boundaries: [Parameter] {
        shift == 0 ? reading.boundaries : reading.boundaries.map { $0.moved(by: shift) }
    }
    /// The weak ones of the first sixteen boundaries, with the reason.
    package var weakBoundaries: [(boundary: Parameter, weakness: BoundaryWeakness)] {
        let weak = reading.weakBoundaries
        return shift == 0 ? weak : weak.map { ($0.boundary.moved(by: shift), $0.weakness) }
    }
    /// How many of those there are.
    package var weakBoundaryCount: Int { reading.weakBoundaryCount }
    /// Whether there is such a boundary.
    package var hasWeakBoundary: Bool { reading.weakBoundaryCount > 0 }
    /// The place of the type and subtype.
    package var type: Range<Int> { reading.leading.moved(by: shift) }

    /// Parses the first Content-Type of a section; `nil` where there is none.
    package init?(_ section: borrowing FieldSection) {
        guard let line = section.first(.contentType) else { return nil }
        shift = 0
        if let plain = MediaTypeReading(formData: line, in: section) {
            reading = plain
        } else {
            reading = MediaTypeReading(line, ParameterizedValue(section, line.value), in: section)
        }
    }

    /// The boundary where the first Content-Type of a section is `multipart/form-data; boundary=` and the boundary,
    /// unquoted, as nearly all forms have it; `nil` where it is written otherwise.
    ///
    /// It takes nothing else apart.
    package static func plainFormBoundary(in section: FieldSection) -> ArraySlice<UInt8>? {
        guard let line = section.first(.contentType) else { return nil }
        return MediaTypeReading.plainBoundary(line, in: section).map { section[$0] }
    }

    /// Whether the value of the first Content-Type of a section is `multipart/form-data; boundary=` and this boundary.
    package static func declaresForm(with boundary: ArraySlice<UInt8>, in section: FieldSection) -> Bool {
        let plain: StaticString = "multipart/form-data; boundary="
        guard !boundary.isEmpty, let value = section.value(.contentType),
            value.count == plain.utf8CodeUnitCount + boundary.count
        else { return false }
        let text = value.span.bytes
        return text.holds(plain, at: 0)
            && text.extracting(last: boundary.count).begins(with: boundary.span.bytes)
    }

    /// The type and subtype of the first Content-Type of a section; `nil` where there is none.
    ///
    /// Of a value as nearly all forms have it nothing else is taken apart.
    package static func type(in section: FieldSection) -> ArraySlice<UInt8>? {
        guard let value = section.value(.contentType) else { return nil }
        let formData: StaticString = "multipart/form-data"
        let end = value.startIndex + formData.utf8CodeUnitCount
        if section.hasPlainLines, value.count > formData.utf8CodeUnitCount,
            value[end] == UInt8(ascii: ";"), value.span.bytes.holds(formData, at: 0)
        {
            return value[..<end]
        }
        return MediaType(section).map { section[$0.type] }
    }

    /// Takes the value of a field line of the section.
    init(_ line: FieldLine, _ value: ParameterizedValue, in section: FieldSection) {
        reading = MediaTypeReading(line, value, in: section)
        shift = 0
    }

    private init(_ reading: MediaTypeReading, shift: Int) {
        self.reading = reading
        self.shift = shift
    }

    /// The same field where its bytes stand `distance` later.
    func moved(by distance: Int) -> MediaType { MediaType(reading, shift: shift &+ distance) }

    /// The same field with its line at `offset`.
    func moved(toLineAt offset: Int) -> MediaType {
        MediaType(reading, shift: offset &- reading.line.range.lowerBound)
    }

    /// Whether the type is `multipart`, any subtype, in any letter case.
    package var isMultipart: Bool { reading.isMultipart }

    /// Whether the type is `multipart/form-data`, in any letter case.
    package var isFormData: Bool { reading.isFormData }

    /// Whether it is `multipart/form-data; boundary=…` and no more, with letters, digits, `-` and `_`.
    package var isPlainFormData: Bool { reading.isPlainFormData }

    /// The values of the boundary parameters as a receiver would compare them: quoted pairs resolved.
    package var declaredBoundaries: [[UInt8]] { reading.declared }

    /// The first of these; `nil` where there is none.
    package var declaredBoundary: ArraySlice<UInt8>? { reading.firstDeclared }
}

extension MediaType: Hashable {
    /// Whether the same was read at the same place.
    package static func == (one: MediaType, other: MediaType) -> Bool {
        one.line == other.line && one.value == other.value && one.boundaries == other.boundaries
            && one.declaredBoundaries == other.declaredBoundaries
            && one.weakBoundaries.elementsEqual(other.weakBoundaries, by: ==)
            && one.isMultipart == other.isMultipart && one.isFormData == other.isFormData
            && one.isPlainFormData == other.isPlainFormData
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(line)
        hasher.combine(value)
    }
}

/// What was read of a Content-Type where it was met first.
private final class MediaTypeReading: Sendable {
    /// What was taken apart.
    private enum Reading {
        /// `multipart/form-data; boundary=` and a boundary, unquoted, in a range, with the bytes of that.
        case plain(Range<Int>, ArraySlice<UInt8>, BoundaryWeakness?)
        /// Anything else.
        case parsed(
            ParameterizedValue,
            boundaries: [Parameter],
            declared: [[UInt8]],
            weak: [(boundary: Parameter, weakness: BoundaryWeakness)]
        )
    }

    let line: FieldLine
    private let reading: Reading
    let isMultipart: Bool
    let isFormData: Bool
    let isPlainFormData: Bool

    /// Reads `multipart/form-data; boundary=…` of a message, as nearly all forms have it; `nil` where it is written
    /// otherwise.
    init?(formData line: FieldLine, in section: borrowing FieldSection) {
        guard let place = Self.plainBoundary(line, in: section) else { return nil }
        self.line = line
        let bytes = section[place]
        reading = .plain(place, bytes, BoundaryWeakness(of: bytes))
        (isMultipart, isFormData, isPlainFormData) = (true, true, true)
    }

    /// The value, taken apart.
    var value: ParameterizedValue {
        switch reading {
        case .plain(let place, _, _): ParameterizedValue(leading, [parameter(place)])
        case .parsed(let value, _, _, _): value
        }
    }
    /// The place of the type and subtype.
    var leading: Range<Int> {
        switch reading {
        case .plain: line.value.lowerBound..<(line.value.lowerBound + 19)
        case .parsed(let value, _, _, _): value.leading
        }
    }
    /// The number of parameters.
    var parameterCount: Int {
        switch reading {
        case .plain: 1
        case .parsed(let value, _, _, _): value.parameters.count
        }
    }
    /// Every `boundary` parameter.
    var boundaries: [Parameter] {
        switch reading {
        case .plain(let place, _, _): [parameter(place)]
        case .parsed(_, let boundaries, _, _): boundaries
        }
    }
    /// The values of the boundary parameters, quoted pairs resolved.
    var declared: [[UInt8]] {
        switch reading {
        case .plain(_, let bytes, _): [Array(bytes)]
        case .parsed(_, _, let declared, _): declared
        }
    }
    /// The first of them.
    var firstDeclared: ArraySlice<UInt8>? {
        switch reading {
        case .plain(_, let bytes, _): bytes
        case .parsed(_, _, let declared, _): declared.first.map { $0[...] }
        }
    }
    /// The weak ones of the first sixteen boundaries.
    var weakBoundaries: [(boundary: Parameter, weakness: BoundaryWeakness)] {
        switch reading {
        case .plain(let place, _, let weakness): weakness.map { [(parameter(place), $0)] } ?? []
        case .parsed(_, _, _, let weak): weak
        }
    }
    /// How many of those there are.
    var weakBoundaryCount: Int {
        switch reading {
        case .plain(_, _, let weakness): weakness == nil ? 0 : 1
        case .parsed(_, _, _, let weak): weak.count
        }
    }

    /// The boundary parameter of a plain value, whose own value stands in a range.
    private func parameter(_ place: Range<Int>) -> Parameter {
        let base = line.value.lowerBound
        return Parameter(
            range: (base + 21)..<place.upperBound,
            name: (base + 21)..<(base + 29),
            equals: base + 29,
            value: place,
            quoting: .bare,
            hasBackslash: false,
            blanksAroundEquals: (base + 29)..<(base + 29),
            junk: place.upperBound..<place.upperBound
        )
    }

    /// The place of the boundary where a line's value is `multipart/form-data; boundary=` and the boundary, unquoted.
    static func plainBoundary(_ line: FieldLine, in section: FieldSection) -> Range<Int>? {
        let bytes = section.bytes.span.bytes
        let value = line.value.moved(by: 0 &- section.base)
        let start = value.lowerBound + 30
        guard line.foldCount == 0, bytes.holds("multipart/form-data; boundary=", at: value.lowerBound),
            value.upperBound <= bytes.byteCount, (1...70).contains(value.upperBound - start)
        else { return nil }
        var place = start &+ bytes.lengthOfWord(from: start)
        while place < value.upperBound {
            guard isPlain(bytes.knownByte(place)) else { return nil }
            place &+= 1
        }
        return (line.value.lowerBound + 30)..<line.value.upperBound
    }

    init(_ line: FieldLine, _ value: ParameterizedValue, in section: borrowing FieldSection) {
        self.line = line
        let boundaries = value.parameters(named: "boundary", in: section)
        let declared = boundaries.compactMap { $0.quoting == .absent ? nil : $0.unescapedValue(in: section) }
        let weak = boundaries.prefix(16).compactMap {
            boundary -> (boundary: Parameter, weakness: BoundaryWeakness)? in
            guard !boundary.value.isEmpty else { return nil }
            return BoundaryWeakness(of: section[boundary.value]).map { (boundary, $0) }
        }
        reading = .parsed(value, boundaries: boundaries, declared: declared, weak: weak)
        let type = section[value.leading]
        isMultipart = type.startsIgnoringCase(with: "multipart/")
        isFormData = type.equalsIgnoringCase("multipart/form-data")
        isPlainFormData = Self.isPlain(line, value, boundaries, in: section)
    }

    private static func isPlain(
        _ line: FieldLine,
        _ value: ParameterizedValue,
        _ boundaries: [Parameter],
        in section: FieldSection
    ) -> Bool {
        guard value.parameters.count == 1, value.separator == .semicolon, value.emptyParameters.isEmpty,
            line.foldCount == 0, let boundary = boundaries.first, boundary.quoting == .bare,
            (1...70).contains(boundary.value.count), boundary.blanksAroundEquals.isEmpty,
            boundary.junk.isEmpty
        else { return false }
        return section[value.leading].equals("multipart/form-data")
            && section[boundary.name].equals("boundary")
            && section[value.leading.upperBound..<boundary.name.lowerBound].allSatisfy(isPrintable)
            && section[boundary.value].allSatisfy(isPlain)
            && section[boundary.value.upperBound..<line.value.upperBound].allSatisfy(isPrintable)
    }

    private static func isPrintable(_ byte: UInt8) -> Bool { byte &- 0x20 < 0x5F }

    private static func isPlain(_ byte: UInt8) -> Bool {
        byte.isDigit || (byte | 0x20) &- 0x61 < 26 || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }
}
