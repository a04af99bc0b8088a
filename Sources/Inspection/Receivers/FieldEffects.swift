import Bytes
package import Forms

/// What receivers lose or find of the fields that a form was meant to have, grouped by effect.
package struct FieldEffects: Sendable {
    /// What a receiver does with a form.
    package enum Effect: Hashable, Sendable {
        /// The receiver refuses it.
        case refuses
        /// The receiver finds no field in it.
        case findsNothing
        /// The receiver does not find fields: their names.
        case loses([String])
        /// The receiver finds fields that were meant to be content: their names.
        case adds([String])
        /// The receiver finds all fields, one with other content: its name.
        case changes(String)
        /// The receiver reads what was meant: how many fields.
        case readsAsMeant(Int)
    }

    /// Receivers with one effect.
    package struct Group: Hashable, Sendable {
        /// The effect.
        package var effect: Effect
        /// The receivers, in their order.
        package var receivers: [Receiver]
    }

    /// The groups, the worst effect first.
    package let groups: [Group]

    /// Compares the readings of a form with the fields that its parts, and those after its close delimiter, have.
    package init(of form: Form) {
        let readings = ReceiverReading.all(of: form)
        var meant = Self.meantFields(of: form)
        if let close = form.close {
            for case .fields(let fields) in readings.map(\.outcome) {
                meant += fields.filter { field in
                    field.content.lowerBound > close.text.upperBound
                        && !meant.contains { $0.content.lowerBound == field.content.lowerBound }
                }
            }
            meant.sort { $0.content.lowerBound < $1.content.lowerBound }
        }
        var groups: [Group] = []
        for reading in readings {
            let effect = Effect(reading.outcome, meant: meant)
            if let index = groups.firstIndex(where: { $0.effect == effect }) {
                groups[index].receivers.append(reading.receiver)
            } else {
                groups.append(Group(effect: effect, receivers: [reading.receiver]))
            }
        }
        for index in groups.indices {
            groups[index].receivers.sort { $0.order < $1.order }
        }
        self.groups = groups.enumerated().sorted {
            ($0.element.effect.rank, $0.offset) < ($1.element.effect.rank, $1.offset)
        }
        .map(\.element)
    }

    /// The fields of a form's parts; a part that begins with no header line is content of the one before it.
    private static func meantFields(of form: Form) -> [FormReading.Field] {
        var fields: [FormReading.Field] = []
        for part in form.parts {
            if let name = part.name {
                let filename = part.filename.map(Array.init)
                fields.append(
                    FormReading.Field(name: Array(name), filename: filename, content: part.content)
                )
            } else if part.headerEnd != .blankLine || part.headerFacts.features.contains(.missingColon),
                let last = fields.indices.last
            {
                fields[last].content = fields[last].content.lowerBound..<part.content.upperBound
            }
        }
        return fields
    }

    /// Whether receivers differ.
    package var differ: Bool { groups.count > 1 }

    /// One sentence without a full stop: `PHP and Go lose `a`; Django reads all 2 fields as meant`.
    package var words: String {
        groups.map {
            "\(Self.list($0.receivers.map(\.name))) \($0.effect.words(isPlural: $0.receivers.count > 1))"
        }
        .joined(separator: "; ")
    }

    /// Words as a list: `a, b and c`.
    static func list(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " and " + last
    }
}

extension Receiver {
    /// The position among all receivers: the best known come first.
    fileprivate var order: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

extension FieldEffects.Effect {
    fileprivate init(_ outcome: ReceiverReading.Outcome, meant: [FormReading.Field]) {
        guard case .fields(let fields) = outcome else {
            self = .refuses
            return
        }
        let found = Dictionary(
            fields.map { ($0.content.lowerBound, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        let lost = meant.filter { found[$0.content.lowerBound] == nil }
        let starts = Set(meant.map(\.content.lowerBound))
        let added = fields.filter { !starts.contains($0.content.lowerBound) }
        if fields.isEmpty, !meant.isEmpty {
            self = .findsNothing
        } else if !lost.isEmpty {
            self = .loses(lost.map(Self.name))
        } else if !added.isEmpty {
            self = .adds(added.map(Self.name))
        } else if let changed = meant.first(where: { found[$0.content.lowerBound]?.content != $0.content }) {
            self = .changes(Self.name(changed))
        } else {
            self = .readsAsMeant(meant.count)
        }
    }

    /// What the receivers do, in words that follow their names.
    package func words(isPlural: Bool) -> String {
        func verb(_ one: String, _ many: String) -> String { isPlural ? many : one }
        return switch self {
        case .refuses: verb("refuses", "refuse") + " the form"
        case .findsNothing: verb("finds", "find") + " no field"
        case .loses(let names): verb("loses", "lose") + " \(Self.list(names))"
        case .adds(let names):
            verb("takes", "take")
                + " content for \(names.count == 1 ? "a field" : "fields") \(Self.list(names))"
        case .changes(let name): verb("reads", "read") + " other content for \(name)"
        case .readsAsMeant(0): verb("finds", "find") + " no field"
        case .readsAsMeant(1): verb("reads", "read") + " the field as meant"
        case .readsAsMeant(let count): verb("reads", "read") + " all \(count.grouped) fields as meant"
        }
    }

    fileprivate var rank: Int {
        switch self {
        case .refuses: 0
        case .findsNothing: 1
        case .loses: 2
        case .adds: 3
        case .changes: 4
        case .readsAsMeant: 5
        }
    }

    private static func name(_ field: FormReading.Field) -> String {
        field.name.map { "`\(PrintableText.text($0, limit: 40))`" } ?? "an unnamed field"
    }

    private static func list(_ names: [String]) -> String {
        guard names.count > 4 else { return FieldEffects.list(names) }
        return names.prefix(4).joined(separator: ", ") + " and \((names.count - 4).grouped) more"
    }
}
