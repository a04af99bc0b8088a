/// A field that is looked for in a reading: its name, and as far as they are given its filename and its length.
struct FieldPattern: Decodable, Sendable, CustomStringConvertible {
    private let name: String?
    private let filename: String?
    private let length: Int?
    private let isFilenameGiven: Bool

    /// A field with a name and a filename, or none.
    init(_ name: String, _ filename: String? = nil) {
        (self.name, self.filename, length, isFilenameGiven) = (name, filename, nil, true)
    }

    /// Reads `[name]`, `[name, filename]` or `[name, filename, length]`.
    init(from decoder: any Decoder) throws {
        var values = try decoder.unkeyedContainer()
        name = try values.decodeNil() ? nil : values.decode(String.self)
        isFilenameGiven = !values.isAtEnd
        filename = try values.isAtEnd || values.decodeNil() ? nil : values.decode(String.self)
        length = try values.isAtEnd ? nil : values.decode(Int.self)
    }

    /// Whether it is this field.
    func matches(_ field: MeasuredGrid.Field) -> Bool {
        field.name == name && (!isFilenameGiven || field.filename == filename)
            && (length == nil || field.length == length)
    }

    var description: String {
        let pieces = [name ?? "null", isFilenameGiven ? filename ?? "null" : nil, length.map { "\($0)" }]
        return "[" + pieces.compactMap(\.self).joined(separator: ", ") + "]"
    }
}
