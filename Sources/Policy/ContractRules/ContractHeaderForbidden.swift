import Bytes
import Forms
import Inspection

/// `contract/header-forbidden`: a header line is present that the contract forbids.
struct ContractHeaderForbidden: ContractRule {
    let contract: Contract
    let id = "contract/header-forbidden"
    let title = "a header that the contract forbids"
    let rationale = """
        What must not leave a client, such as a debugging aid or the credentials of another service, can be forbidden by \
        name, so that it is seen before it is shipped.
        """
    let hint = "Take the header out of the request."

    let examples: [RuleExample] = [
        .violatingRequest(
            ContractExample.request("POST /photos", ContractExample.form(), fields: "X-Token: t⏎▸X-Debug: 1⏎")
        ),
        .nearMissRequest(ContractExample.request("POST /photos", ContractExample.form())),
    ]

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard contract.holds(for: context) else { return }
        if context.request != nil {
            for demand in contract.headers where demand.presence == .forbidden {
                guard let line = context.fields.lines(named: demand.name).first else { continue }
                report.add(self, Self.message(demand, of: nil), at: line.range, in: .head)
            }
        }
        guard let reading = ContractReading(context, contract) else { return }
        var count = 0
        for answer in reading.answers {
            guard let index = answer.demand else { continue }
            for demand in contract.fields[index].headers where demand.presence == .forbidden {
                guard let line = answer.part.header.lines(named: demand.name).first else { continue }
                count += 1
                guard count <= ContractRules.placeLimit else { return }
                report.add(
                    self,
                    Self.message(demand, of: answer.part),
                    at: line.range,
                    part: answer.part.number
                )
            }
        }
    }

    private static func message(_ demand: HeaderDemand, of part: BodyPart?) -> String {
        "the header `\(PrintableText.text(demand.name, limit: 80))` is forbidden"
            + (part.map { " in the part \($0.shownName)" } ?? "")
    }
}
