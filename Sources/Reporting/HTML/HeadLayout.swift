import Bytes
import Exchanges

/// The head of a message with the offsets that a page uses: those in its sender's stream, the fields directly
/// after the start line.
struct HeadLayout {
    /// The bytes of start line and fields.
    let bytes: [UInt8]
    /// The offset of the first byte.
    let base: Int
    /// The start line with its line break; empty where the source has none.
    let startLine: Range<Int>
    /// All field lines.
    let fields: Range<Int>
    private let shift: Int

    /// Arranges the head of a message; `nil` where the source has none.
    init?(_ message: Message) {
        var head: [UInt8] = []
        var start = message.head.fields.base
        if message.http2 == nil, message.head.hasStartLine {
            start = message.head.startLineOffset
            head = message.head.startLine + (message.head.startLineEnding == .lf ? [0x0A] : [0x0D, 0x0A])
        }
        startLine = start..<(start + head.count)
        // The fields count from the end of the start line, unless there is a gap between.
        shift = head.isEmpty ? 0 : startLine.upperBound - message.head.fields.base
        head += message.head.fields.bytes
        guard !head.isEmpty else { return nil }
        fields = startLine.upperBound..<(start + head.count)
        bytes = head
        base = start
    }

    /// The range of a field line.
    func range(of line: FieldLine) -> Range<Int> { line.range.moved(by: shift) }
}
