/// What the uploads of one client show of its habits, taken together.
package struct RecordedClient: Sendable {
    /// The client.
    package let profile: ClientProfile
    /// How many uploads were looked at.
    package private(set) var uploadCount = 0

    private var boundaries: [[UInt8]] = []
    private var values: [Habit: [String]] = [:]

    /// Prepares for the uploads of a client.
    init(_ profile: ClientProfile) {
        self.profile = profile
    }

    /// Adds what an upload shows.
    mutating func add(_ habits: RequestHabits) {
        uploadCount += 1
        if let boundary = habits.boundary, boundaries.count < 1000 { boundaries.append(boundary) }
        for habit in Habit.allCases {
            for value in habits[habit] where values[habit]?.contains(value) != true {
                values[habit, default: []].append(value)
            }
        }
    }

    /// What the uploads show of a habit, each value once, in the order of its first occurrence.
    ///
    /// Of a boundary it is the shape that all have in common; one boundary alone shows none.
    package subscript(_ habit: Habit) -> [String] {
        guard habit == .boundary else { return values[habit] ?? [] }
        if let shape = BoundaryShape(measuring: boundaries) { return [shape.text] }
        return boundaries.first.map { ["\(BoundaryShape(looksOf: $0).text) (one recorded)"] } ?? []
    }
}

/// The clients whose uploads were met, with their habits as they were met.
package struct RecordedClients: Sendable {
    private var recorded: [String: RecordedClient] = [:]
    /// Uploads of which it is not known who wrote them.
    package private(set) var unknownCount = 0
    /// Uploads that several clients may have written.
    package private(set) var ambiguousCount = 0

    /// Prepares for uploads.
    package init() {}

    /// Adds an upload to those of its client.
    package mutating func add(_ recognition: ClientRecognition) {
        guard let match = recognition.matches.first else {
            unknownCount += 1
            return
        }
        guard recognition.matches.count == 1 else {
            ambiguousCount += 1
            return
        }
        recorded[match.profile.id, default: RecordedClient(match.profile)].add(recognition.habits)
    }

    /// The clients in the order of the catalogue.
    package var clients: [RecordedClient] { ClientCatalogue.all.compactMap { recorded[$0.id] } }
}
