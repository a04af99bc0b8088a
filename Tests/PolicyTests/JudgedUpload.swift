import Inspection
import InspectionRules
import Pipeline
import Policy

/// An upload that a test writes down, judged as the tool does.
struct JudgedUpload: InspectionHandler {
    /// The exchange.
    private(set) var exchange: InspectedExchange?

    mutating func inspected(_ exchange: consuming InspectedExchange) {
        let exchange = exchange
        self.exchange = self.exchange ?? exchange
    }

    /// Judges an example by some rules.
    static func read(_ example: RuleExample, rules: [any Rule]) throws -> InspectedExchange? {
        var options = InspectionOptions(.standard)
        options.inspector = Inspector(rules: rules, of: .ofForms)
        var upload = JudgedUpload()
        let kind: InputKind =
            switch example.kind {
            case .body(let contentType): .body(contentType: contentType)
            case .request, .page: .request
            }
        _ = try CaptureInspection(options: options).inspect(
            RuleExample.bytes(of: example.text).bytes,
            name: "example",
            as: kind,
            into: &upload
        )
        return upload.exchange
    }

    /// The rules of a contract that find something in an example, each with the offset.
    static func deviations(_ example: RuleExample, from contract: Contract) throws -> [Finding] {
        try read(example, rules: ContractRules.all(for: contract))?.findings.map(\.finding) ?? []
    }
}
