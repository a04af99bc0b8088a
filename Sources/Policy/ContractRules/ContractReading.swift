import Bytes
import Forms
package import Inspection

/// A form held against a contract: which part answers which demand.
struct ContractReading {
    /// A part, and the demand of its name; `nil` where the contract does not name it.
    struct Answer {
        /// The part.
        let part: BodyPart
        /// The name, undecodable bytes replaced by U+FFFD; `nil` where the part has none.
        let name: String?
        /// The index of the demand among the contract's fields.
        let demand: Int?
    }

    /// The parts in their order.
    let answers: [Answer]
    /// Whether every part was kept.
    let hasAllParts: Bool
    /// The number of the part that the end of the capture, or of the connection, cuts off; `nil` where none is cut.
    let cutPart: Int?
    /// How many parts answer each demand, by its index.
    private(set) var counts: [Int]

    /// Holds the form of a context against a contract; `nil` where there is no form, or the contract is about other
    /// uploads.
    init?(_ context: borrowing RuleContext, _ contract: Contract) {
        guard let form = context.form, contract.holds(for: context) else { return nil }
        hasAllParts = form.parts.count == form.partCount
        // What follows the last byte that is there may have been another thing than the end.
        cutPart = form.close == nil && !context.hasWholeBody ? form.parts.last?.number : nil
        var indices: [String: Int] = [:]
        for (index, field) in contract.fields.enumerated() { indices[field.name] = index }
        counts = Array(repeating: 0, count: contract.fields.count)
        var answers: [Answer] = []
        answers.reserveCapacity(form.parts.count)
        for part in form.parts {
            let name = part.name.map { String(decoding: $0, as: UTF8.self) }
            let demand = name.flatMap { indices[$0] }
            if let demand { counts[demand] += 1 }
            answers.append(Answer(part: part, name: name, demand: demand))
        }
        self.answers = answers
    }
}

extension Contract {
    /// Whether an upload is one that the contract is about; a bare body, which goes nowhere, always is.
    package func holds(for context: borrowing RuleContext) -> Bool {
        appliesTo?.matches(context) ?? true
    }
}

/// A way in which one part differs from what a contract demands of it.
struct Deviation {
    /// One sentence without a full stop.
    var message: String
    /// The bytes that differ, as offsets in the body.
    var range: Range<Int>
    /// Where it is no fault, but something that could not be judged.
    var severity: Severity?
}

/// A rule of a contract.
protocol ContractRule: Rule {
    /// What is demanded.
    var contract: Contract { get }
}

extension ContractRule {
    /// What is against a contract is an error, however harmless elsewhere.
    var severity: Severity { .error }
    /// The contract is the authority.
    var clauses: [Clause] { [.practice("contract \(PrintableText.text(contract.name, limit: 60))")] }
}

/// A rule of a contract that looks at one part at a time.
protocol PartContractRule: ContractRule {
    /// How a part differs from the demand of its name; `nil` where it does not.
    func deviation(of part: BodyPart, from demand: FieldDemand) -> Deviation?
}

extension PartContractRule {
    /// Reports the first parts that differ; a hostile form has thousands.
    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let reading = ContractReading(context, contract) else { return }
        var found: [(Deviation, part: Int)] = []
        var others = 0
        for answer in reading.answers where answer.part.number != reading.cutPart {
            guard let demand = answer.demand,
                let deviation = deviation(of: answer.part, from: contract.fields[demand])
            else { continue }
            if found.count < ContractRules.placeLimit {
                found.append((deviation, answer.part.number))
            } else {
                others += 1
            }
        }
        for (index, (deviation, part)) in found.enumerated() {
            let more = others > 0 && index == found.count - 1 ? " (and \(others) more like it)" : ""
            report.add(
                self,
                deviation.message + more,
                at: deviation.range,
                part: part,
                severity: deviation.severity
            )
        }
    }
}

extension BodyPart {
    /// The name for messages: "`image_file`".
    var shownName: String { name.map { "`\(PrintableText.text($0, limit: 60))`" } ?? "without a name" }

    /// The first bytes of the content, to point at; empty where there is none.
    var contentOpening: Range<Int> {
        content.lowerBound..<min(content.lowerBound + 12, content.upperBound)
    }

    /// The place of the disposition's name, or of the part's first byte where there is none.
    var namePlace: Range<Int> { disposition?.nameValue ?? delimiter.text }
}
