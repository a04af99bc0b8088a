import Bytes
import Forms
import Inspection

/// `contract/field-missing`: a required field is missing.
struct ContractFieldMissing: ContractRule {
    let contract: Contract
    let id = "contract/field-missing"
    let title = "a field that the contract demands is missing"
    let rationale = """
        Servers answer a form that lacks a field with "Required request part is not present", 400 or 422, or \
        use a default that was not intended.
        """
    let hint = "Add the field to the form, or write required: false for it in the contract."
    let evidence = Evidence.wholeBody

    let examples: [RuleExample] = [
        .violating(ContractExample.form(context: "", image: ContractExample.image, end: "▸--AaB03x--⏎")),
        .nearMiss(ContractExample.form(), remark: "all fields are there"),
        .nearMiss(ContractExample.form(image: ""), remark: "image_file may be absent"),
    ]

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let form = context.form, let reading = ContractReading(context, contract), reading.hasAllParts
        else { return }
        let missing = zip(contract.fields, reading.counts).filter { $0.isRequired && $1 == 0 }.map(\.0.name)
        guard !missing.isEmpty else { return }
        let end = form.close?.text.lowerBound ?? form.length
        report.add(self, Self.message(missing), at: end..<end)
    }

    private static func message(_ names: [String]) -> String {
        let shown = names.prefix(ContractRules.placeLimit).map { "`\(PrintableText.text($0, limit: 60))`" }
        let others = names.count - shown.count
        return (names.count == 1 ? "the field " : "the fields ") + shown.joined(separator: ", ")
            + (others > 0 ? " and \(others) more" : "") + (names.count == 1 ? " is missing" : " are missing")
    }
}
