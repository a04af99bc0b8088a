import Forms

/// A pattern for the User-Agent of a client; an ellipsis matches any text.
package struct AgentPattern: Hashable, Sendable {
    /// The pattern as it is written.
    package let text: String
    /// The texts between the ellipses, split once: every exchange is compared with every pattern.
    private let pieces: [[UInt8]]

    /// Makes a pattern: `curl/…`, or a whole value.
    package init(_ text: String) {
        self.text = text
        pieces = text.split(separator: "…", omittingEmptySubsequences: false).map { Array($0.utf8) }
    }

    /// Whether a value matches.
    package func matches(_ value: [UInt8]) -> Bool {
        guard let first = pieces.first, value.starts(with: first) else { return false }
        guard pieces.count > 1 else { return value.count == first.count }
        var end = first.count
        for piece in pieces.dropFirst() where !piece.isEmpty {
            let place = value.withUnsafeBytes { ByteSearch(piece).first(in: $0, from: end) }
            guard let place else { return false }
            end = place + piece.count
        }
        return pieces.last?.isEmpty == true || end == value.count
    }
}
