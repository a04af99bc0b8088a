import Bytes

extension Form {
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
        for part in parts { traits.formUnion(part.traits) }
    }
}

extension Delimiter {
    /// Whether it is written exactly as RFC 2046 §5.1.1 wants a composer to write it.
    package var isRegular: Bool {
        isAtLineStart && padding.isEmpty && junk.isEmpty && (ending == .crlf || isClose && ending == .none)
            && (closeForm == nil || closeForm == .proper)
    }
}

extension FieldSection {
    /// Whether a range holds nothing but token characters.
    fileprivate func isToken(_ range: Range<Int>) -> Bool {
        for index in (range.lowerBound - base)..<(range.upperBound - base)
        where !bytes[index].isTokenCharacter { return false }
        return true
    }

    /// Whether there is a byte that is no printable ASCII character and belongs to no CR LF.
    fileprivate var hasByteBesidesPlainText: Bool {
        var previous: UInt8 = 0
        for byte in bytes {
            if byte &- 0x20 >= 0x5F, byte != 0x0D, byte != 0x0A || previous != 0x0D { return true }
            if previous == 0x0D, byte != 0x0A { return true }
            previous = byte
        }
        return previous == 0x0D
    }
}

extension BodyPart {
    fileprivate var traits: FormTraits {
        var result: FormTraits = []
        if !delimiter.isRegular { result.insert(.irregularDelimiter) }
        if headerEnd != .blankLine || blankLine != .crlf { result.insert(.irregularLine) }
        for line in header.lines {
            if line.ending != .crlf { result.insert(.irregularLine) }
            if line.colon != line.name.upperBound || line.name.isEmpty || line.foldCount > 0
                || line.range.lowerBound != line.name.lowerBound || line.value.isEmpty
                || !header.isToken(line.name)
            {
                result.insert(.irregularHeader)
            }
        }
        if header.hasByteBesidesPlainText {
            result.insert(.nonPlainHeader)
            if header.firstLoneCR != nil { result.insert(.irregularLine) }
        }
        let known = (disposition == nil ? 0 : 1) + (mediaType == nil ? 0 : 1)
        if header.lines.count > known { result.insert(.otherField) }
        if mediaType != nil { result.insert(.partType) }
        if isFile { result.insert(.file) }
        if !hasPlainDisposition { result.insert(.irregularDisposition) }
        if facts.firstLoneLF != nil || facts.firstLoneCR != nil || facts.sample.first?.isLineBreak ?? false
            || facts.tail.last?.isLineBreak ?? false
            || facts.sample.contains(0x2D)
        {
            result.insert(.contentLineBreaks)
        }
        return result
    }

    /// Whether Content-Disposition is `form-data; name="…"` with perhaps `; filename="…"`, nothing odd in it.
    private var hasPlainDisposition: Bool {
        guard let disposition, disposition.value.separator == .semicolon,
            disposition.value.emptyParameters.isEmpty,
            header[disposition.value.leading].elementsEqual("form-data".utf8),
            disposition.value.parameters.count == (disposition.filename == nil ? 1 : 2),
            let name = disposition.name, !name.value.isEmpty
        else { return false }
        return disposition.value.parameters.allSatisfy { parameter in
            parameter.quoting == .quoted && !parameter.hasBackslash && parameter.junk.isEmpty
                && parameter.blanksAroundEquals.isEmpty
                && header[parameter.name].allSatisfy { $0 == $0.lowercased }
                && !header[parameter.value].contains(where: Self.isTelling)
        }
    }

    /// Whether a byte in a name or a filename may have been escaped, or may need to be: `% & ' / ? \` and controls.
    private static func isTelling(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x25, 0x26, 0x27, 0x2F, 0x3F, 0x5C: true
        default: byte < 0x20
        }
    }
}
