import Bytes
package import Forms

extension FormTraits {
    /// Bytes of a name that file systems store.
    package static let longestFilename = 255

    /// Sizes above which rules on limits are run: the lowest limit of any known receiver.
    ///
    /// These rules are not run on a form that exceeds none of them.
    package struct Limits: Hashable, Sendable {
        /// Parts, or fields.
        var parts: Int
        /// Files.
        var files: Int
        /// Bytes of a body, or of what may be most of it.
        package var length: Int
        /// Bytes of the header lines of one part.
        var headerLength: Int
        /// Header lines of one part.
        var headerLines: Int
        /// Pairs of brackets in a name.
        var nameDepth: Int
        /// Bytes of a filename.
        var filenameLength = longestFilename

        /// Those of ``ReceiverLimit/all``.
        package static let known = Limits(ReceiverLimit.all)

        /// Takes the lowest limits from a table.
        init(_ table: [ReceiverLimit]) {
            parts = table.lowest(.partCount, .fieldCount)
            files = table.lowest(.fileCount)
            length = table.lowest(.bodySize, .fileSize, .fieldsSize, .fieldSize)
            headerLength = table.lowest(.headerBlock, .headerLine)
            headerLines = table.lowest(.headerCount)
            nameDepth = table.lowest(.nameDepth)
        }
    }

    /// Finds the traits of a form.
    package init(_ form: Form) {
        self.init(form, .known)
    }

    /// Finds the traits of a form, with other limits.
    init(_ form: Form, _ limits: Limits) {
        self = []
        if form.usesObservedBoundary { insert(.observedBoundary) }
        if form.occurrenceCount > 0 { insert(.occurrence) }
        if form.ending != .closed { insert(.unclosed) }
        if !form.strayHeaders.isEmpty { insert(.strayHeader) }
        if form.partCount == 0 { insert(.noParts) }
        if form.partCount > limits.parts { insert(.manyParts) }
        if form.length > limits.length { insert(.large) }
        let hasPlainEnd = form.epilogue.count == 2 && form.close?.ending == .crlf
        if !hasPlainEnd || !form.trailingDelimiters.isEmpty { insert(.irregularEnds) }
        if !form.emptyDelimiters.isEmpty { insert(.irregularDelimiter) }
        if let close = form.close, !close.isRegular { insert(.irregularDelimiter) }
        if form.parts.first?.delimiter.precedent != .bodyStart { insert(.irregularEnds) }
        formUnion(Self.traits(of: form.parts, limits))
    }

    /// Finds the traits of a form in regular form: those of the form that ``Form/init(_:of:declared:limits:)`` makes of it.
    ///
    /// - Parameters:
    ///   - regular: the form.
    ///   - body: the body that it was read from.
    ///   - sampleLimit: how many bytes of a content are its sample.
    init(_ regular: borrowing RegularForm, of body: borrowing [UInt8], sampleLimit: Int) {
        let limits = Limits.known
        var tally = PartTally(limits)
        for index in regular.parts.indices { tally.add(index, of: regular, body, sampleLimit: sampleLimit) }
        self = tally.traits
        if regular.parts.count > limits.parts { insert(.manyParts) }
        if body.count > limits.length { insert(.large) }
        if regular.closeEnding != .crlf { insert(.irregularEnds) }
    }

    private static func traits(of parts: [BodyPart], _ limits: Limits) -> FormTraits {
        var tally = PartTally(limits)
        for index in parts.indices { tally.add(index, of: parts) }
        return tally.traits
    }
}
