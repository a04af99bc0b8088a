import Bytes

/// Searches for the text `Content-Disposition: form-data` in any letter case, without reading every byte.
enum PartHeaderSearch {
    /// The shortest text that is found: with a blank after the colon, or `form-data;` without one.
    static let length = 30
    private static let field: StaticString = "content-disposition:"
    private static let value: StaticString = "form-data"
    private static let blanks = ["", " ", "  ", "   ", "    ", "\t"]
    /// The first ``length`` bytes of the texts that are found, in lowercase.
    static let texts = blanks.map { Array("\(field)\($0)\(value);".utf8.prefix(length)) }
    private static let filter = WordFilter(texts, ignoresCase: true)

    /// The first occurrence in `bytes[from..<end]`, `nil` where there is none.
    static func first(in bytes: UnsafeRawBufferPointer, from: Int, to end: Int) -> Int? {
        guard from >= 0, end <= bytes.count, end - from >= length, let filter else { return nil }
        var place = from
        while let word = filter.first(in: bytes, from: place, to: end) {
            for start in max(word - filter.step + 1, from)...word where occurs(in: bytes, at: start, to: end)
            {
                return start
            }
            place = word + filter.step
        }
        return nil
    }

    private static func occurs(in bytes: UnsafeRawBufferPointer, at start: Int, to end: Int) -> Bool {
        var place = start
        guard end - start >= length, matches(field, bytes, at: &place, to: end) else { return false }
        while place < end, place - start < field.utf8CodeUnitCount + 4, bytes[place].isBlank { place += 1 }
        return matches(value, bytes, at: &place, to: end)
    }

    private static func matches(
        _ text: StaticString,
        _ bytes: UnsafeRawBufferPointer,
        at place: inout Int,
        to end: Int
    ) -> Bool {
        guard end - place >= text.utf8CodeUnitCount else { return false }
        for index in 0..<text.utf8CodeUnitCount
        where bytes[place + index].lowercased != (text.utf8Start + index).pointee { return false }
        place += text.utf8CodeUnitCount
        return true
    }
}
