/// Where the known fields stand among the first 65,535 lines of a section.
///
/// It takes 24 bytes. Lanes of a vector would begin at a multiple of 16, for which the allocator is several times slower.
@usableFromInline
struct KnownFieldIndex: Sendable {
    /// For each field, by its raw value, the index of its first line with a colon; the greatest number for none.
    @usableFromInline var first = [8 of UInt16](repeating: .max)
    /// For each field, how many lines have its name, with a colon or without; at most 255.
    @usableFromInline var counts = [8 of UInt8](repeating: 0)

    /// Adds the line of a field at an index, from 0.
    mutating func add(_ field: KnownField, at index: Int, hasColon: Bool = true) {
        let lane = field.rawValue
        if counts[lane] < .max { counts[lane] += 1 }
        if hasColon, first[lane] == .max, let place = UInt16(exactly: index) { first[lane] = place }
    }

    /// The index of the first line of a field, from 0.
    @inlinable
    func index(of field: KnownField) -> Int? {
        let index = first[field.rawValue]
        return index == .max ? nil : Int(index)
    }

    /// How many lines have the name of a field, with a colon or without; at most 255.
    @inlinable
    func count(of field: KnownField) -> Int { Int(counts[field.rawValue]) }
}
