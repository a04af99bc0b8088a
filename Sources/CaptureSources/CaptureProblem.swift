/// Something wrong with a capture file that did not keep the rest of it from being read.
package struct CaptureProblem: Error, Hashable, Sendable {
    /// What is wrong, by the name that reports give it.
    package enum Kind: String, Hashable, Sendable {
        /// The file ends in the middle of a record.
        case truncatedFile = "truncated-file"
        /// A record cannot be what its lengths say; nothing after it was read.
        case damagedRecord = "damaged-record"
        /// The compressed data is damaged or cut off; what could be inflated was read.
        case damagedCompression = "damaged-compression"
        /// A packet names an interface that the capture does not describe; it was passed over.
        case undefinedInterface = "undefined-interface"
        /// Secrets were longer than the limit, and were passed over.
        case oversizedSecrets = "oversized-secrets"
        /// An entry of a log cannot be what it should be; it was passed over.
        case damagedEntry = "damaged-entry"
        /// Something in a log is not understood; it was passed over.
        case notUnderstood = "not-understood"
        /// A limit of the reader was passed; what lies beyond it was passed over.
        case limit = "limit"
        /// Packets have a link type that is not known; they were passed over.
        case unknownLinkType = "unknown-link-type"
    }

    /// What is wrong.
    package var kind: Kind
    /// The same in words: one line, lower case, with the numbers that show it.
    package var message: String
    /// Where, in bytes from the start of the (inflated) capture; `nil` where no place can be named.
    package var offset: Int?

    /// Makes a problem.
    package init(_ kind: Kind, _ message: String, at offset: Int?) {
        self.kind = kind
        self.message = message
        self.offset = offset
    }
}
