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
        // Most names have none.
        var openings: UInt64 = 0
        for place in stride(from: 0, to: name.byteCount, by: ByteOctet.count) {
            openings |= ByteOctet(in: name, at: place).equal(to: UInt8(ascii: "["))
        }
        guard openings != 0 else { return }
        var isInside = false
        for place in 0..<name.byteCount {
            switch name.knownByte(place) {
            case UInt8(ascii: "["): isInside = true
            case UInt8(ascii: "]") where isInside:
                depth += 1
                isInside = false
            default: break
            }
        }
        isOpen = isInside && depth == 0
    }
}
