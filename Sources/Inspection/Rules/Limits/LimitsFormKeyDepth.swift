import Bytes
import Forms

/// `limits/form-key-depth`: a name whose brackets PHP and Rack do not read as nested keys.
struct LimitsFormKeyDepth: AimableRule {
    let id = "limits/form-key-depth"
    let title = "brackets in a name that are not read as keys"
    let clauses = [Clause.practice("how PHP and Rack make arrays of names")]
    let rationale = """
        PHP and Rack read `a[x][y]` as nested keys. An opening bracket that is never closed makes PHP replace it by an \
        underscore, and more than 64 pairs (Rack: 32) are refused.
        """
    let hint = "Close every bracket, and use fewer levels of brackets."
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
            .nearMiss(header: "Content-Disposition: form-data; name=\"a[]\""),
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
            } else if brackets.isOpen, watch.target == nil || watch.target == .php {
                found.add(
                    "a bracket in the name `\(part.shown(place))` is never closed: "
                        + "PHP reads `\(Self.readByPHP(name))`",
                    at: place,
                    part: part.number
                )
            }
        }
        found.report(as: self, to: &report)
    }

    /// The name as PHP has it where a bracket is never closed: without blanks before it, and with an underscore in place of
    /// each bracket, blank and dot.
    private static func readByPHP(_ name: ArraySlice<UInt8>) -> String {
        let replaced = name.drop { $0 == 0x20 }.map { byte in
            [UInt8(ascii: "["), UInt8(ascii: "."), 0x20].contains(byte) ? UInt8(ascii: "_") : byte
        }
        return PrintableText.text(replaced, limit: 80)
    }
}
