import Reporting

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Keeps text until it is asked for: in memory while it is little, in a nameless file from then on.
final class FileSpool: TextSpool {
    /// Bytes kept in memory: reports of a few thousand exchanges need no file.
    private static let memoryLimit = 8 * 1024 * 1024
    /// Bytes that are read back at once.
    private static let pieceSize = 64 * 1024

    private var memory: [UInt8] = []
    private var file: UnsafeMutablePointer<FILE>?
    private let memoryLimit: Int

    /// Makes an empty spool that keeps up to `memoryLimit` bytes in memory.
    init(memoryLimit: Int = FileSpool.memoryLimit) {
        self.memoryLimit = memoryLimit
    }

    deinit {
        if let file { fclose(file) }
    }

    func write(_ text: String) {
        memory.append(contentsOf: text.utf8)
        guard memory.count > memoryLimit else { return }
        if file == nil { file = tmpfile() }
        // Without a place for the file, memory is all there is.
        guard let file, fwrite(memory, 1, memory.count, file) == memory.count else { return }
        memory.removeAll(keepingCapacity: true)
    }

    func replay(into sink: any TextSink) {
        if let file {
            rewind(file)
            var piece = [UInt8](repeating: 0, count: Self.pieceSize)
            var carried = 0
            while true {
                let count = piece.withUnsafeMutableBytes { bytes in
                    fread(bytes.baseAddress?.advanced(by: carried), 1, bytes.count - carried, file)
                }
                let filled = carried + count
                guard count > 0 else {
                    sink.write(String(decoding: piece[..<filled], as: UTF8.self))
                    break
                }
                // A character that the end of the piece cuts waits for its rest.
                let whole = Self.wholeCharacters(piece[..<filled])
                sink.write(String(decoding: piece[..<whole], as: UTF8.self))
                carried = filled - whole
                piece.replaceSubrange(0..<carried, with: Array(piece[whole..<filled]))
            }
        }
        sink.write(String(decoding: memory, as: UTF8.self))
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
