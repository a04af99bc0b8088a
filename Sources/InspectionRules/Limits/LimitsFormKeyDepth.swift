import Bytes
import Forms
import Inspection

/// `limits/form-key-depth`: a name whose brackets PHP and Rack do not read as nested keys.
struct LimitsFormKeyDepth: AimableRule {
    let id = "limits/form-key-depth"
    let title = "brackets in a name that are not read as keys"
    let clauses = [Clause.practice("how PHP and Rack make arrays of names")]
    let rationale = """
        PHP and Rack read `a[x][y]` as nested keys. Of other brackets PHP makes an underscore, or ignores what follows a \
        pair, or drops the field; it drops every file in whose name they are not pairs at the end. More than 64 pairs \
        (Rack: 32) are refused.
        """
    let hint =
        "Close every bracket, write nothing before or behind the pairs but the name, and use fewer levels."
    let evidence = Evidence.partHeader
    let concerns: FormTraits = .oddBrackets
    var watch = LimitWatch()

    var examples: [RuleExample] {
        let deep = String(repeating: "[x]", count: 65)
        return [
            .violating(
                header: "Content-Disposition: form-data; name=\"▸a[b\"",
                remark: "a bracket stays open"
            ),
            .violating(header: "Content-Disposition: form-data; name=\"▸a\(deep)\"", remark: "65 levels"),
            .violating(
                header: "Content-Disposition: form-data; name=\"▸a[b]c\"",
                remark: "a letter after the pair"
            ),
            .violating(header: "Content-Disposition: form-data; name=\"▸[a]\"", remark: "no name before it"),
            .nearMiss(header: "Content-Disposition: form-data; name=\"a[]\""),
            .nearMiss(
                header: "Content-Disposition: form-data; name=\"items[0].name\"",
                remark: "the path of a property"
            ),
            .nearMiss(header: "Content-Disposition: form-data; name=\"a[x][y]\""),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        var found = Recurrence(limit: 1)
        for part in context.formDataParts {
            guard let place = part.disposition?.nameValue, let name = part.name else { continue }
            let brackets = NameBrackets(name)
            let limits = watch.passed(.nameDepth, by: brackets.depth)
            if !limits.isEmpty {
                found.add(
                    "the name has \(brackets.depth) pairs of brackets: \(LimitWatch.words(limits))",
                    at: place,
                    part: part.number
                )
            } else if brackets.isUneven,
                watch.target == .php || watch.target == nil && !Self.isPropertyPath(name),
                let message = Self.message(part, name, shown: part.shown(place))
            {
                found.add(message, at: place, part: part.number)
            }
        }
        found.report(as: self, to: &report)
    }

    /// Whether a name is the path of a property, as ASP.NET and Spring have it: `items[0].name`.
    private static func isPropertyPath(_ name: ArraySlice<UInt8>) -> Bool {
        var pieces = 0
        var rest = name
        while let close = rest.firstIndex(of: UInt8(ascii: "]")) {
            rest = rest[(close + 1)...]
            guard let next = rest.first else { return pieces > 0 }
            if next == UInt8(ascii: ".") { pieces += 1 } else if next != UInt8(ascii: "[") { return false }
        }
        return pieces > 0 && !rest.contains(UInt8(ascii: "["))
    }

    /// What PHP makes of brackets that are not pairs at the end of a name; `nil` where it reads them as they are written.
    private static func message(_ part: BodyPart, _ name: ArraySlice<UInt8>, shown: String) -> String? {
        switch part.isFile ? PHPName(ofFile: name) : PHPName(ofField: name) {
        case .asWritten: nil
        case .dropped where part.isFile:
            "the brackets in the name `\(shown)` are not pairs at its end: PHP drops the file"
        case .dropped: "the name `\(shown)` begins with a bracket: PHP drops the field"
        case .renamed(let read):
            "the brackets in the name `\(shown)` are not pairs at its end: PHP reads "
                + "`\(PrintableText.text(read, limit: 80))`"
        }
    }
}
