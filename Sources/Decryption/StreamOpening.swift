import Bytes
import Connections

/// The first bytes of a connection's streams, held until they tell what it carries: eight bytes of a side at most.
struct StreamOpening {
    /// What a stream carries.
    enum Verdict {
        /// TLS records.
        case tls
        /// Requests to a proxy for a tunnel, from this side.
        case proxy(client: Side)
        /// Anything else.
        case plain
    }

    /// Bytes as they were delivered, or a gap.
    struct Piece {
        /// Who sent them.
        var side: Side
        /// The bytes.
        var bytes: [UInt8] = []
        /// How many are missing, and why.
        var gap: (length: Int, cause: GapCause)?
        /// Where in the stream they stand.
        var offset: Int
        /// The frame that carried them.
        var frame: Int
        /// When that was captured.
        var time: Timestamp?
        /// The TLS record that they came in, from 1.
        var record: Int?
    }

    private static let connect = Array("CONNECT ".utf8)
    /// Gaps at the beginning, after which a connection is taken for plain.
    private static let gapLimit = 8

    /// What was held.
    private(set) var pieces: [Piece] = []
    private var openings: [[UInt8]] = [[], []]
    private var gapCount = 0

    /// Adds a piece; what the stream carries, once that is known.
    mutating func add(_ piece: Piece) -> Verdict? {
        pieces.append(piece)
        let index = Int(piece.side.rawValue)
        guard piece.gap == nil else {
            gapCount += 1
            return openings[index].isEmpty && gapCount < Self.gapLimit ? nil : .plain
        }
        openings[index] += piece.bytes.prefix(Self.connect.count - openings[index].count)
        return Self.verdict(openings[index], piece.side)
    }

    /// What the first bytes of a side tell; `nil` where more are needed.
    static func verdict(_ opening: [UInt8], _ side: Side) -> Verdict? {
        if RecordHeader.mayBegin(opening) { return opening.count >= 4 ? .tls : nil }
        guard opening.elementsEqual(connect.prefix(opening.count)) else { return .plain }
        return opening.count == connect.count ? .proxy(client: side) : nil
    }
}
