/// Reading for the readers of logs, which take a failure for the end of the bytes and look at
/// ``ByteStore/failure`` once, when they are through.
///
/// A proxy's log says what a body belongs to only after the body, or in a directory at its end. What is read twice is
/// not kept: it is read again.
extension ByteStore {
    /// Reads the bytes from `offset` on into `buffer`, as many as there is room for; gives how many there were.
    func read(at offset: Int, into buffer: inout [UInt8]) -> Int {
        guard failure == nil else { return 0 }
        let result = buffer.withUnsafeMutableBytes { buffer in
            Result { () throws(ByteSource.Failure) in try read(at: offset, into: buffer) }
        }
        do throws(ByteSource.Failure) { return try result.get() } catch {
            note(error)
            return 0
        }
    }

    /// The bytes of a range, fewer where there are fewer; for ranges that are known to be short.
    func bytes(_ range: Range<Int>) -> [UInt8] {
        guard failure == nil else { return [] }
        do throws(ByteSource.Failure) { return try contents(of: range) } catch {
            note(error)
            return []
        }
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
