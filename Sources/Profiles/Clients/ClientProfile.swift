import Bytes

/// The habits by which a client is recognized.
///
/// A class: each exchange is compared with every profile, and handing a structure of so many members on costs more than
/// the comparison.
package final class ClientProfile: Sendable {
    /// The evidence for the habits.
    package enum Source: String, Hashable, Sendable {
        /// Captures of the project.
        case recorded
        /// Recordings that are not part of the project.
        case noted
        /// The client's source code or documentation.
        case described

        /// The source in words.
        package var words: String {
            switch self {
            case .recorded: "recorded"
            case .noted: "noted from recordings that are not kept here"
            case .described: "from source or description, not recorded"
            }
        }
    }

    /// A short name for use in commands: `curl`.
    package let id: String
    /// The full name: `Guzzle of PHP`.
    package let name: String
    /// The versions that the evidence is about.
    package let versions: String
    /// The evidence for the habits.
    package let source: Source
    /// The shapes of its boundaries.
    package let boundaries: [BoundaryShape]
    /// Patterns for its User-Agent; empty where it sends none, or the program's own.
    package let agents: [AgentPattern]
    /// The orders in which it sends the head's fields; empty where that is not known.
    package let fieldOrders: [FieldPattern]
    /// The marks of the names in these.
    let fieldMarks: UInt64
    /// The possible values of each other habit; an absent habit is not known.
    package let habits: [Habit: [String]]
    /// The same by the place of the habit among all: looking up a case that has a text hashes the text.
    private let values: [[String]?]
    /// What each request is compared with first.
    let traits: ClientTraits

    /// Makes a profile.
    ///
    /// - Parameters:
    ///   - id: a short name.
    ///   - name: the full name.
    ///   - versions: the versions that the evidence is about.
    ///   - source: the evidence.
    ///   - boundaries: the shapes of its boundaries.
    ///   - agents: patterns for its User-Agent, as ``AgentPattern``.
    ///   - order: the orders of the head's fields, as ``FieldPattern``.
    ///   - habits: what differs from ``plainHabits``.
    @inline(never)
    package init(
        _ id: String,
        _ name: String,
        _ versions: String,
        _ source: Source = .recorded,
        boundary boundaries: BoundaryShape...,
        agents: [String] = [],
        order: [String] = [],
        habits: HabitTable = [:]
    ) {
        // Not inlined: the compiler would expand it in each entry of the catalogue.
        self.id = id
        self.name = name
        self.versions = versions
        self.source = source
        self.boundaries = boundaries
        self.agents = agents.map(AgentPattern.init)
        fieldOrders = order.map(FieldPattern.init)
        fieldMarks = fieldOrders.reduce(0) { $0 | $1.marks }
        let known = Self.plainHabits.overridden(by: habits).values.filter { !$0.value.isEmpty }
        self.habits = known
        values = Habit.allCases.map { known[$0] }
        let usual = known.keys.filter { habit in
            habit.usualValue.map { known[habit]?.contains($0) ?? false } ?? false
        }
        var telling = HabitSet(Habit.allCases.filter { Self.isSingular(known, in: $0) })
        if fieldOrders.contains(where: \.isTelling) { telling.insert(.fieldOrder) }
        traits = ClientTraits(
            knownHabits: HabitSet(known.keys),
            usualHabits: HabitSet(usual),
            tellingHabits: telling,
            hasFieldOrder: !fieldOrders.isEmpty,
            isDescribed: source == .described
        )
    }

    /// The value of a habit that the program which uses the client determines: each value is the client's.
    static let ofProgram = "the program's own"

    /// The habits of most encoders; a profile removes one by an empty list, where it is not known.
    private static let plainHabits: HabitTable = [
        .type: ["multipart/form-data; boundary=…"],
        .framing: ["content-length", "chunked"],
        .valueHeader: ["Content-Disposition"],
        .valueType: ["none"],
        .fileHeader: ["Content-Disposition, Content-Type"],
        .nameQuoting: ["between quotes"],
        .beyondASCII: ["as it is"],
        .preamble: ["none"],
        .lineEnding: ["CR LF"],
        .epilogue: ["CR LF"],
    ]

    /// Whether a value of a habit may be the client's; `nil` where the habit is not known.
    func mayHave(_ value: String, of habit: Habit) -> Bool? {
        values[habit.place].map { $0.contains(value) || $0.contains(Self.ofProgram) }
    }

    /// Whether names of fields, which have these marks, stand in one of its orders; those that have none of ``fieldMarks``
    /// may be left out.
    func sends(_ names: Span<FieldNameDigest>, marks: UInt64, isHTTP2: Bool) -> Bool {
        for index in fieldOrders.indices
        where fieldOrders[index].matches(names, marks: marks, isHTTP2: isHTTP2) {
            return true
        }
        return false
    }

    /// The profile's values of a habit, in words; empty where it has none.
    package func words(for habit: Habit) -> [String] {
        switch habit {
        case .boundary: boundaries.map(\.text)
        case .userAgent: agents.map(\.text)
        case .fieldOrder: fieldOrders.map(\.words)
        default: habits[habit] ?? []
        }
    }

    /// How a boundary fits the client's shapes; `nil` where it has none of them.
    func fit(of boundary: RawSpan) -> BoundaryFit? {
        let fitting = boundaries.filter { $0.matches(boundary) }
        guard !fitting.isEmpty else { return nil }
        return fitting.contains(where: \.isDistinctive) ? .distinctive : .possible
    }

    /// Whether the values of a habit exclude those of most encoders.
    private static func isSingular(_ habits: [Habit: [String]], in habit: Habit) -> Bool {
        guard habit.isOfEncoder, let own = habits[habit], let plain = plainHabits.values[habit] else {
            return false
        }
        return !own.contains(where: plain.contains) && !own.contains(ofProgram)
    }
}

/// How a boundary fits the shapes of a client's boundaries.
enum BoundaryFit: Hashable, Sendable {
    /// Others may have it as well: its random characters alone do not identify the client.
    case possible
    /// It alone identifies the client.
    case distinctive
}
