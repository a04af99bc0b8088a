/// The bytes of a capture that has to be read in more than one place: of a file, or in memory.
///
/// A proxy's log says what a body belongs to only after the body, or in a directory at its end. What is read twice
/// is not kept: it is read again.
final class StoredBytes {
    private enum Place {
        case memory([UInt8])
        case file(FileDescriptor)
    }

    /// How many bytes there are.
    let count: Int
    /// Why bytes could not be read, where that happened; the reader took the place for the end.
    private(set) var failure: ByteSource.Failure?
    private let place: Place

    /// Takes bytes that are in memory.
    init(_ bytes: [UInt8]) {
        place = .memory(bytes)
        count = bytes.count
    }

    /// Takes an open file that can be read at any place.
    init(_ file: FileDescriptor, count: Int) {
        place = .file(file)
        self.count = count
    }

    /// Reads the bytes from `offset` on into `buffer`, as many as there is room for; gives how many there were.
    func read(at offset: Int, into buffer: inout [UInt8]) -> Int {
        let length = min(buffer.count, max(count - offset, 0))
        guard length > 0, offset >= 0, failure == nil else { return 0 }
        switch place {
        case .memory(let bytes):
            buffer.replaceSubrange(0..<length, with: bytes[offset..<(offset + length)])
            return length
        case .file(let file):
            do throws(ByteSource.Failure) {
                return try file.read(at: offset, into: &buffer, count: length)
            } catch {
                failure = error
                return 0
            }
        }
    }

    /// The file that the bytes are in; `nil` where they are in memory.
    var file: FileDescriptor? {
        if case .file(let file) = place { file } else { nil }
    }

    /// The bytes of a range, fewer where there are fewer; for ranges that are known to be short.
    func bytes(_ range: Range<Int>) -> [UInt8] {
        let upper = min(range.upperBound, count)
        guard range.lowerBound < upper else { return [] }
        var buffer = [UInt8](repeating: 0, count: upper - range.lowerBound)
        let length = read(at: range.lowerBound, into: &buffer)
        return length == buffer.count ? buffer : Array(buffer.prefix(length))
    }

    /// Gives the bytes of a range to `body`, piece by piece.
    func forEachPiece(of range: Range<Int>, _ body: (RawSpan) -> Void) {
        var buffer = [UInt8](repeating: 0, count: min(max(range.count, 1), 256 * 1024))
        var position = range.lowerBound
        while position < range.upperBound {
            let wanted = min(range.upperBound - position, buffer.count)
            let length = min(read(at: position, into: &buffer), wanted)
            guard length > 0 else { return }
            body(buffer.span.bytes.extracting(0..<length))
            position += length
        }
    }
}
