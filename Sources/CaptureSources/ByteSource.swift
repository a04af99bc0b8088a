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
    package let isCompressed: Bool
    /// The fault in the compressed data, or that the file became shorter, as far as it was read; offsets are those of the file.
    package var problem: CaptureProblem? {
        if case .mapped(let file) = filling { file.problem } else { foundProblem }
    }

    private var foundProblem: CaptureProblem?

    /// Is called for each block, with the bytes that were read in order so far, and the file's size where that is known.
    package var progress: ((Int, Int?) -> Void)?

    private let descriptor: FileDescriptor?
    private let filling: Filling
    private let blockSize: Int
    private var block: [UInt8]
    private var unread: Range<Int>

    /// What fills the blocks.
    private enum Filling {
        case here(BlockFiller)
        case ahead(ReadAhead)
        /// Nothing: they are used where they are.
        case mapped(MappedFile)

        func fill(
            _ block: inout [UInt8],
            from start: Int
        ) throws(Failure) -> (count: Int, problem: CaptureProblem?) {
            switch self {
            case .here(let filler): try filler.fill(&block, from: start)
            // Blocks come filled: after a part of one nothing follows.
            case .ahead(let blocks): start == 0 ? try blocks.next(swapping: &block) : (0, nil)
            case .mapped: (0, nil)
            }
        }
    }

    /// Of which long files another thread reads and decompresses the next blocks while one is used.
    package enum ReadingAhead: Sendable {
        /// Of none.
        case never
        /// Of those in gzip: what is only read is cheap beside other threads that work on it.
        case compressed
        /// Of all.
        case always
    }

    /// The number of blocks of a file from which on another thread may fill them.
    private static let longFrom = 8

    /// Opens a file, or standard input for `-`, and reads its first bytes.
    ///
    /// - Parameters:
    ///   - path: the file's path.
    ///   - blockSize: how many bytes to read at once.
    ///   - readingAhead: of which files another thread fills the blocks.
    /// - Throws: ``Failure`` where there is nothing to read.
    package init(
        path: String,
        blockSize: Int = Self.defaultBlockSize,
        readingAhead: ReadingAhead = .never
    ) throws(Failure) {
        let blockSize = max(blockSize, 16)
        let descriptor = try FileDescriptor(path: path)
        // Files of the system's own have no size.
        let size = descriptor.regularSize.flatMap { $0 == 0 ? nil : $0 } ?? blockSize
        if size >= Self.longFrom * blockSize, try readingAhead.applies(to: descriptor) {
            let blocks = try ReadAhead(descriptor, name: path, blockSize: blockSize)
            try self.init(path, .ahead(blocks), descriptor, blockSize, isCompressed: blocks.isCompressed)
        } else if size >= Self.longFrom * blockSize, try !ReadingAhead.isGzip(descriptor),
            let file = MappedFile(descriptor, size: size, pieceLength: blockSize)
        {
            self.init(path, file, descriptor, blockSize)
        } else {
            let needed = max(min(blockSize, size), 16)
            let filler = try BlockFiller(.file(descriptor), name: path, blockSize: needed)
            let isCompressed = filler.isCompressed
            try self.init(
                path,
                .here(filler),
                descriptor,
                isCompressed ? blockSize : needed,
                isCompressed: isCompressed
            )
        }
    }

    private init(_ name: String, _ file: MappedFile, _ descriptor: FileDescriptor, _ blockSize: Int) {
        self.name = name
        isCompressed = false
        self.descriptor = descriptor
        filling = .mapped(file)
        self.blockSize = blockSize
        block = []
        unread = 0..<0
    }

    /// Makes a source of bytes in memory, under the name `name`.
    package init(
        name: String,
        bytes: [UInt8],
        blockSize: Int = Self.defaultBlockSize
    ) throws(Failure) {
        let blockSize = max(blockSize, 16)
        let filler = try BlockFiller(.memory(bytes[...]), name: name, blockSize: blockSize)
        try self.init(name, .here(filler), nil, blockSize, isCompressed: filler.isCompressed)
    }

    private init(
        _ name: String,
        _ filling: Filling,
        _ descriptor: FileDescriptor?,
        _ blockSize: Int,
        isCompressed: Bool
    ) throws(Failure) {
        var block = [UInt8](repeating: 0, count: blockSize)
        let first = try filling.fill(&block, from: 0)
        guard first.count > 0 || first.problem != nil else { throw .empty(path: name) }
        self.name = name
        self.isCompressed = isCompressed
        self.descriptor = descriptor
        self.filling = filling
        self.blockSize = blockSize
        self.block = block
        unread = 0..<first.count
        foundProblem = first.problem
    }

    /// The first bytes, at least `count` of them unless there are fewer; they are not consumed.
    ///
    /// At most one block can be peeked at.
    package mutating func peek(_ count: Int) throws(Failure) -> [UInt8] {
        let wanted = min(count, blockSize)
        if case .mapped(let file) = filling { return try file.peek(wanted) }
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
        if case .mapped(let file) = filling {
            progress?(file.offset, fileSize)
            return try file.next(body)
        }
        if unread.isEmpty {
            unread = 0..<(try fill(at: 0))
            if unread.isEmpty { return nil }
        }
        if let progress, let descriptor { progress(descriptor.readCount, descriptor.regularSize) }
        let result = body(block.span.bytes.extracting(unread))
        unread = 0..<0
        return result
    }

    /// The size of the file in bytes, compressed or not; `nil` where there is none that could be read again.
    package var fileSize: Int? { descriptor?.regularSize }

    /// The open file and its size in bytes, where it can be read uncompressed at any offset.
    var seekableFile: (descriptor: FileDescriptor, size: Int)? {
        guard !isCompressed, let descriptor, let size = descriptor.regularSize else { return nil }
        return (descriptor, size)
    }

    /// Whether a path is that of a regular file: others may never end, or block.
    package static func isRegularFile(_ path: String) -> Bool { FileDescriptor.isRegularFile(path) }

    /// Reads more bytes to `start` of the block; returns their number, 0 at the end.
    private mutating func fill(at start: Int) throws(Failure) -> Int {
        let filled = try filling.fill(&block, from: start)
        foundProblem = filled.problem
        return filled.count
    }
}

extension ByteSource.ReadingAhead {
    fileprivate func applies(to descriptor: FileDescriptor) throws(ByteSource.Failure) -> Bool {
        switch self {
        case .never: false
        case .compressed: try Self.isGzip(descriptor)
        case .always: true
        }
    }

    fileprivate static func isGzip(_ descriptor: FileDescriptor) throws(ByteSource.Failure) -> Bool {
        var magic: [UInt8] = [0, 0, 0]
        let read = magic.withUnsafeMutableBytes { bytes in
            Result { () throws(ByteSource.Failure) -> Int in try descriptor.read(at: 0, into: bytes) }
        }
        return try read.get() == 3 && GzipInflater.isGzip(magic.span.bytes)
    }
}
