package import Bytes

/// What is known of a message's content, and of what the sender sent after it; the bytes themselves are not kept.
package struct ContentAccount: Sendable {
    /// Bytes of content after the transfer coding is taken off, missing ones included.
    package var bodyLength = 0
    /// Bytes that the content took on the wire, chunk framing included.
    package var wireLength = 0
    /// Bytes of `bodyLength` that the capture lacks.
    package var missingBytes = 0
    /// How the content ended.
    package var completion = MessageCompletion.complete
    /// Faults and oddities of the framing, in order; at most 64 are kept.
    package var faults: [FramingFault] = []
    /// The trailer section of a chunked message, empty where there is none.
    package var trailers = FieldSection()
    /// The first bytes (at most 1,024) that the sender sent after the framed content and that are not a message.
    package var excess: [UInt8] = []
    /// How many such bytes there were in all.
    package var excessLength = 0
    /// What was done to the content before the source kept it: nothing except in proxies' logs.
    package var representation = KeptRepresentation.sent

    /// Makes the account of an empty content.
    package init() {}
}
