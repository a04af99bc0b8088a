/// The client's early data, held until the server accepts it: a client sends rejected early data again (RFC
/// 8446 §4.2.10).
struct EarlyData {
    private enum Verdict {
        case open, accepted, rejected
    }

    private var verdict = Verdict.open
    private var pieces: [StreamPiece] = []
    /// How many bytes wait for the server's decision.
    private(set) var byteCount = 0

    /// Adds a piece; returns what can be passed on now.
    mutating func add(_ piece: StreamPiece, limit: Int) -> [StreamPiece] {
        switch verdict {
        case .accepted: return [piece]
        case .rejected: return []
        case .open:
            pieces.append(piece)
            byteCount += piece.bytes.count
            return byteCount > limit ? accept() : []
        }
    }

    /// The server accepts early data; returns what waited.
    mutating func accept() -> [StreamPiece] {
        guard verdict == .open else { return [] }
        verdict = .accepted
        defer {
            pieces = []
            byteCount = 0
        }
        return pieces
    }

    /// The server rejects early data.
    mutating func reject() {
        guard verdict == .open else { return }
        verdict = .rejected
        pieces = []
        byteCount = 0
    }
}
