package import Bytes

/// Lengths, faults and end of a message's content, and the bytes that followed it; the content itself is not
/// kept.
package struct ContentAccount: Sendable {
    /// Bytes of content without the transfer coding, missing ones included.
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
    /// What the recorder did to the content before keeping it; only logs of proxies change anything.
    package var representation = KeptRepresentation.sent

    /// Makes the account of an empty content.
    package init() {}
}
