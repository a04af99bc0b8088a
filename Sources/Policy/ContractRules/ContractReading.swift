import Bytes
import Forms
package import Inspection

/// A form matched against a contract: which part corresponds to which field demand.
struct ContractReading {
    /// A part, and the demand for its name; `nil` where the contract does not name it.
    struct Answer {
        /// The part.
        let part: BodyPart
        /// The name, bytes that are not valid UTF-8 replaced by U+FFFD; `nil` where the part has none.
        let name: String?
        /// The index of the demand among the contract's fields.
        let demand: Int?
    }

    /// The parts in their order.
    let answers: [Answer]
    /// Whether every part was kept.
    let hasAllParts: Bool
    /// The number of the part that the end of the capture or connection truncates; `nil` where no part is
    /// truncated.
    let cutPart: Int?
    /// How many parts correspond to each demand, by its index.
    private(set) var counts: [Int]

    /// Matches the form of a context against a contract; `nil` where there is no form, or the contract
    /// applies to other uploads.
    init?(_ context: borrowing RuleContext, _ contract: Contract) {
        guard let form = context.form, contract.holds(for: context) else { return nil }
        hasAllParts = form.keptPartCount == form.partCount
        // Bytes after the last captured one may have ended the part.
        cutPart = form.close == nil && !context.hasWholeBody ? form.parts.last?.number : nil
        // Texts are compared by their bytes: servers do not take composed and decomposed letters for the same.
        var indices: [[UInt8]: Int] = [:]
        for (index, field) in contract.fields.enumerated() { indices[Array(field.name.utf8)] = index }
        counts = Array(repeating: 0, count: contract.fields.count)
        var answers: [Answer] = []
        answers.reserveCapacity(form.parts.count)
        for part in form.parts {
            let name = part.name.map { String(decoding: $0, as: UTF8.self) }
            let demand = name.flatMap { indices[Array($0.utf8)] }
            if let demand { counts[demand] += 1 }
            answers.append(Answer(part: part, name: name, demand: demand))
        }
        self.answers = answers
    }
}

extension Contract {
    /// Whether the contract applies to an upload; always true for a bare body, which has no URL.
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
    /// The severity where the part could not be judged rather than differs; `nil` for the rule's own
    /// severity.
    var severity: Severity?
}

/// A rule of a contract.
protocol ContractRule: Rule {
    /// The contract to check against.
    var contract: Contract { get }
}

extension ContractRule {
    /// A violation of a contract is an error, even where the same is harmless elsewhere.
    var severity: Severity { .error }
    /// The contract itself is the authority.
    var clauses: [Clause] { [.practice("contract \(PrintableText.text(contract.name, limit: 60))")] }
}

/// A contract rule that checks each part by itself.
protocol PartContractRule: ContractRule {
    /// How a part differs from the demand for its name; `nil` where it does not.
    func deviation(of part: BodyPart, from demand: FieldDemand) -> Deviation?
}

extension PartContractRule {
    /// Reports the first parts that differ, up to a limit: a hostile form has thousands.
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

    /// The first bytes of the content, as a finding's location; empty where there is none.
    var contentOpening: Range<Int> {
        content.lowerBound..<min(content.lowerBound + 12, content.upperBound)
    }

    /// The range of the disposition's name, or of the delimiter where there is none.
    var namePlace: Range<Int> { disposition?.nameValue ?? delimiter.text }
}
