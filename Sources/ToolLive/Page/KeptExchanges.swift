import Pipeline
import Reporting
import Shell

/// The last exchanges of a recording as its page shows them, and in which order they changed.
///
/// Each change has a number, its revision: a viewer that knows up to which one it has seen gets what changed since, however
/// long it did not listen. Rows and views are written when they are asked for. An exchange that is complete is kept as what
/// the inspection says of it where that is small, and otherwise as the text of its row and its view, of which a view has at
/// most ``LivePage/shownBody`` bytes of the body, and those around findings.
///
/// One event loop's: the page changes it, and its viewers read it.
final class KeptExchanges {
    /// The number of exchanges that are kept.
    static let limit = 1_000
    /// The bytes that all views may take: the oldest are dropped first, and their rows stay.
    static let viewLimit = 32 << 20
    /// The bytes of an exchange that is kept as it is.
    private static let exchangeLimit = 32 << 10

    private enum Content {
        case exchange(InspectedExchange, isComplete: Bool)
        /// The text of the view; `nil` where it was dropped.
        case view(String?)
    }

    private struct Entry {
        var content: Content
        /// The row; `nil` where it is not written yet.
        var row: String?
        /// What it takes of ``viewLimit``: nothing while the exchange is not complete, and the inspection keeps it anyway.
        var bytes = 0
        var revision = 0
    }

    /// The number of the last change.
    private(set) var revision = 0
    /// The change with which all that came before was cleared; 0 for none.
    private(set) var clearedAt = 0
    /// The change of ``isPaused`` or of ``passedCount``.
    private(set) var stateRevision = 0
    /// Whether exchanges that come are left out.
    private(set) var isPaused = false
    /// The exchanges that were left out since the pause began.
    private(set) var passedCount = 0
    /// The bytes that the views take.
    private(set) var viewBytes = 0

    private let path: String
    private let viewLimit: Int
    private var entries: [Int: Entry] = [:]
    /// The numbers of the exchanges, in the order in which they came.
    private var order: [Int] = []
    /// The exchanges that were seen and are not complete, whether they are kept or not: those that were cleared do not come
    /// back when they are.
    private var unfinished: Set<Int> = []

    /// Keeps none.
    ///
    /// - Parameters:
    ///   - path: the path of the recording, or what stands for it.
    ///   - viewLimit: the bytes that all views may take.
    init(path: String, viewLimit: Int = KeptExchanges.viewLimit) {
        self.path = path
        self.viewLimit = viewLimit
    }

    /// The number of exchanges.
    var count: Int { entries.count }

    /// Takes what is known of an exchange that is not complete.
    func update(_ exchange: InspectedExchange) {
        let isNew = unfinished.insert(exchange.number).inserted
        guard takes(exchange.number, isNew: isNew) else { return }
        keep(Entry(content: .exchange(exchange, isComplete: false)), of: exchange.number)
    }

    /// Takes an exchange that is complete.
    func complete(_ exchange: InspectedExchange) {
        let isNew = unfinished.remove(exchange.number) == nil
        guard takes(exchange.number, isNew: isNew) else { return }
        let size = exchange.memoryBytes
        if size <= Self.exchangeLimit {
            keep(Entry(content: .exchange(exchange, isComplete: true), bytes: size), of: exchange.number)
        } else {
            let view = LivePage.view(of: exchange, rules: .complete, path: path, isComplete: true)
            let row = LivePage.row(exchange)
            keep(Entry(content: .view(view), row: row, bytes: view.utf8.count), of: exchange.number)
        }
        dropViews()
    }

    /// Lets all go.
    func clear() {
        entries = [:]
        order = []
        viewBytes = 0
        passedCount = 0
        revision += 1
        clearedAt = revision
        stateRevision = revision
    }

    /// Leaves exchanges out that come from now on, or takes them again.
    func pause(_ isPaused: Bool) {
        guard isPaused != self.isPaused else { return }
        self.isPaused = isPaused
        passedCount = 0
        revision += 1
        stateRevision = revision
    }

    /// What changed after a revision, in order: the revision and the row of each exchange, at most `limit` of them.
    func changes(after known: Int, limit: Int) -> [(revision: Int, row: String)] {
        guard known < revision else { return [] }
        let changed = entries.lazy.filter { $0.value.revision > known }
            .map { (number: $0.key, revision: $0.value.revision) }
            .sorted { $0.revision < $1.revision }
        return changed.prefix(limit).map { ($0.revision, row(of: $0.number)) }
    }

    /// The view of an exchange; `nil` where it is not kept.
    func view(of number: Int) -> String? {
        switch entries[number]?.content {
        case .exchange(let exchange, let isComplete):
            LivePage.view(of: exchange, rules: .complete, path: path, isComplete: isComplete)
        case .view(let view): view
        case nil: nil
        }
    }

    /// Whether an exchange is kept; it is counted where it is left out.
    private func takes(_ number: Int, isNew: Bool) -> Bool {
        guard entries[number] == nil else { return true }
        guard isNew, isPaused else { return isNew }
        passedCount += 1
        revision += 1
        stateRevision = revision
        return false
    }

    private func keep(_ entry: Entry, of number: Int) {
        if let known = entries[number] {
            viewBytes -= known.bytes
        } else {
            order.append(number)
            if order.count > Self.limit, let dropped = entries.removeValue(forKey: order.removeFirst()) {
                viewBytes -= dropped.bytes
            }
        }
        revision += 1
        viewBytes += entry.bytes
        entries[number] = entry
        entries[number]?.revision = revision
    }

    /// The row of an exchange that is kept, which is written once for all viewers.
    private func row(of number: Int) -> String {
        guard let entry = entries[number] else { return "" }
        if let row = entry.row { return row }
        guard case .exchange(let exchange, _) = entry.content else { return "" }
        let row = LivePage.row(exchange)
        entries[number]?.row = row
        return row
    }

    /// Drops the oldest views, as long as all take too much.
    private func dropViews() {
        guard viewBytes > viewLimit else { return }
        for number in order.dropLast() where viewBytes > viewLimit {
            guard let bytes = entries[number]?.bytes, bytes > 0 else { continue }
            let row = row(of: number)
            entries[number]?.row = row
            entries[number]?.content = .view(nil)
            entries[number]?.bytes = 0
            viewBytes -= bytes
        }
    }
}
