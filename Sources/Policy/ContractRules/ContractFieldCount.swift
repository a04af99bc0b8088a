import Bytes
import Forms
import Inspection

/// `contract/field-count`: a name occurs more or less often than the contract allows.
struct ContractFieldCount: ContractRule {
    let contract: Contract
    let id = "contract/field-count"
    let title = "more or fewer parts of one name than the contract has"
    let rationale = """
        Of two parts with one name PHP, Go and most frameworks take the first or the last, so that one upload is lost in \
        silence; a list of files that is too short or too long is refused by the application.
        """
    let hint = "Send as many parts of this name as the contract has, or change count there."

    let examples: [RuleExample] = [
        .violating(
            ContractExample.form(
                image: ContractExample.image
                    + "--AaB03x⏎Content-Disposition: form-data; name=\"▸image_file\"⏎⏎2⏎"
            )
        ),
        .nearMiss(ContractExample.form()),
    ]

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let form = context.form, let reading = ContractReading(context, contract), reading.hasAllParts
        else { return }
        for (index, field) in contract.fields.enumerated() {
            let count = reading.counts[index]
            if let most = field.most, count > most {
                let surplus = reading.answers.filter { $0.demand == index }[most].part
                report.add(self, Self.message(field, count), at: surplus.namePlace, part: surplus.number)
            } else if count > 0, count < field.least, context.hasWholeBody {
                let end = form.close?.text.lowerBound ?? form.length
                report.add(self, Self.message(field, count), at: end..<end)
            }
        }
    }

    private static func message(_ field: FieldDemand, _ count: Int) -> String {
        let wanted =
            field.most.map { $0 == field.least ? "\($0)" : "\(field.least) to \($0)" }
            ?? "\(field.least) or more"
        let parts = count == 1 ? "is 1 part" : "are \(count) parts"
        return
            "there \(parts) named `\(PrintableText.text(field.name, limit: 60))`, the contract has \(wanted)"
    }
}
