import Bytes
import Forms

extension RequestHabits {
    /// Adds the habits that a part's header shows, however it is written.
    mutating func lookAtPart(_ part: PartHeader) {
        let header = part.section
        // Other fields are the program's, and the rest of a name with a raw line break is not a field.
        let names = header.lines.filter { $0.colon != nil }.map { header[$0.name] }
            .filter { $0.startsIgnoringCase(with: "content-") || $0.equalsIgnoringCase("mime-version") }
            .map { PrintableText.text($0) }
        let list = names.isEmpty ? "none" : names.joined(separator: ", ")
        add(part.isFile ? .fileHeader : .valueHeader, list)
        let type = part.mediaType.map { header[$0.line.value] }
        if part.isFile {
            if let filename = part.filename { lookAtFileType(type, of: filename) }
        } else {
            add(.valueType, part.mediaType.map { Self.type($0, in: header) } ?? "none")
        }
        if let disposition = part.disposition { lookAtDisposition(disposition, in: header) }
    }

    /// Adds the habits that a header shows which is written as most are, of which the filename and the media type are
    /// given: its labels hold nothing to be escaped.
    mutating func lookAtPlainPart(_ facts: HeaderFacts, filename: RawSpan, type: RawSpan) {
        addUsual(.nameQuoting)
        if facts.features.rawValue & HeaderFeatures.filename.rawValue != 0 {
            if type.isEmpty { add(.fileHeader, "Content-Disposition") } else { addUsual(.fileHeader) }
            let isSpecific = facts.features.rawValue & HeaderFeatures.specificMediaType.rawValue != 0
            // What is known needs no second look.
            if isSpecific, values.usual.contains(.fileType) { return }
            guard Self.hasTellingExtension(filename) else { return }
            if isSpecific {
                addUsual(.fileType)
            } else {
                add(.fileType, type.isEmpty ? "none" : "application/octet-stream")
            }
        } else if type.isEmpty {
            addUsual(.valueHeader)
            addUsual(.valueType)
        } else {
            add(.valueHeader, "Content-Disposition, Content-Type")
            add(.valueType, PrintableText.text(type.withUnsafeBytes { Array($0) }))
        }
    }

    /// Extensions whose media type every encoder's table knows: the bytes of each and how many they are as one number.
    private static let tellingExtensions = [
        "csv", "gif", "htm", "html", "jpeg", "jpg", "json", "mp4", "pdf", "png", "svg", "txt", "xml", "zip",
    ].map { ByteOctet(in: Array($0.utf8).span.bytes, at: 0).word | UInt64($0.utf8.count) << 56 }

    /// Whether a filename ends in such an extension.
    private static func hasTellingExtension(_ filename: RawSpan) -> Bool {
        let count = filename.byteCount
        // Where there are fewer than eight bytes, zeros stand before them.
        let missing = max(0, ByteOctet.count &- count)
        let end = ByteOctet(
            ByteOctet(in: filename, at: max(0, count &- ByteOctet.count)).word << (8 * missing)
        )
        // The dot and up to four bytes after it.
        let dots = end.equal(to: UInt8(ascii: ".")) & (.max << 24)
        guard dots != 0 else { return false }
        let length = dots.leadingZeroBitCount / 8
        return tellingExtensions.contains(end.lowercased >> (8 * (8 - length)) | UInt64(length) << 56)
    }

    private mutating func lookAtFileType(_ type: ArraySlice<UInt8>?, of filename: ArraySlice<UInt8>) {
        guard Self.hasTellingExtension(filename.span.bytes) else { return }
        switch type {
        case nil: add(.fileType, "none")
        case .some(let type) where type.equalsIgnoringCase("application/octet-stream"):
            add(.fileType, "application/octet-stream")
        default: addUsual(.fileType)
        }
    }

    private mutating func lookAtDisposition(_ disposition: ContentDisposition, in header: FieldSection) {
        if let name = disposition.name {
            add(.nameQuoting, name.quoting == .bare ? "a token" : "between quotes")
        }
        if disposition.nameStar != nil { add(.beyondASCII, "name*") }
        if disposition.filenameStar != nil { add(.beyondASCII, "filename*") }
        for parameter in [disposition.name, disposition.filename].compactMap(\.self) {
            // After an unescaped quotation mark the rest of the text is read as junk.
            lookAtLabel(parameter, value: header[parameter.value], rest: header[parameter.junk])
        }
    }

    private mutating func lookAtLabel(
        _ parameter: Parameter,
        value: ArraySlice<UInt8>,
        rest: ArraySlice<UInt8>
    ) {
        // Most labels contain none of these characters.
        let hasPercent = value.contains(UInt8(ascii: "%"))
        if value.contains(UInt8(ascii: "\\")), value.firstRange(of: Array(#"\""#.utf8)) != nil {
            add(.quotationMark, #"\""#)
        } else if !rest.isEmpty {
            add(.quotationMark, "as it is")
        } else if hasPercent, value.firstRange(of: Array("%22".utf8)) != nil {
            add(.quotationMark, "%22")
        }
        if parameter.quoting == .unterminated || value.contains(where: \.isLineBreak) {
            let before = value.prefix { !$0.isLineBreak }
            add(.lineBreak, before.last == UInt8(ascii: "\\") ? "after a backslash" : "as it is")
        } else if hasPercent, value.firstRange(of: Array("%0D%0A".utf8)) != nil {
            add(.lineBreak, "%0D%0A")
        }
        if let word = Self.backslash(in: value) { add(.backslash, word) }
        if value.starts(with: "=?".utf8) {
            add(.beyondASCII, "encoded word")
        } else if value.contains(where: { $0 >= 0x80 }) || rest.contains(where: { $0 >= 0x80 }) {
            add(.beyondASCII, "as it is")
        } else if hasPercent, value.firstRange(of: Array("%C3%".utf8)) != nil {
            add(.beyondASCII, "percent-encoded")
        }
    }

    /// How backslashes that do not escape a quotation mark or line break are written; `nil` where there is
    /// none.
    private static func backslash(in value: ArraySlice<UInt8>) -> String? {
        var isDoubled = false
        var rest = value
        while let place = rest.firstIndex(of: UInt8(ascii: "\\")) {
            rest = rest[(place + 1)...]
            switch rest.first {
            case UInt8(ascii: "\\"): isDoubled = true
            case UInt8(ascii: "\""), nil, 0x0D, 0x0A: break
            default: return #"\"#
            }
            rest = rest.dropFirst()
        }
        return isDoubled ? #"\\"# : nil
    }
}
