/// What ends a line.
@usableFromInline
package enum LineEnding: UInt8, Hashable, Sendable {
    /// CR LF, the only line ending that RFC 2046 §5.1.1 and RFC 9110 §8.3.3 allow between parts.
    case crlf
    /// LF without a CR before it.
    case lf
    /// CR without an LF after it.
    case cr
    /// CR CR LF: a text-mode writer expanded a line ending twice.
    case crcrlf
    /// The bytes end before the line does.
    case none

    /// Whether two are the same; written out, so that other modules compare inline.
    @inlinable
    package static func == (left: LineEnding, right: LineEnding) -> Bool {
        switch (left, right) {
        case (.crlf, .crlf), (.lf, .lf), (.cr, .cr), (.crcrlf, .crcrlf), (.none, .none): true
        default: false
        }
    }

    /// The number of bytes that the ending occupies, 0 to 3.
    @inlinable
    package var length: Int {
        switch self {
        case .crlf: 2
        case .lf, .cr: 1
        case .crcrlf: 3
        case .none: 0
        }
    }
}
