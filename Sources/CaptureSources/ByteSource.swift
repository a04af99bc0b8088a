/// The bytes of a file, of standard input or of memory, read block by block and decompressed from gzip.
package struct ByteSource: ~Copyable {
    /// Why bytes cannot be read at all.
    package enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
        /// Nothing is at the path.
        case missing(path: String)
        /// The path is that of a directory.
        case isDirectory(path: String)
        /// The file cannot be opened.
        case unreadable(path: String, reason: String)
        /// The file has no bytes, or inflates to none.
        case empty(path: String)
        /// Reading failed after `offset` bytes of the file.
        case readFailed(path: String, reason: String, offset: Int)

        /// The failure in one line, the path first.
        package var description: String {
            switch self {
            case .missing(let path): "\(path): no such file"
            case .isDirectory(let path): "\(path): is a directory"
            case .unreadable(let path, let reason): "\(path): cannot be opened: \(reason)"
            case .empty(let path): "\(path): is empty"
            case .readFailed(let path, let reason, let offset):
                "\(path): cannot be read after \(offset) bytes: \(reason)"
            }
        }
    }

    /// The block size in bytes: large enough to make system calls cheap, small enough for a cache.
    package static let defaultBlockSize = 1 << 18

    /// The path, `-` for standard input.
    package let name: String
    /// Whether the bytes were compressed with gzip.
    package private(set) var isCompressed = false
    /// The fault in the compressed data, as far as it was read; offsets are those of the file.
    package private(set) var problem: CaptureProblem?

    /// Is called for each block, with the bytes that were read in order so far, and the file's size where that is known.
    package var progress: ((Int, Int?) -> Void)?

    private var origin: Origin
    private let blockSize: Int
    private var inflater: GzipInflater?
    private var compressed: [UInt8] = []
    private var unusedCompressed = 0..<0
    private var block: [UInt8]
    private var unread = 0..<0

    private enum Origin {
        case file(FileDescriptor)
        case memory(ArraySlice<UInt8>)
    }

    /// Opens a file, or standard input for `-`, and reads its first bytes.
    ///
    /// - Parameters:
    ///   - path: the file's path.
    ///   - blockSize: how many bytes to read at once.
    /// - Throws: ``Failure`` where there is nothing to read.
    package init(path: String, blockSize: Int = Self.defaultBlockSize) throws(Failure) {
        try self.init(name: path, origin: .file(FileDescriptor(path: path)), blockSize: blockSize)
    }

    /// Makes a source of bytes in memory, under the name `name`.
    package init(
        name: String,
        bytes: [UInt8],
        blockSize: Int = Self.defaultBlockSize
    ) throws(Failure) {
        try self.init(name: name, origin: .memory(bytes[...]), blockSize: blockSize)
    }

    private init(name: String, origin: Origin, blockSize: Int) throws(Failure) {
        self.name = name
        self.origin = origin
        self.blockSize = max(blockSize, 16)
        block = [UInt8](repeating: 0, count: self.blockSize)
        // A pipe may deliver its first bytes one by one.
        var filled = 0
        while filled < 3 {
            let count = try Self.read(from: &self.origin, into: &block, at: filled)
            if count == 0 { break }
            filled += count
        }
        guard filled > 0 else { throw .empty(path: name) }
        guard GzipInflater.isGzip(block.span.bytes.extracting(0..<filled)) else {
            unread = 0..<filled
            return
        }
        isCompressed = true
        inflater = GzipInflater()
        compressed = block
        unusedCompressed = 0..<filled
        unread = 0..<(try fill(at: 0))
        if unread.isEmpty, problem == nil { throw .empty(path: name) }
    }

    /// The first bytes, at least `count` of them unless there are fewer; they are not consumed.
    ///
    /// At most one block can be peeked at.
    package mutating func peek(_ count: Int) throws(Failure) -> [UInt8] {
        let wanted = min(count, blockSize)
        if unread.count < wanted, unread.lowerBound > 0 {
            block.replaceSubrange(0..<unread.count, with: Array(block[unread]))
            block.append(contentsOf: repeatElement(0, count: blockSize - block.count))
            unread = 0..<unread.count
        }
        while unread.count < wanted {
            let added = try fill(at: unread.upperBound)
            if added == 0 { break }
            unread = unread.lowerBound..<(unread.upperBound + added)
        }
        return Array(block[unread].prefix(wanted))
    }

    /// Passes the next block to `body`; `nil` at the end.
    package mutating func next<Result>(_ body: (RawSpan) -> Result) throws(Failure) -> Result? {
        if unread.isEmpty {
            unread = 0..<(try fill(at: 0))
            if unread.isEmpty { return nil }
        }
        if let progress, case .file(let descriptor) = origin {
            progress(descriptor.readCount, descriptor.regularSize)
        }
        let result = body(block.span.bytes.extracting(unread))
        unread = 0..<0
        return result
    }

    /// The open file and its size in bytes, where it can be read uncompressed at any offset.
    var seekableFile: (descriptor: FileDescriptor, size: Int)? {
        guard !isCompressed, case .file(let descriptor) = origin, let size = descriptor.regularSize else {
            return nil
        }
        return (descriptor, size)
    }

    /// Whether a path is that of a regular file: others may never end, or block.
    package static func isRegularFile(_ path: String) -> Bool { FileDescriptor.isRegularFile(path) }

    /// Reads more bytes to `start` of the block; returns their number, 0 at the end.
    private mutating func fill(at start: Int) throws(Failure) -> Int {
        guard let inflater else { return try Self.read(from: &origin, into: &block, at: start) }
        while inflater.problem == nil {
            if unusedCompressed.isEmpty, !inflater.hasOutputWaiting {
                unusedCompressed = 0..<(try Self.read(from: &origin, into: &compressed, at: 0))
                if unusedCompressed.isEmpty {
                    problem = inflater.finish()
                    return 0
                }
            }
            let progress = compressed.withUnsafeBytes { input in
                block.withUnsafeMutableBytes { output in
                    inflater.inflate(
                        UnsafeRawBufferPointer(rebasing: input[unusedCompressed]),
                        into: UnsafeMutableRawBufferPointer(rebasing: output[start...])
                    )
                }
            }
            unusedCompressed = (unusedCompressed.lowerBound + progress.consumed)..<unusedCompressed.upperBound
            problem = inflater.problem
            if progress.produced > 0 { return progress.produced }
        }
        return 0
    }

    /// Reads the available bytes into `buffer` from `start` on; returns 0 at the end.
    private static func read(
        from origin: inout Origin,
        into buffer: inout [UInt8],
        at start: Int
    ) throws(Failure) -> Int {
        switch origin {
        case .file(let descriptor):
            let read = buffer.withUnsafeMutableBytes { bytes in
                Swift.Result { () throws(Failure) -> Int in
                    try descriptor.read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[start...]))
                }
            }
            return try read.get()
        case .memory(let rest):
            let count = min(rest.count, buffer.count - start)
            buffer.replaceSubrange(start..<(start + count), with: rest.prefix(count))
            origin = .memory(rest.dropFirst(count))
            return count
        }
    }
}
