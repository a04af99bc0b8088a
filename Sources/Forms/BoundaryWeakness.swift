import Bytes

/// Why a boundary may occur in the data that it delimits: it has no random component.
package enum BoundaryWeakness: Hashable, Sendable {
    /// It consists only of dashes.
    case onlyDashes
    /// Without dashes around them it has at most eight characters.
    case short
    /// It is one repeated character.
    case monotone
    /// It is widespread through specifications, tutorials or code generators.
    case known

    /// Examines a boundary; `nil` where one request shows no weakness.
    package init?(of boundary: ArraySlice<UInt8>) {
        let bytes = boundary.span.bytes
        var start = 0
        while start < bytes.byteCount, bytes.knownByte(start) == 0x2D { start &+= 1 }
        guard start < bytes.byteCount else {
            self = .onlyDashes
            return
        }
        var end = bytes.byteCount
        while bytes.byte(end &- 1) == 0x2D { end &-= 1 }
        let core = bytes.extracting(start..<end)
        if core.byteCount <= 8 {
            self = .short
        } else if (1..<core.byteCount).allSatisfy({ core.knownByte($0) == core.knownByte(0) }) {
            self = .monotone
        } else if core.byteCount < 64, Self.lengths & 1 << UInt64(core.byteCount) != 0,
            Self.spread.contains(where: { core.equalsIgnoringCase($0) })
        {
            self = .known
        } else {
            return nil
        }
    }

    /// The lengths of those that are widespread, a bit each.
    private static let lengths = spread.reduce(0 as UInt64) { $0 | 1 << UInt64($1.utf8CodeUnitCount) }

    /// Boundaries, without dashes around them, that many programs send.
    private static let spread: [StaticString] = [
        "webkitformboundary7ma4ywxktrzu0gw", "formboundary7ma4ywxktrzu0gw", "this_is_the_boundary_$",
        "011000010111000001101001",
        "0xkhtmlboundary",
        "gc0p4jq0m2yt08ju534c0p", "gc0pjq0m:08ju534c0p", "simple boundary", "unique-boundary-1",
        "webkitformboundary", "multipartboundary", "formdataboundary", "formboundary", "customboundary",
        "uniqueboundary", "boundarystring", "yourboundary", "myboundary", "my_boundary", "my-boundary",
        "theboundary", "separator", "delimiter", "0123456789", "1234567890", "123456789", "undefined",
        "[object object]",
    ]
}
