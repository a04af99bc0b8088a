import Bytes
import Forms

/// Which traits the parts of a form have, gathered part by part.
struct PartTally {
    /// What was seen so far.
    private(set) var traits: FormTraits = []
    private var names = NameDigests()
    private var files = 0
    private let limits: FormTraits.Limits

    /// Begins before the first part.
    init(_ limits: FormTraits.Limits) {
        self.limits = limits
    }

    /// Takes in the next part.
    mutating func add(_ part: borrowing BodyPart) {
        let header = part.headerFacts
        traits.formUnion(.header(header.features))
        if !part.delimiter.isRegular { traits.insert(.irregularDelimiter) }
        if part.headerEnd != .blankLine || part.blankLine != .crlf { traits.insert(.irregularBlankLine) }
        if header.byteCount > limits.headerLength || header.lineCount > limits.headerLines {
            traits.insert(.longHeader)
        }
        if header.filenameLength > limits.filenameLength { traits.insert(.longFilename) }
        if header.nameBrackets.isOpen || header.nameBrackets.depth > limits.nameDepth {
            traits.insert(.oddBrackets)
        }
        if names.mayHold(header.nameDigest) { traits.insert(.repeatedName) }
        let isFile = header.features.contains(.filename)
        addContent(part.facts, isWhole: part.content.count == part.facts.opening.count, isFile: isFile)
        if part.facts.features.contains(.lowControl), header.features.contains(.textType) {
            traits.insert(.controlInText)
        }
        if isFile {
            files += 1
            if files > 1 { traits.insert(.severalFiles) }
            if part.content.isEmpty { traits.insert(.emptyFile) }
        } else if files > 0 {
            traits.insert(.fieldAfterFile)
        }
    }

    private mutating func addContent(_ facts: borrowing ContentFacts, isWhole: Bool, isFile: Bool) {
        // Not as one set of both: its literal would be made anew for each part.
        if facts.features.contains(.dashLine) || facts.features.contains(.cLine) {
            traits.insert(.dashOrCLine)
        }
        if facts.firstLoneLF != nil || facts.firstLoneCR != nil || facts.opening.first?.isLineBreak ?? false
            || facts.last?.isLineBreak ?? false
        {
            traits.insert(.contentLineBreaks)
        }
        if isWhole, StringifiedValue.mayBe(facts.opening) { traits.insert(.printedValue) }
        if isFile {
            if PartDataURIOrEncodedFile.mayBeEncoded(facts.opening) { traits.insert(.encodedFile) }
        } else {
            if facts.features.contains(.lowControl) { traits.insert(.controlInField) }
            if facts.features.contains(.nonASCII) { traits.insert(.fieldBeyondASCII) }
        }
    }
}
