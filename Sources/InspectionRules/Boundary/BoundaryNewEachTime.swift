import Bytes
import Forms
import Inspection

/// `boundary/new-each-time`: delimiters of one form whose boundaries differ in their random part.
///
/// Small bodies are searched whole; of large ones the first bytes of each part, the last bytes of the body, and the
/// lines before header lines of parts.
struct BoundaryNewEachTime: Rule {
    let id = "boundary/new-each-time"
    let title = "new boundary for each delimiter"
    let severity = Severity.error
    let clauses = [Clause.rfc(2046, "5.1.1")]
    let rationale = """
        A form has one boundary. Where the boundary is a computed property or a function's result, each use makes a \
        new one: the delimiters have the same shape, but no two are the same. Receivers find the declared boundary \
        nowhere or once, and refuse the form or read all of it as one field.
        """
    let hint =
        "Create the boundary once, keep it in a constant, and use that for Content-Type and every delimiter."
    let advice = Sender.boundaryAdvice
    let concerns: FormTraits = [.observedBoundary, .unclosed]

    var examples: [RuleExample] {
        [
            .violating(
                "--B-7c1d09⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎▸--B-e802ab⏎"
                    + "Content-Disposition: form-data; name=\"z\"⏎⏎2⏎--B-51f3c6--⏎",
                contentType: "multipart/form-data; boundary=B-90aa41",
                remark: "four uses, four boundaries"
            ),
            .violating(
                "------1400112233⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎▸------1400778899⏎"
                    + "Content-Disposition: form-data; name=\"z\"⏎⏎2⏎------1400990011--⏎",
                contentType: "multipart/form-data; boundary=----1400112233",
                remark: "the header and the first delimiter agree by chance"
            ),
            .nearMiss(
                "--B-7c1d09⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--B-7c1d09--⏎",
                contentType: "multipart/form-data; boundary=B-90aa41",
                remark: "one boundary in the body, another one in the header: boundary/mismatch"
            ),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--AaB03y⏎"
                    + "Content-Disposition: form-data; name=\"z\"⏎⏎2⏎--AaB03x--⏎",
                remark: "one delimiter with a slip: boundary/lookalike-delimiter"
            ),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎Content-Type: multipart/mixed; boundary=BbC14y⏎⏎"
                    + "--BbC14y⏎Content-Disposition: file; filename=\"f\"⏎⏎1⏎--BbC14y--⏎",
                remark: "a nested multipart under a boundary of its own"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard context.isFormData || !context.isMultipart, let form = context.form, let read = form.boundary,
            let first = form.parts.first
        else { return }
        // A form that ends as it began has one boundary; another line in it is a lookalike.
        guard form.usesObservedBoundary || form.ending != .closed else { return }
        let shape = BoundaryShapeKey(read)
        var lines = [DelimiterLine(boundary: read, offset: first.delimiter.text.lowerBound)]
        guard !form.parts.contains(where: \.carriesMessage) else { return }
        lines += DelimiterLine.all(in: form).filter {
            $0.boundary != read && BoundaryShapeKey($0.boundary) == shape
        }
        guard lines.count > 1, Self.areRandom(lines.map(\.boundary)) else { return }
        let declared = form.usesObservedBoundary ? form.declared.first : nil
        let place = lines[1].offset
        report.add(
            self,
            Self.message(declared, lines),
            at: place..<(place + 2 + lines[1].boundary.count),
            part: form.part(at: place)?.number
        )
    }

    /// Whether boundaries look newly made for each use: no two are the same, and none differ only by a slip.
    ///
    /// A boundary that occurs twice is more likely that of a multipart inside the form.
    private static func areRandom(_ boundaries: [[UInt8]]) -> Bool {
        guard let first = boundaries.first, Set(boundaries).count == boundaries.count else { return false }
        return boundaries.count > 2 || boundaries.dropFirst().contains { !$0.differsSlightly(from: first) }
    }

