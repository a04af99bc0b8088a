import Bytes

/// The brackets in a field's name, which some receivers read as keys of nested arrays.
package struct NameBrackets: Hashable, Sendable {
    /// The number of pairs.
    package private(set) var depth = 0
    /// Whether they are not pairs that end the name: one comes first, one has no counterpart, pairs lie in one another, or
    /// something follows a pair.
    package private(set) var isUneven = false

    /// No brackets.
    init() {}

    /// Reads the raw bytes of a name.
    package init(_ name: ArraySlice<UInt8>) { self.init(name.span.bytes) }

    /// Reads the raw bytes of a name.
    init(_ name: RawSpan) {
        var isInside = false
        var place = 0
        // Where the next bracket must stand after a pair.
        var next: Int?
        while place < name.byteCount {
            let octet = ByteOctet(in: name, at: place)
            let openings = octet.equal(to: UInt8(ascii: "["))
            var brackets = openings | octet.equal(to: UInt8(ascii: "]"))
            while brackets != 0 {
                let lowest = brackets & (0 &- brackets)
                let bracket = place &+ lowest.trailingZeroBitCount >> 3
                if openings & lowest != 0 {
                    if isInside || bracket != next ?? bracket || bracket == 0 { isUneven = true }
                    isInside = true
                } else if isInside {
                    depth += 1
                    isInside = false
                    next = bracket &+ 1
                } else {
                    isUneven = true
                }
                brackets &= brackets &- 1
            }
            place &+= ByteOctet.count
        }
        if isInside || next ?? name.byteCount != name.byteCount { isUneven = true }
    }
}
