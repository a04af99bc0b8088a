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
    /// The whole line, its continuation lines and its line ending included.
    @usableFromInline package var range: Range<Int>
    /// The bytes before the colon, without surrounding white space; the whole text of a line without a colon.
    @usableFromInline package var name: Range<Int>
    /// The offset of the colon, `nil` where the line has none.
    @usableFromInline package var colon: Int?
    /// The bytes after the colon without optional white space at both ends; includes line breaks of obs-fold.
    @usableFromInline package var value: Range<Int>
    /// What ends the line (its last physical line, where it is folded).
    @usableFromInline package var ending: LineEnding
    /// How many continuation lines the line has (obs-fold of RFC 9112 §5.2).
    @usableFromInline package var foldCount: Int

    /// Makes a field line from the places of its pieces.
    @inlinable
    package init(
        range: Range<Int>,
        name: Range<Int>,
        colon: Int?,
        value: Range<Int>,
        ending: LineEnding,
        foldCount: Int
    ) {
        self.range = range
        self.name = name
        self.colon = colon
        self.value = value
        self.ending = ending
        self.foldCount = foldCount
    }

    /// The same line, for bytes that stand `distance` later.
    @inlinable
    package func moved(by distance: Int) -> FieldLine {
        FieldLine(
            range: range.moved(by: distance),
            name: name.moved(by: distance),
            colon: colon.map { $0 &+ distance },
            value: value.moved(by: distance),
            ending: ending,
            foldCount: foldCount
        )
    }
}
