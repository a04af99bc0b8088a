import Bytes

extension HeaderFeatures {
    /// Looks through the header lines of a part.
    ///
    /// - Parameters:
    ///   - header: the lines.
    ///   - disposition: their Content-Disposition.
    ///   - mediaType: their Content-Type.
    init(_ header: FieldSection, _ disposition: ContentDisposition?, _ mediaType: MediaType?) {
        self = []
        for index in 0..<header.lineCount { add(header.line(at: index), of: header) }
        if !header.isPrintable, header.hasByteBesidesPlainText {
            insert(.nonPrintableByte)
            if header.firstLoneCR != nil { insert(.loneCR) }
        }
        let known = (disposition == nil ? 0 : 1) + (mediaType == nil ? 0 : 1)
        if header.lineCount > known {
            insert(.otherField)
            addOtherFields(of: header)
        }
        if let disposition { add(disposition, in: header) } else { insert(.noDisposition) }
        addType(mediaType, disposition, in: header)
    }

    /// Looks through plain header lines, at the beginning of some bytes, of which the Content-Type declares a kind of file.
    init(_ plain: PlainPartHeader, in bytes: RawSpan, _ declared: FileSignature?) {
        var features: UInt32 = plain.filename == nil ? 0 : Self.filename.rawValue
        if let type = plain.type {
            features |= Self.ofPlainType(bytes.extracting(type), isFile: plain.filename != nil)
        } else if plain.filename != nil {
            features |= Self.filenameWithoutMediaType.rawValue
        }
        if let filename = plain.filename, let named = FileSignature(filename: bytes.extracting(filename)),
            declared != named
        {
            features |= Self.undeclaredExtension.rawValue
        }
        self.init(rawValue: features)
    }

    /// The bits for a Content-Type that is two tokens with a slash between them.
    private static func ofPlainType(_ type: RawSpan, isFile: Bool) -> UInt32 {
        if type.equalsIgnoringCase("application/octet-stream") { return isFile ? 0 : typedValue.rawValue }
        var features = specificMediaType.rawValue
        if type.startsIgnoringCase(with: "multipart/") { features |= multipartType.rawValue }
        if type.startsIgnoringCase(with: "text/") {
            features |= textType.rawValue
        } else if !isFile, !type.equalsIgnoringCase("application/json") {
            features |= typedValue.rawValue
        }
        return features
    }

    /// Adds the Content-Type, or that there is none; the Content-Disposition has been added before.
    private mutating func addType(
        _ mediaType: MediaType?,
        _ disposition: ContentDisposition?,
        in header: FieldSection
    ) {
        if let mediaType {
            add(mediaType, in: header)
        } else if contains(.filename) {
            insert(.filenameWithoutMediaType)
        }
        if disposition?.hasUndeclaredExtension(in: header, mediaType) ?? false {
            insert(.undeclaredExtension)
        }
    }

    private mutating func add(_ line: FieldLine, of header: FieldSection) {
        if line.ending != .crlf { insert(.otherLineEnding) }
        if line.range.lowerBound != line.name.lowerBound { insert(.leadingWhitespace) }
        if let colon = line.colon {
            if colon != line.name.upperBound { insert(.spaceBeforeColon) }
        } else {
            insert(.missingColon)
        }
        if line.name.isEmpty { insert(.emptyFieldName) }
        if !header.isToken(line.name) { insert(.nonTokenFieldName) }
        if line.value.isEmpty { insert(.emptyFieldValue) }
        if line.foldCount > 0 { insert(.foldedLine) }
    }

    /// Adds which fields there are besides Content-Disposition and Content-Type.
    private mutating func addOtherFields(of header: FieldSection) {
        for index in 0..<header.lineCount {
            let name = header[header.line(at: index).name]
            if name.equalsIgnoringCase("content-length") { insert(.contentLength) }
            if name.equalsIgnoringCase("content-transfer-encoding") { insert(.transferEncoding) }
            guard header.lineCount <= Self.comparedLines else { continue }
            for other in 0..<index {
                let before = header[header.line(at: other).name]
                guard before.count == name.count else { continue }
                if zip(before, name).allSatisfy({ $0.lowercased == $1.lowercased }) { insert(.repeatedField) }
            }
        }
        if header.lineCount > Self.comparedLines { insert(.repeatedField) }
    }

