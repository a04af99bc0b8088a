/// One header line of a message or of a body part, with the place of each of its pieces.
///
/// All ranges are absolute offsets in the bytes that the line was read from: those of the body for a part
/// header, those of the connection's stream for a message head. Read them through ``FieldSection``.
/// ```
///   Content-Type : text/plain CR LF
///   └── name ──┘ │ └ value ─┘ └ ending
///              colon
///   └──────────── range ─────────────┘
/// ```
/// (RFC 9112 §5, RFC 2046 §5.1.)
@usableFromInline
package struct FieldLine: Hashable, Sendable {
    // The lines of a head are most of what an exchange takes in memory: what is less than 4 GiB long, as a line is in a head of
    // bounded length, has places of 32 bits from its beginning.
    @usableFromInline internal var start: Int
    @usableFromInline internal var length: UInt32
    @usableFromInline internal var (nameStart, nameEnd): (UInt32, UInt32)
    /// The greatest number for none.
    @usableFromInline internal var colonPlace: UInt32
    @usableFromInline internal var (valueStart, valueEnd): (UInt32, UInt32)
    @usableFromInline internal var folds: UInt32
    /// What ends the line (its last physical line, where it is folded).
    @usableFromInline package let ending: LineEnding

    /// Makes a field line from the places of its pieces, which are within `range`.
    @inlinable
    package init(
        range: Range<Int>,
        name: Range<Int>,
        colon: Int?,
        value: Range<Int>,
        ending: LineEnding,
        foldCount: Int
    ) {
        start = range.lowerBound
        length = UInt32(truncatingIfNeeded: range.upperBound &- start)
        nameStart = UInt32(truncatingIfNeeded: name.lowerBound &- start)
        nameEnd = UInt32(truncatingIfNeeded: name.upperBound &- start)
        colonPlace = colon.map { UInt32(truncatingIfNeeded: $0 &- range.lowerBound) } ?? .max
        valueStart = UInt32(truncatingIfNeeded: value.lowerBound &- start)
        valueEnd = UInt32(truncatingIfNeeded: value.upperBound &- start)
        folds = UInt32(truncatingIfNeeded: foldCount)
        self.ending = ending
    }

    /// The whole line, its continuation lines and its line ending included.
    @inlinable package var range: Range<Int> { places(0, length) }
    /// The bytes before the colon, without surrounding white space; the whole text of a line without a colon.
    @inlinable package var name: Range<Int> { places(nameStart, nameEnd) }
    /// The offset of the colon, `nil` where the line has none.
    @inlinable package var colon: Int? { colonPlace == .max ? nil : start &+ Int(colonPlace) }
    /// The bytes after the colon without optional white space at both ends; includes line breaks of obs-fold.
    @inlinable package var value: Range<Int> { places(valueStart, valueEnd) }
    /// How many continuation lines the line has (obs-fold of RFC 9112 §5.2).
    @inlinable package var foldCount: Int { Int(folds) }

    @inlinable
    internal func places(_ from: UInt32, _ to: UInt32) -> Range<Int> {
        Range(uncheckedBounds: (start &+ Int(from), start &+ Int(to)))
    }

    /// The same line, for bytes that stand `distance` later.
    @inlinable
    package func moved(by distance: Int) -> FieldLine {
        var line = self
        line.start &+= distance
        return line
    }
}
