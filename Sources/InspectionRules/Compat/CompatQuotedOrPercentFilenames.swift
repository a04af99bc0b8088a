import Bytes
import Forms
import Inspection

/// `compat/quoted-or-percent-filenames`: a name or filename that known receivers read in different ways.
struct CompatQuotedOrPercentFilenames: Rule {
    let id = "compat/quoted-or-percent-filenames"
    let title = "name that receivers read differently"
    let severity = Severity.note
    let requirement = RequirementLevel.may
    let clauses = [Clause.practice("readings measured with eight receivers"), .whatwgEncoding]
    let rationale = """
        Browsers escape quotes and line breaks as percent escapes, which most receivers keep as they are, Python's \
        multipart decodes, and Werkzeug decodes in part. PHP, busboy and Django keep what follows the last slash or \
        backslash of a filename, Go what follows the last slash, and Django drops a file of which nothing is left then; \
        Django resolves character references like `&amp;`; Werkzeug removes single backslashes; Go, Werkzeug, Django and \
        busboy prefer `filename*`. The finding says which receiver reads which name.
        """
    let hint = "Where the exact name matters, send it as the value of a field of its own."
    let evidence = Evidence.partHeader
    let concerns: FormTraits = .irregularDisposition

    var examples: [RuleExample] {
        [
            .violating(header: #"Content-Disposition: form-data; name="f"; filename="▸a%22b.txt""#),
            .violating(
                header: #"Content-Disposition: form-data; name="f"; filename="▸../b.txt""#,
                remark: "a path"
            ),
            .violating(header: #"Content-Disposition: form-data; name="▸we%22ird""#, remark: "a name"),
            .nearMiss(header: #"Content-Disposition: form-data; name="f"; filename="100%.txt""#),
            .nearMiss(
                header: #"Content-Disposition: form-data; name="f"; filename="a\"b.txt""#,
                remark: "an escaped quote: all read it alike"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        var found = Recurrence(limit: 1)
        for part in context.formDataParts {
            guard let disposition = part.wholeDisposition else { continue }
            if let name = disposition.name, name.quoting != .unterminated {
                let readings = LabelReadings(name: part.header[name.value]).readings
                add("name", name.value, readings, part, &found)
            }
            if let filename = disposition.filename, filename.quoting != .unterminated {
                let star = disposition.filenameStar.map { part.header[$0.value] }
                let readings = LabelReadings(filename: part.header[filename.value], star: star).readings
                add("filename", filename.value, readings, part, &found)
            }
        }
        found.report(as: self, to: &report)
    }

    private func add(
        _ what: String,
        _ place: Range<Int>,
        _ readings: [LabelReadings.Reading],
        _ part: BodyPart,
        _ found: inout Recurrence
    ) {
        guard readings.count > 1 else { return }
        found.add(Self.message(what, part.shown(place), readings), at: place, part: part.number)
    }

    private static func message(_ what: String, _ value: String, _ readings: [LabelReadings.Reading])
        -> String
    {
        let texts = readings.compactMap { reading in
            reading.text.map { text in
                let shown = text.isEmpty ? "empty" : "`\(PrintableText.text(text, limit: 60))`"
                return "\(shown) for \(names(reading.receivers))"
            }
        }
        let dropped = readings.filter { $0.text == nil }.map {
            "dropped with its part by \(names($0.receivers))"
        }
        return "the \(what) `\(value)` is " + (texts + dropped).joined(separator: "; ")
    }

    private static func names(_ receivers: [Receiver]) -> String {
        receivers.map(\.name).joined(separator: ", ")
    }
}
