import Profiles

/// Recorded clients and their habits side by side: a row a client, a column a habit.
struct ClientMatrix {
    /// What one client shows of one habit.
    struct Cell {
        /// The values, each once; empty where the recordings give no occasion to tell.
        var values: [String]
        /// Whether most clients do something else.
        var isUnusual: Bool
    }

    /// One client.
    struct Row {
        /// The client.
        var client: RecordedClient
        /// What it shows, a cell a column.
        var cells: [Cell]
    }

    /// Values of one habit that are shown, more are only counted: the order of a head's fields varies with what programs
    /// add.
    private static let shownValues = 3

    /// The habits of which any client shows something.
    let habits: [Habit]
    /// The clients, in the order of the catalogue.
    let rows: [Row]
    /// What the recordings are, in a sentence.
    let summary: String

    /// Lays out what was recorded.
    init(_ recorded: RecordedClients) {
        let clients = recorded.clients
        let shown = Habit.allCases.filter { habit in clients.contains { !$0[habit].isEmpty } }
        let usual = Dictionary(
            uniqueKeysWithValues: shown.compactMap { habit in
                Self.usual(clients.map { $0[habit] }).map { (habit, $0) }
            }
        )
        habits = shown
        rows = clients.map { client in
            Row(
                client: client,
                cells: shown.map { habit in
                    let values = client[habit]
                    let cut = values.count - Self.shownValues
                    let more = cut > 0 ? ["and \(cut) more"] : []
                    return Cell(
                        values: values.prefix(Self.shownValues) + more,
                        isUnusual: !values.isEmpty && usual[habit].map { values != $0 } == true
                    )
                }
            )
        }
        let uploads = clients.reduce(0) { $0 + $1.uploadCount }
        let others = [
            recorded.ambiguousCount > 0
                ? "\(Quantity.of(recorded.ambiguousCount, "upload")) may be of several clients" : nil,
            recorded.unknownCount > 0
                ? "\(Quantity.of(recorded.unknownCount, "upload")) of unknown encoders are left out" : nil,
        ].compactMap(\.self)
        summary =
            (["\(Quantity.of(uploads, "upload")) of \(Quantity.of(clients.count, "client"))"] + others)
            .joined(separator: "; ")
    }

    /// What more than half of those clients show that show anything; `nil` where there is no such thing.
    private static func usual(_ values: [[String]]) -> [String]? {
        let told = values.filter { !$0.isEmpty }
        return told.first { value in told.count { $0 == value } * 2 > told.count }
    }
}
