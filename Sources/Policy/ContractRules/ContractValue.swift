import Bytes
import Forms
import Inspection

/// `contract/value`: the value of a field is not one that the contract allows.
struct ContractValue: PartContractRule {
    let contract: Contract
    let id = "contract/value"
    let title = "another value than the contract has"
    let rationale = """
        A value that the server does not expect is often answered with an error that does not name the \
        value. Of each part the first 1,024 bytes are kept: a longer value is not compared with a pattern, \
        which is reported.
        """
    let hint = "Send a value that the contract has, or let the contract allow this one."

    let examples: [RuleExample] = [
        .violating(ContractExample.form(context: ContractExample.part("context", "▸Profile 1"))),
        .nearMiss(ContractExample.form()),
    ]

    func deviation(of part: BodyPart, from demand: FieldDemand) -> Deviation? {
        guard !demand.value.isEmpty, part.facts.missingBytes == 0 else { return nil }
        guard let text = ContentText(of: part).whole else {
            // No text of a contract is as long.
            guard demand.value.texts.isEmpty else { return difference(part, demand) }
            return Deviation(
                message: "the value of \(part.shownName) has \(part.content.count) bytes, more than the "
                    + "\(ContentText.byteLimit) that are kept: it was not held against the pattern",
                range: part.contentOpening,
                severity: .note
            )
        }
        return demand.value.accepts(text) ? nil : difference(part, demand)
    }

    private func difference(_ part: BodyPart, _ demand: FieldDemand) -> Deviation {
        let value = PrintableText.text(part.facts.sample[...], limit: 60)
        return Deviation(
            message: "the value of \(part.shownName) is `\(value)`, the contract has \(demand.value.words)",
            range: part.contentOpening
        )
    }
}
