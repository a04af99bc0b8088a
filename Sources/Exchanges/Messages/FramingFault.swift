/// Something in the framing of a message that its grammar does not allow, or that rules report although it is
/// legal.
package struct FramingFault: Hashable, Sendable {
    /// What is wrong with the framing.
    package enum Kind: UInt8, Hashable, Sendable {
        /// A chunk size is not hexadecimal digits, or overflows (RFC 9112 §7.1).
        case chunkSizeInvalid
        /// Blanks stand between a chunk size and the end of its line (RFC 9112 §7.1).
        case chunkSizeBlank
        /// The data of a chunk is not followed by CRLF where its size says (RFC 9112 §7.1).
        case chunkDataLength
        /// A line of the chunked coding ends in a bare LF (RFC 9112 §7.1).
        case chunkBareLF
        /// The stream ended without the last chunk (RFC 9112 §7.1, §8).
        case chunkMissingTerminator
        /// A chunk has an extension (RFC 9112 §7.1.1).
        case chunkExtension
        /// There are trailer fields (RFC 9112 §7.1.2).
        case trailerSection
        /// A blank line before the request that is not excess of the one before it (RFC 9112 §2.2).
        case leadingEmptyLine
        /// Blanks stand in the request line where one space or nothing belongs (RFC 9112 §3).
        case requestLineBlank
        /// A control character stands in the request target (RFC 9112 §3.2, RFC 3986 §2).
        case requestLineCharacter
        /// The request line ends in no version of HTTP/1; empty where it names none (RFC 9112 §2.3).
        case requestLineVersion
        /// The method is one of RFC 9110 §9.3 in other letter case, and so another one (RFC 9110 §9.1).
        case requestLineMethod
        /// The target is neither a path nor a URL, nor what OPTIONS and CONNECT may have (RFC 9112 §3.2).
        case requestLineTarget

        /// Whether it leaves in doubt where the message begins or ends: a method or a target that is wrong does not, nor what
        /// is legal.
        package var blursBounds: Bool {
            switch self {
            case .chunkExtension, .trailerSection, .leadingEmptyLine, .requestLineMethod, .requestLineTarget:
                false
            default: true
            }
        }
    }

    /// The kind of fault.
    package var kind: Kind
    /// The offending bytes, as offsets in the connection's stream.
    package var range: Range<Int>

    /// Makes a fault.
    package init(kind: Kind, range: Range<Int>) {
        self.kind = kind
        self.range = range
    }
}
