import Exchanges
import Inspection
import Synchronization

/// What is left of an exchange that was counted.
struct CountedExchange: Sendable {
    /// Its number, from 1: as the worker gave it, where connections are spread.
    var number: Int
    /// What it took in memory, in bytes.
    var memoryBytes: Int
    /// The target as it was sent; empty where it is not asked for.
    var target: String
}

/// Uploads that are counted when they are complete, in place of being put together, ordered and handed on.
///
/// Those are not counted on which an exchange that is not known yet may bear: a page with forms that has a lower number, of
/// which it would have to be said whether the upload is from there; and, where connections are spread over workers, exchanges
/// of other workers.
struct ExchangeCounting: Sendable {
    /// What was counted.
    private(set) var uploads: CountedUploads
    /// The exchanges that were counted, in the order in which they were completed; those before `nextCounted` were taken.
    private(set) var counted: [CountedExchange] = []
    private var nextCounted = 0
    /// Whether something was counted that should not have been, as a page with a lower number came after it.
    private(set) var isVoid = false
    private var lastNumber = 0
    private let pages: PageSighting
    private let isSpread: Bool

    /// Makes a count of zero.
    ///
    /// - Parameters:
    ///   - limit: only uploads are counted in which nothing of this severity or a greater one is found.
    ///   - pages: whether a page was seen; the workers of a capture share one.
    ///   - isSpread: whether there are other workers, with exchanges that may bear on those that are counted here.
    init(below limit: Severity, _ pages: PageSighting, isSpread: Bool) {
        uploads = CountedUploads(below: limit)
        self.pages = pages
        self.isSpread = isSpread
    }

    /// A page with forms was seen: later uploads may be from it.
    mutating func notePage(_ number: Int) {
        pages.note()
        if !isSpread, number < lastNumber { isVoid = true }
    }

    /// Counts an exchange; does not, and returns false, where it has to be handed on.
    ///
    /// - Parameters:
    ///   - number: its number.
    ///   - exchange: the exchange.
    ///   - form: the form in its request's body, which was read by the declared boundary.
    ///   - decoding: what taking the content codings off that came to.
    ///   - findings: what was found in it.
    /// - Returns: whether it was counted.
    mutating func add(
        _ number: Int,
        _ exchange: borrowing Exchange,
        _ form: FormExtent,
        _ decoding: ContentDecoding?,
        _ findings: [Finding] = []
    ) -> Bool {
        guard !pages.isNoted, findings.allSatisfy({ uploads.isQuiet($0) }) else { return false }
        var counted = CountedExchange(number: number, memoryBytes: 0, target: "")
        if isSpread {
            // Takes the place of what it took where one thread reads, so that order is lost no later.
            counted.memoryBytes = InspectedExchange.memoryBytes(of: exchange, form.memoryBytes)
            counted.target = exchange.target
        }
        guard uploads.add(exchange, form, decoding) else { return false }
        if !findings.isEmpty { uploads.add(findings) }
        lastNumber = max(lastNumber, number)
        self.counted.append(counted)
        return true
    }

    /// The same for an exchange of which the form was not made.
    mutating func add(_ number: Int, _ exchange: borrowing Exchange, _ verdict: FormlessVerdict) -> Bool {
        guard add(number, exchange, verdict.extent, nil, verdict.findings) else { return false }
        if let unmade = verdict.unmade { uploads.add(unmade) }
        return true
    }

    /// Takes the next exchange out; `nil` where none waits.
    mutating func takeCounted() -> CountedExchange? {
        // Nearly always there is one.
        guard counted.count > 1 else { return counted.popLast() }
        let exchange = counted[nextCounted]
        nextCounted += 1
        if nextCounted == counted.count {
            counted.removeAll(keepingCapacity: true)
            nextCounted = 0
        }
        return exchange
    }

    /// Takes the exchanges out, for an empty array that may have room.
    mutating func takeCounted(into taken: inout [CountedExchange]) {
        precondition(nextCounted == 0, "some exchanges were taken one by one")
        swap(&counted, &taken)
    }
}

/// Whether a page with forms was seen by one of a capture's workers.
final class PageSighting: Sendable {
    private let noted = Atomic<Bool>(false)

    /// Whether one was seen.
    var isNoted: Bool { noted.load(ordering: .relaxed) }

    /// Notes that one was seen.
    func note() { noted.store(true, ordering: .relaxed) }
}
