import Bytes
import Forms
import Inspection

/// `disposition/duplicate-field-name`: parts with the same name.
struct DispositionDuplicateFieldName: Rule {
    let id = "disposition/duplicate-field-name"
    let title = "several parts with one name"
    let severity = Severity.note
    let clauses = [Clause.rfc(7578, "4.3"), .rfc(7578, "5.2")]
    let rationale = """
        RFC 7578 prescribes repeating the name to send several values or files. PHP and Rack keep only the last of \
        them, unless the name ends in `[]`.
        """
    let evidence = Evidence.partHeader
    let concerns: FormTraits = .repeatedName
    let hint = "Nothing needs to change, unless the receiver is PHP or Rack: end the name in `[]` then."

    var examples: [RuleExample] {
        [
            .violating(
                """
                --AaB03x⏎Content-Disposition: form-data; name="a"⏎⏎1⏎\
                --AaB03x⏎Content-Disposition: form-data; name="▸a"⏎⏎2⏎--AaB03x--⏎
                """
            ),
            .nearMiss(
                """
                --AaB03x⏎Content-Disposition: form-data; name="a[]"⏎⏎1⏎\
                --AaB03x⏎Content-Disposition: form-data; name="a[]"⏎⏎2⏎--AaB03x--⏎
                """,
                remark: "PHP keeps all of these"
            ),
            .nearMiss(
                """
                --AaB03x⏎Content-Disposition: form-data; name="a"⏎⏎1⏎\
                --AaB03x⏎Content-Disposition: form-data; name="A"⏎⏎2⏎--AaB03x--⏎
                """,
                remark: "names differ in letter case"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        let parts = context.formDataParts
        var counts: [ArraySlice<UInt8>: Int] = [:]
        for part in parts {
            if let name = part.name { counts[name, default: 0] += 1 }
        }
        var found = Recurrence()
        var seen: Set<ArraySlice<UInt8>> = []
        for part in parts {
            guard let parameter = part.disposition?.name, let name = part.name, let count = counts[name],
                count > 1, !name.isEmpty, !Self.isList(name)
            else { continue }
            guard !seen.insert(name).inserted else { continue }
            // The second part is where the name recurs; the others of that name go with it.
            counts[name] = 0
            found.add(
                Self.message(part.shown(parameter.value), count),
                at: parameter.value,
                part: part.number
            )
        }
        found.report(as: self, to: &report)
    }

    private static func isList(_ name: ArraySlice<UInt8>) -> Bool { name.suffix(2).elementsEqual("[]".utf8) }

    private static func message(_ name: String, _ count: Int) -> String {
        "\(count) parts have the name `\(name)`"
    }
}
