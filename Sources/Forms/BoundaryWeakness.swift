import Bytes

/// Why a boundary may well occur in the data that it bounds: it has no random component.
package enum BoundaryWeakness: Hashable, Sendable {
    /// It is nothing but dashes.
    case onlyDashes
    /// Besides dashes around them it has at most eight characters.
    case short
    /// It is one character over and over.
    case monotone
    /// It is one that specifications, tutorials or code generators have spread.
    case known

    /// Looks at a boundary; fails where nothing is wrong with it as far as one request shows.
    package init?(of boundary: ArraySlice<UInt8>) {
        var core = boundary.drop { $0 == 0x2D }
        while core.last == 0x2D { core.removeLast() }
        guard let first = core.first else {
            self = .onlyDashes
            return
        }
        if core.count <= 8 {
            self = .short
        } else if core.allSatisfy({ $0 == first }) {
            self = .monotone
        } else if Self.spread.contains(where: { core.equalsIgnoringCase($0) }) {
            self = .known
        } else {
            return nil
        }
    }

    /// Boundaries, without dashes around them, that many programs send.
    private static let spread: [StaticString] = [
        "webkitformboundary7ma4ywxktrzu0gw", "formboundary7ma4ywxktrzu0gw", "this_is_the_boundary_$",
        "011000010111000001101001",
        "0xkhtmlboundary",
        "gc0p4jq0m2yt08ju534c0p", "gc0pjq0m:08ju534c0p", "simple boundary", "unique-boundary-1",
        "webkitformboundary", "multipartboundary", "formdataboundary", "formboundary", "customboundary",
        "uniqueboundary", "boundarystring", "yourboundary", "myboundary", "my_boundary", "my-boundary",
        "theboundary", "separator", "delimiter", "0123456789", "1234567890", "123456789",
    ]
}
