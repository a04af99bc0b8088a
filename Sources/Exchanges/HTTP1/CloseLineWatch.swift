import Bytes

/// Watches the lines of a form in a file that says nothing of its length: after its close delimiter a message may begin.
///
/// A file in the form may hold messages too; they stand before that line. (RFC 2046 §5.1.1.)
struct CloseLineWatch: Sendable {
    /// The close delimiter.
    private let close: [UInt8]
    /// The first bytes of the line that is being read.
    private var line: [UInt8] = []
    /// Whether the close delimiter came, and nothing but blank lines after it.
    private(set) var isAfterClose = false

    /// Takes the boundary from the Content-Type of a form; `nil` where it has none.
    init?(_ fields: FieldSection) {
        guard let type = fields.value(.contentType), type.startsIgnoringCase(with: "multipart/"),
            let start = type.indices.first(where: { type[$0...].startsIgnoringCase(with: "boundary=") })
        else { return nil }
        var value = type[start...].dropFirst("boundary=".utf8.count)
        if value.first == UInt8(ascii: "\"") {
            value = value.dropFirst().prefix { $0 != UInt8(ascii: "\"") }
        } else {
            value = value.prefix { $0 != UInt8(ascii: ";") && !$0.isBlank }
        }
        guard (1...Self.boundaryLimit).contains(value.count) else { return nil }
        close = [0x2D, 0x2D] + value + [0x2D, 0x2D]
    }

    /// The greatest number of bytes of a boundary that is looked for.
    private static let boundaryLimit = 256

    /// The end of the lines at an offset that do not begin as the close delimiter does; `nil` where none ends.
    func endOfOtherLines(in bytes: RawSpan, from start: Int) -> Int? {
        let close = close.span.bytes
        var end = start
        while end < bytes.byteCount, let feed = bytes.firstLineFeed(from: end) {
            // Most lines differ in their first byte.
            guard bytes.byte(end) != 0x2D || !bytes.extracting(end..<(feed + 1)).begins(with: close) else {
                break
            }
            end = feed + 1
        }
        return end > start ? end : nil
    }

    /// Notes bytes of content, of one line.
    mutating func note(_ bytes: RawSpan) {
        let room = close.count + 8 - line.count
        if room > 0 { line += bytes.copied(0..<min(room, bytes.byteCount)) }
        guard bytes.byteCount > 0, bytes.byte(bytes.byteCount - 1) == 0x0A else { return }
        if line.starts(with: close), line[close.count...].allSatisfy({ $0.isLineBreak || $0.isBlank }) {
            isAfterClose = true
        } else if !line.allSatisfy({ $0.isLineBreak || $0.isBlank }) {
            isAfterClose = false
        }
        line.removeAll(keepingCapacity: true)
    }
}
