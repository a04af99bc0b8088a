import Bytes
import Inspection

/// `contract/url`: the request goes to another URL than the contract demands.
struct ContractURL: ContractRule {
    let contract: Contract
    let id = "contract/url"
    let title = "another URL than the contract has"
    let rationale = """
        A form that goes to another place is not read by the code that it was made for. Where a contract is about some \
        URLs only, `applies-to` names them, and uploads to others are left alone.
        """
    let hint =
        "Send the request to the URL that the contract has, or let the contract say with applies-to what it is about."
    let evidence = Evidence.head

    let examples: [RuleExample] = [
        .violatingRequest(ContractExample.request("POST ▸/photo", ContractExample.form())),
        .nearMissRequest(ContractExample.request("POST /photos", ContractExample.form())),
    ]

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let url = contract.url, contract.holds(for: context), url.matches(context) == false,
            let request = context.request, let target = LocatedTarget(of: request)
        else { return }
        report.add(
            self,
            "the request goes to `\(PrintableText.text(target.text, limit: 120))`, the contract has "
                + "`\(PrintableText.text(url.text, limit: 120))`",
            at: target.range,
            in: .head
        )
    }
}
