import Bytes
import Exchanges

/// The head of a message as a page counts its bytes: in the stream of its sender, the fields right after the start
/// line.
struct HeadLayout {
    /// The bytes of start line and fields.
    let bytes: [UInt8]
    /// The offset of the first of them.
    let base: Int
    /// The start line with its line break; empty where the source has none.
    let startLine: Range<Int>
    /// All field lines.
    let fields: Range<Int>
    private let shift: Int

    /// Lays out the head of a message; `nil` where the source has none.
    init?(_ message: Message) {
        var head: [UInt8] = []
        var start = message.fields.base
        if message.http2 == nil, message.framing != .bare, !message.startLine.isEmpty {
            start = message.startLineOffset
            head = message.startLine + (message.startLineEnding == .lf ? [0x0A] : [0x0D, 0x0A])
        }
        startLine = start..<(start + head.count)
        // The fields count from the end of the start line, unless the capture lacks bytes between.
        shift = head.isEmpty ? 0 : startLine.upperBound - message.fields.base
        head += message.fields.bytes
        guard !head.isEmpty else { return nil }
        fields = startLine.upperBound..<(start + head.count)
        bytes = head
        base = start
    }

    /// Where a field line is.
    func range(of line: FieldLine) -> Range<Int> { line.range.moved(by: shift) }
}
