import Dispatch
import Inspection
import Synchronization

/// What comes out of a capture that is inspected on a thread of its own.
enum QueuedResult: Sendable {
    /// See ``InspectionHandler/inspected(_:)``.
    case inspected(InspectedExchange)
    /// See ``InspectionHandler/content(exchange:part:_:)``.
    case content(exchange: Int, part: Int, [UInt8])
    /// See ``InspectionHandler/requestEnded(_:)``.
    case requestEnded(InspectedExchange)
    /// See ``InspectionHandler/counted(_:)``.
    case counted(CountedUploads)
    /// How many bytes of the file were read, of how many where that is known.
    case progress(Int, Int?)
    /// The capture is read.
    case ended(Result<InspectedCapture, InputFailure>)
}

/// The results of one capture on their way from the thread that inspects it to the one that takes them, in batches: where these
/// fill the room that there is, the former waits.
final class ResultQueue: Sendable {
    /// Some results, and how much of the room they take.
    private struct Batch: Sendable {
        var results: [QueuedResult]
        var size: Int
    }

    /// The room: how many batches may wait, or fewer that hold more bytes than ``ResultBatch/byteLimit``.
    private static let capacity = 16

    private let batches = Mutex<[Batch]>([])
    /// Results that were taken, on their way back: memory is freed without a wait by the thread that allocated it.
    private let spent = Mutex<[[QueuedResult]]>([])
    private let isAbandoned = Atomic<Bool>(false)
    /// Counts the room that there is, and the batches that wait.
    ///
    /// They begin at 0: a semaphore must not end below the value
    /// that it began with.
    private let room = DispatchSemaphore(value: 0)
    private let filled = DispatchSemaphore(value: 0)

    /// Makes an empty queue.
    init() {
        for _ in 0..<Self.capacity { room.signal() }
    }

    /// Adds a batch that holds so many bytes, once there is room for it.
    func add(_ results: [QueuedResult], byteCount: Int) {
        let size = min(Self.capacity, 1 + byteCount / ResultBatch.byteLimit)
        for _ in 0..<size where !isAbandoned.load(ordering: .relaxed) { room.wait() }
        _ = spent.withLock { spent in exchange(&spent, with: []) }
        batches.withLock { $0.append(Batch(results: results, size: size)) }
        filled.signal()
    }

    /// Takes the first batch, once there is one.
    func take() -> [QueuedResult] {
        filled.wait()
        let batch = batches.withLock { $0.removeFirst() }
        for _ in 0..<batch.size { room.signal() }
        return batch.results
    }

    /// Gives results back that were taken, and are not needed any more.
    func giveBack(_ results: consuming [QueuedResult]) {
        let results = results
        spent.withLock { $0.append(results) }
    }

    /// Takes nothing more: what is added does not wait.
    func abandon() {
        isAbandoned.store(true, ordering: .relaxed)
        for _ in 0..<Self.capacity { room.signal() }
    }
}

/// Gathers results into batches: a queue costs more than a result.
final class ResultBatch {
    /// How many results a batch has before it is handed on.
    private static let countLimit = 64
    /// How many bytes of contents and bodies it holds before it is handed on.
    static let byteLimit = 256 << 10

    private let queue: ResultQueue
    /// What was counted since the last batch.
    private var uploads: CountedUploads
    private var results: [QueuedResult] = []
    private var byteCount = 0

    /// Begins an empty batch for a queue.
    ///
    /// - Parameters:
    ///   - queue: takes the batches.
    ///   - limit: see ``InspectionOptions/countsUploadsBelow``.
    init(for queue: ResultQueue, countsUploadsBelow limit: Severity?) {
        self.queue = queue
        uploads = CountedUploads(below: limit)
    }

    /// Counts an exchange, where no more is wanted of it.
    func count(_ exchange: InspectedExchange) -> Bool { uploads.add(exchange) }

    /// Adds a result, which holds so many bytes of contents and bodies.
    func add(_ result: consuming QueuedResult, byteCount: Int = 0) {
        results.append(consume result)
        self.byteCount += byteCount
        if results.count >= Self.countLimit || self.byteCount >= Self.byteLimit { flush() }
    }

    /// Hands the results on.
    func flush() {
        if uploads.count > 0 {
            // Before the end of the capture, after which nothing is taken.
            results.insert(.counted(uploads), at: 0)
            uploads = CountedUploads(below: uploads.limit)
        }
        guard !results.isEmpty else { return }
        queue.add(results, byteCount: byteCount)
        results = []
        byteCount = 0
    }
}

/// Puts what comes out of a capture into batches.
struct QueueingHandler: InspectionHandler {
    /// Gathers the results.
    let batch: ResultBatch

    mutating func inspected(_ exchange: consuming InspectedExchange) {
        guard !batch.count(exchange) else { return }
        let byteCount = (exchange.body?.count ?? 0) + exchange.opening.count
        batch.add(.inspected(exchange), byteCount: byteCount)
    }

    mutating func counted(_ uploads: CountedUploads) { batch.add(.counted(uploads)) }

    mutating func content(exchange: Int, part: Int, _ bytes: RawSpan) {
        let bytes = bytes.withUnsafeBytes { Array($0) }
        batch.add(.content(exchange: exchange, part: part, bytes), byteCount: bytes.count)
    }

    mutating func requestEnded(_ exchange: InspectedExchange) {
        batch.add(.requestEnded(exchange))
    }
}
