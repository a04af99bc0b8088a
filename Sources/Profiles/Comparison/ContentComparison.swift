import Bytes
package import Forms

/// How the content of a part in one request stands to that in another.
package enum ContentComparison: Hashable, Sendable {
    /// The same bytes.
    case equal
    /// The same bytes but for the text of the boundary of a multipart in a part, which is chance.
    case equalButForBoundary
    /// The same bytes but for the line break before a close delimiter that never came.
    case equalButForClose
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
        self.init(left, right, of: nil)
    }

    /// Compares two contents that are multiparts themselves, each with a boundary of its own.
    ///
    /// Each occurrence of the right boundary's text is read as the left one's: offsets are those of the left content.
    init(_ left: PartContent, _ right: PartContent, of boundaries: (left: [UInt8], right: [UInt8])?) {
        do {
            let substitution = boundaries.map { BoundarySubstitution(of: $0.right, by: $0.left) }
            guard let offset = try Self.firstDifference(left, right, substitution) else {
                self = boundaries.map { $0.left != $0.right } ?? false ? .equalButForBoundary : .equal
                return
            }
            self =
                try Self.equalsButForLineBreaks(left, right, substitution)
                ? .equalButForLineBreaks : .differs(at: offset)
        } catch {
            self = .unknown
        }
    }

    private static func firstDifference(
        _ left: PartContent,
        _ right: PartContent,
        _ substitution: BoundarySubstitution?
    ) throws -> Int? {
        var first = try ContentBlocks(left)
        var second = try ContentBlocks(right, substitution)
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
    private static func equalsButForLineBreaks(
        _ left: PartContent,
        _ right: PartContent,
        _ substitution: BoundarySubstitution?
    ) throws -> Bool {
        var first = LineBreakNormaliser(blocks: try ContentBlocks(left))
        var second = LineBreakNormaliser(blocks: try ContentBlocks(right, substitution))
        while true {
            let one = try first.next()
            let other = try second.next()
            guard one == other else { return false }
            if one == nil { return true }
        }
    }
}

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
