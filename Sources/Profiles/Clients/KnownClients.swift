package import Exchanges
package import Forms
package import Inspection

/// What was said of the clients that were recognized last: a client writes many requests with the same habits, and the
/// same is said of all of them.
///
/// Requests are the same here where all is equal that decides: the clients whose boundaries look like theirs, and their
/// habits.
package struct KnownClients {
    /// What is said of a client, and its colour.
    package typealias Name = (text: String, ink: Ink?)

    private struct Entry {
        var candidates: [ClientIndex.Candidate]
        var habits: RequestHabits
        var name: Name
    }

    /// The number of clients that are remembered: those that take turns.
    private static let limit = 8

    private let clients: ClientIndex
    private let name: (ClientRecognition) -> Name
    private var entries: [Entry] = []
    /// The place of the entry that is forgotten next.
    private var oldest = 0

    /// Remembers none.
    ///
    /// - Parameters:
    ///   - clients: those to choose from.
    ///   - name: what is said of a client; it must not depend on the boundary itself.
    package init(among clients: ClientIndex = .catalogue, _ name: @escaping (ClientRecognition) -> Name) {
        self.clients = clients
        self.name = name
    }

    /// What is said of the client of an upload; `nil` where the request has no boundary.
    package mutating func name(of exchange: borrowing Exchange, form: Form?) -> Name? {
        let habits = RequestHabits(exchange, form: form)
        guard let boundary = habits.boundary, !boundary.isEmpty else { return nil }
        let candidates = clients.candidates(for: boundary.span.bytes)
        for index in entries.indices
        where entries[index].habits.equals(habits) && entries[index].candidates == candidates {
            return entries[index].name
        }
        let name = name(ClientRecognition(habits, candidates, among: clients))
        let entry = Entry(candidates: candidates, habits: habits, name: name)
        if entries.count < Self.limit {
            entries.append(entry)
        } else {
            entries[oldest] = entry
            oldest = (oldest + 1) % Self.limit
        }
        return name
    }
}
