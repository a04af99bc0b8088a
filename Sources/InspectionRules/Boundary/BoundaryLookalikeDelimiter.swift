import Bytes
import Forms
import Inspection

/// `boundary/lookalike-delimiter`: a line in a part that looks like a delimiter of a boundary nearly the same.
///
/// Such a line has the header line of a part after it, wherever in a content it stands: in a file it is nearly the
/// delimiter, in a field any text after two dashes. Lines that are nearly the delimiter and begin no part are looked for
/// in the first ``FormLimits/contentSample`` bytes of each part, and at the end of a body that is not closed.
struct BoundaryLookalikeDelimiter: Rule {
    let id = "boundary/lookalike-delimiter"
    let title = "line that is nearly a delimiter"
    let severity = Severity.warning
    let clauses = [
        Clause.practice("a line that differs from the delimiter by a slip is seldom meant as data")
    ]
    let rationale = """
        Receivers compare the boundary byte by byte, so a part that begins with another one is merged into the part \
        before it. No form parser reports it, and of the checkers ModSecurity 2 alone does; a field is simply missing. That \
        is an error where the line differs from the delimiter by a slip and the header of a part follows it, and where the \
        body ends with the line; with any other line it may be data.
        """
    let hint = "Write every delimiter from the same constant that Content-Type gets its boundary from."
    let concerns: FormTraits = [.dashOrCLine, .strayHeader, .unclosed, .irregularEnds]

