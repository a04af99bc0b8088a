/// A piece of the content of a part.
package struct ContentPiece: Hashable, Sendable {
    /// The number of the part, from 1.
    package let part: Int
    /// The bytes, which follow those of the piece before of the same part.
    package let bytes: [UInt8]
}
