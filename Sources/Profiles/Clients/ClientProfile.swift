/// What a client habitually does, so that it can be known by it.
package struct ClientProfile: Sendable {
    /// How the habits are known.
    package enum Source: String, Hashable, Sendable {
        /// Captures of the project show them.
        case recorded
        /// They were read off recordings that are not part of the project.
        case noted
        /// They are taken from the client's source or its description.
        case described

        /// The source in words.
        package var words: String {
            switch self {
            case .recorded: "recorded"
            case .noted: "noted from recordings that are not kept here"
            case .described: "from its source or description, not recorded"
            }
        }
    }

    /// A short name, by which commands know it: `curl`.
    package let id: String
    /// The name in full: `PHP with libcurl`.
    package let name: String
    /// The versions by which the habits are known.
    package let versions: String
    /// How the habits are known.
    package let source: Source
    /// The shapes that its boundaries have.
    package let boundaries: [BoundaryShape]
    /// What its User-Agent looks like; empty where it sends none, or a program's own.
    package let agents: [AgentPattern]
    /// In which orders it sends the head's fields; empty where that is not known.
    package let fieldOrders: [FieldPattern]
    /// What it may show of each other habit; a habit that is missing is not known.
    package let habits: [Habit: [String]]

    /// Makes a profile.
    ///
    /// - Parameters:
    ///   - id: a short name.
    ///   - name: the name in full.
    ///   - versions: the versions by which the habits are known.
    ///   - source: how they are known.
    ///   - boundaries: the shapes that its boundaries have.
    ///   - agents: what its User-Agent looks like, as ``AgentPattern``.
    ///   - order: in which orders it sends the head's fields, as ``FieldPattern``.
    ///   - habits: what differs from ``plainHabits``.
    package init(
        _ id: String,
        _ name: String,
        _ versions: String,
        _ source: Source = .recorded,
        boundary boundaries: BoundaryShape...,
        agents: [String] = [],
        order: [String] = [],
        habits: [Habit: [String]] = [:]
    ) {
        self.id = id
        self.name = name
        self.versions = versions
        self.source = source
        self.boundaries = boundaries
        self.agents = agents.map(AgentPattern.init)
        fieldOrders = order.map(FieldPattern.init)
        self.habits = Self.plainHabits.merging(habits) { $1 }.filter { !$0.value.isEmpty }
    }

    /// What most encoders do; an empty list takes a habit away, as one that is not known.
    private static let plainHabits: [Habit: [String]] = [
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

    /// What the profile says of a habit, for people; empty where it says nothing.
    package func words(for habit: Habit) -> [String] {
        switch habit {
        case .boundary: boundaries.map(\.text)
        case .userAgent: agents.map(\.text)
        case .fieldOrder: fieldOrders.map(\.words)
        default: habits[habit] ?? []
        }
    }

    /// Whether a boundary tells by itself that it is the client's.
    package func isDistinctive(_ boundary: [UInt8]) -> Bool {
        boundaries.contains { $0.isDistinctive && $0.matches(boundary) }
    }

    /// Whether the client never does in a habit what most encoders do.
    package func isSingular(in habit: Habit) -> Bool {
        guard habit.isOfEncoder, let own = habits[habit], let plain = Self.plainHabits[habit] else {
            return false
        }
        return !own.contains(where: plain.contains)
    }

    /// Whether a request's User-Agent is one that the client has.
    package func isClaimed(by agent: [UInt8]) -> Bool { agents.contains { $0.matches(agent) } }
}
