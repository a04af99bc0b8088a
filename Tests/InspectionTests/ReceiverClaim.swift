/// What a sentence says that receivers do with some bodies of the lab.
struct ReceiverClaim: Decodable, Sendable {
    /// What comes of a body.
    enum Outcome: String, Decodable, Sendable {
        /// It is refused, or the connection is closed.
        case refused
        /// It is answered with an empty form.
        case empty
        /// The form that was meant is read.
        case asMeant = "as-meant"
        /// Anything else than that.
        case notAsMeant = "not-as-meant"
        /// Another form is read than was meant.
        case otherwise
        /// Such a form, which lacks something of what was meant.
        case loses
        /// It is answered as a form, be it another one or empty.
        case accepts
        /// No field is read of it.
        case nothing
        /// A checker blocks it.
        case blocks
        /// A checker lets it pass.
        case passes
    }

    /// For how many receivers a claim holds.
    enum Quantifier: String, Decodable, Sendable {
        /// Those that it names, and no other reader.
        case only
        /// All readers.
        case all
        /// All that no claim of the sentence names.
        case others
        /// More than half of all readers.
        case most
        /// More than half of those that no claim of the sentence names.
        case mostOthers = "most others"
        /// At least one reader in four.
        case many
        /// Fewer than that, but one.
        case few
    }

    /// The ids of the receivers; none where a quantifier says which are meant.
    let receivers: [String]?
    let quantifier: Quantifier?
    /// The ids of the bodies: the claim is made of each of them.
    let bodies: [String]
    let outcome: Outcome
    /// A field that is read.
    let finds: FieldPattern?
    /// A field that is not.
    let lacks: FieldPattern?
    /// Flags that a checker sets at least; if empty, it sets none.
    let flags: [String]?
    /// A piece of the text with which a checker blocks.
    let error: String?

    /// Where a grid says something else.
    ///
    /// - Parameters:
    ///   - grid: what was measured.
    ///   - named: the receivers that the claims of the sentence name.
    /// - Returns: the receiver, the body, what is claimed and what the grid says, for each such place.
    func faults(in grid: MeasuredGrid, named: Set<String>) -> [String] {
        guard !bodies.isEmpty else { return ["a claim without bodies"] }
        return bodies.flatMap { body in
            switch quantifier {
            case nil: faults(of: receivers ?? [], body, in: grid)
            case .only: faults(of: receivers ?? [], body, in: grid) + intruders(body, in: grid)
            case .all: shareFaults(of: grid.readers, body, in: grid) { $0 == $1 }
            case .others: shareFaults(of: others(named, in: grid), body, in: grid) { $0 == $1 }
            case .most: shareFaults(of: grid.readers, body, in: grid) { 2 * $0 > $1 }
            case .mostOthers: shareFaults(of: others(named, in: grid), body, in: grid) { 2 * $0 > $1 }
            case .many: shareFaults(of: grid.readers, body, in: grid) { 4 * $0 >= $1 }
            case .few: shareFaults(of: grid.readers, body, in: grid) { $0 > 0 && 4 * $0 < $1 }
            }
        }
    }

    private func others(_ named: Set<String>, in grid: MeasuredGrid) -> [String] {
        grid.readers.filter { !named.contains($0) }
    }

    private func faults(of receivers: [String], _ body: String, in grid: MeasuredGrid) -> [String] {
        guard !receivers.isEmpty else { return ["a claim without receivers"] }
        return receivers.compactMap { receiver in
            guard let result = grid.results[receiver]?[body] else {
                return "\(receiver), \(body): not in the grid"
            }
            guard !holds(result) else { return nil }
            return "\(receiver), \(body): \(demand), but the grid says \(result.summary)"
        }
    }

    private func intruders(_ body: String, in grid: MeasuredGrid) -> [String] {
        grid.readers.filter { receivers?.contains($0) != true }.compactMap { receiver in
            guard let result = grid.results[receiver]?[body], holds(result) else { return nil }
            return "\(receiver), \(body): the grid says \(result.summary), as of those that alone are named"
        }
    }

    private func shareFaults(
        of readers: [String],
        _ body: String,
        in grid: MeasuredGrid,
        isShare: (_ count: Int, _ all: Int) -> Bool
    ) -> [String] {
        let results = readers.compactMap { reader in grid.results[reader]?[body].map { (reader, $0) } }
        guard results.count == readers.count else { return ["\(body): not in the grid"] }
        let holding = results.filter { holds($0.1) }.map(\.0)
        guard !isShare(holding.count, readers.count) else { return [] }
        let which = holding.prefix(8).joined(separator: ", ")
        let quantity = quantifier?.rawValue ?? ""
        let share = "\(holding.count) of \(readers.count) readers"
        return ["\(body): \(demand), but the grid says so of \(share) (\(which)): not \(quantity)"]
    }

    /// What it asks for, in the words of the file.
    private var demand: String {
        let pieces = [
            outcome.rawValue, finds.map { "finds \($0)" }, lacks.map { "lacks \($0)" },
            flags.map { "flags \($0)" }, error,
        ]
        return pieces.compactMap(\.self).joined(separator: ", ")
    }

    private func holds(_ result: MeasuredGrid.Result) -> Bool {
        guard result.shows(outcome) else { return false }
        let form = result.form ?? []
        if let finds, !form.contains(where: finds.matches) { return false }
        if let lacks, form.contains(where: lacks.matches) { return false }
        if let error, result.error?.contains(error) != true { return false }
        guard let flags else { return true }
        let set = result.flags ?? []
        return flags.isEmpty ? set.isEmpty : Set(flags).isSubset(of: set)
    }
}

extension MeasuredGrid.Result {
    /// Whether this came of a body.
    fileprivate func shows(_ expected: ReceiverClaim.Outcome) -> Bool {
        switch expected {
        case .refused: outcome == "refused" || outcome == "closed"
        case .empty: outcome == "empty"
        case .asMeant: outcome == "as-meant"
        case .notAsMeant: outcome != nil && outcome != "as-meant"
        case .otherwise: outcome == "otherwise"
        case .loses: outcome == "otherwise" && loses == true
        case .accepts: ["as-meant", "otherwise", "empty"].contains(outcome)
        case .nothing:
            ["refused", "closed", "empty", "hangs"].contains(outcome)
                || (outcome == "otherwise" && form?.isEmpty == true)
        case .blocks: verdict == "block"
        case .passes: verdict == "pass"
        }
    }

    fileprivate var summary: String {
        guard let outcome else { return "\(verdict ?? "nothing") \(flags ?? []) \(error ?? "")" }
        let fields = (form ?? []).map { field in
            "\(field.name ?? "null")/\(field.filename ?? "null"):\(field.length)"
        }
        return "\(outcome)\(loses == true ? ", loses" : "") \(fields)"
    }
}
