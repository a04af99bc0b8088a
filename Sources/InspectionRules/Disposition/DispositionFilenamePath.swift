import Bytes
import Forms
import Inspection

/// `disposition/filename-path`: a filename with a directory in it.
struct DispositionFilenamePath: Rule {
    let id = "disposition/filename-path"
    let title = "path in a filename"
    let severity = Severity.warning
    let requirement = RequirementLevel.may
    let clauses = [Clause.rfc(7578, "4.2"), .rfc(2183, "2.3")]
    let rationale = """
        Receivers should remove directories, and do so in different ways: of `../../etc/passwd` PHP, Rack, Go, busboy \
        and Django keep `passwd`, most others the whole path; of `C:\\dir\\x` PHP, Rack, busboy, Django and \
        python-multipart keep `x`, Werkzeug and Tomcat read `C:dirx`, and Go and most others the whole path. A path \
        also reveals the sender's directories, and `..` may be an attack. A relative directory, as browsers send for a \
        chosen folder, and a single backslash are reported as notes.
        """
    let hint = "Send only the base name of the file."
    let evidence = Evidence.partHeader
    let concerns: FormTraits = .irregularDisposition

    var examples: [RuleExample] {
        [
            .violating(header: #"Content-Disposition: form-data; name="f"; filename="▸../../etc/passwd""#),
            .violating(header: #"Content-Disposition: form-data; name="f"; filename="▸C:\dir\x""#),
            .violating(
                header: #"Content-Disposition: form-data; name="f"; filename="▸dir/x.txt""#,
                remark: "a chosen folder: a note"
            ),
            .nearMiss(header: #"Content-Disposition: form-data; name="f"; filename="a:b.txt""#),
            .nearMiss(
                header: #"Content-Disposition: form-data; name="a/b""#,
                remark: "a field name is not a path"
            ),
            .nearMiss(
                header: #"Content-Disposition: form-data; name="f"; filename="a..b\"c.txt""#,
                remark: "an escape"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        var paths = Recurrence()
        var folders = Recurrence(limit: 1)
        for part in context.formDataParts {
            // Of a value that never ends, the last piece of the path is not known.
            guard let filename = part.wholeDisposition?.filename,
                filename.quoting == .quoted || filename.quoting == .bare,
                part.swallowedQuote(in: filename) == nil
            else { continue }
            let value = EscapedText.resolvingBackslashes(in: part.header[filename.value])
            guard let base = value.lastIndex(where: Self.isSeparator) else { continue }
            let message = Self.message(part.shown(filename.value), value[(base + 1)...])
            if Self.isPath(value) {
                paths.add(message, at: filename.value, part: part.number)
            } else {
                folders.add(message, at: filename.value, part: part.number, severity: .note)
            }
        }
        paths.report(as: self, to: &report)
        folders.report(as: self, to: &report)
    }

    private static func isSeparator(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\")
    }

    /// Whether a value begins with a root or a drive, or leads to a parent directory.
    private static func isPath(_ value: ArraySlice<UInt8>) -> Bool {
        if value.first.map(isSeparator) ?? false { return true }
        if value.dropFirst().first == UInt8(ascii: ":"), value.dropFirst(2).first.map(isSeparator) ?? false {
            return true
        }
        return value.split(whereSeparator: isSeparator).contains { $0.elementsEqual("..".utf8) }
    }

    private static func message(_ value: String, _ base: ArraySlice<UInt8>) -> String {
        let base = PrintableText.text(base, limit: 80)
        return "the filename `\(value)` holds a path; receivers may keep only `\(base)`"
    }
}
