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
    /// The bytes that each worker was delivered, in earlier blocks too.
    private var loads: [Int]
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
        loads = Array(repeating: 0, count: workers)
        freePlaces = Array(repeating: [], count: workers)
        placeCounts = Array(repeating: 0, count: workers)
        self.limits = limits
    }

    /// Whether it is enough for a block.
    var isFull: Bool { bytes.count >= limits.blockBytes || count >= limits.blockDeliveries }

    /// Opens a connection at the worker that was given least.
    mutating func open(_ summary: ConnectionSummary) -> WorkerPlace {
        let worker = loads.indices.min { loads[$0] < loads[$1] } ?? 0
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
        loads[place.worker] += piece.byteCount
        add(.received(start..<bytes.count), at: place, from: side, origin)
        return isFull
    }

    /// Delivers what has no bytes.
    mutating func add(_ event: Delivery.Event, at place: WorkerPlace, from side: Side, _ origin: ByteOrigin) {
        if case .closed = event { freePlaces[place.worker].append(place.index) }
        deliveries[place.worker].append(
            Delivery(order: count, place: place.index, side: side, origin: origin, event: event)
        )
        count += 1
    }

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
    mutating func takeBlock() -> DeliveryBlock {
        let block = DeliveryBlock(bytes: bytes, openings: openings, deliveries: deliveries)
        bytes = []
        bytes.reserveCapacity(limits.blockBytes + limits.blockBytes / 4)
        openings = []
        for index in deliveries.indices { deliveries[index] = [] }
        count = 0
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
