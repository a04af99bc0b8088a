import Exchanges
import Forms

/// What the status codes of refusals say about their cause (RFC 9110 §15.5, RFC 6585).
struct StatusHint {
    /// The rule that knows how large a body receivers take.
    private static let sizeRule = "limits/body-size"
    /// Answers to an expectation, or to content that never came (RFC 9110 §15.5.9, §15.5.18, §15.6.5).
    private static let ofExpectations: Set<Int> = [408, 417, 504]

    private let requests: [ComparedRequest]
    private let parts: [ComparedPart]
    private let refused: [Int]
    private let accepted: [Int]
    private let statuses: Set<Int>
    private var greatestGrowth = 0

    /// Reads the answers; `refused` and `accepted` are indices of `requests`.
    ///
    /// - Parameters:
    ///   - requests: the requests.
    ///   - parts: their parts.
    ///   - refused: the requests that were refused.
    ///   - accepted: those that were accepted.
    ///   - differences: the differences that may be the cause.
    init(
        _ requests: [ComparedRequest],
        _ parts: [ComparedPart],
        refused: [Int],
        accepted: [Int],
        among differences: [Difference]
    ) {
        self.requests = requests
        self.parts = parts
        self.refused = refused
        self.accepted = accepted
        statuses = Set(refused.compactMap { requests[$0].exchange.status })
        for difference in differences { greatestGrowth = max(greatestGrowth, growth(in: difference)) }
    }

    /// Whether a rule does not explain the answer: what is too large is answered 413 (RFC 9110 §15.5.14), not as
    /// a form that cannot be used.
    func clears(_ rule: String) -> Bool {
        rule == Self.sizeRule && statuses.isSubset(of: [400, 422] as Set<Int>)
    }

    /// Whether a difference in Expect does not explain the answer, which is to the content.
    func clearsExpectation(_ difference: Difference) -> Bool {
        difference.area == .head && difference.trait == "field expect"
            && statuses.isDisjoint(with: Self.ofExpectations)
    }

    /// What the answer adds to the score of a difference as the cause; of what is too large, most for the rule that
    /// knows the limits, then for what grew most.
    func bonus(_ difference: Difference) -> Int {
        if statuses.contains(413) {
            let breaksLimit = difference.breaches.contains {
                $0.rule == Self.sizeRule && !Set($0.requests).isDisjoint(with: refused)
            }
            if breaksLimit { return 200 }
            let more = growth(in: difference)
            if more > 0 { return more == greatestGrowth ? 150 : 100 }
        }
        return statuses.contains { Self.concerns($0, difference) } ? 100 : 0
    }

    /// Whether a server that takes only so much refused contents that are larger than those it accepted.
    func blamesSize(of difference: Difference) -> Bool {
        statuses.contains(413) && difference.area == .content && growth(in: difference) > 0
    }

    /// The bytes that a request has in the parts of a difference.
    func size(of difference: Difference, in request: Int) -> Int {
        let all = requests[request].form?.parts ?? []
        return difference.parts.compactMap { parts[$0].numbers[request] }.reduce(0) { sum, number in
            sum + (all.indices.contains(number - 1) ? all[number - 1].content.count : 0)
        }
    }

    /// By how many bytes every refused request is larger than any accepted one in the parts of a difference.
    private func growth(in difference: Difference) -> Int {
        let isOfContent = difference.area == .content && difference.trait == "bytes"
        guard isOfContent || difference.isMissingPart,
            let least = refused.map({ size(of: difference, in: $0) }).min(),
            let most = accepted.map({ size(of: difference, in: $0) }).max()
        else { return 0 }
        return max(least - most, 0)
    }

    /// Whether a difference is in the part of the request that a status code is about.
    private static func concerns(_ status: Int, _ difference: Difference) -> Bool {
        let traits: [(Difference.Area, [String])] =
            switch status {
            // 419 is that of Laravel for a token against forgery that is missing or too old.
            case 401, 403, 407, 419:
                [
                    (
                        .head,
                        [
                            "authorization", "cookie", "origin", "referer", "proxy-authorization",
                            "x-csrf-token",
                        ]
                        .map { "field \($0)" }
                    )
                ]
            case 404, 410, 421: [(.requestLine, ["target", "form of the target"]), (.head, ["field host"])]
            case 405, 501: [(.requestLine, ["method"]), (.framing, ["end of the body"])]
            case 411: [(.framing, ["end of the body", "Content-Length"])]
            case 413: [(.framing, ["end of the body"])]
            case 415:
                [(.head, ["field content-type", "field content-encoding"]), (.part, ["field content-type"])]
            case 417: [(.head, ["field expect"])]
            case 505: [(.requestLine, ["version"])]
            default: []
            }
        return traits.contains { area, names in
            difference.area == area && names.contains(difference.trait)
        }
    }
}
