import Bytes
import Forms
import Inspection

/// `contract/field-extra`: a part has a name that is not in the contract.
struct ContractFieldExtra: ContractRule {
    let contract: Contract
    let id = "contract/field-extra"
    let title = "a field that the contract does not have"
    let rationale = """
        Strict servers refuse fields that they do not know; others keep them, and what a client sends by \
        mistake, such as a password of another form, is stored unnoticed.
        """
    let hint =
        "Take the field out of the form, or describe it in the contract, or write extra-fields: allowed there."

    let examples: [RuleExample] = [
        .violating(
            ContractExample.form(
                end: "--AaB03x⏎Content-Disposition: form-data; name=\"▸debug\"⏎⏎1⏎--AaB03x--⏎"
            )
        ),
        .nearMiss(ContractExample.form()),
    ]

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard !contract.allowsOtherFields, let reading = ContractReading(context, contract) else { return }
        let extra = reading.answers.filter { $0.demand == nil && $0.part.number != reading.cutPart }
        for (index, answer) in extra.prefix(ContractRules.placeLimit).enumerated() {
            let others = extra.count - ContractRules.placeLimit
            let more =
                others > 0 && index == ContractRules.placeLimit - 1 ? " (and \(others) more like it)" : ""
            report.add(self, message(answer) + more, at: answer.part.namePlace, part: answer.part.number)
        }
    }

    private func message(_ answer: ContractReading.Answer) -> String {
        guard let name = answer.name else {
            return "a part has no name, so it is not a field of the contract"
        }
        // Strings are equal where they are canonically equivalent: their bytes differ.
        if let alike = contract.fields.first(where: { $0.name == name })?.name {
            return
                "the contract has no field `\(PrintableText.ascii(Array(name.utf8)[...], limit: 60))`, but "
                + "`\(PrintableText.ascii(Array(alike.utf8)[...], limit: 60))`, which looks the same in other characters"
        }
        let near = NearestName.of(name, among: contract.fields.map(\.name))
        return "the contract has no field \(answer.part.shownName)"
            + (near.map { "; did you mean `\(PrintableText.text($0, limit: 60))`?" } ?? "")
    }
}
