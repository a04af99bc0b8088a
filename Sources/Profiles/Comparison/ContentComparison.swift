import Bytes
package import Forms

/// How the content of a part in one request stands to that in another.
package enum ContentComparison: Hashable, Sendable {
    /// The same bytes.
    case equal
    /// The same bytes but for the way in which lines end.
    case equalButForLineBreaks
    /// Different from this byte of the content on, from 0.
    case differs(at: Int)
    /// Different; where is not known, because the bytes were not kept.
    case differsSomewhere
    /// Not known to be the same or not.
    case unknown

    /// Compares two contents byte by byte, of which only a block each is in memory at once.
    package init(_ left: PartContent, _ right: PartContent) {
        do {
            guard let offset = try Self.firstDifference(left, right) else {
                self = .equal
                return
            }
            self =
                try Self.equalsButForLineBreaks(left, right) ? .equalButForLineBreaks : .differs(at: offset)
        } catch {
            self = .unknown
        }
    }

    private static func firstDifference(_ left: PartContent, _ right: PartContent) throws -> Int? {
        var first = try ContentBlocks(left)
        var second = try ContentBlocks(right)
        var offset = 0
        while true {
            let one = try first.next()
            let other = try second.next()
            if one != other {
                return offset + zip(one, other).prefix { $0 == $1 }.count
            }
            if one.isEmpty { return nil }
            offset += one.count
        }
    }

    /// Whether the contents are the same once each CR LF, CR and LF is taken for one line break.
    private static func equalsButForLineBreaks(_ left: PartContent, _ right: PartContent) throws -> Bool {
        var first = LineBreakNormaliser(blocks: try ContentBlocks(left))
        var second = LineBreakNormaliser(blocks: try ContentBlocks(right))
        while true {
            let one = try first.next()
            let other = try second.next()
            guard one == other else { return false }
            if one == nil { return true }
        }
    }
}

/// Reads a content in blocks of equal size, the last one shorter.
private struct ContentBlocks {
    /// Bytes of a block: more makes no read cheaper.
    private static let size = 64 * 1024

    private var rest: ArraySlice<UInt8> = []
    private var source: (any PartSource)?

    /// Begins to read; contents that are elsewhere than in memory or in a stream are not known here.
    init(_ content: PartContent) throws {
        switch content {
        case .bytes(let bytes): rest = bytes[...]
        case .text(let text): rest = Array(text.utf8)[...]
        case .stream(_, let open): source = try open()
        case .file, .files: throw UnknownContent()
        }
    }

    /// The next block; empty at the end.
    mutating func next() throws -> [UInt8] {
        guard let source else {
            let block = Array(rest.prefix(Self.size))
            rest = rest.dropFirst(block.count)
            return block
        }
        var block = [UInt8](repeating: 0, count: Self.size)
        var filled = 0
        while filled < block.count {
            // Sound: the buffer is used during the call only.
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

/// A content that this room cannot read.
private struct UnknownContent: Error {}

/// The bytes of a content, each line break as one LF.
private struct LineBreakNormaliser {
    var blocks: ContentBlocks
    private var block: [UInt8] = []
    private var position = 0
    private var followsCR = false

    init(blocks: ContentBlocks) {
        self.blocks = blocks
    }

    /// The next byte, `nil` at the end.
    mutating func next() throws -> UInt8? {
        while true {
            if position == block.count {
                block = try blocks.next()
                position = 0
                if block.isEmpty { return nil }
            }
            let byte = block[position]
            position += 1
            let completesPair = followsCR && byte == 0x0A
            followsCR = byte == 0x0D
            if !completesPair { return byte == 0x0D ? 0x0A : byte }
        }
    }
}
