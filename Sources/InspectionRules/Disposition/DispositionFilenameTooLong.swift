import Bytes
import Forms
import Inspection

/// `disposition/filename-too-long`: a filename that no usual file system can store.
struct DispositionFilenameTooLong: Rule {
    let id = "disposition/filename-too-long"
    let title = "filename longer than 255 bytes"
    let severity = Severity.note
    let clauses = [Clause.practice("file systems allow 255 bytes in a name")]
    let rationale = """
        No specification limits a filename, but Linux and most other systems store names of at most 255 bytes: a \
        server that keeps the client's name fails to create the file.
        """
    let hint = "Shorten the filename to 255 bytes of UTF-8, its extension included."
    let evidence = Evidence.partHeader
    let concerns: FormTraits = .longFilename

    var examples: [RuleExample] {
        let long = String(repeating: "a", count: 256)
        return [
            .violating(header: "Content-Disposition: form-data; name=\"f\"; filename=\"▸\(long)\""),
            .nearMiss(
                header: "Content-Disposition: form-data; name=\"f\"; filename=\"\(long.dropLast())\"",
                remark: "255 bytes"
            ),
            .nearMiss(
                header: "Content-Disposition: form-data; name=\"f\"; filename=\"\(long.dropLast(6))/x.txt\"",
                remark: "a path whose last piece is short"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        var found = Recurrence()
        for part in context.formDataParts {
            guard let filename = part.wholeDisposition?.filename,
                filename.value.count > FormTraits.longestFilename
            else {
                continue
            }
            let value = EscapedText.resolvingBackslashes(in: part.header[filename.value])
            let base = value.reversed().prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "\\") }
            guard base.count > FormTraits.longestFilename else { continue }
            found.add(Self.message(base.count), at: filename.value, part: part.number)
        }
        found.report(as: self, to: &report)
    }

    private static func message(_ count: Int) -> String {
        "the filename is \(count) bytes long; file systems store 255"
    }
}
