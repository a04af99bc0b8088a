package import Bytes
package import CaptureSources

/// A request or a response as it was on the wire: head, framing, and where its bytes arrived.
///
/// The content itself is not kept; it is passed on as it arrives. Stream offsets count in the sender's
/// stream, body offsets in the content after the transfer coding has been taken off.
/// ```
///   stream   │ start line │ field lines │ CRLF │ content (as framed) │ excess
///   startLine ┘            └ fields ────┘       └ contentStart
/// ```
///
/// What is known of a message is a good deal, and goes through many hands: copies share it.
package struct Message: Sendable {
    /// Always exactly one value: an array is shared by copies, and copied on a change, as is wanted here.
    private var contents: ContiguousArray<MessageContents>

    /// Makes an empty message that begins at a stream offset.
    package init(startLineOffset: Int = 0) {
        contents = [MessageContents(startLineOffset: startLineOffset)]
    }

    /// Makes a message of its head.
    ///
    /// - Parameters:
    ///   - startLine: the start line, whose version is `version`.
    ///   - ending: what ends it.
    ///   - version: the protocol version.
    ///   - fields: the field lines.
    ///   - length: the number of bytes of the head, the blank line included.
    ///   - first: the delivery of its first byte.
    ///   - last: the delivery of its last byte.
    ///   - frames: the frames of its bytes; `nil` where all came in that of the last one.
    init(
        startLine: [UInt8],
        ending: LineEnding,
        version: String,
        fields: FieldSection,
        length: Int,
        from first: ByteOrigin,
        to last: ByteOrigin,
        frames: RunMap?
    ) {
        // Filled in its place: a value of this size would be copied into it.
        contents = [MessageContents(startLineOffset: first.base)]
        contents[0].fill(startLine, ending, version, fields)
        contents[0].arrive(length, from: first, to: last, frames)
    }

    /// The start line without its line ending, raw; empty in HTTP/2, which has none.
    package var startLine: [UInt8] {
        get { contents[0].startLine }
        _modify { yield &contents[0].startLine }
    }
    /// The offset of the start line's first byte in the stream.
    package var startLineOffset: Int {
        get { contents[0].startLineOffset }
        _modify { yield &contents[0].startLineOffset }
    }
    /// What ends the start line.
    package var startLineEnding: LineEnding {
        get { contents[0].startLineEnding }
        _modify { yield &contents[0].startLineEnding }
    }
    /// The field lines; their ranges are offsets in the stream.
    package var fields: FieldSection {
        get { contents[0].fields }
        _modify { yield &contents[0].fields }
    }
    /// The trailer section of a chunked message, empty where there is none.
    package var trailers: FieldSection {
        get { contents[0].trailers }
        _modify { yield &contents[0].trailers }
    }
    /// The protocol version as the start line has it, such as `HTTP/1.1`.
    package var version: String {
        get { contents[0].version }
        _modify { yield &contents[0].version }
    }
    /// How the end of the content is found.
    package var framing: MessageFraming {
        get { contents[0].framing }
        _modify { yield &contents[0].framing }
    }
    /// The value of Content-Length where it is valid and single (or repeated with the same value).
    package var declaredLength: Int? {
        get { contents[0].declaredLength }
        _modify { yield &contents[0].declaredLength }
    }
    /// The offset of the first byte of the framed content in the stream.
    package var contentStart: Int {
        get { contents[0].contentStart }
        _modify { yield &contents[0].contentStart }
    }
    /// Bytes of content after the transfer coding is taken off, missing ones included.
    package var bodyLength: Int {
        get { contents[0].bodyLength }
        _modify { yield &contents[0].bodyLength }
    }
    /// Bytes that the content took on the wire, chunk framing included.
    package var wireLength: Int {
        get { contents[0].wireLength }
        _modify { yield &contents[0].wireLength }
    }
    /// Bytes of `bodyLength` that the capture lacks.
    package var missingBytes: Int {
        get { contents[0].missingBytes }
        _modify { yield &contents[0].missingBytes }
    }
    /// How the content ended.
    package var completion: MessageCompletion {
        get { contents[0].completion }
        _modify { yield &contents[0].completion }
    }
    /// Whether the capture lacks bytes of the head.
    package var headHasGap: Bool {
        get { contents[0].headHasGap }
        _modify { yield &contents[0].headHasGap }
    }
    /// Faults and oddities of the framing, in order; at most 64 are kept.
    package var faults: [FramingFault] {
        get { contents[0].faults }
        _modify { yield &contents[0].faults }
    }
    /// The first bytes (at most 1,024) that the sender sent after the framed content and that are no message.
    package var excess: [UInt8] {
        get { contents[0].excess }
        _modify { yield &contents[0].excess }
    }
    /// How many such bytes there were in all.
    package var excessLength: Int {
        get { contents[0].excessLength }
        _modify { yield &contents[0].excessLength }
    }
    /// The frame that carried the first byte of the start line, from 1; `nil` where the source has no frames.
    package var firstFrame: Int? {
        get { contents[0].firstFrame }
        _modify { yield &contents[0].firstFrame }
    }
    /// The frame that carried the last byte.
    package var lastFrame: Int? {
        get { contents[0].lastFrame }
        _modify { yield &contents[0].lastFrame }
    }
    /// When the first byte was captured.
    package var startedAt: Timestamp? {
        get { contents[0].startedAt }
        _modify { yield &contents[0].startedAt }
    }
    /// When the last byte was captured.
    package var endedAt: Timestamp? {
        get { contents[0].endedAt }
        _modify { yield &contents[0].endedAt }
    }
    /// Where an HTTP/2 message stood on its connection, `nil` for HTTP/1.
    ///
    /// Offsets in the fields of such a message count in the text of the decoded field lines; it has no start line.
    package var http2: HTTP2Origin? {
        get { contents[0].http2 }
        _modify { yield &contents[0].http2 }
    }
    /// What was done to the content before the source kept it: nothing but in proxies' logs.
    package var representation: KeptRepresentation {
        get { contents[0].representation }
        _modify { yield &contents[0].representation }
    }
    /// When the first byte of the content was captured; `nil` where there is none.
    package var contentStartedAt: Timestamp? {
        get { contents[0].contentStartedAt }
        _modify { yield &contents[0].contentStartedAt }
    }
    /// Stream offset → frame, over the whole message (head, content, excess).
    package var frames: RunMap {
        get { contents[0].frames }
        _modify { yield &contents[0].frames }
    }
    /// Body offset → how far stream offsets are ahead of body offsets: `streamOffset = bodyOffset + value`.
    package var bodyShift: RunMap {
        get { contents[0].bodyShift }
        _modify { yield &contents[0].bodyShift }
    }
}

