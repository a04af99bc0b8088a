import Bytes
import Forms

/// `compat/divergence`: readers of different kinds find different fields in the same bytes.
struct CompatDivergence: Rule {
    let id = "compat/divergence"
    let title = "receivers read different fields"
    let severity = Severity.warning
    let requirement = RequirementLevel.may
    let clauses = [Clause.rfc(2046, "5.1.1")]
    let rationale = """
        What one reader takes for data another takes for a delimiter: strict ones want CRLF on both sides, Werkzeug \
        is content with LF, PHP and busboy with a line that begins with the boundary, Django with the boundary \
        anywhere. Where a firewall or proxy reads another form than the server behind it, the one checks what the \
        other never sees.
        """
    let hint = """
        Mend what the other findings say of the delimiters; where the data holds the boundary, generate a random one.
        """
    let concerns: FormTraits = [.irregularDelimiter, .occurrence, .irregularEnds]

    let examples: [RuleExample] = [
        .violating(
            "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1␊▸--AaB03x⏎"
                + "Content-Disposition: form-data; name=\"z\"⏎⏎2⏎--AaB03x--⏎",
            remark: "two fields for those who are content with LF, one for the others"
        ),
        .violating(
            "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎▸--AaB03x⏎"
                + "Content-Disposition: form-data; name=\"z\"⏎⏎2⏎--AaB03x--⏎",
            remark: "the empty field lacks the CRLF of the next delimiter"
        ),
        .violating(
            "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎x ▸--AaB03x y⏎--AaB03x--⏎",
            remark: "the boundary in the middle of a line"
        ),
        .nearMiss(
            "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1␊--AaB03⏎--AaB03x--⏎",
            remark: "not the whole boundary"
        ),
        .nearMiss(
            "text⏎--AaB03x ⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--AaB03x--⏎text",
            remark: "a preamble, padding and an epilogue are the same for all"
        ),
    ]

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let form = context.form, let place = form.disputedDelimiter else { return }
        let readings = form.readings
        guard let first = readings.first, readings.contains(where: { $0.fields != first.fields }) else {
            return
        }
        report.add(self, Self.message(readings), at: place, part: form.part(at: place.lowerBound)?.number)
    }

    /// Who reads what, readers that agree told together.
    private static func message(_ readings: [FormReading]) -> String {
        var groups: [(kinds: [String], fields: [FormReading.Field])] = []
        for reading in readings {
            if let index = groups.firstIndex(where: { $0.fields == reading.fields }) {
                groups[index].kinds.append(reading.kind.rawValue)
            } else {
                groups.append(([reading.kind.rawValue], reading.fields))
            }
        }
        let start = firstDifference(groups.map(\.fields))
        let texts = groups.map { group in
            "\(list(group.kinds)) readers find \(describe(group.fields, from: start))"
        }
        return texts.joined(separator: "; ")
    }

    /// The index of the first field that is not the same for all.
    private static func firstDifference(_ lists: [[FormReading.Field]]) -> Int {
        var index = 0
        while let field = lists[0].dropFirst(index).first {
            guard lists.allSatisfy({ $0.count > index && $0[index] == field }) else { break }
            index += 1
        }
        return index
    }

    private static func describe(_ fields: [FormReading.Field], from start: Int) -> String {
        let count = fields.count == 1 ? "1 field" : "\(fields.count.grouped) fields"
        guard start < fields.count else { return fields.isEmpty ? "no field" : count }
        let shown = fields[start...].prefix(3).map { field in
            let name = field.name.map { "`\(PrintableText.text($0, limit: 40))`" } ?? "an unnamed field"
            let file = field.filename.map { " (file `\(PrintableText.text($0, limit: 40))`)" } ?? ""
            return "\(name)\(file) of \(bytes(field.content.count))"
        }
        let rest = fields.count - start - shown.count
        let place = "the \(ordinal(start + 1))"
        let head = start == 0 ? "" : start + 1 == fields.count ? "\(place) " : "from \(place) on "
        return "\(count), " + head + shown.joined(separator: ", ")
            + (rest > 0 ? " and \(rest.grouped) more" : "")
    }

    private static func bytes(_ count: Int) -> String { count == 1 ? "1 byte" : "\(count.grouped) bytes" }

    private static func ordinal(_ number: Int) -> String {
        switch number {
        case 2: "second"
        case 3: "third"
        default: "\(number)th"
        }
    }

    private static func list(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " and " + last
    }
}
