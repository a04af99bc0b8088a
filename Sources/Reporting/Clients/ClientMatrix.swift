import Bytes
import Profiles

/// Recorded clients and their habits: one row for each client, one column for each habit.
struct ClientMatrix {
    /// The values of one habit of one client.
    struct Cell {
        /// The values, each once; empty where the recordings do not show any.
        var values: [String]
        /// Whether most clients have other values.
        var isUnusual: Bool
    }

    /// One client.
    struct Row {
        /// The client.
        var client: RecordedClient
        /// Its cells, one for each column.
        var cells: [Cell]
    }

    /// The number of values of one habit that are shown: the order of a head's fields varies with the
    /// program.
    private static let shownValues = 3

    /// The habits of which any client has values.
    let habits: [Habit]
    /// The clients, in the order of the catalogue.
    let rows: [Row]
    /// A summary of the recordings in a sentence.
    let summary: String

    /// Arranges the recorded clients.
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

    /// The values of more than half of the clients that show any; `nil` where there are none.
    private static func usual(_ values: [[String]]) -> [String]? {
        let known = values.filter { !$0.isEmpty }
        return known.first { value in known.count { $0 == value } * 2 > known.count }
    }
}
