import Bytes
import Exchanges
import Forms
import Inspection

/// `disposition/mojibake`: a name that was encoded as UTF-8 twice.
struct DispositionMojibake: Rule {
    let id = "disposition/mojibake"
    let title = "name encoded as UTF-8 twice"
    let severity = Severity.note
    let clauses = [Clause.practice("UTF-8 that was read as Latin-1 or Windows-1252 and encoded again")]
    let rationale = """
        The bytes of a UTF-8 name were taken for Latin-1 or Windows-1252 and encoded once more. Every \
        receiver stores the garbled name; none can detect it.
        """
    let hint =
        "Hand the name over as text, or write its UTF-8 bytes as they are: one of two encoding steps is too many."
    let evidence = Evidence.partHeader
    let needs = Fidelity.body
    let concerns: FormTraits = .header(.nonPrintableByte)

    var examples: [RuleExample] {
        [
            .violating(header: #"Content-Disposition: form-data; name="f"; filename="▸naÃ¯ve.txt""#),
            .violating(header: #"Content-Disposition: form-data; name="f"; filename="▸10â‚¬.txt""#),
            .nearMiss(
                header: #"Content-Disposition: form-data; name="f"; filename="SÃO PAULO.txt""#,
                remark: "Portuguese"
            ),
            .nearMiss(header: #"Content-Disposition: form-data; name="f"; filename="größe é😀.txt""#),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        var found = Recurrence()
        for part in context.formDataParts {
            guard let disposition = part.wholeDisposition else { continue }
            for parameter in disposition.value.parameters where part.isLabel(parameter) {
                guard let meant = Self.undone(part.header[parameter.value]) else { continue }
                found.add(
                    Self.message(part.shown(parameter.name), part.shown(parameter.value), meant),
                    at: parameter.value,
                    part: part.number
                )
            }
        }
        found.report(as: self, to: &report)
    }

    /// The bytes before the second encoding, where there was one: every character is one of Windows-1252, and their
    /// single bytes are UTF-8 again.
    private static func undone(_ value: ArraySlice<UInt8>) -> [UInt8]? {
        guard value.contains(where: { $0 >= 0x80 }), value.firstInvalidUTF8 == nil else { return nil }
        var bytes: [UInt8] = []
        for scalar in String(decoding: value, as: UTF8.self).unicodeScalars {
            if scalar.value <= 0xFF {
                bytes.append(UInt8(scalar.value))
            } else if let index = windows1252.firstIndex(of: scalar.value) {
                bytes.append(0x80 + UInt8(index))
            } else {
                return nil
            }
        }
        return bytes.firstInvalidUTF8 == nil ? bytes : nil
    }

    /// The characters of Windows-1252 from 0x80 to 0x9F; 0 where it has none.
    private static let windows1252: [UInt32] = [
        0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0,
        0x017D, 0,
        0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,
        0x017E,
        0x0178,
    ]

    private static func message(_ name: String, _ value: String, _ meant: [UInt8]) -> String {
        "the \(name) `\(value)` looks like `\(PrintableText.text(meant, limit: 80))` encoded as UTF-8 twice"
    }
}
