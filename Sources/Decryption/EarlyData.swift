/// The client's early data, which counts only if the server accepts it: a client whose early data was not accepted
/// sends it again (RFC 8446 §4.2.10).
struct EarlyData {
    private enum Verdict {
        case open, accepted, rejected
    }

    private var verdict = Verdict.open
    private var pieces: [StreamPiece] = []
    /// How many bytes wait for the verdict.
    private(set) var byteCount = 0

    /// Takes a piece; what can be passed on now.
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

    /// The server accepts; what waited.
    mutating func accept() -> [StreamPiece] {
        guard verdict == .open else { return [] }
        verdict = .accepted
        defer {
            pieces = []
            byteCount = 0
        }
        return pieces
    }

    /// The server does not accept.
    mutating func reject() {
        guard verdict == .open else { return }
        verdict = .rejected
        pieces = []
        byteCount = 0
    }
}
