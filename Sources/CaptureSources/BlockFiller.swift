/// Fills blocks with the bytes of a file or of memory, which it decompresses from gzip.
///
/// One thread's at a time.
final class BlockFiller {
    /// Where the bytes come from.
    enum Origin {
        case file(FileDescriptor)
        case memory(ArraySlice<UInt8>)
    }

    /// Whether the bytes are compressed with gzip.
    let isCompressed: Bool

    private var origin: Origin
    private let inflater: GzipInflater?
    /// The first bytes, by which compression is recognised; then blocks of compressed ones.
    private var buffer: [UInt8]
    private var unused: Range<Int>

    /// Reads the first bytes.
    ///
    /// - Throws: where there are none.
    init(_ origin: Origin, name: String, blockSize: Int) throws(ByteSource.Failure) {
        self.origin = origin
        var buffer = [UInt8](repeating: 0, count: blockSize)
        // A pipe may deliver its first bytes one by one.
        var filled = 0
        while filled < 3 {
            let count = try Self.read(from: &self.origin, into: &buffer, at: filled)
            if count == 0 { break }
            filled += count
        }
        guard filled > 0 else { throw .empty(path: name) }
        let isCompressed = GzipInflater.isGzip(buffer.span.bytes.extracting(0..<filled))
        self.isCompressed = isCompressed
        self.buffer = buffer
        unused = 0..<filled
        inflater = isCompressed ? GzipInflater() : nil
    }

    /// Reads the bytes that there are to a place of a block.
    ///
    /// - Returns: their number, 0 at the end, and the fault in the compressed data as far as it was read.
    func fill(
        _ block: inout [UInt8],
        from start: Int
    ) throws(ByteSource.Failure) -> (count: Int, problem: CaptureProblem?) {
        guard let inflater else { return (try copyOrRead(into: &block, at: start), nil) }
        while inflater.problem == nil {
            if unused.isEmpty, !inflater.hasOutputWaiting {
                unused = 0..<(try Self.read(from: &origin, into: &buffer, at: 0))
                if unused.isEmpty { return (0, inflater.finish()) }
            }
            let progress = buffer.withUnsafeBytes { input in
                block.withUnsafeMutableBytes { output in
                    inflater.inflate(
                        UnsafeRawBufferPointer(rebasing: input[unused]),
                        into: UnsafeMutableRawBufferPointer(rebasing: output[start...])
                    )
                }
            }
            unused = (unused.lowerBound + progress.consumed)..<unused.upperBound
            if progress.produced > 0 { return (progress.produced, inflater.problem) }
        }
        return (0, inflater.problem)
    }

    /// Fills a block as far as there are bytes.
    func fillWhole(
        _ block: inout [UInt8]
    ) throws(ByteSource.Failure) -> (count: Int, problem: CaptureProblem?) {
        var filled: (count: Int, problem: CaptureProblem?) = (0, nil)
        while filled.count < block.count {
            do throws(ByteSource.Failure) {
                let step = try fill(&block, from: filled.count)
                filled = (filled.count + step.count, step.problem)
                if step.count == 0 { break }
            } catch {
                // The bytes before it count; the next call meets it again.
                guard filled.count > 0 else { throw error }
                break
            }
        }
        return filled
    }

    private func copyOrRead(into block: inout [UInt8], at start: Int) throws(ByteSource.Failure) -> Int {
        guard !unused.isEmpty else { return try Self.read(from: &origin, into: &block, at: start) }
        let count = min(unused.count, block.count - start)
        block.replaceSubrange(start..<(start + count), with: buffer[unused.prefix(count)])
        unused = (unused.lowerBound + count)..<unused.upperBound
        // They were the last use of it.
        if unused.isEmpty { buffer = [] }
        return count
    }

    /// Reads the available bytes into a block from `start` on; returns 0 at the end.
    private static func read(
        from origin: inout Origin,
        into block: inout [UInt8],
        at start: Int
    ) throws(ByteSource.Failure) -> Int {
        switch origin {
        case .file(let descriptor):
            let read = block.withUnsafeMutableBytes { bytes in
                Swift.Result { () throws(ByteSource.Failure) -> Int in
                    try descriptor.read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[start...]))
                }
            }
            return try read.get()
        case .memory(let rest):
            let count = min(rest.count, block.count - start)
            block.replaceSubrange(start..<(start + count), with: rest.prefix(count))
            origin = .memory(rest.dropFirst(count))
            return count
        }
    }
}
