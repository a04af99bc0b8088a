import Exchanges
import Forms
import Synchronization

/// What is left of an exchange that a worker has counted.
struct CountedExchange: Sendable {
    /// The number that the worker gave it, from 1.
    var number: Int
    /// What it took in memory, in bytes.
    var memoryBytes: Int
    /// The digest of its target, as ``PriorRequest/pathDigest(of:)``.
    var targetDigest: UInt64
}

/// Exchanges that a worker counts in place of handing them on: those that no earlier exchange of another worker can bear on,
/// as far as that can be told without them.
struct ExchangeCounting: Sendable {
    /// What was counted.
    private(set) var uploads = CleanUploads()
    /// The exchanges that were counted, in the order in which they were completed.
    private(set) var counted: [CountedExchange] = []
    /// The workers of a capture have one.
    private let pages: PageSighting

    /// Makes a count of zero.
    init(_ pages: PageSighting) {
        self.pages = pages
    }

    /// Counts an exchange; does not, and returns false, where it has to be handed on.
    ///
    /// A later form may be from a page, and a form that is read by another boundary than the declared one may be a mistaken
    /// repetition of an earlier one.
    mutating func add(_ exchange: InspectedExchange) -> Bool {
        guard exchange.page == nil else {
            pages.note()
            return false
        }
        guard !pages.isNoted, !(exchange.form?.usesObservedBoundary ?? false),
            let digest = PriorRequest.pathDigest(of: exchange.exchange.target), uploads.add(exchange)
        else { return false }
        counted.append(
            CountedExchange(
                number: exchange.number,
                memoryBytes: exchange.memoryBytes,
                targetDigest: digest
            )
        )
        return true
    }

    /// Takes the exchanges out, for an empty array.
    mutating func takeCounted(into taken: inout [CountedExchange]) { swap(&counted, &taken) }
}

/// Whether a page with forms was seen by one of a capture's workers.
final class PageSighting: Sendable {
    private let noted = Atomic<Bool>(false)

    /// Whether one was seen.
    var isNoted: Bool { noted.load(ordering: .relaxed) }

    /// Notes that one was seen.
    func note() { noted.store(true, ordering: .relaxed) }
}
