import Bytes
import Forms
import Inspection

/// `contract/length`: the content of a part has more or fewer bytes than the contract allows.
struct ContractLength: PartContractRule {
    let contract: Contract
    let id = "contract/length"
    let title = "shorter or longer than the contract allows"
    let rationale = """
        What is longer than a server takes is refused, or cut off without an error; what is shorter, an \
        empty file above all, was lost before it was sent.
        """
    let hint =
        "Look at what the client read: an empty or a cut file is mostly a stream that was used twice or not awaited."

    let examples: [RuleExample] = [
        .violating(
            ContractExample.form(context: ContractExample.part("context", "▸abcdefghijklmnopqrstuvwxyz"))
        ),
        .nearMiss(ContractExample.form(context: ContractExample.part("context", "abcdefghijklmnopqrst"))),
    ]

    func deviation(of part: BodyPart, from demand: FieldDemand) -> Deviation? {
        let count = part.content.count
        let bound: String
        if let least = demand.length.least, count < least {
            bound = "at least \(least)"
        } else if let most = demand.length.most, count > most {
            bound = "at most \(most)"
        } else {
            return nil
        }
        return Deviation(
            message: "the content of \(part.shownName) has \(count) bytes, the contract has \(bound)",
            range: part.contentOpening
        )
    }
}
