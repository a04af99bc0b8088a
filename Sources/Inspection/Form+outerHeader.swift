import Bytes
package import Forms

extension Form {
    /// Whether the header of a part of a form stands in bytes outside of all parts, as far as these are kept.
    package func holdsHeader(_ range: Range<Int>) -> Bool {
        let count = min(range.count, Self.outerBytes)
        return Self.holdsHeader(kept.window(at: range.lowerBound, before: 0, after: count).bytes)
    }

    /// Whether the header of a part of a form stands in some bytes.
    package static func holdsHeader(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.indices.contains { index in
            guard bytes[index] | 0x20 == UInt8(ascii: "f"),
                bytes[index...].startsIgnoringCase(with: "form-data")
            else { return false }
            let rest = bytes[index...].dropFirst(9).prefix { !$0.isLineBreak }.drop {
                $0.isBlank || $0 == 0x3B
            }
            return rest.startsIgnoringCase(with: "name=")
        }
    }
}
