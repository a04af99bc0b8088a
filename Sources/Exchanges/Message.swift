package import Bytes

/// A request or a response as it was on the wire: head, framing, and where its bytes arrived.
///
/// The content itself is not kept; it is passed on as it arrives. Stream offsets count in the sender's
/// stream, body offsets in the content after the transfer coding has been taken off.
/// ```
///   stream   │ start line │ field lines │ CRLF │ content (as framed) │ excess
///   startLine ┘            └ fields ────┘       └ contentStart
/// ```
package struct Message: Sendable {
    /// The start line without its line ending, raw; empty in HTTP/2, which has none.
    package var startLine: [UInt8]
    /// The offset of the start line's first byte in the stream.
    package var startLineOffset: Int
    /// What ends the start line.
    package var startLineEnding: LineEnding
    /// The field lines; their ranges are offsets in the stream.
    package var fields: FieldSection
    /// The trailer section of a chunked message, empty where there is none.
    package var trailers: FieldSection
    /// The protocol version as the start line has it, such as `HTTP/1.1`.
    package var version: String
    /// How the end of the content is found.
    package var framing: MessageFraming
    /// The value of Content-Length where it is valid and single (or repeated with the same value).
    package var declaredLength: Int?
    /// The offset of the first byte of the framed content in the stream.
    package var contentStart: Int
    /// Bytes of content after the transfer coding is taken off, missing ones included.
    package var bodyLength: Int
    /// Bytes that the content took on the wire, chunk framing included.
    package var wireLength: Int
    /// Bytes of `bodyLength` that the capture lacks.
    package var missingBytes: Int
    /// How the content ended.
    package var completion: MessageCompletion
    /// Whether the capture lacks bytes of the head.
    package var headHasGap: Bool
    /// Faults and oddities of the framing, in order; at most 64 are kept.
    package var faults: [FramingFault]
    /// The first bytes (at most 1,024) that the sender sent after the framed content and that are no message.
    package var excess: [UInt8]
    /// How many such bytes there were in all.
    package var excessLength: Int
    /// The frame that carried the first byte of the start line, from 1; `nil` where the source has no frames.
    package var firstFrame: Int?
    /// The frame that carried the last byte.
    package var lastFrame: Int?
    /// When the first byte was captured.
    package var startedAt: Timestamp?
    /// When the last byte was captured.
    package var endedAt: Timestamp?
    /// Where an HTTP/2 message stood on its connection, `nil` for HTTP/1.
    ///
    /// Offsets in the fields of such a message count in the text of the decoded field lines; it has no start line.
    package var http2: HTTP2Origin?
    /// When the first byte of the content was captured; `nil` where there is none.
    package var contentStartedAt: Timestamp?
    /// Stream offset → frame, over the whole message (head, content, excess).
    package var frames: RunMap
    /// Body offset → how far stream offsets are ahead of body offsets: `streamOffset = bodyOffset + value`.
    package var bodyShift: RunMap

    /// Makes an empty message that begins at a stream offset.
    package init(startLineOffset: Int = 0) {
        startLine = []
        self.startLineOffset = startLineOffset
        startLineEnding = .crlf
        fields = FieldSection()
        trailers = FieldSection()
        version = ""
        framing = .none
        declaredLength = nil
        contentStart = startLineOffset
        bodyLength = 0
        wireLength = 0
        missingBytes = 0
        completion = .complete
        headHasGap = false
        faults = []
        excess = []
        excessLength = 0
        firstFrame = nil
        lastFrame = nil
        startedAt = nil
        endedAt = nil
        http2 = nil
        contentStartedAt = nil
        frames = RunMap(startOffset: startLineOffset)
        bodyShift = RunMap()
    }

    /// The offset in the stream of a byte of the body.
    ///
    /// An offset at or after the body's end maps to the place after its last byte.
    package func streamOffset(ofBody offset: Int) -> Int {
        if let shift = bodyShift[offset] { return offset + shift }
        if offset > 0, let shift = bodyShift[min(offset, bodyShift.endOffset) - 1] { return offset + shift }
        return contentStart + offset
    }

    /// The frame that carried a byte of the stream; for the place after the last byte, that of the last byte.
    package func frame(ofStream offset: Int) -> Int? {
        frames[offset] ?? (offset >= frames.endOffset ? lastFrame : firstFrame)
    }

    /// The frame that carried a byte of the body.
    package func frame(ofBody offset: Int) -> Int? {
        frame(ofStream: streamOffset(ofBody: offset))
    }
}
