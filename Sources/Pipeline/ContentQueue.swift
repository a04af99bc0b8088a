/// Pieces of parts' contents on their way from a form's reader to the handler.
final class ContentQueue {
    private var pieces: [(exchange: Int, part: Int, bytes: [UInt8])] = []

    /// Adds a piece.
    func add(exchange: Int, part: Int, _ bytes: RawSpan) {
        pieces.append((exchange, part, bytes.withUnsafeBytes { Array($0) }))
    }

    /// Takes all pieces out, in order.
    func drain(_ body: (Int, Int, [UInt8]) -> Void) {
        guard !pieces.isEmpty else { return }
        for piece in pieces { body(piece.exchange, piece.part, piece.bytes) }
        pieces.removeAll(keepingCapacity: true)
    }
}
