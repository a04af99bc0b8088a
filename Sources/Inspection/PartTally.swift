import Bytes
import Forms

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
        let header = parts[index].readHeader.facts
        traits.formUnion(.header(header.features))
        if !parts[index].delimiter.isRegular { traits.insert(.irregularDelimiter) }
        switch (parts[index].headerEnd, parts[index].blankLine) {
        case (.blankLine, .crlf): break
        case (.limit, _): traits.formUnion([.irregularBlankLine, .longHeader])
        default: traits.insert(.irregularBlankLine)
        }
        if header.byteCount > limits.headerLength || header.lineCount > limits.headerLines {
            traits.insert(.longHeader)
        }
        if header.filenameLength > limits.filenameLength { traits.insert(.longFilename) }
        if header.nameBrackets.isOpen || header.nameBrackets.depth > limits.nameDepth {
            traits.insert(.oddBrackets)
        }
        if names.mayHold(header.nameDigest), Self.mayRepeat(index, of: parts) { traits.insert(.repeatedName) }
        let isFile = header.features.has(.filename)
        let isWhole = parts[index].content.count == parts[index].facts.opening.count
        addContent(of: index, parts, isWhole: isWhole, isFile: isFile)
        if let declared = header.declaredKind, FileSignature(parts[index].facts.opening) != declared {
            traits.insert(.otherKind)
        }
        if parts[index].facts.features.has(.lowControl), header.features.has(.textType) {
            traits.insert(.controlInText)
        }
        if isFile {
            files += 1
            if files > 1 { traits.insert(.severalFiles) }
            if parts[index].content.isEmpty { traits.insert(.emptyFile) }
        } else if files > 0 {
            traits.insert(.fieldAfterFile)
        }
    }

    /// Whether a part before one at an index has its name, or too many are to be compared.
    private static func mayRepeat(_ index: Int, of parts: [BodyPart]) -> Bool {
        guard index < comparedParts else { return true }
        let digest = parts[index].readHeader.facts.nameDigest
        for other in 0..<index where parts[other].readHeader.facts.nameDigest == digest { return true }
        return false
    }

    /// The number of parts up to which names are compared with one another.
    private static let comparedParts = 1024

    private mutating func addContent(of index: Int, _ parts: [BodyPart], isWhole: Bool, isFile: Bool) {
        let features = parts[index].facts.features
        // Two tests, not one set of both features: its literal would be built anew for each part.
        if features.has(.dashLine) || features.has(.cLine) {
            traits.insert(.dashOrCLine)
        }
        if parts[index].facts.firstLoneLF != nil || parts[index].facts.firstLoneCR != nil
            || parts[index].facts.opening.first?.isLineBreak ?? false
            || parts[index].facts.last?.isLineBreak ?? false
        {
            traits.insert(.contentLineBreaks)
        }
        if isWhole, StringifiedValue.mayBe(parts[index].facts.opening) { traits.insert(.printedValue) }
        if isFile {
            if PartDataURIOrEncodedFile.mayBeEncoded(parts[index].facts.opening) {
                traits.insert(.encodedFile)
            }
        } else {
            if features.has(.lowControl) { traits.insert(.controlInField) }
            if features.has(.nonASCII) { traits.insert(.fieldBeyondASCII) }
        }
    }
}

// For types of another module, the standard library's test is slower: it goes through a witness table.
extension ContentFeatures {
    /// Whether it has a feature.
    fileprivate func has(_ feature: ContentFeatures) -> Bool { rawValue & feature.rawValue != 0 }
}

extension HeaderFeatures {
    /// Whether it has a feature.
    fileprivate func has(_ feature: HeaderFeatures) -> Bool { rawValue & feature.rawValue != 0 }
}
