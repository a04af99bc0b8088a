/// The habits that the uploads of one client show, combined.
package struct RecordedClient: Sendable {
    /// The client.
    package let profile: ClientProfile
    /// The number of uploads.
    package private(set) var uploadCount = 0

    private var boundaries: [[UInt8]] = []
    private var values: [Habit: [String]] = [:]

    /// Makes an empty record for a client.
    init(_ profile: ClientProfile) {
        self.profile = profile
    }

    /// Adds the habits of an upload.
    mutating func add(_ habits: RequestHabits) {
        uploadCount += 1
        if let boundary = habits.boundary, boundaries.count < 1000 { boundaries.append(boundary) }
        for habit in Habit.allCases {
            for value in habits[habit] where values[habit]?.contains(value) != true {
                values[habit, default: []].append(value)
            }
        }
    }

    /// The values of a habit, each once, in the order of first occurrence.
    ///
    /// For boundaries it is the shape that all have in common; one boundary alone yields none.
    package subscript(_ habit: Habit) -> [String] {
        guard habit == .boundary else { return values[habit] ?? [] }
        if let shape = BoundaryShape(measuring: boundaries) { return [shape.text] }
        return boundaries.first.map { ["\(BoundaryShape(looksOf: $0).text) (one recorded)"] } ?? []
    }
}

/// The recognized clients of a run, with the habits that their uploads show.
package struct RecordedClients: Sendable {
    private var recorded: [String: RecordedClient] = [:]
    /// The number of uploads whose client is not known.
    package private(set) var unknownCount = 0
    /// The number of uploads that several clients may have written.
    package private(set) var ambiguousCount = 0

    /// Makes an empty record.
    package init() {}

    /// Adds an upload to the record of its client.
    package mutating func add(_ recognition: ClientRecognition) {
        guard let client = recognition.choice.first else {
            unknownCount += 1
            return
        }
        guard recognition.choice.count == 1 else {
            ambiguousCount += 1
            return
        }
        recorded[client.id, default: RecordedClient(client)].add(recognition.habits)
    }

    /// The clients in the order of the catalogue.
    package var clients: [RecordedClient] { ClientCatalogue.all.compactMap { recorded[$0.id] } }
}
