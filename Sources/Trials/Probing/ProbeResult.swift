/// What a receiver did with one body.
package struct ProbeResult: Hashable, Sendable {
    /// The id of the body.
    package var id: String
    /// What it did.
    package var outcome: ProbeOutcome
    /// The status of its answer; `nil` where there was none.
    package var status: Int?
    /// The fields that it read; `nil` where that is not known.
    package var form: [ReadField]?
    /// What is different from the form that was meant, or why there is no reading, in words.
    package var effects: [String] = []
    /// Whether a field or a file is missing.
    package var loses = false

    /// Makes a result without a reading.
    package init(_ id: String, _ outcome: ProbeOutcome, status: Int? = nil, effects: [String] = []) {
        self.id = id
        self.outcome = outcome
        self.status = status
        self.effects = effects
    }

    /// Makes a result of a reading, compared with the form that was meant.
    ///
    /// - Parameters:
    ///   - body: the body.
    ///   - status: the status of the answer.
    ///   - form: the fields that were read.
    ///   - names: the only names of fields that the answer can tell of; `nil` for all.
    ///   - hasFilenames: whether the filenames that were read are known.
    package init(
        _ body: LabBody,
        status: Int?,
        form: [ReadField],
        names: Set<String>? = nil,
        hasFilenames: Bool = true
    ) {
        var meant = body.form.map { $0.map(ReadField.init) }
        if let names { meant = meant?.filter { names.contains($0.name ?? "") } }
        let effects = ReadingComparison(
            meant: meant,
            read: form,
            of: body.body,
            hasFilenames: hasFilenames
        ).effects
        let isEmpty = form.isEmpty && meant?.isEmpty != true
        id = body.id
        outcome = isEmpty ? .empty : effects.isEmpty ? .asMeant : .otherwise
        self.status = status
        self.form = form
        // That all is lost is what the outcome says.
        self.effects = isEmpty ? [] : effects.map(\.text)
        loses = effects.contains(where: \.isLoss)
    }

    /// What stands for it in a grid.
    package var sign: ProbeSign {
        switch outcome {
        case .asMeant: .asMeant
        case .otherwise: loses ? .loses : .differs
        case .empty: .empty
        case .refused: .refused
        case .closed: .closed
        case .hangs: .hangs
        case .unread: .unread
        }
    }

    /// Whether two receivers treat the body alike: they end alike and, where they read it, read the same fields.
    package func isAlike(_ other: ProbeResult) -> Bool {
        guard outcome == other.outcome else { return false }
        guard let form, let otherForm = other.form else { return self.form == nil && other.form == nil }
        return Self.counts(form) == Self.counts(otherForm)
    }

    private static func counts(_ form: [ReadField]) -> [ReadField: Int] {
        form.reduce(into: [:]) { counts, field in
            var field = field
            field.filename = field.file
            counts[field, default: 0] += 1
        }
    }
}
