import Bytes

extension FormTraits {
    /// What is unusual in a part's header lines by themselves.
    ///
    /// - Parameters:
    ///   - header: the lines.
    ///   - disposition: their Content-Disposition.
    ///   - mediaType: their Content-Type.
    init(header: FieldSection, _ disposition: ContentDisposition?, _ mediaType: MediaType?) {
        self = []
        for line in header.lines {
            if line.ending != .crlf { insert(.irregularLine) }
            if line.colon != line.name.upperBound || line.name.isEmpty || line.foldCount > 0
                || line.range.lowerBound != line.name.lowerBound || line.value.isEmpty
                || !header.isToken(line.name)
            {
                insert(.irregularHeader)
            }
        }
        if header.hasByteBesidesPlainText {
            insert(.nonPlainHeader)
            if header.firstLoneCR != nil { insert(.irregularLine) }
        }
        if header.bytes.count > 512 || header.lines.count > 8 { insert(.longHeader) }
        if let name = disposition?.nameValue, NameBrackets(header[name]).isOdd { insert(.oddBrackets) }
        let known = (disposition == nil ? 0 : 1) + (mediaType == nil ? 0 : 1)
        if header.lines.count > known { insert(.otherField) }
        if let line = disposition?.line, !header[line.name].equals("Content-Disposition") {
            insert(.oddNameCase)
        }
        if let mediaType {
            insert(.partType)
            let type = header[mediaType.type]
            if !type.equalsIgnoringCase("application/octet-stream") { insert(.telltaleType) }
            if !mediaType.isPlain(in: header) { insert(.irregularPartType) }
        }
        if let disposition, disposition.isFile {
            insert(.file)
            if mediaType == nil { insert(.untypedFile) }
            if disposition.hasForeignExtension(in: header, mediaType) { insert(.foreignExtension) }
            let length = disposition.filename?.value.count ?? 0
            if length == 0 || length > 255 { insert(.irregularFilename) }
        } else {
            if let mediaType, !mediaType.isTextOrJSON(in: header) { insert(.typedField) }
            if let name = disposition?.nameValue, header[name].equals("_charset_") { insert(.charsetField) }
        }
        if !(disposition?.isPlain(in: header) ?? false) { insert(.irregularDisposition) }
    }
}

extension MediaType {
    /// Whether it is a type of values that are no files.
    fileprivate func isTextOrJSON(in header: FieldSection) -> Bool {
        let type = header[type]
        return type.startsIgnoringCase(with: "text/") || type.equalsIgnoringCase("application/json")
    }

    /// Whether it is a whole line with nothing but `type/subtype` of two tokens, and no multipart.
    fileprivate func isPlain(in header: FieldSection) -> Bool {
        let value = value
        guard line.ending != .none, value.separator == .semicolon, value.parameters.isEmpty,
            value.emptyParameters.isEmpty, !isMultipart,
            let slash = header[value.leading].firstIndex(of: UInt8(ascii: "/"))
        else { return false }
        let place = header.base + slash
        return place > value.leading.lowerBound && place + 1 < value.leading.upperBound
            && header.isToken(value.leading.lowerBound..<place)
            && header.isToken((place + 1)..<value.leading.upperBound)
    }
}

extension ContentDisposition {
    /// Whether the extension of the filename stands for a kind of file of which the part's type is none.
    fileprivate func hasForeignExtension(in header: FieldSection, _ mediaType: MediaType?) -> Bool {
        guard let filename, let named = FileSignature(filename: header[filename.value]) else { return false }
        return mediaType.flatMap { FileSignature(mediaType: header[$0.type]) } != named
    }

    /// Whether it is `form-data; name="…"` with perhaps `; filename="…"`, nothing odd in it.
    fileprivate func isPlain(in header: FieldSection) -> Bool {
        let value = value
        guard value.separator == .semicolon, value.emptyParameters.isEmpty,
            header[value.leading].equals("form-data"),
            value.parameters.count == (filename == nil ? 1 : 2),
            let name, !name.value.isEmpty
        else { return false }
        return value.parameters.allSatisfy { parameter in
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
