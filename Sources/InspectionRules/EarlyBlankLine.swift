import Bytes
package import Forms
import Inspection

/// Header lines of a part that are content, since the blank line that ends its header stands before them.
///
/// A message of mail or of HTTP may be uploaded, and begins with such lines too. So all of them have to be fields that a
/// part of a form has and this one lacks, end as its own lines do, and describe what follows.
package struct EarlyBlankLine {
    /// The blank line before the header lines.
    package let range: Range<Int>
    /// The first of the header lines, without its line break.
    let line: ArraySlice<UInt8>

    /// Looks for them in a part; `nil` where its content does not surely begin with them.
    package init?(_ part: BodyPart) {
        let opening = part.facts.opening
        guard part.headerEnd == .blankLine, opening.startsIgnoringCase(with: "content-"),
            part.readHeader.facts.byteCount > 0,
            let end = Self.blankLine(in: opening, ending: part.blankLine)
        else { return nil }
        let section = FieldSection(parsing: Array(opening[..<end.lowerBound]), base: 0)
        let rest = opening[end.upperBound...]
        let length = part.content.count - (end.upperBound - opening.startIndex)
        guard Self.mayFollow(part.header, section, ending: part.blankLine),
            Self.describes(section, rest, length, in: part)
        else { return nil }
        range = part.header.range.upperBound..<part.content.lowerBound
        line = opening.prefix { !$0.isLineBreak }
    }

    /// The indices of the first blank line.
    private static func blankLine(in bytes: ArraySlice<UInt8>, ending: LineEnding) -> Range<Int>? {
        var start = bytes.startIndex
        while let feed = bytes[start...].firstIndex(of: 0x0A) {
            let line = bytes[start..<feed]
            if line.elementsEqual(ending == .crlf ? [0x0D] : []) { return start..<(feed + 1) }
            start = feed + 1
        }
        return nil
    }

    /// Whether all lines are fields of a part, each of which its header lacks.
    private static func mayFollow(_ header: FieldSection, _ lines: FieldSection, ending: LineEnding) -> Bool {
        var names = Set(header.lines.map { header.text($0.name).lowercased() })
        for line in lines.lines {
            let name = lines.text(line.name).lowercased()
            let value = lines[line.value]
            guard line.colon != nil, line.foldCount == 0, line.ending == ending, names.insert(name).inserted
            else { return false }
            switch name {
            case "content-disposition":
                guard value.startsIgnoringCase(with: "form-data") else { return false }
            case "content-type":
                let type = value.prefix { $0 != UInt8(ascii: ";") && !$0.isBlank }
                let names = type.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
                guard names.count == 2, names.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isTokenCharacter) })
                else { return false }
            case "content-transfer-encoding":
                guard let coding = TransferEncoding(line, in: lines), coding != .unknown else { return false }
            case "content-length":
                guard Int(String(decoding: value, as: UTF8.self)) != nil else { return false }
            default: return false
            }
        }
        return lines.lineCount > 0
    }

    /// Whether the lines describe this content as a part's header does.
    private static func describes(
        _ lines: FieldSection,
        _ rest: ArraySlice<UInt8>,
        _ length: Int,
        in part: BodyPart
    ) -> Bool {
        // Without its Content-Disposition no part of a form is complete.
        if part.disposition == nil { return ContentDisposition(lines)?.name != nil }
        let types = [part.declaredType, MediaType(lines).map { lines[$0.type] }].compactMap { $0 }
        guard types.allSatisfy({ !isOfMessage($0) }) else { return false }
        let filename = part.filename.map(Array.init)
        let ending = filename.flatMap { name in
            name.lastIndex(of: UInt8(ascii: ".")).map {
                String(decoding: name[($0 + 1)...].map(\.lowercased), as: UTF8.self)
            }
        }
        if let ending, messageEndings.contains(ending) { return false }
        if let value = lines.value(named: "content-length") {
            return Int(String(decoding: value, as: UTF8.self)) == length
        }
        if FileSignature(rest.prefix(12)) != nil { return true }
        let type = MediaType(lines).map { String(decoding: lines[$0.type], as: UTF8.self).lowercased() }
        guard let ending else {
            let isJSON = type == "application/json" || type?.hasSuffix("+json") ?? false
            return isJSON && filename == nil && rest.first.map { "{[\"".utf8.contains($0) } ?? false
        }
        let coding = lines.value(named: "content-transfer-encoding")
        if textTypes[ending] != nil, let coding, !coding.equalsIgnoringCase("binary"),
            !coding.equalsIgnoringCase("8bit")
        {
            return false  // A text in a coding of mail is a part of a mail.
        }
        guard let type, type != "application/octet-stream" else { return true }
        let named = filename.flatMap { FileSignature(filename: $0[...]) }
        return textTypes[ending]?.contains(type) ?? false
            || named != nil && named == FileSignature(mediaType: Array(type.utf8)[...])
    }

    private static func isOfMessage(_ type: ArraySlice<UInt8>) -> Bool {
        type.startsIgnoringCase(with: "multipart/") || type.startsIgnoringCase(with: "message/")
            || type.equalsIgnoringCase("application/http") || type.equalsIgnoringCase("text/rfc822-headers")
    }

    /// The endings of files that hold messages, with their header lines.
    private static let messageEndings: Set<String> = [
        "eml", "emlx", "hdr", "headers", "http", "mail", "mbox", "mbx", "mht", "mhtml", "mim", "mime", "msg",
        "nws",
        "p7m", "p7s", "req", "resp", "rest", "warc",
    ]

    /// The types of texts by the endings of their files.
    private static let textTypes: [String: [String]] = [
        "css": ["text/css"], "csv": ["text/csv"], "htm": ["text/html"], "html": ["text/html"],
        "js": ["text/javascript", "application/javascript"], "json": ["application/json"],
        "md": ["text/markdown"], "svg": ["image/svg+xml"], "txt": ["text/plain"],
        "xml": ["text/xml", "application/xml"],
    ]
}
