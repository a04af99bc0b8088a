import Bytes

/// The bytes after a delimiter on its line that are no transport padding, told apart by who reads over them.
///
/// (RFC 2046 §5.1.1 allows spaces and tabs alone.)
package enum DelimiterJunk: Hashable, Sendable {
    /// A NUL directly after the boundary, and what follows: PHP compares the line as a C string, which ends there.
    case afterNUL
    /// White space alone, a vertical tab or a form feed among it: Werkzeug's regular expression takes it for padding.
    case whiteSpace
    /// Other bytes.
    case text

    /// Looks at all bytes between the boundary and the end of the line; `nil` where these are padding.
    init?(_ rest: some Collection<UInt8>) {
        guard let other = rest.first(where: { !$0.isBlank }) else { return nil }
        if other == 0, rest.first == other {
            self = .afterNUL
        } else {
            self = rest.allSatisfy { $0.isBlank || $0 == 0x0B || $0 == 0x0C } ? .whiteSpace : .text
        }
    }
}

extension Form {
    /// The kind of the bytes after a delimiter on its line; `nil` where there are none but padding.
    package func junk(after delimiter: Delimiter) -> DelimiterJunk? {
        guard !delimiter.junk.isEmpty else { return nil }
        let rest = kept[delimiter.padding.lowerBound..<delimiter.junk.upperBound]
        return rest.flatMap { DelimiterJunk($0) } ?? .text
    }
}
