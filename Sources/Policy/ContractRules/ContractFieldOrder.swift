import Bytes
import Forms
import Inspection

/// `contract/field-order`: the fields are not in the order of the contract.
struct ContractFieldOrder: ContractRule {
    let contract: Contract
    let id = "contract/field-order"
    let title = "fields in another order than the contract has"
    let rationale = """
        Servers that read a form as it arrives need what comes first to judge what comes after: S3 ignores every field \
        after `file`, and multer does not know the text fields that follow a file while it stores that file.
        """
    let hint = "Append the fields in the order of the contract: small ones before files."

    let examples: [RuleExample] = [
        .violating(
            ContractExample.form(
                context: "",
                end: ContractExample.part("▸context", "profile") + "--AaB03x--⏎"
            )
        ),
        .nearMiss(ContractExample.form()),
    ]

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard contract.hasFixedOrder, let reading = ContractReading(context, contract) else { return }
        var latest: (demand: Int, part: BodyPart)?
        for answer in reading.answers {
            guard let demand = answer.demand else { continue }
            if let latest, demand < latest.demand {
                report.add(
                    self,
                    "the field \(answer.part.shownName) comes after \(latest.part.shownName); "
                        + "the contract has it before",
                    at: answer.part.namePlace,
                    part: answer.part.number
                )
                return
            }
            latest = (demand, answer.part)
        }
    }
}
