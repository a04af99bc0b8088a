import Bytes

/// The first bytes of a connection's streams, held until they show what it carries: at most eight bytes a
/// side.
struct StreamOpening {
    /// What a stream carries.
    enum Verdict {
        /// TLS records.
        case tls
        /// Requests to a proxy for a tunnel, sent by this side.
        case proxy(client: Side)
        /// Anything else.
        case plain
    }

    private static let connect = Array("CONNECT ".utf8)
    /// How many gaps at the beginning make a connection count as plain.
    private static let gapLimit = 8

    /// The pieces that are held.
    private(set) var pieces: [StreamPiece] = []
    private var openings: [[UInt8]] = [[], []]
    private var gapCount = 0

    /// Adds a piece; returns what the stream carries, once that is known.
    mutating func add(_ piece: StreamPiece) -> Verdict? {
        pieces.append(piece)
        let index = Int(piece.side.rawValue)
        guard piece.gap == nil else {
            gapCount += 1
            return openings[index].isEmpty && gapCount < Self.gapLimit ? nil : .plain
        }
        openings[index] += piece.bytes.prefix(Self.connect.count - openings[index].count)
        return Self.verdict(openings[index], piece.side)
    }

    /// What the first bytes of a side show; `nil` where more are needed.
    static func verdict(_ opening: [UInt8], _ side: Side) -> Verdict? {
        if RecordHeader.mayBegin(opening) { return opening.count >= 4 ? .tls : nil }
        guard opening.elementsEqual(connect.prefix(opening.count)) else { return .plain }
        return opening.count == connect.count ? .proxy(client: side) : nil
    }
}
