import Bytes
import Forms
import Inspection

/// `delimiter/first-not-at-line-start`: a first delimiter that is not at the beginning of a line.
struct DelimiterFirstNotAtLineStart: Rule {
    let id = "delimiter/first-not-at-line-start"
    let title = "first delimiter not at the beginning of a line"
    let severity = Severity.error
    let clauses = [Clause.rfc(2046, "5.1.1")]
    let rationale = """
        A delimiter must be at the beginning of a line: at the body's first byte, or after CRLF. With text or a byte \
        order mark before it, Go, PHP and busboy lose the first field without an error, Werkzeug and Django find it, \
        and python-multipart and defnull's multipart refuse the form. After a bare LF busboy, Bottle, Deno, formidable \
        and multiparty lose the field, and defnull's multipart refuses the form. `writeUTF` of Java's DataOutputStream \
        writes two bytes of length before each text, so that no delimiter begins a line.
        """
    let hint = "Begin the body with the two dashes of the first delimiter, nothing before them."
    let concerns: FormTraits = [.irregularDelimiter, .irregularEnds, .noParts]

    var examples: [RuleExample] {
        [
            .violating("▸junk--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--AaB03x--⏎"),
            .violating(
                "▸⟨EF⟩⟨BB⟩⟨BF⟩--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--AaB03x--⏎",
                remark: "a byte order mark"
            ),
            .violating(
                "▸␊--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--AaB03x--⏎",
                remark: "a bare LF"
            ),
            .violating(
                "▸⟨00⟩⟨0A⟩--AaB03x⏎⟨00⟩⟨2F⟩Content-Disposition: form-data; name=\"a\"⏎⏎1⏎⟨00⟩⟨0C⟩--AaB03x--⏎",
                remark: "texts with their lengths before them"
            ),
            .violating(
                "▸⟨00⟩⟨0A⟩--AaB03x⏎⟨00⟩⟨2C⟩Content-Disposition: form-data; name=\"a\"⏎⏎⟨00⟩⟨01⟩1⟨00⟩⟨0E⟩⏎--AaB03x--⏎",
                remark: "the same, and the close delimiter begins a line"
            ),
            .nearMiss("--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--AaB03x--⏎"),
            .nearMiss(
                "⟨00⟩⟨0B⟩⏎--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--AaB03x--⏎",
                remark: "two bytes that are not the length of what follows: a preamble"
            ),
            .nearMiss("⏎--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--AaB03x--⏎"),
            .nearMiss(
                "text⏎--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--AaB03x--⏎",
                remark: "a preamble that ends in CRLF"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let form = context.form else { return }
        if let lengths = WrittenLengths(in: form) {
            report.add(self, lengths.message, at: 0..<2, hint: WrittenLengths.hint)
            return
        }
        guard let delimiter = form.firstDelimiter else { return }
        let part = form.parts.first
        switch delimiter.precedent {
        case .lf, .cr:
            let message = Self.afterLineBreak(delimiter, part)
            report.add(self, message, at: delimiter.lead, part: part?.number, hint: Self.lineBreakHint)
        case .glued:
            let start = delimiter.text.lowerBound
            let before = form.kept.window(at: start, before: 200, after: 0).bytes
            let line = before.suffix(
                from: before.lastIndex(where: \.isLineBreak).map { $0 + 1 } ?? before.startIndex
            )
            let range = (start - line.count)..<start
            let late = form.parts.first { $0.isFile && $0.content.isEmpty }
            let isLate = late != nil && Form.isBinary(line)
            report.add(
                self,
                isLate ? Self.afterFile(late) : Self.afterText(line, part),
                at: range,
                part: part?.number,
                hint: isLate ? Form.lateHeaderHint : nil
            )
        case .bodyStart, .crlf, .crcrlf, .blanks, .dashes, .blankLine, .headerLine, .delimiterLine, .gap:
            return
        }
    }

    /// How to begin the body where a line break stands before the first delimiter.
    static let lineBreakHint =
        "Begin the body with the two dashes of the first delimiter, without the empty line before them."

    private static func afterLineBreak(_ delimiter: Delimiter, _ part: BodyPart?) -> String {
        guard delimiter.precedent == .lf else { return "the first delimiter stands after a bare CR" }
        return "the first delimiter stands after a bare LF: busboy loses \(part?.words ?? "it")"
    }

    private static func afterFile(_ file: BodyPart?) -> String {
        "binary data stands before the first delimiter, and \(file?.words ?? "the file") has no content: its bytes were "
            + "written before the form"
    }

    private static func afterText(_ line: ArraySlice<UInt8>, _ part: BodyPart?) -> String {
        "`\(PrintableText.text(line, limit: 40))` stands before the first delimiter on its line: "
            + "Go, PHP and busboy lose \(part?.words ?? "it")"
    }
}
