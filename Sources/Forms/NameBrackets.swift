import Bytes

/// The brackets in a field's name, which some receivers read as keys of nested arrays.
package struct NameBrackets: Hashable, Sendable {
    /// The number of pairs.
    package private(set) var depth = 0
    /// Whether the first bracket is never closed.
    package private(set) var isOpen = false

    /// No brackets.
    init() {}

    /// Reads the raw bytes of a name.
    package init(_ name: ArraySlice<UInt8>) { self.init(name.span.bytes) }

    /// Reads the raw bytes of a name.
    init(_ name: RawSpan) {
        var isInside = false
        var place = 0
        while place < name.byteCount {
            let octet = ByteOctet(in: name, at: place)
            let openings = octet.equal(to: UInt8(ascii: "["))
            var brackets = openings | octet.equal(to: UInt8(ascii: "]"))
            while brackets != 0 {
                let lowest = brackets & (0 &- brackets)
                if openings & lowest != 0 {
                    isInside = true
                } else if isInside {
                    depth += 1
                    isInside = false
                }
                brackets &= brackets &- 1
            }
            place &+= ByteOctet.count
        }
        isOpen = isInside && depth == 0
    }
}
