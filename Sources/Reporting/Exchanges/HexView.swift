import Bytes
import Forms
import Inspection

/// Shows a body as rows of hexadecimal digits and text, with every node of the form named where it begins.
///
/// ```
/// offset  bytes                                             text
///      0  2d 2d 41 61 42 30 33 78                           --AaB03x          part 1 delimiter
///      8  0d 0a                                             ␍␊                part 1 line break
/// ```
struct HexView {
    /// The width of a row of 16 bytes, in columns, including offset and text.
    private static let columnsForSixteen = 74
    /// The width, in columns, below which names are above the bytes instead of beside them.
    private static let columnsForNames = 104
    /// The number of bytes that are shown at the beginning of long content; half as many at its end.
    private static let shownContent = 256

    private let body: BodyBytes
    private let nodes: [FormNode]
    private let offsetColumns: Int
    /// The number of bytes in a row.
    private let rowLength: Int
    private let style: TextStyle
    private let showsAll: Bool

    /// Prepares a view.
    ///
    /// - Parameters:
    ///   - body: the bytes.
    ///   - nodes: the nodes of the form, in order.
    ///   - length: the number of bytes of the body.
    ///   - showsAll: whether long content is shown in full.
    ///   - style: colours and width.
    init(_ body: BodyBytes, nodes: [FormNode], length: Int, showsAll: Bool, style: TextStyle) {
        self.body = body
        self.nodes = nodes
        self.showsAll = showsAll
        self.style = style
        offsetColumns = max(String(length).count, 6)
        rowLength = style.width < Self.columnsForSixteen + offsetColumns - 6 ? 8 : 16
    }

    /// Writes the rows, beginning with the titles.
    func write(to sink: any TextSink) {
        let titles =
            "offset".padded(to: offsetColumns, right: true) + "  " + "bytes".padded(to: digitColumns)
            + "  text"
        sink.line(style.paint(titles, .faint))
        for node in nodes { write(node, to: sink) }
    }

    /// The width of a row's digits, in columns: two for each byte, a blank between bytes, one more in the
    /// middle of sixteen.
    private var digitColumns: Int { rowLength == 16 ? 48 : 23 }

    private func write(_ node: FormNode, to sink: any TextSink) {
        let isNarrow = style.width < Self.columnsForNames
        if isNarrow {
            remark("\(node.title), \(Quantity.of(node.range.count, "byte"))", to: sink)
        }
        let name = isNarrow ? nil : node.title
        let tail = Self.shownContent / 2
        guard !showsAll, node.range.count > Self.shownContent + tail + 64 else {
            write(node.range, of: node, name: name, to: sink)
            return
        }
        let head = node.range.lowerBound..<(node.range.lowerBound + Self.shownContent)
        write(head, of: node, name: name, to: sink)
        remark("… \(Quantity.of(node.range.count - Self.shownContent - tail, "byte")) …", to: sink)
        write((node.range.upperBound - tail)..<node.range.upperBound, of: node, name: nil, to: sink)
    }

    /// Writes the rows of a range, with `name` beside the first.
    private func write(_ range: Range<Int>, of node: FormNode, name: String?, to sink: any TextSink) {
        var isFirst = true
        for piece in body.pieces(of: range) {
            guard let bytes = piece.bytes else {
                remark("\(Quantity.of(piece.range.count, "byte")) missing from the capture", to: sink)
                continue
            }
            for start in stride(from: bytes.startIndex, to: bytes.endIndex, by: rowLength) {
                let end = min(start + rowLength, bytes.endIndex)
                let offset = piece.range.lowerBound + start - bytes.startIndex
                sink.line(row(bytes[start..<end], at: offset, ink: node.ink, name: isFirst ? name : nil))
                isFirst = false
            }
        }
    }

    private func row(_ bytes: ArraySlice<UInt8>, at offset: Int, ink: Ink, name: String?) -> String {
        let digits = bytes.enumerated().map { index, byte in
            (index == 8 ? " " : "") + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined(separator: " ")
        let text = bytes.map(Self.character).joined()
        let left = style.paint("\(offset)".padded(to: offsetColumns, right: true), .faint)
        let middle = "  " + style.paint(digits, ink)
        let padding = String(repeating: " ", count: digitColumns - digits.count + 2)
        let right = style.paint(text, ink)
        guard let name else { return left + middle + padding + right }
        let gap = String(repeating: " ", count: rowLength - bytes.count + 2)
        return left + middle + padding + right + gap + style.paint(name, .faint)
    }

    private func remark(_ text: String, to sink: any TextSink) {
        sink.line(String(repeating: " ", count: offsetColumns + 2) + style.paint(text, .faint))
    }

    /// One column for one byte: controls as their symbols (U+2400 on), non-ASCII bytes as ×.
    private static func character(_ byte: UInt8) -> String {
        switch byte {
        case 0..<0x20: String(UnicodeScalar(0x2400 + UInt16(byte)) ?? "·")
        case 0x7F: "␡"
        case 0x20..<0x7F: String(Unicode.Scalar(byte))
        default: "×"
        }
    }
}

extension FormNode {
    /// The node's kind in words, with its part.
    var title: String { part.map { "part \($0) \(words)" } ?? words }

    /// The node's kind in words.
    var words: String {
        switch kind {
        case .preamble: "preamble"
        case .lead: "line break before the delimiter"
        case .delimiter: "delimiter"
        case .padding: "padding"
        case .junk: "stray bytes"
        case .delimiterEnd: "line break"
        case .header: "header lines"
        case .blankLine: "blank line"
        case .content: "content"
        case .close: "close delimiter"
        case .closeEnd: "line break after the close delimiter"
        case .epilogue: "epilogue"
        case .cutDelimiter: "cut-off delimiter"
        case .other: "other bytes"
        }
    }

    /// The colour of its bytes.
    fileprivate var ink: Ink {
        switch kind {
        case .lead, .delimiter, .padding, .delimiterEnd, .close, .closeEnd, .cutDelimiter: .delimiter
        case .header, .blankLine: .header
        case .content: .content
        case .preamble, .junk, .epilogue, .other: .stray
        }
    }
}
