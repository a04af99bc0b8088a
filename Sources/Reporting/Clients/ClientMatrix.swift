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

        /// Its short name: `curl`.
        var id: String { client.profile?.id ?? "unknown" }
        /// Its full name.
        var name: String { client.profile?.name ?? "unknown client" }
        /// The versions that the evidence is about; of a client that is not known its User-Agent.
        var details: String {
            client.profile?.versions ?? client.agent.map { "User-Agent \($0)" } ?? "no User-Agent"
        }
    }

    /// The number of values of one habit that are shown: the order of a head's fields varies with the
    /// program.
    private static let shownValues = 3

    /// The habits of which any client has values.
    let habits: [Habit]
    /// The clients, in the order of the catalogue, then those that are not known.
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
        let known = clients.filter { $0.profile != nil }
        let unknown = clients.filter { $0.profile == nil }
        let others = [
            unknown.isEmpty ? nil : Self.words(unknown, "unknown client"),
            recorded.ambiguousCount > 0
                ? "\(Quantity.of(recorded.ambiguousCount, "upload")) may be of several clients" : nil,
            recorded.omittedCount > 0
                ? "\(Quantity.of(recorded.omittedCount, "upload")) of further unknown clients are left out"
                : nil,
        ].compactMap(\.self)
        let isFirst = known.isEmpty && !others.isEmpty
        summary = ((isFirst ? [] : [Self.words(known, "client")]) + others).joined(separator: "; ")
    }

    private static func words(_ clients: [RecordedClient], _ noun: String) -> String {
        let uploads = clients.reduce(0) { $0 + $1.uploadCount }
        return "\(Quantity.of(uploads, "upload")) of \(Quantity.of(clients.count, noun))"
    }

    /// The values of more than half of the clients that show any; `nil` where there are none.
    private static func usual(_ values: [[String]]) -> [String]? {
        let known = values.filter { !$0.isEmpty }
        return known.first { value in known.count { $0 == value } * 2 > known.count }
    }
}
