import Bytes

/// The first bytes of a connection's streams, held until they show what it carries: at most eight bytes a side, or what stands
/// before the streams.
struct StreamOpening {
    /// What a stream carries.
    enum Verdict {
        /// TLS records.
        case tls
        /// Requests to a proxy for a tunnel, sent by this side.
        case proxy(client: Side)
        /// Something of its own before what it carries.
        case prefixed(ConnectionPrefix)
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
    /// An estimate of the bytes that the pieces take in memory.
    private(set) var heldBytes = 0

    /// What a piece takes besides its bytes: its place and the head of its array.
    private static let pieceBytes = MemoryLayout<StreamPiece>.stride + 32

    /// Adds a piece; returns what the stream carries, once that is known.
    ///
    /// - Parameters:
    ///   - piece: the piece.
    ///   - readsPrefix: whether something may stand before what it carries.
    /// - Returns: what it carries; `nil` where more is needed.
    mutating func add(_ piece: StreamPiece, readsPrefix: Bool) -> Verdict? {
        pieces.append(piece)
        heldBytes += Self.pieceBytes + piece.bytes.count
        let index = Int(piece.side.rawValue)
        guard piece.gap == nil else {
            gapCount += 1
            return openings[index].isEmpty && gapCount < Self.gapLimit ? nil : .plain
        }
        openings[index] += piece.bytes.prefix(ConnectionPrefix.limit - openings[index].count)
        // After a gap it is not known whether these are the first bytes.
        if readsPrefix, gapCount == 0, let client = pieces.first?.side {
            let opening = openings[Int(client.rawValue)]
            switch ConnectionPrefix.reading(opening, openings[Int(client.other.rawValue)]) {
            case .none: break
            case .incomplete:
                return openings.contains { $0.count == ConnectionPrefix.limit } ? .plain : nil
            case .complete(var prefix):
                prefix.client = client
                return .prefixed(prefix)
            }
        }
        return Self.verdict(Array(openings[index].prefix(Self.connect.count)), piece.side)
    }

    /// What the first bytes of a side show, where nothing stands before them; `nil` where more are needed.
    static func verdict(_ opening: [UInt8], _ side: Side) -> Verdict? {
        if RecordHeader.mayBegin(opening) { return opening.count >= 4 ? .tls : nil }
        guard opening.elementsEqual(connect.prefix(opening.count)) else { return .plain }
        return opening.count == connect.count ? .proxy(client: side) : nil
    }
}