    var examples: [RuleExample] {
        [
            .violating(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎▸--AaB03y⏎"
                    + "Content-Disposition: form-data; name=\"z\"⏎⏎2⏎--AaB03x--⏎",
                remark: "an error: field z is merged into field a"
            ),
            .violating(
                "▸--AaB03y⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--AaB03x⏎"
                    + "Content-Disposition: form-data; name=\"z\"⏎⏎2⏎--AaB03x--⏎",
                remark: "an error: the first delimiter alone differs, so that field a is a preamble"
            ),
            .violating(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎▸AaB03x--⏎",
                remark: "an error: the close delimiter lacks its first dashes"
            ),
            .violating(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎▸--other⏎"
                    + "Content-Disposition: form-data; name=\"z\"⏎⏎2⏎--AaB03x--⏎",
                remark: "a part's header follows"
            ),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎-----BEGIN X-----⏎AA⏎-----END X-----⏎"
                    + "--AaB03x--⏎",
                remark: "PEM"
            ),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎---⏎--- a/f⏎--AaB03⏎l2⏎--AaB03x--⏎",
                remark: "a rule, a diff, and a line that is only the beginning of the delimiter"
            ),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎Content-Type: multipart/mixed; boundary=AaB03y⏎⏎"
                    + "--AaB03y⏎Content-Disposition: file; filename=\"f\"⏎⏎1⏎--AaB03y--⏎⏎--AaB03x--⏎",
                remark: "a nested multipart under the boundary that it declares"
            ),
            .violating(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎▸--\\(boundary)--⏎",
                remark: "an error: the name of a variable in place of its value"
            ),
            .violating(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎▸--AaB03x—⏎",
                remark: "an error: an editor made one dash of the last two"
            ),
            .violating(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1▸--AaB03x⏎",
                remark: "an error: the close delimiter without CRLF before it and dashes after it"
            ),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎--AaB03y⏎"
                    + "Content-Disposition: form-data; name=\"z\"⏎⏎2⏎--AaB03y--⏎⏎--AaB03x--⏎",
                remark: "a form as a value: it begins and ends in the part"
            ),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎POST /u HTTP/1.1⏎"
                    + "Content-Type: multipart/form-data; boundary=other⏎⏎--other⏎"
                    + "Content-Disposition: form-data; name=\"z\"⏎⏎2⏎--other--⏎⏎--AaB03x--⏎",
                remark: "a request as a value"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let form = context.form, form.delimiterText.count > 2 else { return }
        if let part = HeadedPreamble(form), !part.line.isEmpty, let line = form.kept[part.line] {
            report.add(self, Self.message(line, form, losing: part.name), at: part.line, severity: .error)
        }
        var count = 0
        for part in form.parts where !part.facts.opening.isEmpty {
            guard count < 16, !part.carriesMessage, let line = Self.lookalike(in: part, of: form) else {
                continue
            }
            count += 1
            report.add(
                self,
                Self.message(line, form.delimiterText, part),
                at: line.start..<(line.start + line.text.count),
                part: part.number,
                severity: line.role == .unknown ? nil : .error,
                hint: Self.hint(for: line, form.delimiterText)
            )
        }
    }

    private static func hint(for line: Line, _ delimiter: [UInt8]) -> String? {
        switch line.role {
        case .close:
            TypographicDashes.surround(delimiter.drop { $0 == 0x2D }, in: line.text)
                ? TypographicDashes.hint : closeHint
        case .gluedClose: gluedHint
        case .delimiter, .unknown: nil
        }
    }

    private static let closeHint =
        "Write the close delimiter from the same constant as the others, with two dashes before and two after the boundary."

    private static let gluedHint =
        "Write the close delimiter as a line of its own: CRLF, two dashes, the boundary, two dashes and CRLF."

    /// What a line was surely meant as.
    private enum Role {
        /// The delimiter of a part.
        case delimiter
        /// The close delimiter, without which the form has no end.
        case close
        /// The close delimiter, which content stands before.
        case gluedClose
        /// One of those, or data.
        case unknown
    }

    private typealias Line = (start: Int, text: ArraySlice<UInt8>, role: Role)

    /// The first such line in the content of a part.
    private static func lookalike(in part: BodyPart, of form: Form) -> Line? {
        let headed = form.strayHeaders.first {
            $0.part == part.number && $0.followsLookalike(in: part, of: form.delimiterText)
        }
        let near = nearLine(in: part, of: form.delimiterText)
        let last = lastLine(in: part, of: form)
        let alone = last ?? near
        guard let headed else { return alone }
        if let alone, alone.start < headed.lineStart { return alone }
        let isSure =
            form.ending == .inContent && part.number == form.partCount
            || headed.hasParameter && headed.isNearlyDelimiter(in: part, of: form.delimiterText)
        return (headed.lineStart, headed.line[...], isSure ? .delimiter : .unknown)
    }

    /// The first line in the sample of a part's content that is nearly a delimiter, and begins no part.
    private static func nearLine(in part: BodyPart, of delimiter: [UInt8]) -> Line? {
        guard part.facts.features.contains(.dashLine) else { return nil }
        let sample = part.facts.sample
        let isWhole = sample.count == part.content.count
        var start = 0
        while start < sample.count {
            let lineFeed = sample.span.bytes.firstLineFeed(from: start)
            guard lineFeed != nil || isWhole else { return nil }
            let next = lineFeed.map { $0 + 1 } ?? sample.count
            let line = trimmed(sample[start..<(lineFeed ?? sample.count)])
            if line.starts(with: [0x2D, 0x2D]), isNear(line, delimiter) {
                guard let end = nestedEnd(of: line, at: start, in: sample, isWhole) else {
                    guard !beginsFormData(sample[next...]) else { return nil }
                    return (part.content.lowerBound + start, line, .unknown)
                }
                start = end
                continue
            }
            start = next
        }
        return nil
    }

    /// The last line of a body that ends without a close delimiter, where it is nearly one.
    private static func lastLine(in part: BodyPart, of form: Form) -> Line? {
        guard form.ending == .inContent, part.number == form.partCount else { return nil }
        let tail = form.kept.window(at: form.length, before: 256, after: 0)
        let end = tail.bytes.lastIndex { !$0.isLineBreak && !$0.isBlank } ?? tail.bytes.startIndex
        guard let feed = tail.bytes[..<end].lastIndex(of: 0x0A) else { return nil }
        var line = trimmed(tail.bytes[(feed + 1)...end])
        var role = Role.close
        let isDashed = line.starts(with: [0x2D, 0x2D])
        if !isDashed || !isNear(line, form.delimiterText), !lacksDashes(line, form.delimiterText),
            !(isDashed && isFramedByDashes(line))
        {
            guard let glued = gluedDelimiter(in: line, form.delimiterText) else { return nil }
            (line, role) = (glued, .gluedClose)
        }
        let start = tail.offset + (line.startIndex - tail.bytes.startIndex)
        return start > part.content.lowerBound ? (start, line, role) : nil
    }

    /// Whether a line has dashes on both sides and nothing else that a text has, as a close delimiter of another boundary.
    private static func isFramedByDashes(_ line: ArraySlice<UInt8>) -> Bool {
        guard line.count < 200, line.suffix(2).elementsEqual([0x2D, 0x2D]) else { return false }
        return line.dropFirst(2).dropLast(2).contains { $0 != 0x2D } && !line.contains(where: \.isBlank)
    }

    /// The end of a line that is the delimiter, with its first two dashes or without, where content stands before it.
    private static func gluedDelimiter(in line: ArraySlice<UInt8>, _ delimiter: [UInt8]) -> ArraySlice<UInt8>?
    {
        let boundary = delimiter.dropFirst(2)
        guard boundary.count >= 6 else { return nil }
        for ending in [boundary + [0x2D, 0x2D], boundary]
        where line.suffix(ending.count).elementsEqual(ending) {
            let isDashed = line.dropLast(ending.count).suffix(2).elementsEqual([0x2D, 0x2D])
            let found = line.suffix(ending.count + (isDashed ? 2 : 0))
            return line.dropLast(found.count).last?.isBlank ?? true ? nil : found
        }
        return nil
    }

    /// Whether a line is the delimiter but for the dashes before and after its boundary.
    private static func lacksDashes(_ line: ArraySlice<UInt8>, _ delimiter: [UInt8]) -> Bool {
        let core = delimiter.drop { $0 == 0x2D }
        var found = line.drop { $0 == 0x2D }
        if core.last != 0x2D { while found.last == 0x2D { found.removeLast() } }
        return core.count >= 6
            && (found.elementsEqual(core) || TypographicDashes.surround(core, in: line))
    }

    private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var line = line
        while let last = line.last, last.isBlank || last == 0x0D { line.removeLast() }
        return line
    }

    /// Where a form ends that is nested in the content and begins with `line`; `nil` where there is none.
    ///
    /// Such a form has a close delimiter of its own. One that is the whole content may end after the sample.
    private static func nestedEnd(
        of line: ArraySlice<UInt8>,
        at start: Int,
        in sample: [UInt8],
        _ isWhole: Bool
    ) -> Int? {
        var place = start
        while let lineFeed = sample.span.bytes.firstLineFeed(from: place) {
            place = lineFeed + 1
            let rest = sample[place...]
            if rest.starts(with: line), rest.dropFirst(line.count).starts(with: [0x2D, 0x2D]) {
                return place + line.count + 2
            }
        }
        return start == 0 && !isWhole ? sample.count : nil
    }

    private static func isNear(_ line: ArraySlice<UInt8>, _ delimiter: [UInt8]) -> Bool {
        guard line.count <= delimiter.count + 4 else { return false }
        let core = delimiter.drop { $0 == 0x2D }
        var found = line.drop { $0 == 0x2D }
        if core.last != 0x2D { while found.last == 0x2D { found.removeLast() } }
        guard core.count >= 6, !found.isEmpty, !core.starts(with: found), !found.starts(with: core) else {
            return false
        }
        return found.differsSlightly(from: core)
    }

    private static func beginsFormData(_ bytes: ArraySlice<UInt8>) -> Bool {
        let field: StaticString = "content-disposition:"
        guard bytes.startsIgnoringCase(with: field) else { return false }
        return bytes.dropFirst(field.utf8CodeUnitCount).drop(while: \.isBlank)
            .startsIgnoringCase(with: "form-data")
    }

    private static func message(_ line: Line, _ delimiter: [UInt8], _ part: BodyPart) -> String {
        let text = "the line `\(PrintableText.text(line.text, limit: 80))` in part \(part.number) looks like"
        let wanted = PrintableText.text(delimiter, limit: 80)
        return switch line.role {
        case .close: "\(text) the close delimiter, but that is `\(wanted)--`: the form is not closed"
        case .gluedClose:
            "`\(PrintableText.text(line.text, limit: 80))` stands at the end of part \(part.number) on the line of its content, "
                + "but the close delimiter is CRLF and `\(wanted)--`: the form is not closed"
        case .delimiter:
            "\(text) a delimiter, but the delimiter is `\(wanted)`: the part after it is read as content of \(part.words)"
        case .unknown: "\(text) a delimiter, but the delimiter is `\(wanted)`"
        }
    }

    private static func message(_ line: ArraySlice<UInt8>, _ form: Form, losing name: [UInt8]) -> String {
        "the line `\(PrintableText.text(line, limit: 80))` before the first delimiter looks like one, but the delimiter is "
            + "`\(PrintableText.text(form.delimiterText, limit: 80))`: field `\(PrintableText.text(name, limit: 60))` is lost"
    }
}
