/// Where the lines of a field section stand, and facts about them.
///
/// It is part of its section rather than an object of its own, which would be allocated for each head.
@usableFromInline
struct FieldLayout: Sendable {
    /// The lines as they were read.
    @usableFromInline let lines: [FieldLine]
    /// Whether all lines read `name: value` CR LF, with a token for a name, no blank before the name or the colon and no control
    /// character.
    @usableFromInline let isPlain: Bool
    /// Whether all bytes are printable ASCII characters but for the CR LF at the end of each line.
    @usableFromInline let isPrintable: Bool
    /// The known fields among them.
    @usableFromInline let known: KnownFieldIndex

    /// Computes the facts from the lines; their ranges count from the same origin as `base`.
    init(_ lines: [FieldLine], in bytes: [UInt8], base: Int) {
        self.lines = lines
        var known = KnownFieldIndex()
        var (hasPlainLines, endsInCRLF) = (true, true)
        for (index, line) in lines.enumerated() {
            if line.colon != line.name.upperBound || line.range.lowerBound != line.name.lowerBound
                || line.name.isEmpty
            {
                hasPlainLines = false
            }
            if line.ending != .crlf { endsInCRLF = false }
            let name = line.name.moved(by: 0 &- base)
            guard name.lowerBound >= 0, name.upperBound <= bytes.count else { continue }
            if let field = KnownField(bytes.span.bytes.extracting(name)) {
                known.add(field, at: index, hasColon: line.colon != nil)
            } else if !bytes[name].isFieldName {
                hasPlainLines = false
            }
        }
        self.known = known
        let unprintable = CharacterCounts(of: bytes.span.bytes)
        isPlain = hasPlainLines && endsInCRLF && unprintable.controls == 2 * lines.count
        isPrintable = endsInCRLF && unprintable.controls == 2 * lines.count && unprintable.beyondASCII == 0
    }

    /// Takes lines that are known to be plain.
    init(plain lines: [FieldLine], _ known: KnownFieldIndex, isPrintable: Bool) {
        self.lines = lines
        self.known = known
        isPlain = true
        self.isPrintable = isPrintable
    }

    /// The index of the first line of a field, from 0.
    @inlinable
    func index(of field: KnownField) -> Int? { known.index(of: field) }

    /// How many lines have the name of a field, with a colon or without; at most 255.
    @inlinable
    func count(of field: KnownField) -> Int { known.count(of: field) }
}

extension ArraySlice<UInt8> {
    /// Whether it is a token, or a token after the colon of HTTP/2's pseudo-fields.
    fileprivate var isFieldName: Bool {
        (first == UInt8(ascii: ":") ? dropFirst() : self).allSatisfy(\.isTokenCharacter)
    }
}
