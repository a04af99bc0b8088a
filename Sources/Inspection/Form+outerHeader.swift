import Bytes
package import Forms

extension Form {
    /// The bytes of a preamble or an epilogue in which a header is looked for.
    private static let outerBytes = 1024

    /// Whether the header of a part of a form stands in bytes outside of all parts, which receivers drop.
    package func holdsHeader(_ range: Range<Int>) -> Bool {
        guard !range.isEmpty else { return false }
        let count = min(range.count, Self.outerBytes)
        let bytes = kept.window(at: range.lowerBound, before: 0, after: count).bytes
        return bytes.indices.contains { index in
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
