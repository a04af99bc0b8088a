import CaptureSources
package import Reporting

/// Keeps text until it is asked for: in memory while it is little, in a temporary file from then on.
package final class FileSpool: TextSpool {
    /// The number of bytes that are read back at once.
    private static let pieceSize = 64 * 1024

    private let store: ByteStore

    /// Makes an empty spool that keeps up to `memoryLimit` bytes in memory: the reports of a few thousand exchanges
    /// need no file.
    package init(memoryLimit: Int = ByteStore.defaultMemoryLimit) {
        store = ByteStore(memoryLimit: memoryLimit)
    }

    /// Adds text.
    package func write(_ text: String) {
        var text = text
        // Where no file can be written the text stays in memory, and the report is whole.
        text.withUTF8 { bytes in try? store.append(UnsafeRawBufferPointer(bytes).bytes) }
    }

    /// Adds text; see ``write(_:)``.
    package func write(utf8 bytes: RawSpan) {
        try? store.append(bytes)
    }

    /// Writes all the text that was added to a sink, in order.
    package func replay(into sink: any TextSink) {
        let tail = store.tail
        var offset = (sink as? DescriptorSink)?.move(from: store) ?? 0
        // A character split between two pieces is written with the next one.
        var carried: [UInt8] = []
        while offset < tail.offset {
            let end = min(offset + Self.pieceSize, tail.offset)
            guard let piece = try? store.contents(of: offset..<end), !piece.isEmpty else { break }
            offset += piece.count
            let text = carried.isEmpty ? piece : carried + piece
            let whole = Self.wholeCharacters(text[...])
            carried = Array(text[whole...])
            sink.write(utf8: text.span.bytes.extracting(first: whole))
        }
        sink.write(utf8: carried.span.bytes)
        sink.write(utf8: tail.bytes.span.bytes)
    }

    /// The number of bytes in whole UTF-8 characters.
    private static func wholeCharacters(_ bytes: ArraySlice<UInt8>) -> Int {
        guard let last = bytes.suffix(4).lastIndex(where: { $0 & 0xC0 != 0x80 }) else {
            return bytes.endIndex
        }
        let length =
            switch bytes[last] {
            case 0xF0...: 4
            case 0xE0...: 3
            case 0xC0...: 2
            default: 1
            }
        return last + length <= bytes.endIndex ? bytes.endIndex : last
    }
}
