/// Where the lines of a field section stand, and facts about them that do not depend on the values of digits.
///
/// Sections that differ in digits alone share one layout: it is computed once for all messages of a client.
final class FieldLayout: Sendable {
    /// The lines as they were read.
    let lines: [FieldLine]
    /// Whether all lines read `name: value` CR LF, with no blank before the name or the colon and no control character.
    let isPlain: Bool
    /// Whether all bytes are printable ASCII characters but for the CR LF at the end of each line.
    let isPrintable: Bool
    /// For each known field, by its raw value, the index of its first line with a colon; -1 for none.
    private let first: SIMD8<Int32>
    /// For each known field, how many lines have its name, with a colon or without; at most 255.
    private let counts: SIMD8<UInt8>

    /// Computes the facts from the lines; their ranges count from the same origin as `base`.
    init(_ lines: [FieldLine], in bytes: [UInt8], base: Int) {
        self.lines = lines
        var first = SIMD8<Int32>(repeating: -1)
        var counts = SIMD8<UInt8>(repeating: 0)
        var (hasPlainLines, endsInCRLF) = (true, true)
        for (index, line) in lines.enumerated() {
            if line.colon != line.name.upperBound || line.range.lowerBound != line.name.lowerBound {
                hasPlainLines = false
            }
            if line.ending != .crlf { endsInCRLF = false }
            let name = line.name.moved(by: 0 &- base)
            guard name.lowerBound >= 0, name.upperBound <= bytes.count, let field = KnownField(bytes[name])
            else { continue }
            let lane = field.rawValue
            if counts[lane] < .max { counts[lane] += 1 }
            if first[lane] < 0, line.colon != nil, let place = Int32(exactly: index) { first[lane] = place }
        }
        self.first = first
        self.counts = counts
        let unprintable = CharacterCounts(of: bytes.span.bytes)
        isPlain = hasPlainLines && endsInCRLF && unprintable.controls == 2 * lines.count
        isPrintable = endsInCRLF && unprintable.controls == 2 * lines.count && unprintable.beyondASCII == 0
    }

    /// Takes lines that are known to be plain and printable, each of another known field.
    init(plain lines: [FieldLine], of fields: [KnownField]) {
        self.lines = lines
        var first = SIMD8<Int32>(repeating: -1)
        var counts = SIMD8<UInt8>(repeating: 0)
        for (index, field) in fields.enumerated() {
            first[field.rawValue] = Int32(truncatingIfNeeded: index)
            counts[field.rawValue] = 1
        }
        self.first = first
        self.counts = counts
        isPlain = true
        isPrintable = true
    }

    /// The index of the first line of a field, from 0.
    func index(of field: KnownField) -> Int? {
        let index = first[field.rawValue]
        return index < 0 ? nil : Int(index)
    }

    /// How many lines have the name of a field, with a colon or without; at most 255.
    func count(of field: KnownField) -> Int { Int(counts[field.rawValue]) }
}
