import Bytes
import Forms
import Inspection
import InspectionRules
import Profiles

/// The name and filename that a part was meant to have, in UTF-8, and the header line that says so.
struct RepairedLabel {
    /// The name, unescaped.
    let name: [UInt8]
    /// The filename, unescaped; `nil` for a value.
    let filename: [UInt8]?
    /// The line, without its ending.
    let line: [UInt8]
    /// What is said of a change that writes the line.
    var words: String { "wrote `\(PrintableText.text(line, limit: 200))`" }
    /// Whether the part's Content-Disposition already says this, in a way that every receiver reads alike.
    let isWrittenSo: Bool
    /// The offset at which the labels end.
    let end: Int

    /// Determines the labels.
    ///
    /// - Parameters:
    ///   - part: the part.
    ///   - rules: the rules that found something in it.
    ///   - choices: what the user says.
    ///   - namesCharset: whether the form says how its names are written.
    /// - Throws: a ``RepairRefusal`` where they do not show.
    init(of part: BodyPart, _ rules: Set<String>, _ choices: RepairChoices, namesCharset: Bool) throws {
        let number = part.number
        let label = IntendedLabel(part)
        let naming = "--name \(number)=NAME gives it one"
        if choices.names[number] == nil {
            if rules.contains("disposition/duplicate-name-param") {
                throw RepairRefusal("part \(number) has two names", naming)
            }
            guard label?.name != nil else { throw RepairRefusal("part \(number) has no name", naming) }
        }
        if rules.contains("disposition/duplicate-filename-param"), choices.filenames[number] == nil {
            throw RepairRefusal(
                "part \(number) has two filenames",
                "--filename \(number)=NAME says which it has"
            )
        }
        if let refusal = Self.hidden(in: part, label?.filename, choices) { throw refusal }
        if rules.contains("disposition/malformed-parameter")
            || rules.contains("disposition/junk-after-value"),
            let refusal = Self.doubt(about: part, choices)
        {
            throw refusal
        }
        if rules.contains("part-header/duplicate"), let refusal = Self.disagreement(in: part, choices) {
            throw refusal
        }
        var filename = label?.filename
        if filename == nil, part.isFile, choices.filenames[number] == nil,
            let lost = part.disposition?.filenameStar
        {
            let value = PrintableText.text(part.header[lost.rawValue], limit: 80)
            throw RepairRefusal(
                "the filename `\(value)` of part \(number) cannot be decoded",
                "--filename \(number)=NAME gives it one"
            )
        }
        if rules.contains("disposition/filename-path"), let path = filename {
            filename = path.split { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }.last.map(Array.init)
        }
        let keepsBytes = namesCharset && choices.charset == nil
        name =
            try choices.names[number].map { Array($0.utf8) }
            ?? Self.text(label?.name ?? [], "name", number, choices, keepsBytes: keepsBytes)
        self.filename =
            try choices.filenames[number].map { Array($0.utf8) }
            ?? filename.map { try Self.text($0, "filename", number, choices, keepsBytes: keepsBytes) }
        end = label?.end ?? part.header.range.lowerBound
        var line = Array("Content-Disposition: form-data; name=\"".utf8) + Self.escaped(name) + [0x22]
        if let filename = self.filename {
            line += Array("; filename=\"".utf8) + Self.escaped(filename) + [0x22]
        }
        self.line = line
        isWrittenSo = Self.says(part.disposition, name, self.filename, in: part)
        if name.last == UInt8(ascii: "\\") || self.filename?.last == UInt8(ascii: "\\"), !isWrittenSo {
            let what = name.last == UInt8(ascii: "\\") ? "name" : "filename"
            throw RepairRefusal(
                "the \(what) of part \(number) ends in a backslash, which receivers read in two ways",
                "--\(what) \(number)=NAME gives it another"
            )
        }
    }

    /// Why the labels of a part are not those that are read; `nil` where they are.
    private static func hidden(in part: BodyPart, _ filename: [UInt8]?, _ choices: RepairChoices)
        -> RepairRefusal?
    {
        guard let disposition = part.disposition, let name = disposition.name else { return nil }
        let number = part.number
        if name.quoting == .bare, part.header[name.value].starts(with: "3D\"".utf8) {
            return RepairRefusal("its body is coded as quoted-printable")
        }
        guard choices.filenames[number] == nil else { return nil }
        let option = "--filename \(number)=NAME gives it one"
        if filename == nil, disposition.filenameStar == nil {
            let rest = part.header[
                name.value.upperBound..<max(name.value.upperBound, part.header.range.upperBound)
            ]
            let isNamed = rest.indices.contains { rest[$0...].startsIgnoringCase(with: "filename=") }
            return isNamed
                ? RepairRefusal("the filename of part \(number) stands where it is not read", option) : nil
        }
        guard disposition.filename?.quoting == .unterminated, part.headerEnd == .blankLine else { return nil }
        let line = part.facts.opening.prefix { !$0.isLineBreak }
        return line.contains(UInt8(ascii: "\""))
            ? RepairRefusal("an empty line stands in the filename of part \(number)", option) : nil
    }

