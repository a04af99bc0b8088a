import Bytes
import Forms
import Inspection
import InspectionRules

/// What keeps a reader from seeing the parts that were meant: it is changed first, and the form is read again.
struct StructureEdits {
    /// Dashes before a delimiter that are looked at: more are a line of dashes.
    static let dashLimit = 64

    private let form: Form
    private let body: EditedBody
    private var edits: [EditedBody.Edit] = []

    /// The changes that make the parts readable.
    ///
    /// - Parameters:
    ///   - form: the form as it is read now.
    ///   - body: its bytes.
    ///   - joinsAfterClose: whether what follows after the close delimiter belongs to the form.
    /// - Returns: the changes, in order; none where the parts are as they were meant.
    /// - Throws: a ``RepairFailure`` where the bytes cannot be read again.
    static func all(of form: Form, in body: EditedBody, joinsAfterClose: Bool) throws -> [EditedBody.Edit] {
        var result = StructureEdits(form: form, body: body)
        for part in form.parts {
            let hasRestored = result.restoreFields(of: part)
            if !hasRestored { try result.separateHeader(of: part) }
        }
        if joinsAfterClose { try result.reopen() }
        return result.edits
    }

    /// The change that makes a part of the header and the content before the first delimiter; none where there are none.
    static func ofPreamble(_ form: Form) -> [EditedBody.Edit] {
        guard let part = HeadedPreamble(form) else { return [] }
        guard part.line.isEmpty else {
            let delimiter = form.delimiterText
            return [EditedBody.Edit(range: part.line, bytes: delimiter, words: FormEdits.boundaryWords)]
        }
        let name = part.cutName == nil ? [] : Array("Content-Disposition".utf8)
        return [
            EditedBody.Edit(
                range: part.cutName ?? part.start..<part.start,
                bytes: form.delimiterText + [0x0D, 0x0A] + name,
                words: name.isEmpty
                    ? "inserted a delimiter" : "inserted a delimiter and the missing bytes of the header"
            )
        ]
    }

    /// The rules that report parts which a reader takes for content: their delimiter is another one, or is missing.
    static let hiddenPartRules: Set<String> = ["boundary/lookalike-delimiter", "part/header-in-content"]

    /// The changes that make parts of what such a rule found.
    static func ofHiddenParts(_ findings: [Finding], _ form: Form, in body: EditedBody) throws -> [EditedBody
        .Edit]
    {
        try findings.compactMap { found in
            guard hiddenPartRules.contains(found.rule), found.place == .body else { return nil }
            if found.rule == "part/header-in-content" {
                let header = form.strayHeaders.first { $0.header.lowerBound == found.range.lowerBound }
                guard let place = header?.linesStart else { return nil }
                return EditedBody.Edit(
                    range: place..<place,
                    bytes: form.delimiterText + [0x0D, 0x0A],
                    words: "inserted a delimiter"
                )
            }
            let end = found.range.upperBound
            let rest = try body.bytes(end..<min(end + 256, body.count)).drop { $0.isLineBreak || $0.isBlank }
            let closes = form.ending == .inContent && end + 256 > body.count && rest.isEmpty
            guard isHeader(rest) || closes && found.severity == .error else { return nil }
            let meant = form.delimiterText + (closes ? [0x2D, 0x2D] : [])
            let start = found.range.lowerBound
            // A close delimiter that content stands before gets the line of its own.
            let isGlued = try closes && start > 0 && body.bytes((start - 1)..<start).first != 0x0A
            let words = FormEdits.wordsForBoundary(try body.bytes(found.range), meant)
            return EditedBody.Edit(
                range: found.range,
                bytes: (isGlued ? [0x0D, 0x0A] : []) + meant,
                words: words
            )
        }
    }

    private init(form: Form, body: EditedBody) {
        self.form = form
        self.body = body
    }

