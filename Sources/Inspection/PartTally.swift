import Bytes
package import Forms

/// Collects the traits of a form's parts, one part at a time.
struct PartTally {
    /// The traits so far.
    private(set) var traits: FormTraits = []
    private var names = NameDigests()
    private var files = 0
    private let limits: FormTraits.Limits

    /// Begins before the first part.
    init(_ limits: FormTraits.Limits) {
        self.limits = limits
    }

    /// Adds the part at an index.
    ///
    /// It reads stored properties alone, in their places: a call for a computed one would copy the part, and with it count half
    /// a dozen shared objects.
    mutating func add(_ index: Int, of parts: [BodyPart]) {
        if !parts[index].delimiter.isRegular { traits.insert(.irregularDelimiter) }
        switch (parts[index].headerEnd, parts[index].blankLine) {
        case (.blankLine, .crlf): break
        case (.limit, _): traits.formUnion([.irregularBlankLine, .longHeader])
        default: traits.insert(.irregularBlankLine)
        }
        let header = parts[index].readHeader.facts
        add(index, header) { parts[$0].readHeader.facts.nameDigest }
        add(parts[index].facts.marks, parts[index].facts.opening, of: parts[index].content.count, header)
    }

    /// Adds the part at an index of a form in regular form that was read from a body.
    mutating func add(_ index: Int, of form: borrowing RegularForm, _ body: [UInt8], sampleLimit: Int) {
        let header = form.parts[index].headerFacts
        let content = form.parts[index].content
        add(index, header) { form.parts[$0].headerFacts.nameDigest }
        let opening = body[content.lowerBound..<min(content.upperBound, content.lowerBound + sampleLimit)]
        add(form.parts[index].marks, opening, of: content.count, header)
    }

    /// Adds the header of a part; `digest` tells those of the names of the parts before it.
    private mutating func add(_ index: Int, _ header: HeaderFacts, _ digest: (Int) -> UInt64) {
        traits.formUnion(.header(header.features))
        if header.byteCount > limits.headerLength || header.lineCount > limits.headerLines {
            traits.insert(.longHeader)
        }
        if header.filenameLength > limits.filenameLength { traits.insert(.longFilename) }
        if header.nameBrackets.isUneven || header.nameBrackets.depth > limits.nameDepth {
            traits.insert(.oddBrackets)
        }
        if names.mayHold(header.nameDigest), Self.mayRepeat(index, header.nameDigest, digest) {
            traits.insert(.repeatedName)
        }
    }

    /// Whether a part before one at an index has its name, or too many are to be compared.
    private static func mayRepeat(_ index: Int, _ name: UInt64, _ digest: (Int) -> UInt64) -> Bool {
        guard index < comparedParts else { return true }
        for other in 0..<index where digest(other) == name { return true }
        return false
    }

    /// The number of parts up to which names are compared with one another.
    private static let comparedParts = 1024

    /// Adds the content of a part, of some bytes, of which `opening` are the first.
    private mutating func add(
        _ content: ContentMarks,
        _ opening: ArraySlice<UInt8>,
        of length: Int,
        _ header: HeaderFacts
    ) {
        // Two tests, not one set of both features: its literal would be built anew for each part.
        if content.features.has(.dashLine) || content.features.has(.cLine) {
            traits.insert(.dashOrCLine)
        }
        if content.firstLoneLF != nil || content.firstLoneCR != nil || opening.first?.isLineBreak ?? false
            || content.last?.isLineBreak ?? false
        {
            traits.insert(.contentLineBreaks)
        }
        if let first = opening.first, first | 0x20 == 0x63, opening.startsIgnoringCase(with: "content-") {
            traits.insert(.headerLikeContent)
        }
        if StringifiedValue.mayBe(opening, isWhole: length == opening.count) { traits.insert(.printedValue) }
        if let declared = header.declaredKind,
            FileSignature(opening) != declared || FileDamage.mayHide(in: opening, of: length, declared)
        {
            traits.insert(.otherKind)
        }
        if content.features.has(.lowControl), header.features.has(.textType) {
            traits.insert(.controlInText)
        }
        if header.features.has(.filename) {
            files += 1
            if files > 1 { traits.insert(.severalFiles) }
            if files > limits.files { traits.insert(.manyParts) }
            if length == 0 { traits.insert(.emptyFile) }
            if EncodedFile.mayBegin(opening) { traits.insert(.encodedFile) }
            if FileDamage.mayHideBinary(in: opening, content.features) { traits.insert(.otherKind) }
        } else {
            if files > 0 { traits.insert(.fieldAfterFile) }
            if content.features.has(.lowControl) { traits.insert(.controlInField) }
            if content.features.has(.nonASCII) { traits.insert(.fieldBeyondASCII) }
        }
    }
}

// For types of another module, the standard library's test is slower: it goes through a witness table.
extension ContentFeatures {
    /// Whether it has a feature.
    package func has(_ feature: ContentFeatures) -> Bool { rawValue & feature.rawValue != 0 }
}

extension HeaderFeatures {
    /// Whether it has a feature.
    fileprivate func has(_ feature: HeaderFeatures) -> Bool { rawValue & feature.rawValue != 0 }
}