    private static func message(_ declared: [UInt8]?, _ lines: [DelimiterLine]) -> String {
        let shown = lines.prefix(4).map {
            "`\(PrintableText.text($0.boundary, limit: 80))` at offset \($0.offset)"
        }
        let more = lines.count > 4 ? " and \(lines.count - 4) more" : ""
        let header = declared.map { "Content-Type declares `\(PrintableText.text($0, limit: 80))`, " } ?? ""
        return "each use of the boundary has a new one: \(header)the delimiters are "
            + shown.joined(separator: ", ") + more
    }
}

/// A line of a form that has the shape of a delimiter, whatever its boundary.
private struct DelimiterLine {
    /// The text after its two dashes, and before those of a close delimiter.
    let boundary: [UInt8]
    /// The offset of its first dash in the body.
    let offset: Int

    /// Such lines in the contents of a form that a part's header line follows, or the end of the body; at most 64.
    static func all(in form: Form) -> [DelimiterLine] {
        if let whole = form.kept.whole(length: form.length) {
            return all(in: whole[..<form.length], from: 0, form)
        }
        var lines: [DelimiterLine] = []
        for part in form.parts where lines.count < 64 {
            lines += all(in: part.facts.opening, from: part.content.lowerBound, form)
        }
        let tail = form.kept.window(at: form.length, before: 256, after: 0)
        lines += all(in: tail.bytes, from: tail.offset, form)
        lines += form.strayHeaders.filter { $0.line.starts(with: [0x2D, 0x2D]) }.map {
            DelimiterLine(boundary: Array($0.line.dropFirst(2)), offset: $0.lineStart)
        }
        lines.sort { $0.offset < $1.offset }
        return lines.indices.filter { $0 == 0 || lines[$0].offset > lines[$0 - 1].offset }.map { lines[$0] }
    }

    private static func all(in bytes: ArraySlice<UInt8>, from base: Int, _ form: Form) -> [DelimiterLine] {
        var lines: [DelimiterLine] = []
        var start = bytes.startIndex
        while start < bytes.endIndex, lines.count < 64 {
            let feed = bytes[start...].firstIndex(of: 0x0A) ?? bytes.endIndex
            let offset = base + start - bytes.startIndex
            if bytes[start] == 0x2D,
                let line = DelimiterLine(bytes[start..<feed], offset, before: bytes[feed...], form)
            {
                lines.append(line)
            }
            start = feed + 1
        }
        return lines
    }

    private init?(_ line: ArraySlice<UInt8>, _ offset: Int, before next: ArraySlice<UInt8>, _ form: Form) {
        guard line.starts(with: [0x2D, 0x2D]), line.count <= 1024 else { return nil }
        var text = line.dropFirst(2)
        while let last = text.last, last.isBlank || last == 0x0D { text.removeLast() }
        let isLast = offset + line.count + next.count >= form.length && next.allSatisfy(\.isLineBreak)
        let beginsPart = next.dropFirst().startsIgnoringCase(with: "content-disposition:")
        guard beginsPart || (isLast && text.suffix(2).elementsEqual([0x2D, 0x2D])) else { return nil }
        if isLast, !beginsPart { text = text.dropLast(2) }
        self.boundary = Array(text)
        self.offset = offset
    }

    init(boundary: [UInt8], offset: Int) {
        self.boundary = boundary
        self.offset = offset
    }
}

/// What stays the same in boundaries that are made anew: the text before the random part, and its separators.
private struct BoundaryShapeKey: Equatable {
    private let pattern: [UInt8]

    /// Letters and digits count alike, and a run of them as one: a number may have fewer digits another time.
    init(_ boundary: [UInt8]) {
        var pattern: [UInt8] = []
        for byte in boundary {
            let isAlphanumeric = byte.isDigit || (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A)
            let sign = isAlphanumeric ? UInt8(ascii: "a") : byte
            if !isAlphanumeric || pattern.last != sign { pattern.append(sign) }
        }
        self.pattern = pattern
    }
}
