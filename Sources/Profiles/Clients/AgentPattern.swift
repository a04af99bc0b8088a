/// What the User-Agent of a client looks like; an ellipsis stands for any text.
package struct AgentPattern: Hashable, Sendable {
    /// The pattern as it is written.
    package let text: String

    /// Makes a pattern: `curl/…`, or a whole value.
    package init(_ text: String) {
        self.text = text
    }

    /// Whether a value fits.
    package func matches(_ value: [UInt8]) -> Bool {
        let pieces = text.split(separator: "…", omittingEmptySubsequences: false).map { Array($0.utf8) }
        guard pieces.count > 1, let first = pieces.first else { return value.elementsEqual(text.utf8) }
        guard value.starts(with: first) else { return false }
        var rest = value.dropFirst(first.count)
        for piece in pieces.dropFirst() where !piece.isEmpty {
            guard let place = rest.firstRange(of: piece) else { return false }
            rest = rest[place.upperBound...]
        }
        return pieces.last?.isEmpty == true || rest.isEmpty
    }
}
