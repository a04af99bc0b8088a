package import Bytes

/// The head of a request or a response, and how its content is framed.
///
/// Ranges and offsets count in the sender's stream; in HTTP/2 those of the fields count in the text of the decoded
/// field lines, and there is no start line.
package struct MessageHead: Sendable {
    private var line = StartLineBytes()
    /// The offset of the start line's first byte.
    package var startLineOffset = 0
    /// What ends the start line.
    package var startLineEnding = LineEnding.crlf
    /// The protocol version as the start line has it, such as `HTTP/1.1`.
    package var version = ""
    /// The field lines.
    package var fields = FieldSection()
    /// How the end of the content is found.
    package var framing = MessageFraming.none
    /// The value of Content-Length where it is valid and single (or repeated with the same value).
    package var declaredLength: Int?
    /// The offset of the first byte of the framed content.
    package var contentStart = 0
    /// Whether the capture lacks bytes of the head.
    package var hasGap = false

    /// Whether the source may lack field lines that were sent: a log without them, or with those alone that its recorder
    /// knew before the request was sent.
    package var mayLackFields = false
    /// Whether it is longer than ``ExchangeLimits`` have it read: its last lines are not known, nor is the content.
    package var isTooLong = false
    /// Whether a field that is not there was not sent: the source has the whole head.
    package var isWhole: Bool { !hasGap && !mayLackFields }

    /// Makes an empty head that begins at an offset.
    package init(startLineOffset: Int = 0) {
        self.startLineOffset = startLineOffset
        contentStart = startLineOffset
    }

    /// The start line without its line ending, raw, copied with each call; empty where there is none.
    package var startLine: [UInt8] {
        get { line.bytes }
        set { line.replace(with: newValue.span.bytes) }
    }
    /// Whether there is one.
    package var hasStartLine: Bool { line.count > 0 }

    /// Takes the start line, without its line ending.
    mutating func setStartLine(_ bytes: RawSpan) { line.replace(with: bytes) }

    /// Whether it says that its sender closes the connection after the message (RFC 9112 §9.6).
    var closesConnection: Bool {
        guard let options = fields.value(named: "connection") else { return false }
        return options.split(separator: UInt8(ascii: ",")).contains {
            $0.trimmingBlanks.equalsIgnoringCase("close")
        }
    }

    /// The offsets of the head: start line, its ending, field lines; for HTTP/2, those in the fields' text.
    package var range: Range<Int> {
        guard hasStartLine else { return fields.range }
        let lines = line.count + (startLineEnding == .lf ? 1 : 2)
        return startLineOffset..<(startLineOffset + lines + fields.bytes.count)
    }
}