    /// Why a parameter of a part that does not read `name=value` does not show what was meant; `nil` where it does.
    private static func doubt(about part: BodyPart, _ choices: RepairChoices) -> RepairRefusal? {
        guard let disposition = part.disposition else { return nil }
        let number = part.number
        for parameter in part.malformedParameters(in: disposition) where parameter.value == nil {
            let text = PrintableText.text(part.header[parameter.range], limit: 80)
            let isFilename = parameter.label.map { part.header[$0].equalsIgnoringCase("filename") } ?? false
            guard isFilename else { return RepairRefusal("`\(text)` in part \(number) is no parameter") }
            guard choices.filenames[number] == nil else { continue }
            return RepairRefusal(
                "`\(text)` in part \(number) has no value",
                "--filename \(number)=NAME gives it one"
            )
        }
        let hasField =
            part.malformedParameters(in: disposition).contains { $0.kind == .field }
            || disposition.value.parameters.contains { part.isField($0.junk) }
        return hasField && part.mediaType == nil
            ? RepairRefusal("a field stands in the Content-Disposition of part \(number)") : nil
    }

    /// Why the labels of a part do not show that has several Content-Dispositions; `nil` where these agree.
    private static func disagreement(in part: BodyPart, _ choices: RepairChoices) -> RepairRefusal? {
        let section = part.header
        let labels = section.lines.filter { section[$0.name].equalsIgnoringCase("content-disposition") }.map {
            let line = FieldSection(parsing: Array(section[$0.range]), base: 0)
            let disposition = ContentDisposition(line)
            return [disposition?.name, disposition?.filename, disposition?.filenameStar].map { parameter in
                parameter.map { Array(line[$0.value]) }
            }
        }
        let number = part.number
        let differ = { (index: Int) in Set(labels.map { $0[index] }).count > 1 }
        let isNameless = choices.names[number] == nil && differ(0)
        let isUntitled = choices.filenames[number] == nil && (differ(1) || differ(2))
        let options = [
            isNameless ? "--name \(number)=NAME" : nil, isUntitled ? "--filename \(number)=NAME" : nil,
        ].compactMap(\.self)
        guard !options.isEmpty else { return nil }
        let what = isNameless ? isUntitled ? "names and filenames" : "names" : "filenames"
        return RepairRefusal(
            "part \(number) has \(labels.count) Content-Dispositions with different \(what)",
            "\(options.joined(separator: " and ")) say\(options.count == 1 ? "s" : "") which it has"
        )
    }

    /// The label in UTF-8, without NUL.
    private static func text(
        _ bytes: [UInt8],
        _ what: String,
        _ number: Int,
        _ choices: RepairChoices,
        keepsBytes: Bool
    ) throws -> [UInt8] {
        let bytes = bytes.filter { $0 != 0 }
        guard bytes.firstInvalidUTF8 != nil, !keepsBytes else { return bytes }
        guard let charset = choices.charset ?? LabelCharset.evident(in: bytes), let text = charset.utf8(bytes)
        else {
            throw RepairRefusal(
                "the \(what) `\(PrintableText.text(bytes, limit: 80))` of part \(number) is not valid UTF-8, and its "
                    + "charset is not known",
                "--charset says which it is (\(LabelCharset.allCases.map(\.rawValue).joined(separator: ", ")))"
            )
        }
        return text
    }

    /// The escaping of browsers (WHATWG HTML, "multipart/form-data encoding algorithm").
    private static func escaped(_ text: [UInt8]) -> [UInt8] {
        text.flatMap { byte -> [UInt8] in
            switch byte {
            case 0x22: Array("%22".utf8)
            case 0x0D: Array("%0D".utf8)
            case 0x0A: Array("%0A".utf8)
            case 0x7F, 0x00..<0x20: [0x20]
            default: [byte]
            }
        }
    }

    private static func says(
        _ disposition: ContentDisposition?,
        _ name: [UInt8],
        _ filename: [UInt8]?,
        in part: BodyPart
    ) -> Bool {
        guard let disposition else { return false }
        let line = disposition.line
        let value = disposition.value
        guard line.foldCount == 0, line.colon == line.name.upperBound,
            line.name.lowerBound == line.range.lowerBound,
            !part.header[line.value].contains(where: { $0.isControl && $0 != 0x09 }),
            value.separator == .semicolon, value.emptyParameters.isEmpty,
            part.header[disposition.type].equalsIgnoringCase("form-data"),
            disposition.nameStar == nil, disposition.filenameStar == nil,
            let written = disposition.name,
            value.parameters.allSatisfy({
                $0.junk.isEmpty && $0.blanksAroundEquals.isEmpty
                    && ($0.quoting == .quoted || $0.quoting == .bare && isOther($0, in: part))
            })
        else { return false }
        let names = value.parameters.map {
            String(decoding: part.header[$0.name], as: UTF8.self).lowercased()
        }
        guard Set(names).count == names.count, isWritten(name, as: part.header[written.value]) else {
            return false
        }
        guard let filename else { return disposition.filename == nil }
        return disposition.filename.map { isWritten(filename, as: part.header[$0.value]) } ?? false
    }

    /// Whether a text is written as browsers write it, or with quoted pairs (RFC 9110 §5.6.4), which as many receivers read.
    private static func isWritten(_ text: [UInt8], as value: ArraySlice<UInt8>) -> Bool {
        if value.elementsEqual(escaped(text)) { return true }
        guard !text.contains(UInt8(ascii: "\\")), !text.contains(where: \.isControl) else { return false }
        return value.elementsEqual(text.flatMap { $0 == 0x22 ? [UInt8(ascii: "\\"), 0x22] : [$0] })
    }

    /// Whether a parameter is neither name nor filename, and its value a token: it is left alone.
    private static func isOther(_ parameter: Parameter, in part: BodyPart) -> Bool {
        let name = part.header[parameter.name]
        return !name.equalsIgnoringCase("name") && !name.equalsIgnoringCase("filename")
            && part.header[parameter.value].allSatisfy(\.isTokenCharacter)
    }
}
