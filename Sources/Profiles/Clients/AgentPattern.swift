import Bytes
import Forms

/// A pattern for the User-Agent of a client; an ellipsis matches any text.
///
/// Many are compared with each request: as one object, a pattern is reached without counting references to its arrays.
package final class AgentPattern: Hashable, Sendable {
    /// The pattern as it is written.
    package let text: String
    /// The text before the first ellipsis.
    let beginning: [UInt8]
    /// The searches for the texts after each ellipsis, prepared once, without empty ones.
    private let searches: [ByteSearch]
    /// Whether it has an ellipsis.
    private let isOpen: Bool
    /// Whether it ends in an ellipsis.
    private let endsOpen: Bool

    /// Makes a pattern: `curl/…`, or a whole value.
    package init(_ text: String) {
        self.text = text
        let pieces = text.split(separator: "…", omittingEmptySubsequences: false).map { Array($0.utf8) }
        beginning = pieces.first ?? []
        endsOpen = pieces.count > 1 && pieces.last?.isEmpty ?? false
        isOpen = pieces.count > 1
        searches = pieces.dropFirst().filter { !$0.isEmpty }.map(ByteSearch.init)
    }

    /// Whether a value matches.
    package func matches(_ value: [UInt8]) -> Bool { matches(value.span.bytes) }

    /// Whether the bytes of a value match.
    func matches(_ value: RawSpan) -> Bool {
        guard beginning.withUnsafeBytes({ value.begins(with: $0.bytes) }) else { return false }
        guard isOpen else { return value.byteCount == beginning.count }
        var end = beginning.count
        for index in searches.indices {
            let place = value.withUnsafeBytes { searches[index].first(in: $0, from: end) }
            guard let place else { return false }
            end = place + searches[index].needle.count
        }
        return endsOpen || end == value.byteCount
    }

    /// The last eight bytes of the text after the first ellipsis, and which of them count, where it is a product with its
    /// slash; none count where it is anything else.
    var product: (bytes: UInt64, mask: UInt64) {
        guard let text = searches.first?.needle, text.last == UInt8(ascii: "/") else { return (0, 0) }
        return text.suffix(8).reduce((0, 0)) { ($0.0 >> 8 | UInt64($1) << 56, $0.1 >> 8 | 0xFF << 56) }
    }

    package static func == (one: AgentPattern, other: AgentPattern) -> Bool { one.text == other.text }

    package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
