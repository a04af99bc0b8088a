import Bytes
import Inspection

/// `contract/method`: the request has another method than the contract allows.
struct ContractMethod: ContractRule {
    let contract: Contract
    let id = "contract/method"
    let title = "another method than the contract has"
    let rationale = """
        Servers route by method and path: a form that comes by another method is answered with 404 or 405, or is read by \
        code that was not meant for it.
        """
    let hint = "Send the request by the method that the contract has."
    let evidence = Evidence.head

    let examples: [RuleExample] = [
        .violatingRequest(ContractExample.request("▸PUT /photos", ContractExample.form())),
        .nearMissRequest(ContractExample.request("POST /photos", ContractExample.form())),
    ]

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard !contract.methods.isEmpty, contract.holds(for: context), let request = context.request,
            let target = LocatedTarget(of: request), !contract.methods.contains(context.method)
        else { return }
        report.add(
            self,
            "the method is `\(PrintableText.text(context.method, limit: 40))`, the contract has "
                + contract.methods.map { "`\(PrintableText.text($0, limit: 40))`" }.joined(separator: " or "),
            at: target.method,
            in: .head
        )
    }
}
