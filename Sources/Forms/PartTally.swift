import Bytes

/// What is unusual in the parts of a form, gathered part by part.
struct PartTally {
    /// What was seen so far.
    private(set) var traits: FormTraits = []
    private var names = NameDigests()
    private var files = 0

    /// Takes in the next part: its header, what was learnt of its content, and whether that is empty.
    mutating func add(_ header: PartHeader, _ facts: borrowing ContentFacts, isEmpty: Bool) {
        traits.formUnion(header.traits)
        traits.formUnion(facts.traits(under: header, isEmpty: isEmpty))
        if names.mayHold(header.nameDigest) { traits.insert(.repeatedName) }
        if header.isFile {
            files += 1
            if files > 1 { traits.insert(.severalFiles) }
        } else if files > 0 {
            traits.insert(.fieldAfterFile)
        }
    }
}

extension FormTraits {
    /// What is unusual in the size of a form: the number of its parts, and its length in bytes.
    init(partCount: Int, length: Int) {
        self = []
        if partCount > 20 { insert(.manyParts) }
        if length > 131_072 { insert(.large) }
    }
}

extension ContentFacts {
    /// What is unusual in a content.
    fileprivate func traits(under header: PartHeader, isEmpty: Bool) -> FormTraits {
        var result: FormTraits = []
        if !signs.isDisjoint(with: [.dashedLine, .headerLine]) { result.insert(.dashedLine) }
        if signs.contains(.printedValue) { result.insert(.printedValue) }
        if header.isFile {
            if isEmpty { result.insert(.emptyFile) }
            if beginsEncoded { result.insert(.encodedFile) }
        } else {
            if signs.contains(.lowControl) { result.insert(.controlInField) }
            if signs.contains(.beyondASCII) { result.insert(.fieldBeyondASCII) }
        }
        if signs.contains(.lowControl), header.isText { result.insert(.controlInText) }
        if firstLoneLF != nil || firstLoneCR != nil || opening.first?.isLineBreak ?? false
            || last?.isLineBreak ?? false
        {
            result.insert(.contentLineBreaks)
        }
        return result
    }

    /// Whether the first bytes are those of `data:`, or of a known file signature in Base64.
    ///
    /// These are the forms of PNG, JPEG, GIF, PDF, ZIP, RIFF, gzip, TIFF, and of boxes of less than 64 KiB.
    private var beginsEncoded: Bool {
        guard opening.count >= 16, let first = opening.first else { return false }
        let start = opening.prefix(4)
        return switch first {
        case UInt8(ascii: "d"): start.equals("data")
        case UInt8(ascii: "i"): start.equals("iVBO")
        case UInt8(ascii: "/"): start.equals("/9j/")
        case UInt8(ascii: "R"): start.equals("R0lG")
        case UInt8(ascii: "J"): start.equals("JVBE")
        case UInt8(ascii: "U"): start.equals("UEsD") || start.equals("UklG")
        case UInt8(ascii: "H"): start.equals("H4sI")
        case UInt8(ascii: "S"): start.equals("SUkq")
        case UInt8(ascii: "T"): start.equals("TU0A")
        case UInt8(ascii: "A"): start.equals("AAAA")
        default: false
        }
    }
}
