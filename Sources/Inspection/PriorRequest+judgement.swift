import Bytes
package import Exchanges
package import Forms

extension PriorRequest {
    /// Whether a request may be judged otherwise than without this earlier upload: what a rule that reads
    /// ``RuleContext/past`` needs at least, so that most requests need not be judged again.
    package func mayChangeJudgement(of exchange: borrowing Exchange, form: Form?) -> Bool {
        guard let request = exchange.request else { return false }
        if leads(to: exchange) { return true }
        if let status, (300..<400).contains(status), request.content.bodyLength == 0 { return true }
        return form?.usesObservedBoundary ?? false
            && contentType == request.head.fields.value(named: "content-type") ?? []
    }
}
