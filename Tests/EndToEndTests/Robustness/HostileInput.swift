import Bytes
import Exchanges
import Inspection
import InspectionRules
import Pipeline
import TestSupport

/// What reading an input came to, in counts: the values themselves may be large.
struct HostileInput: InspectionHandler {
    /// The inputs that cost too much once, by their names in `Tests/Cases/hostile`.
    static func path(_ name: String) -> String { Checkout.path("Tests/Cases/hostile/\(name)") }

    /// The exchanges that were handed on.
    private(set) var exchangeCount = 0
    /// The bytes of the field lines of all heads.
    private(set) var headBytes = 0
    /// How taking off content codings ended.
    private(set) var outcomes: [ContentDecoding.Outcome: Int] = [:]
    /// The rules that found an error, by exchange.
    private(set) var errors: [Set<String>] = []
    /// What is said of the input as a whole.
    private(set) var capture: InspectedCapture?

    mutating func inspected(_ exchange: consuming InspectedExchange) {
        let exchange = exchange
        exchangeCount += 1
        for message in [exchange.exchange.request, exchange.exchange.response] {
            headBytes += message?.head.fields.bytes.count ?? 0
        }
        if let outcome = exchange.decoding?.outcome { outcomes[outcome, default: 0] += 1 }
        errors.append(Set(exchange.findings.map(\.finding).filter { $0.severity == .error }.map(\.rule)))
    }

    /// The kinds of problems that the input as a whole has.
    var problems: [String] { capture?.problems.map(\.kind) ?? [] }

    /// Whether anything is said to be an error of the client.
    var accuses: Bool { errors.contains { !$0.isEmpty } }

    /// Reads an input.
    static func read(_ name: String) throws -> HostileInput {
        var input = HostileInput()
        input.capture = try CaptureInspection(options: InspectionOptions(.standard)).inspect(
            path: path(name),
            as: .capture(format: nil),
            into: &input
        )
        return input
    }
}
