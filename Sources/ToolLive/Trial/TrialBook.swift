import Bytes
import Exchanges
import Pipeline
import Trials

/// The cases that run, and the requests that came for each.
///
/// One event loop's.
final class TrialBook {
    /// A case that runs.
    private struct Entry {
        var trial: TrialCase
        var requests: [InspectedExchange] = []
        /// Other requests of its client, by the number of the exchange: each as its method and target.
        var strays: [(number: Int, text: String)] = []
        /// The numbers of those of which more may become known.
        var open: Set<Int> = []
        /// The file that is cut short, once some of it has arrived.
        var shrinkingFile: String?
    }

    /// The bytes of a file that arrive before it is cut short, and those that it keeps then.
    private static let shrinkingPoint = 64 * 1024
    /// The most requests of one case that are kept.
    private static let requestLimit = 16

    private var entries: [TrialAddress: Entry] = [:]
    private var shrunkBytes = 0

    /// Begins a case.
    ///
    /// - Parameters:
    ///   - trial: the case.
    ///   - address: where its requests come.
    ///   - folder: the folder of its files.
    func begin(_ trial: TrialCase, at address: TrialAddress, folder: String) {
        var entry = Entry(trial: trial)
        if trial.shrinks {
            entry.shrinkingFile = WrittenForm.path(ofPart: 1, in: folder)
            shrunkBytes = 0
        }
        entries[address] = entry
    }

    /// The case that runs at an address; `nil` where none does.
    func trial(at address: TrialAddress) -> TrialCase? { entries[address.plain]?.trial }

    /// Takes a request, or what is known later of one that was taken.
    ///
    /// - Parameters:
    ///   - exchange: the request.
    ///   - address: where it came.
    ///   - isComplete: whether nothing more of it follows.
    func add(_ exchange: InspectedExchange, at address: TrialAddress, isComplete: Bool) {
        guard let requests = entries[address.plain]?.requests else { return }
        if isComplete {
            entries[address.plain]?.open.remove(exchange.number)
        } else {
            entries[address.plain]?.open.insert(exchange.number)
        }
        if let index = requests.firstIndex(where: { $0.number == exchange.number }) {
            entries[address.plain]?.requests[index] = exchange
        } else if requests.count < Self.requestLimit {
            entries[address.plain]?.requests.append(exchange)
        }
    }

    /// Takes a request that brings no form to a case, or what is known later of one that was taken.
    ///
    /// - Parameters:
    ///   - exchange: the request.
    ///   - client: the client to whose cases it belongs; `nil` for that of the one case that runs, if there is but one.
    func addStray(_ exchange: InspectedExchange, of client: String?) {
        let text = "\(exchange.exchange.method) \(exchange.exchange.target)"
        for address in entries.keys where client.map({ $0 == address.client }) ?? (entries.count == 1) {
            let known = entries[address]?.strays ?? []
            let isKnown = known.contains { $0.number == exchange.number }
            guard !isKnown, known.count < Self.requestLimit else { continue }
            entries[address]?.strays.append((number: exchange.number, text: text))
        }
    }

    /// Whether nothing more of the requests of a case follows.
    func isSettled(at address: TrialAddress) -> Bool { entries[address]?.open.isEmpty ?? true }

    /// Ends a case; gives its requests, and the others of its client.
    func end(at address: TrialAddress) -> (requests: [InspectedExchange], strays: [String]) {
        let entry = entries.removeValue(forKey: address)
        return (entry?.requests ?? [], entry?.strays.map { $0.text } ?? [])
    }

    /// Some of a file has arrived that is to become shorter while it is sent.
    func receivedShrinkingContent(_ count: Int) {
        shrunkBytes += count
        guard shrunkBytes >= Self.shrinkingPoint else { return }
        for (address, entry) in entries {
            guard let file = entry.shrinkingFile else { continue }
            entries[address]?.shrinkingFile = nil
            TrialFolder.cut(file, to: Self.shrinkingPoint)
        }
    }
}
