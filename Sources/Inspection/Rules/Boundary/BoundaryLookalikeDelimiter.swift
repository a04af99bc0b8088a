import Bytes
import Forms

/// `boundary/lookalike-delimiter`: a line in a part that looks like a delimiter of a boundary nearly the same.
///
/// Such a line is either nearly the delimiter, or any line of dashes and text with a form-data header line after it
/// in a field that is no file. Only the first ``FormLimits/contentSample`` bytes of each part are searched, which is
/// enough for fields; a look-alike further down in a file is not found.
struct BoundaryLookalikeDelimiter: Rule {
    let id = "boundary/lookalike-delimiter"
    let title = "line that is nearly a delimiter"
    let severity = Severity.warning
    let clauses = [
        Clause.practice("a line that differs from the delimiter by a slip is seldom meant as data")
    ]
    let rationale = """
        Receivers compare the boundary byte by byte, so a part that begins with another one is merged into \
        the part before it. None of the common form parsers and firewalls reports it; a field is simply \
        missing.
        """
    let hint = "Write every delimiter from the same constant that Content-Type gets its boundary from."
    let concerns: FormTraits = .dashOrCLine

    let examples: [RuleExample] = [
        .violating(
            "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎▸--AaB03y⏎"
                + "Content-Disposition: form-data; name=\"z\"⏎⏎2⏎--AaB03x--⏎",
            remark: "field z is merged into field a"
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

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let form = context.form, form.delimiterText.count > 2 else { return }
        var count = 0
        for part in form.parts where !part.facts.sample.isEmpty {
            guard count < 16, !part.carriesMessage,
                let line = Self.lookalike(in: part, of: form.delimiterText)
            else { continue }
            count += 1
            let start = part.content.lowerBound
            report.add(
                self,
                Self.message(part.facts.sample[line], form.delimiterText, part.number),
                at: (start + line.lowerBound)..<(start + line.upperBound),
                part: part.number
            )
        }
    }

    /// The place of the first such line in the sample of a part's content.
    private static func lookalike(in part: BodyPart, of delimiter: [UInt8]) -> Range<Int>? {
        let sample = part.facts.sample
        let isWhole = sample.count == part.content.count
        var start = 0
        while start < sample.count {
            let lineFeed = sample.span.bytes.firstLineFeed(from: start)
            guard lineFeed != nil || isWhole else { return nil }
            let next = lineFeed.map { $0 + 1 } ?? sample.count
            guard sample[start] == 0x2D else {
                start = next
                continue
            }
            var line = sample[start..<(lineFeed ?? sample.count)]
            if line.starts(with: [0x2D, 0x2D]) {
                while let last = line.last, last.isBlank || last == 0x0D { line.removeLast() }
                let isHeader = !part.isFile && line.count > 2 && beginsFormData(sample[next...])
                if isHeader || isNear(line, delimiter) {
                    guard let end = nestedEnd(of: line, at: start, in: sample, isWhole) else {
                        return line.indices
                    }
                    start = end
                    continue
                }
            }
            start = next
        }
        return nil
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

    private static func message(_ line: ArraySlice<UInt8>, _ delimiter: [UInt8], _ part: Int) -> String {
        "the line `\(PrintableText.text(line, limit: 80))` in part \(part) looks like a delimiter, but the delimiter is "
            + "`\(PrintableText.text(delimiter, limit: 80))`"
    }
}

extension BodyPart {
    /// Whether the content is a multipart or a message, whose own lines may look like delimiters.
    var carriesMessage: Bool {
        guard let mediaType else { return false }
        let type = header[mediaType.value.leading]
        return type.startsIgnoringCase(with: "multipart/") || type.startsIgnoringCase(with: "message/")
    }
}
