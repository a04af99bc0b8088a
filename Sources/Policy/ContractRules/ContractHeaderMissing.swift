import Bytes
import Exchanges
import Forms
import Inspection

/// `contract/header-missing`: a header line that the contract requires is missing.
struct ContractHeaderMissing: ContractRule {
    let contract: Contract
    let id = "contract/header-missing"
    let title = "a header that the contract demands is missing"
    let rationale = """
        Servers take a token, a version or a signature from a header line, and refuse a request, or treat it as another \
        client's, where that is missing.
        """
    let hint = "Send the header, or make it optional in the contract."

    let examples: [RuleExample] = [
        .violatingRequest(ContractExample.request("POST /photos", ContractExample.form(), fields: "▸")),
        .nearMissRequest(ContractExample.request("POST /photos", ContractExample.form())),
    ]

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard contract.holds(for: context) else { return }
        if let request = context.request, request.head.isWhole {
            let end = context.fields.range.upperBound
            for demand in contract.headers where context.fields.missing(demand) {
                report.add(self, Self.message(demand, of: nil), at: end..<end, in: .head)
            }
        }
        guard let reading = ContractReading(context, contract) else { return }
        var count = 0
        for answer in reading.answers where answer.part.number != reading.cutPart {
            guard let index = answer.demand, !contract.fields[index].headers.isEmpty else { continue }
            let end = answer.part.header.range.upperBound
            for demand in contract.fields[index].headers where answer.part.header.missing(demand) {
                count += 1
                guard count <= ContractRules.placeLimit else { return }
                report.add(
                    self,
                    Self.message(demand, of: answer.part),
                    at: end..<end,
                    part: answer.part.number
                )
            }
        }
    }

    private static func message(_ demand: HeaderDemand, of part: BodyPart?) -> String {
        "the header `\(PrintableText.text(demand.name, limit: 80))` is missing"
            + (part.map { " from the part \($0.shownName)" } ?? "")
    }
}
