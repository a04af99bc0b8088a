import Bytes

extension FormDraft {
    /// Writes down which kinds of irregularity occur, so that rules for the others need not run.
    mutating func settleTraits() {
        if usesObservedBoundary { traits.insert(.observedBoundary) }
        if partCount == 0 { traits.insert(.noParts) }
        if ending != .closed { traits.insert(.unclosed) }
        let isCleanEnd = epilogue.count == 2 && close?.ending == .crlf
        if parts.first?.delimiter.precedent != .bodyStart || !isCleanEnd || !trailingDelimiters.isEmpty {
            traits.insert(.irregularEnds)
        }
        if !emptyDelimiters.isEmpty || close.map({ !$0.isRegular }) ?? false {
            traits.insert(.irregularDelimiter)
        }
        var tally = PartTally()
        for part in parts {
            tally.add(part.readHeader, part.facts, isEmpty: part.content.isEmpty)
            if !part.delimiter.isRegular { traits.insert(.irregularDelimiter) }
            if part.headerEnd != .blankLine || part.blankLine != .crlf { traits.insert(.irregularLine) }
        }
        traits.formUnion(tally.traits)
        traits.formUnion(FormTraits(partCount: partCount, length: length))
    }
}

extension Delimiter {
    /// Whether it is written exactly as RFC 2046 §5.1.1 wants a composer to write it.
    package var isRegular: Bool {
        isAtLineStart && padding.isEmpty && junk.isEmpty && (ending == .crlf || isClose && ending == .none)
            && (closeForm == nil || closeForm == .proper)
    }
}
