/// The habits that the uploads of one client show, combined.
package struct RecordedClient: Sendable {
    /// The client; `nil` where it is not known.
    package let profile: ClientProfile?
    /// The User-Agent of an unknown client, escaped for display; `nil` where it sends none.
    package let agent: String?
    /// The number of uploads.
    package private(set) var uploadCount = 0

    private var boundaries: [[UInt8]] = []
    private var values: [Habit: [String]] = [:]

    /// The number of values of one habit that are kept: a program may send its fields in ever other orders.
    private static let valueLimit = 100

    /// Makes an empty record for a client.
    fileprivate init(_ profile: ClientProfile) { (self.profile, agent) = (profile, nil) }

    /// Makes an empty record for an unknown client with a User-Agent.
    fileprivate init(agent: String?) { (profile, self.agent) = (nil, agent) }

    /// Adds the habits of an upload.
    fileprivate mutating func add(_ habits: RequestHabits) {
        uploadCount += 1
        if let boundary = habits.boundary, boundaries.count < 1000 { boundaries.append(Array(boundary)) }
        for habit in Habit.allCases {
            for value in habits[habit] {
                let known = values[habit] ?? []
                if known.count < Self.valueLimit, !known.contains(value) { values[habit] = known + [value] }
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

/// The clients of a run, with the habits that their uploads show; unknown ones are told apart by their User-Agents.
package struct RecordedClients: Sendable {
    private var recorded: [String: RecordedClient] = [:]
    /// The unknown clients, in the order of their first uploads; at most ``unknownLimit``.
    private var unknown: [RecordedClient] = []
    /// The number of uploads of further unknown clients.
    package private(set) var omittedCount = 0
    /// The number of uploads that several clients may have written.
    package private(set) var ambiguousCount = 0

    /// The number of unknown clients that are kept.
    private static let unknownLimit = 20

    /// Makes an empty record.
    package init() {}

    /// Adds an upload to the record of its client.
    package mutating func add(_ recognition: ClientRecognition) {
        guard let client = recognition.choice.first else { return addUnknown(recognition.habits) }
        guard recognition.choice.count == 1 else {
            ambiguousCount += 1
            return
        }
        recorded[client.id, default: RecordedClient(client)].add(recognition.habits)
    }

    private mutating func addUnknown(_ habits: RequestHabits) {
        let agent = habits[.userAgent].first
        let known = unknown.firstIndex { $0.agent == agent }
        guard let index = known ?? (unknown.count < Self.unknownLimit ? unknown.endIndex : nil) else {
            omittedCount += 1
            return
        }
        if known == nil { unknown.append(RecordedClient(agent: agent)) }
        unknown[index].add(habits)
    }

    /// The clients in the order of the catalogue, then those that are not known.
    package var clients: [RecordedClient] { ClientCatalogue.all.compactMap { recorded[$0.id] } + unknown }
}
