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
        var names = NameDigests()
        for part in parts {
            traits.formUnion(part.traits)
            if names.mayHold(part.readHeader.nameDigest) { traits.insert(.repeatedName) }
        }
    }
}

extension Delimiter {
    /// Whether it is written exactly as RFC 2046 §5.1.1 wants a composer to write it.
    package var isRegular: Bool {
        isAtLineStart && padding.isEmpty && junk.isEmpty && (ending == .crlf || isClose && ending == .none)
            && (closeForm == nil || closeForm == .proper)
    }
}

extension BodyPart {
    fileprivate var traits: FormTraits {
        var result = readHeader.traits
        if !delimiter.isRegular { result.insert(.irregularDelimiter) }
        if headerEnd != .blankLine || blankLine != .crlf { result.insert(.irregularLine) }
        result.formUnion(facts.traits(isFile: isFile))
        return result
    }
}

extension ContentFacts {
    /// What is unusual in a content.
    func traits(isFile: Bool) -> FormTraits {
        var result: FormTraits = []
        if signs.contains(.dashedLine) { result.insert(.dashedLine) }
        if signs.contains(.printedValue) { result.insert(.printedValue) }
        if signs.contains(.nul), !isFile { result.insert(.nul) }
        if firstLoneLF != nil || firstLoneCR != nil || opening.first?.isLineBreak ?? false
            || last?.isLineBreak ?? false
        {
            result.insert(.contentLineBreaks)
        }
        return result
    }
}
