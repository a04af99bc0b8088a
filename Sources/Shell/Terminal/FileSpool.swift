import CaptureSources
package import Reporting

/// Keeps text until it is asked for: in memory while it is little, in a nameless file from then on.
package final class FileSpool: TextSpool {
    /// Bytes kept in memory: reports of a few thousand exchanges need no file.
    package static let memoryLimit = 8 * 1024 * 1024
    /// Bytes that are read back at once.
    private static let pieceSize = 64 * 1024

    private var memory: [UInt8] = []
    private var file: TemporaryFile?
    /// Bytes in the file.
    private var stored = 0
    /// Whether there is no place for a file, or no more: then memory is all there is.
    private var isFull = false
    private let memoryLimit: Int

    /// Makes an empty spool that keeps up to `memoryLimit` bytes in memory.
    package init(memoryLimit: Int = FileSpool.memoryLimit) {
        self.memoryLimit = memoryLimit
    }

    /// Adds text.
    package func write(_ text: String) {
        memory.append(contentsOf: text.utf8)
        guard memory.count > memoryLimit, !isFull else { return }
        do {
            let file = try file ?? TemporaryFile()
            self.file = file
            try file.append(memory)
            stored += memory.count
            memory.removeAll(keepingCapacity: true)
        } catch {
            isFull = true
        }
    }

    /// Writes all the text that was added to a sink, in order.
    package func replay(into sink: any TextSink) {
        // A character that the end of a piece cuts waits for its rest.
        var carried: [UInt8] = []
        var offset = 0
        while let file, offset < stored,
            let piece = try? file.bytes(offset..<min(offset + Self.pieceSize, stored)), !piece.isEmpty
        {
            offset += piece.count
            carried += piece
            let whole = Self.wholeCharacters(carried[...])
            sink.write(String(decoding: carried[..<whole], as: UTF8.self))
            carried.removeFirst(whole)
        }
        sink.write(String(decoding: carried + memory, as: UTF8.self))
    }

    /// How many of the bytes are whole characters of UTF-8.
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