    /// Header lines become fields that lack their colon alone, or have a byte order mark before their names; where the
    /// blank line is missing, too, the first was read as content.
    ///
    /// - Returns: whether there are such lines.
    private mutating func restoreFields(of part: BodyPart) -> Bool {
        let count = edits.count
        let first = part.facts.opening.prefix { !$0.isLineBreak }
        if part.headerEnd == .content, part.header.lineCount == 0,
            let lengths = BodyPart.fieldWithoutColon(first)
        {
            let end = part.content.lowerBound + lengths.name
            let name = PrintableText.text(first.prefix(lengths.name))
            edits.append(Self.colon(at: end..<(end + lengths.separator), after: name))
        }
        for line in part.header.lines {
            if let field = part.fieldWithoutColon(in: line) {
                let name = PrintableText.text(part.header[field.name])
                edits.append(Self.colon(at: field.separator, after: name))
            } else if line.colon != nil, part.header[line.name].starts(with: StrayBytes.mark.bytes) {
                edits.append(
                    EditedBody.Edit(
                        range: line.name.prefix(StrayBytes.mark.bytes.count),
                        bytes: [],
                        words: "removed a byte order mark before a header line"
                    )
                )
            }
        }
        return edits.count > count
    }

    private static func colon(at range: Range<Int>, after name: String) -> EditedBody.Edit {
        EditedBody.Edit(range: range, bytes: Array(": ".utf8), words: "wrote the colon after `\(name)`")
    }

    /// A blank line before the header lines is removed; one is inserted before a value that was read as such a line.
    private mutating func separateHeader(of part: BodyPart) throws {
        let section = part.header
        if part.headerEnd == .blankLine, section.lineCount == 0 {
            let rest = part.facts.opening.prefix(Self.dashLimit).drop(while: \.isLineBreak)
            guard Self.isHeader(rest) else { return }
            let breaks = part.facts.opening.prefix(while: \.isLineBreak).count
            let range = section.range.upperBound..<(part.content.lowerBound + breaks)
            edits.append(
                EditedBody.Edit(range: range, bytes: [], words: "removed the blank line before the header")
            )
        } else if let early = EarlyBlankLine(part) {
            edits.append(
                EditedBody.Edit(range: early.range, bytes: [], words: "moved the blank line after the header")
            )
        } else if part.headerEnd == .delimiter, section.lineCount > 0 {
            // Every line up to the delimiter was read as a header line: those after the known ones are the value.
            var seen = false
            for line in section.lines {
                let name = section[line.name]
                if name.startsIgnoringCase(with: "content-"), line.colon != nil {
                    seen = true
                } else if seen {
                    let place = line.range.lowerBound
                    edits.append(
                        EditedBody.Edit(range: place..<place, bytes: [0x0D, 0x0A], words: "inserted CRLF")
                    )
                    return
                }
            }
        }
    }

    /// A close delimiter that parts follow becomes a delimiter, or goes where a delimiter follows.
    private mutating func reopen() throws {
        guard let close = form.close else { return }
        let all = [close] + form.trailingDelimiters
        for (index, delimiter) in all.enumerated() where delimiter.isClose {
            let next = index + 1 < all.count ? all[index + 1] : nil
            let rest = delimiter.text.upperBound..<min(delimiter.text.upperBound + 256, body.count)
            let after = try body.bytes(rest).drop { $0.isLineBreak || $0.isBlank }
            let base = close.text.lowerBound + form.delimiterText.count
            if Self.isHeader(after) {
                let start = index == 0 ? base : delimiter.text.lowerBound + form.delimiterText.count
                edits.append(
                    EditedBody.Edit(
                        range: start..<delimiter.text.upperBound,
                        bytes: [],
                        words: "removed the final `--` of a delimiter"
                    )
                )
            } else if let next, !next.isClose, form.hasTrailingPart,
                try body.bytes(delimiter.text.upperBound..<min(next.text.lowerBound, rest.upperBound))
                    .allSatisfy({ $0.isLineBreak || $0.isBlank })
            {
                edits.append(
                    EditedBody.Edit(
                        range: delimiter.text.lowerBound..<next.text.lowerBound,
                        bytes: [],
                        words: "removed a close delimiter that another part follows"
                    )
                )
            }
        }
    }

    private static func isHeader(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.startsIgnoringCase(with: "content-disposition:")
            || bytes.startsIgnoringCase(with: "content-type:")
    }
}