extension Message {
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

    /// Whether the content is framed by Content-Length, is just as long as that says, and nothing is odd about it.
    package var isWhole: Bool {
        guard case .contentLength = framing, case .complete = completion else { return false }
        return declaredLength == bodyLength && missingBytes == 0 && excessLength == 0 && faults.isEmpty
    }

    /// The offsets in the stream of the head: start line, its ending, field lines; in HTTP/2 those in the fields' text.
    package var headRange: Range<Int> {
        guard contents[0].http2 == nil else { return fields.range }
        let lines = contents[0].startLine.count + (startLineEnding == .lf ? 1 : 2)
        return startLineOffset..<(startLineOffset + lines + contents[0].fields.bytes.count)
    }

    /// Lets go of the maps, which only the locating of bytes needs, where they keep more than their ends.
    package mutating func forgetMaps() {
        // A message that others share, and that has nothing to forget, is not copied for it.
        let runs = max(contents[0].frames.runCount, contents[0].bodyShift.runCount)
        if runs > RunMap.freeRuns || contents[0].http2 != nil { contents[0].forgetMaps() }
    }

    /// Notes that bytes of the message arrived: content or what frames it, or excess.
    ///
    /// - Parameters:
    ///   - count: how many, at least 1.
    ///   - delivery: where, in which frame and when.
    ///   - isContent: whether they belong to the content as framed.
    ///   - isMapped: whether there is room for their frame in the map.
    mutating func arrive(_ count: Int, _ delivery: ByteOrigin, isContent: Bool, isMapped: Bool) {
        contents[0].arrive(count, delivery, isContent: isContent, isMapped: isMapped)
    }

    /// The frame that carried a byte of the body.
    package func frame(ofBody offset: Int) -> Int? {
        frame(ofStream: streamOffset(ofBody: offset))
    }
}
