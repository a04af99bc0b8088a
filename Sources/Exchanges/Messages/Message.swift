import Bytes

/// A request or a response as it was on the wire: head, account of its content, and where its bytes arrived.
///
/// Its reader keeps the three as a ``MessageDraft`` until the end, and then makes the message, which never
/// changes.
/// Stream offsets count in the sender's stream, body offsets in the content after the transfer coding was taken off.
/// ```
///   stream   │ start line │ field lines │ CRLF │ content (as framed) │ excess
///            └───────────── head ──────────────┘ └ contentStart
/// ```
package final class Message: Sendable {
    /// Start line and field lines.
    package let head: MessageHead
    /// Lengths, faults and end of the content.
    package let content: ContentAccount
    /// When and in which frames its bytes arrived.
    package let arrival: MessageArrival
    /// Which stream carried an HTTP/2 message; `nil` for HTTP/1.
    package let http2: HTTP2Origin?

    /// The offset in the sender's stream of the end of its content, as it is framed.
    package var end: Int { head.contentStart &+ content.wireLength }

    /// Makes a message from a draft.
    package init(_ draft: consuming MessageDraft) {
        head = draft.head
        content = draft.content
        arrival = draft.arrival
        http2 = draft.http2
    }

    /// Makes a message from a draft, whose contents are moved rather than copied.
    init(taking draft: inout MessageDraft) {
        var head = MessageHead()
        var content = ContentAccount()
        var arrival = MessageArrival()
        swap(&head, &draft.head)
        swap(&content, &draft.content)
        swap(&arrival, &draft.arrival)
        self.head = head
        self.content = content
        self.arrival = arrival
        http2 = draft.http2.take()
    }
}

/// A message while it is being read, or changed.
package struct MessageDraft: Sendable {
    /// See ``Message/head``.
    package var head: MessageHead
    /// See ``Message/content``.
    package var content = ContentAccount()
    /// See ``Message/arrival``.
    package var arrival: MessageArrival
    /// See ``Message/http2``.
    package var http2: HTTP2Origin?

    /// Makes a draft of a message that begins at a stream offset.
    package init(startLineOffset: Int = 0) {
        head = MessageHead(startLineOffset: startLineOffset)
        arrival = MessageArrival(startOffset: startLineOffset)
    }

    /// Begins a message at a stream offset, in a draft without contents.
    mutating func begin(at offset: Int) {
        head.startLineOffset = offset
        head.contentStart = offset
        arrival.frameMap.begin(at: offset)
        arrival.recordMap.begin(at: offset)
    }

    /// Makes a draft to change a message.
    package init(_ message: Message) {
        head = message.head
        content = message.content
        arrival = message.arrival
        http2 = message.http2
    }
}

extension Message {
    /// The offset in the stream of a byte of the body.
    ///
    /// An offset at or after the body's end maps to the place after its last byte.
    package func streamOffset(ofBody offset: Int) -> Int {
        if let shift = arrival.bodyShift[offset] { return offset + shift }
        let end = arrival.bodyShift.endOffset
        if offset > 0, let shift = arrival.bodyShift[min(offset, end) - 1] { return offset + shift }
        return head.contentStart + offset
    }

    /// The frame that carried a byte of the stream; for the place after the last byte, that of the last byte.
    package func frame(ofStream offset: Int) -> Int? {
        arrival.frameMap[offset]
            ?? (offset >= arrival.frameMap.endOffset ? arrival.lastFrame : arrival.firstFrame)
    }

    /// The frame that carried a byte of the body.
    package func frame(ofBody offset: Int) -> Int? { frame(ofStream: streamOffset(ofBody: offset)) }

    /// The TLS record that carried a byte of the stream; for the place after the last byte, that of the last byte.
    package func record(ofStream offset: Int) -> Int? {
        guard !arrival.recordMap.isEmpty else { return nil }
        return arrival.recordMap[min(offset, arrival.recordMap.endOffset - 1)]
    }

    /// Whether the content is framed by Content-Length, has exactly that length, and has no faults.
    package var isWhole: Bool {
        guard case .contentLength = head.framing, case .complete = content.completion else { return false }
        return head.declaredLength == content.bodyLength && content.missingBytes == 0
            && content.excessLength == 0 && content.faults.isEmpty
    }

    /// The message with some of it changed.
    package func changed(_ change: (inout MessageDraft) -> Void) -> Message {
        var draft = MessageDraft(self)
        change(&draft)
        return Message(draft)
    }

    /// Whether any of its maps keeps more than its ends.
    @inline(__always)
    var keepsMaps: Bool { arrival.keepsMaps || http2?.keepsMap ?? false }

    /// The same without its maps, which are only needed to locate bytes.
    package var withoutMaps: Message {
        guard keepsMaps else { return self }
        return changed { draft in
            draft.arrival = arrival.withoutMaps
            draft.http2 = http2?.withoutMap
        }
    }

    /// The same without the bytes after the content.
    var withoutExcess: Message {
        guard content.excessLength > 0 else { return self }
        return changed { draft in
            draft.content.removeExcess()
        }
    }
}
