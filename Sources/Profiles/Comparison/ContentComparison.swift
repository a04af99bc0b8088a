import Bytes
package import Forms

/// The result of comparing the content of a part in two requests.
package enum ContentComparison: Hashable, Sendable {
    /// The same bytes.
    case equal
    /// The same bytes except for the boundary of a nested multipart, which is random.
    case equalButForBoundary
    /// The same bytes except for the line break before a missing close delimiter.
    case equalButForClose
    /// The same bytes except for line endings.
    case equalButForLineBreaks
    /// Different from this offset in the content on, from 0.
    case differs(at: Int)
    /// Different at an unknown offset, because the bytes were not kept.
    case differsSomewhere
    /// Not comparable.
    case unknown

    /// Compares two contents byte by byte, with one block of each in memory.
    package init(_ left: PartContent, _ right: PartContent) {
        self.init(left, right, of: nil)
    }

    /// Compares two contents that are multiparts themselves, each with its own boundary.
    ///
    /// The right boundary's text is read as the left one's; offsets are those of the left content.
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

    /// Whether the contents are equal when CR LF, CR and LF each count as one line break.
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

/// The bytes of a content with each line break as one LF.
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
