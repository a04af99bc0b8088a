extension BoundaryShape {
    /// The shape of one boundary: its leading dashes, and the alphabet of the other characters.
    package convenience init(looksOf boundary: [UInt8]) {
        let dashes = boundary.prefix { $0 == UInt8(ascii: "-") }
        let rest = boundary.dropFirst(dashes.count)
        let groups = rest.isEmpty ? [] : Self.groups([rest])
        let characters = rest.filter { groups.count == 1 || $0 != UInt8(ascii: "-") }
        let alphabet = Alphabet.allCases.first { characters.allSatisfy($0.contains) } ?? .any
        self.init(String(repeating: "-", count: dashes.count), groups, of: alphabet)
    }

    /// The narrowest shape that all given boundaries have.
    ///
    /// A common prefix counts as fixed where it is too long to be chance, or ends in something that is not
    /// random. `nil` for fewer than two boundaries: one alone does not show what is fixed.
    package convenience init?(measuring boundaries: [[UInt8]]) {
        guard boundaries.count > 1, let first = boundaries.first else { return nil }
        let distinct = Set(boundaries)
        guard distinct.count > 1 else {
            self.init(String(decoding: first, as: UTF8.self))
            return
        }
        let prefix = Self.fixedPrefix(Array(distinct))
        let suffixLength = Self.fixedSuffixLength(Array(distinct), after: prefix.count)
        let randoms = distinct.map { $0.dropFirst(prefix.count).dropLast(suffixLength) }
        let groups = Self.groups(randoms)
        let isGrouped = groups.count > 1
        let characters = randoms.joined().filter { !isGrouped || $0 != UInt8(ascii: "-") }
        let alphabet = Alphabet.allCases.first { characters.allSatisfy($0.contains) } ?? .any
        self.init(
            String(decoding: prefix, as: UTF8.self),
            groups,
            of: alphabet,
            suffix: String(decoding: first.suffix(suffixLength), as: UTF8.self)
        )
    }

    /// The common prefix of all boundaries, without characters at its end that may be equal by chance.
    private static func fixedPrefix(_ boundaries: [[UInt8]]) -> [UInt8] {
        let first = boundaries[0]
        let common = first.indices.prefix { index in
            boundaries.allSatisfy { index < $0.count && $0[index] == first[index] }
        }
        let prefix = Array(first.prefix(common.count))
        let letters = prefix.reversed().prefix { Alphabet.alphanumeric.contains($0) }
        // Letters and digits at the end of a short prefix may be equal by chance.
        guard letters.count < 4 else { return prefix }
        return letters.count == prefix.count ? [] : Array(prefix.dropLast(letters.count))
    }

    private static func fixedSuffixLength(_ boundaries: [[UInt8]], after prefix: Int) -> Int {
        let first = boundaries[0]
        let common = (0..<first.count).prefix { distance in
            boundaries.allSatisfy { boundary in
                boundary.count - prefix > distance
                    && boundary[boundary.count - 1 - distance] == first[first.count - 1 - distance]
            }
        }
        // Random characters at the end are equal by chance; punctuation is not random.
        let suffix = first.suffix(common.count)
        return suffix.drop { Alphabet.wordlike.contains($0) }.count
    }

    /// The lengths of the groups between dashes, where all boundaries have the same; else one group.
    private static func groups(_ randoms: [ArraySlice<UInt8>]) -> [ClosedRange<Int>] {
        let lengths = Set(
            randoms.map {
                $0.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false).map(\.count)
            }
        )
        if lengths.count == 1, let only = lengths.first, only.count > 1 { return only.map { $0...$0 } }
        let counts = randoms.map(\.count)
        guard let least = counts.min(), let most = counts.max() else { return [] }
        return [least...most]
    }
}
