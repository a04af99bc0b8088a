import Bytes
import Forms
import Inspection

/// `delimiter/epilogue`: bytes other than white space after the close delimiter's line.
struct DelimiterEpilogue: Rule {
    let id = "delimiter/epilogue"
    let title = "bytes after the close delimiter"
    let severity = Severity.warning
    let clauses = [Clause.rfc(2046, "5.1.1")]
    let rationale = """
        Receivers must ignore an epilogue, and senders should not write one. Most ignore it; Plack, libmicrohttpd \
        and CivetWeb refuse the form, ModSecurity's strict rules block the request (DATA_AFTER), and the bytes \
        usually show another fault: a buffer that was sent with its unused end, or a body that was written twice.
        """
    let hint = "End the body with the close delimiter and one CRLF; send only the bytes that were written."
    let concerns: FormTraits = .irregularEnds

    var examples: [RuleExample] {
        [
            .violating("--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--AaB03x--⏎▸epilogue text"),
            .violating(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--AaB03x--⏎▸⟨00⟩⟨00⟩⟨00⟩",
                remark: "the unused end of a buffer"
            ),
            .violating(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--AaB03x--⏎▸--other⏎"
                    + "Content-Disposition: form-data; name=\"z\"⏎⏎2⏎--other--⏎",
                remark: "a second form with a boundary of its own"
            ),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--AaB03x--⏎",
                remark: "one CRLF"
            ),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--AaB03x--⏎⏎",
                remark: "only line breaks"
            ),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--AaB03x--⏎--AaB03x--⏎",
                remark: "a second close delimiter has a rule of its own"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let form = context.form, let excess = form.afterClose, !form.isBlank(excess),
            !form.hasTrailingPart, !form.trailingDelimiters.contains(where: \.isClose)
        else { return }
        let opening = form.kept.window(at: excess.lowerBound, before: 0, after: min(excess.count, 64)).bytes
        let isOther = context.isMultipart && !context.isFormData
        let message = Self.message(excess.count, opening)
        if !isOther, form.holdsHeader(excess) {
            report.add(
                self,
                message + Self.lost,
                at: excess,
                severity: .error,
                hint: BoundaryMismatch.writerHint
            )
        } else {
            report.add(self, message, at: excess, severity: isOther ? .note : nil)
        }
    }

    private static let lost = "; another form is among them, which receivers ignore"
    private static func message(_ count: Int, _ opening: ArraySlice<UInt8>) -> String {
        let bytes = count == 1 ? "1 byte follows" : "\(count) bytes follow"
        guard !opening.isEmpty else { return "\(bytes) the line of the close delimiter" }
        return "\(bytes) the line of the close delimiter: `\(PrintableText.text(opening, limit: 40))`"
    }
}

extension Form {
    /// The bytes after the close delimiter's line; `nil` where there are none, or the line has no end.
    var afterClose: Range<Int>? {
        guard let close, close.ending != .none, close.end < length else { return nil }
        return close.end..<length
    }

    /// Whether a range of at most 1,024 bytes holds blanks and line breaks only; a longer one is not kept whole, and
    /// never called blank.
    func isBlank(_ range: Range<Int>) -> Bool {
        guard range.count <= Self.outerBytes, let bytes = kept[range] else { return false }
        return bytes.allSatisfy { $0.isBlank || $0.isLineBreak }
    }
}
