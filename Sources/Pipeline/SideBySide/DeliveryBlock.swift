import Bytes
import Decryption
import Dispatch
import Synchronization

/// What a connection is delivered, on its way to the thread that inspects it.
struct Delivery: Sendable {
    /// What comes.
    enum Event: Sendable {
        /// The connection carries something: its description is the one at an index of the block.
        case opened(Int)
        /// Bytes of a stream, by their range in the block.
        case received(Range<Int>)
        /// Bytes of a stream are missing.
        case missed(Int, GapCause)
        /// A stream has ended.
        case ended(StreamEnd)
        /// Nothing more of the connection follows.
        case closed
        /// Keys for all connections, by their range in the block.
        case keys(Range<Int>)
    }

    /// Its number among the deliveries of its block, from 0.
    var order: Int
    /// The connection's place at its worker; of no meaning for keys.
    var place: Int
    /// Who sent what comes.
    var side: Side
    /// Where that stands in its stream.
    var origin: ByteOrigin
    /// What comes.
    var event: Event
}

/// What some deliveries in a row gave.
struct DeliveryOutcome: Sendable {
    /// What one delivery gave.
    struct Yield: Sendable {
        /// The delivery's number in its block.
        var order: Int
        /// How many exchanges began in it.
        var begunExchanges: Int
        /// The end of its results in those of the block.
        var resultEnd: Int
        /// The end of the exchanges that were counted in those of the block.
        var countedEnd: Int
    }

    /// The deliveries that gave anything, in order.
    var yields: [Yield] = []
    /// The results, in order; none of them is `nil`.
    var results: ContiguousArray<InspectionResult?> = []
    /// The exchanges that were counted, in order.
    var counted: [CountedExchange] = []
    /// The sessions that ended, each with the number of the delivery.
    var sessions: [(order: Int, counts: DecryptionCounts)] = []
    /// What the worker has taken so far of the limits that hold for all connections.
    var use = SharedUse()
    /// The seconds that the worker took; 0 for the reading thread, which does more than that.
    var seconds = 0.0

    /// Whether there is no result, and nothing was counted.
    var isEmpty: Bool { results.isEmpty && counted.isEmpty }
}

/// What was taken of the limits that connections share, besides memory.
struct SharedUse: Sendable {
    /// Bytes of pages that were read.
    var pageBytes = 0
    /// The work of trying keys in vain, in bytes.
    var triedBytes = 0
    /// Bytes of encrypted records that wait.
    var heldBytes = 0

    /// Whether so little was taken that no limit was near.
    var isLittle: Bool {
        let limits = DecryptionLimits()
        return pageBytes <= InspectionWorkspace.pageLimit / 2 && triedBytes <= limits.triedBytes / 2
            && heldBytes <= limits.heldBytes / 2
    }

    /// Adds what another worker has taken.
    mutating func add(_ other: SharedUse) {
        pageBytes += other.pageBytes
        triedBytes += other.triedBytes
        heldBytes += other.heldBytes
    }
}

/// Deliveries to connections in a row, for workers that take those of their own connections out of it.
final class DeliveryBlock: Sendable {
    /// The bytes of all deliveries.
    let bytes: [UInt8]
    /// The descriptions of the connections that were opened.
    let openings: [ConnectionSummary]
    /// The deliveries, by worker.
    let deliveries: [[Delivery]]
    /// The number of the bytes that came to all connections, those included that the reading thread inspects.
    let byteCount: Int

    /// What came out, by worker; then that of the reading thread.
    private let outcomes: Mutex<[DeliveryOutcome]>
    private let work = DispatchGroup()

    /// Makes a block of what was gathered.
    ///
    /// - Parameters:
    ///   - bytes: the bytes of all deliveries.
    ///   - openings: the descriptions of the connections that were opened.
    ///   - deliveries: the deliveries, by worker.
    ///   - kept: what came out of the connections that the reading thread inspects.
    ///   - byteCount: the number of the bytes that came to all connections.
    init(
        bytes: [UInt8],
        openings: [ConnectionSummary],
        deliveries: [[Delivery]],
        kept: consuming DeliveryOutcome,
        byteCount: Int
    ) {
        self.bytes = bytes
        self.openings = openings
        self.deliveries = deliveries
        self.byteCount = byteCount
        outcomes = Mutex(deliveries.map { _ in DeliveryOutcome() } + [kept])
    }

    /// Has the workers inspect it: as many as the block was made for.
    func begin(_ workers: [ConnectionWorker]) {
        for (index, worker) in workers.enumerated() {
            work.enter()
            worker.inspect(deliveries[index], of: self) { outcome in
                self.outcomes.withLock { $0[index] = outcome }
                self.work.leave()
            }
        }
    }

    /// Waits until all have, and gives what came out, by worker; then that of the reading thread.
    func end() -> [DeliveryOutcome] {
        work.wait()
        return outcomes.withLock { exchange(&$0, with: []) }
    }
}
