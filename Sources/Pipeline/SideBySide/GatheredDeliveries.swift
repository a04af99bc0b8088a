import Bytes
import Decryption

/// The deliveries that the next block is made of.
///
/// One value, so that a delivery makes one access to a property of an object, each of which is checked.
struct GatheredDeliveries {
    private var bytes: [UInt8] = []
    private var openings: [ConnectionSummary] = []
    private var deliveries: [[Delivery]]
    /// The number of deliveries.
    private(set) var count = 0
    /// The bytes of connections that the reading thread inspects.
    private var keptBytes = 0
    private var division: WorkDivision
    /// For each worker, the places of connections that are closed, and the number of all places.
    private var freePlaces: [[Int]]
    private var placeCounts: [Int]
    private let limits: SpreadLimits

    /// Begins the first block.
    ///
    /// - Parameters:
    ///   - workers: the number of workers.
    ///   - limits: when a block is full.
    init(workers: Int, limits: SpreadLimits) {
        deliveries = Array(repeating: [], count: workers)
        division = WorkDivision(workers: workers)
        freePlaces = Array(repeating: [], count: workers)
        placeCounts = Array(repeating: 0, count: workers)
        self.limits = limits
    }

    /// Whether it is enough for a block.
    var isFull: Bool { bytes.count + keptBytes >= limits.blockBytes || count >= limits.blockDeliveries }

    /// Opens a connection at a worker; `nil` where the reading thread is to inspect it.
    mutating func open(_ summary: ConnectionSummary) -> WorkerPlace? {
        guard let worker = division.open() else { return nil }
        var place = WorkerPlace(worker: worker, index: 0)
        if let free = freePlaces[worker].popLast() {
            place.index = free
        } else {
            place.index = placeCounts[worker]
            placeCounts[worker] += 1
        }
        openings.append(summary)
        add(.opened(openings.count - 1), at: place, from: .initiator, ByteOrigin(offset: 0))
        return place
    }

    /// Delivers bytes to a connection; gives whether it is enough for a block.
    mutating func add(_ piece: RawSpan, at place: WorkerPlace, from side: Side, _ origin: ByteOrigin) -> Bool
    {
        let start = bytes.count
        piece.withUnsafeBytes { bytes.append(contentsOf: $0) }
        division.add(piece.byteCount, to: place.worker)
        add(.received(start..<bytes.count), at: place, from: side, origin)
        return isFull
    }

    /// Delivers what has no bytes.
    mutating func add(_ event: Delivery.Event, at place: WorkerPlace, from side: Side, _ origin: ByteOrigin) {
        if case .closed = event {
            freePlaces[place.worker].append(place.index)
            division.close(at: place.worker)
        }
        deliveries[place.worker].append(
            Delivery(order: count, place: place.index, side: side, origin: origin, event: event)
        )
        count += 1
    }

    /// Counts a delivery to a connection that the reading thread inspects.
    ///
    /// - Parameter length: how many bytes it had.
    /// - Returns: its number in the block.
    mutating func keep(_ length: Int) -> Int {
        division.add(length, to: nil)
        keptBytes += length
        count += 1
        return count - 1
    }

    /// Counts the end of a connection that the reading thread inspects.
    mutating func closeKept() { division.close(at: nil) }

    /// Counts what a block has taken.
    mutating func add(_ effort: WorkDivision.Effort) { division.add(effort) }

    /// Delivers keys to all workers.
    mutating func add(keys: [UInt8]) {
        let start = bytes.count
        bytes += keys
        for worker in deliveries.indices {
            add(
                .keys(start..<bytes.count),
                at: WorkerPlace(worker: worker, index: 0),
                from: .initiator,
                ByteOrigin(offset: 0)
            )
        }
    }

    /// Makes a block of them, and begins the next.
    ///
    /// - Parameter kept: what came out of the connections that the reading thread inspects.
    /// - Returns: the block.
    mutating func takeBlock(_ kept: DeliveryOutcome) -> DeliveryBlock {
        let block = DeliveryBlock(
            bytes: bytes,
            openings: openings,
            deliveries: deliveries,
            kept: kept,
            byteCount: bytes.count + keptBytes
        )
        bytes = []
        bytes.reserveCapacity(limits.blockBytes + limits.blockBytes / 4)
        openings = []
        for index in deliveries.indices { deliveries[index] = [] }
        (count, keptBytes) = (0, 0)
        return block
    }
}

/// The worker that inspects a connection, and the connection's place among those that it has open.
struct WorkerPlace {
    /// The index of the worker.
    var worker: Int
    /// The index of the place, which another connection gets once this one is closed.
    var index: Int
}
