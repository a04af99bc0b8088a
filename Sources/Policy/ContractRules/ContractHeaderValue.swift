import Bytes
import Forms
import Inspection

/// `contract/header-value`: the value of a header line is not one that the contract allows.
struct ContractHeaderValue: ContractRule {
    let contract: Contract
    let id = "contract/header-value"
    let title = "a header has another value than the contract has"
    let rationale = """
        A header is there, but says something else than was agreed upon: another version, another type, a token of \
        another form.
        """
    let hint = "Send the value that the contract has, or let the contract allow this one."

    let examples: [RuleExample] = [
        .violatingRequest(
            ContractExample.request(
                "POST /photos",
                ContractExample.form(),
                fields: "X-Token: t⏎User-Agent: ▸curl/8.0⏎"
            )
        ),
        .nearMissRequest(
            ContractExample.request(
                "POST /photos",
                ContractExample.form(),
                fields: "X-Token: t⏎User-Agent: PhotoApp/2.1⏎"
            )
        ),
    ]

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard contract.holds(for: context) else { return }
        if context.request != nil {
            for demand in contract.headers {
                guard let line = context.fields.line(against: demand) else { continue }
                let value = context.fields[line.value]
                report.add(self, Self.message(demand, value), at: line.value, in: .head)
            }
        }
        guard let reading = ContractReading(context, contract) else { return }
        var count = 0
        for answer in reading.answers where answer.part.number != reading.cutPart {
            guard let index = answer.demand else { continue }
            for demand in contract.fields[index].headers {
                guard let line = answer.part.header.line(against: demand) else { continue }
                count += 1
                guard count <= ContractRules.placeLimit else { return }
                let value = answer.part.header[line.value]
                report.add(self, Self.message(demand, value), at: line.value, part: answer.part.number)
            }
        }
    }

    private static func message(_ demand: HeaderDemand, _ value: ArraySlice<UInt8>) -> String {
        "the header `\(PrintableText.text(demand.name, limit: 80))` is `\(PrintableText.text(value, limit: 80))`, "
            + "the contract has \(demand.value.words)"
    }
}
