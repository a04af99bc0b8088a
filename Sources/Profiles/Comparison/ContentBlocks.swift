import Bytes
import Forms

/// Reads content in blocks of equal size, the last one shorter.
struct ContentBlocks {
    /// The size of a block in bytes: larger ones do not read faster.
    private static let size = 64 * 1024

    private var rest: ArraySlice<UInt8> = []
    private var source: (any PartSource)?
    private var substitution: BoundarySubstitution?

    /// Starts reading; only contents in memory or in a stream are supported here.
    ///
    /// - Parameters:
    ///   - content: the content to read.
    ///   - substitution: a boundary to replace.
    /// - Throws: where the content is of another kind, or its stream cannot be opened.
    init(_ content: PartContent, _ substitution: BoundarySubstitution? = nil) throws {
        self.substitution = substitution
        switch content {
        case .bytes(let bytes): rest = bytes[...]
        case .text(let text): rest = Array(text.utf8)[...]
        case .stream(_, let open): source = try open()
        case .file, .files: throw UnknownContent()
        }
    }

    /// The next block; empty at the end.
    mutating func next() throws -> [UInt8] {
        guard substitution != nil else { return try read() }
        while let count = substitution?.readyCount, count < Self.size {
            let block = try read()
            substitution?.push(block)
            if block.isEmpty { break }
        }
        return substitution?.take(ofAtMost: Self.size) ?? []
    }

    /// The next block before substitution; empty at the end.
    private mutating func read() throws -> [UInt8] {
        guard let source else {
            let block = Array(rest.prefix(Self.size))
            rest = rest.dropFirst(block.count)
            return block
        }
        var block = [UInt8](repeating: 0, count: Self.size)
        var filled = 0
        while filled < block.count {
            // Sound: the buffer is used only during the call.
            let count = try block.withUnsafeMutableBytes { buffer in
                try source.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
            }
            if count == 0 { break }
            filled += count
        }
        block.removeLast(block.count - filled)
        return block
    }
}

/// A kind of content that this room cannot read.
private struct UnknownContent: Error {}
