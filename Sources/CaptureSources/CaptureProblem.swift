/// A fault in a capture file that did not prevent reading the rest of it.
package struct CaptureProblem: Error, Hashable, Sendable {
    /// The kind of fault, by the name used in reports.
    package enum Kind: String, Hashable, Sendable {
        /// The file ends in the middle of a record, or of its compressed data.
        case truncatedFile = "truncated-file"
        /// The lengths in a record are impossible; nothing after it was read.
        case damagedRecord = "damaged-record"
        /// The compressed data is damaged; the part before was read.
        case damagedCompression = "damaged-compression"
        /// A packet refers to an interface that the capture does not describe; it was skipped.
        case undefinedInterface = "undefined-interface"
        /// The capturing program dropped packets.
        case droppedPackets = "dropped-packets"
        /// Secrets exceeded the limit and were skipped.
        case oversizedSecrets = "oversized-secrets"
        /// An entry of a log is malformed; it was skipped.
        case damagedEntry = "damaged-entry"
        /// Something in a log is not supported; it was skipped.
        case notUnderstood = "not-understood"
        /// A limit of the reader was reached; the rest was skipped.
        case limit = "limit"
        /// Lines of several transfers are mixed in a trace; nothing after it was read.
        case mixedTransfers = "mixed-transfers"
        /// Packets have an unknown link type; they were skipped.
        case unknownLinkType = "unknown-link-type"

        /// Whether nothing was read after it.
        package var endsReading: Bool {
            self == .damagedRecord || self == .damagedCompression || self == .mixedTransfers
        }
    }

    /// The kind of fault.
    package var kind: Kind
    /// The description: one line, lowercase, with the numbers that show it.
    package var message: String
    /// The offset in bytes from the start of the (inflated) capture; `nil` where there is none.
    package var offset: Int?

    /// Makes a problem.
    package init(_ kind: Kind, _ message: String, at offset: Int?) {
        self.kind = kind
        self.message = message
        self.offset = offset
    }
}
