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
        var files = 0
        for part in parts {
            traits.formUnion(part.traits)
            if part.isFile {
                files += 1
            } else if files > 0 {
                traits.insert(.fieldAfterFile)
            }
        }
        if files > 1 { traits.insert(.severalFiles) }
        if partCount > 20 { traits.insert(.manyParts) }
        if length > 131_072 { traits.insert(.large) }
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
        if !facts.signs.isDisjoint(with: [.dashedLine, .headerLine]) { result.insert(.dashedLine) }
        if isFile {
            if content.isEmpty { result.insert(.emptyFile) }
            if facts.beginsEncoded { result.insert(.encodedFile) }
        } else {
            if facts.signs.contains(.lowControl) { result.insert(.controlInField) }
            if facts.signs.contains(.beyondASCII) { result.insert(.fieldBeyondASCII) }
        }
        if facts.signs.contains(.lowControl), let mediaType,
            header[mediaType.type].startsIgnoringCase(with: "text/")
        {
            result.insert(.controlInText)
        }
        if facts.firstLoneLF != nil || facts.firstLoneCR != nil || facts.sample.first?.isLineBreak ?? false
            || facts.last?.isLineBreak ?? false
        {
            result.insert(.contentLineBreaks)
        }
        return result
    }
}

extension ContentFacts {
    /// Whether the first bytes are those of `data:`, or of a known file signature in Base64.
    ///
    /// These are the forms of PNG, JPEG, GIF, PDF, ZIP, RIFF, gzip, TIFF, and of boxes of less than 64 KiB.
    fileprivate var beginsEncoded: Bool {
        guard sample.count >= 16 else { return false }
        let opening = sample[..<4]
        return switch sample[0] {
        case UInt8(ascii: "d"): opening.equals("data")
        case UInt8(ascii: "i"): opening.equals("iVBO")
        case UInt8(ascii: "/"): opening.equals("/9j/")
        case UInt8(ascii: "R"): opening.equals("R0lG")
        case UInt8(ascii: "J"): opening.equals("JVBE")
        case UInt8(ascii: "U"): opening.equals("UEsD") || opening.equals("UklG")
        case UInt8(ascii: "H"): opening.equals("H4sI")
        case UInt8(ascii: "S"): opening.equals("SUkq")
        case UInt8(ascii: "T"): opening.equals("TU0A")
        case UInt8(ascii: "A"): opening.equals("AAAA")
        default: false
        }
    }
}