    /// The greatest number of lines whose names are compared with one another.
    private static let comparedLines = 16

    private mutating func add(_ disposition: ContentDisposition, in header: FieldSection) {
        if !header[disposition.line.name].equals("Content-Disposition") { insert(.dispositionLetterCase) }
        let value = disposition.value
        if !disposition.hasPlainForm(value, in: header) { insert(.otherDispositionForm) }
        for parameter in value.parameters where header[parameter.value].contains(where: Self.isEscaping) {
            insert(.escapingByte)
        }
        if disposition.isFile {
            insert(.filename)
            if disposition.filename?.value.isEmpty ?? false { insert(.emptyFilename) }
        } else if let name = disposition.nameValue, header[name].equals("_charset_") {
            insert(.charsetName)
        }
    }

    private mutating func add(_ mediaType: MediaType, in header: FieldSection) {
        let type = header[mediaType.type]
        if !type.equalsIgnoringCase("application/octet-stream") { insert(.specificMediaType) }
        if !mediaType.hasPlainForm(in: header) { insert(.otherMediaTypeForm) }
        if mediaType.isMultipart { insert(.multipartType) }
        if type.startsIgnoringCase(with: "text/") {
            insert(.textType)
        } else if !contains(.filename), !type.equalsIgnoringCase("application/json") {
            insert(.typedValue)
        }
    }

    /// Whether a byte in a parameter's value may be an escape, or may have to be escaped.
    private static func isEscaping(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x25, 0x26, 0x27, 0x2F, 0x3F, 0x5C: true
        default: byte < 0x20
        }
    }
}

extension MediaType {
    /// Whether it is a whole line with nothing but `type/subtype` of two tokens.
    fileprivate func hasPlainForm(in header: FieldSection) -> Bool {
        let value = value
        guard line.ending != .none, value.separator == .semicolon, value.parameters.isEmpty,
            value.emptyParameters.isEmpty,
            let slash = header[value.leading].firstIndex(of: UInt8(ascii: "/"))
        else { return false }
        let place = header.base + slash
        return place > value.leading.lowerBound && place + 1 < value.leading.upperBound
            && header.isToken(value.leading.lowerBound..<place)
            && header.isToken((place + 1)..<value.leading.upperBound)
    }
}

extension ContentDisposition {
    /// Whether the extension of the filename implies a file format that contradicts the part's type.
    fileprivate func hasUndeclaredExtension(in header: FieldSection, _ mediaType: MediaType?) -> Bool {
        guard let filename, let named = FileSignature(filename: header[filename.value]) else { return false }
        return mediaType.flatMap { FileSignature(mediaType: header[$0.type]) } != named
    }

    /// Whether its value is `form-data; name="…"` with perhaps `; filename="…"`.
    fileprivate func hasPlainForm(_ value: ParameterizedValue, in header: FieldSection) -> Bool {
        guard value.separator == .semicolon, value.emptyParameters.isEmpty,
            header[value.leading].equals("form-data"),
            value.parameters.count == (filename == nil ? 1 : 2),
            let name, !name.value.isEmpty
        else { return false }
        return value.parameters.allSatisfy { parameter in
            parameter.quoting == .quoted && !parameter.hasBackslash && parameter.junk.isEmpty
                && parameter.blanksAroundEquals.isEmpty
                && header[parameter.name].allSatisfy { $0 == $0.lowercased }
        }
    }
}

extension FieldSection {
    /// Whether a range holds only token characters.
    fileprivate func isToken(_ range: Range<Int>) -> Bool {
        for index in (range.lowerBound - base)..<(range.upperBound - base)
        where !bytes[index].isTokenCharacter { return false }
        return true
    }

    /// Whether there is a byte that is not printable ASCII and not part of a CR LF.
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
