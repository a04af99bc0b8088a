import Bytes
import Connections
import Decryption
import Exchanges
import Inspection

/// Spreads the connections of a capture over workers and the thread that reads its packets, and takes the results in the order of
/// the deliveries that gave them, as if one thread had made them.
/// ```
///   packets ─► streams ─┬─► block of deliveries ─┬─► worker 1 ─┬─► results in order ─► handler
///                       │                        ├─► …         ─┤
///                       └─► inspected at once ────────────────►┘
/// ```
/// How many connections the reading thread inspects follows from what the threads have taken so far, so that none of them waits:
/// see ``WorkDivision``. Blocks are inspected while the next are filled, at most ``SpreadLimits/blocksUnderway`` at a time. What
/// connections share is decided in order here: the numbers of exchanges, and whether a request may follow from one that was
/// refused. Where one may, or a limit that connections share comes near, or exchanges are so long that nothing is gained, the
/// spread is given up: the capture has to be read by one thread then, from its beginning.
///
/// One thread's: that which reads packets.
final class ConnectionSpread: ConnectionOpener {
    /// Whether the capture has to be read by one thread.
    private(set) var isGivenUp = false
    /// The keys, and what was met of TLS and tunnels.
    private(set) var decryption: DecryptionContext

    private let limits: SpreadLimits
    private let results: CaptureResults
    private let memory: MemoryBudget
    private let workers: [ConnectionWorker]
    /// The connections that the reading thread inspects.
    private var kept: RecordedRun
    private let history = RetryHistory()
    private let numbers = ExchangeNumbers()
    /// The numbers of open exchanges, by worker; then of those that the reading thread inspects.
    private var given: [ExchangeNumbering]
    /// The upload that was not accepted, if the next completed exchange is one.
    private var refused: PriorRequest?
    /// Whether a page was met, from which later forms may be; and the greatest number of an exchange that was counted.
    private var (hasPages, lastCounted) = (false, 0)
    private var underway: [DeliveryBlock] = []
    /// When the workers had inspected the last of the blocks of which the results were taken.
    private var lastEnd = ContinuousClock.now
    /// The bytes of the blocks of which the results were taken.
    private var takenBytes = 0

    /// What the next block is made of.
    private var gathered: GatheredDeliveries

    /// Makes a spread over threads.
    ///
    /// - Parameters:
    ///   - inspection: what connections are inspected with, and how they are spread.
    ///   - results: takes what comes out.
    /// - Throws: where a workspace cannot be made.
    init(_ inspection: SpreadInspection, results: CaptureResults) throws(InputFailure) {
        let options = inspection.options
        var workers: [ConnectionWorker] = []
        for _ in 0..<options.spread.workers(of: options.threads) {
            workers.append(try ConnectionWorker(inspection))
        }
        self.workers = workers
        self.results = results
        kept = try RecordedRun(inspection)
        limits = options.spread.with(threads: options.threads)
        memory = inspection.memory
        decryption = DecryptionContext(log: inspection.log)
        given = Array(repeating: ExchangeNumbering(), count: workers.count + 1)
        gathered = GatheredDeliveries(workers: workers.count, limits: limits)
    }

    deinit { kept.run.forgetConnections() }

    var isFinished: Bool { isGivenUp }

    func consumer(of connection: ConnectionSummary) -> any StreamConsumer {
        ConnectionRelay(connection, to: self)
    }

    func add(keys: [UInt8]) {
        decryption.add(keys: keys)
        kept.run.add(keys: keys)
        gathered.add(keys: keys)
        sealIfFull()
    }

    /// Opens a connection; gives the place where it is inspected.
    func open(_ summary: ConnectionSummary) -> InspectionPlace {
        if let place = gathered.open(summary) { return .worker(place) }
        return .here(ReassembledConnection(summary, kept.run))
    }

    /// Takes what came out of a connection that was inspected by the reading thread.
    ///
    /// - Parameter length: how many bytes it was delivered.
    func inspected(_ length: Int = 0) {
        kept.note(gathered.keep(length))
        sealIfFull()
    }

    /// Delivers bytes to a connection.
    func deliver(_ piece: RawSpan, from side: Side, _ origin: ByteOrigin, to place: WorkerPlace) {
        if gathered.add(piece, at: place, from: side, origin) { seal() }
    }

    /// Delivers what has no bytes.
    func deliver(_ event: Delivery.Event, from side: Side, _ origin: ByteOrigin, to place: WorkerPlace) {
        gathered.add(event, at: place, from: side, origin)
        sealIfFull()
    }

    /// Takes what came out of a connection that the reading thread has closed.
    func closed() {
        gathered.closeKept()
        inspected()
    }

    /// Takes the results of all that was delivered.
    func drain() {
        seal()
        while !underway.isEmpty { takeFirst() }
    }

    /// Hands on what still waits, at the end of the capture.
    func finish() {
        drain()
        guard !isGivenUp else { return }
        results.finish()
        isGivenUp = results.isVoid
        if !isGivenUp { handOnCounted() }
    }

    /// Hands on what all threads have counted, at the end.
    func handOnCounted() {
        for worker in workers { results.take(worker.uploads) }
        results.take(kept.uploads)
    }

    private func sealIfFull() {
        if gathered.isFull { seal() }
    }

    private func seal() {
        guard gathered.count > 0, !isGivenUp else { return }
        let block = gathered.takeBlock(kept.takeOutcome())
        block.begin(workers)
        underway.append(block)
        if underway.count > limits.blocksUnderway { takeFirst() }
    }

    /// Takes the results of the oldest block.
    private func takeFirst() {
        let block = underway.removeFirst()
        let reading = ContinuousClock.now - lastEnd
        var outcomes = block.end()
        lastEnd = ContinuousClock.now
        gathered.add(
            WorkDivision.Effort(
                workers: outcomes.reduce(0) { $0 + $1.seconds },
                reader: reading / .seconds(1)
            )
        )
        defer {
            // Moved: where both threads hold it, this one may be the last, and frees it.
            for index in workers.indices {
                workers[index].giveBack(exchange(&outcomes[index], with: DeliveryOutcome()))
            }
            kept.spent.add(exchange(&outcomes[workers.count], with: DeliveryOutcome()))
        }
        guard !isGivenUp else { return }
        var use = SharedUse()
        for outcome in outcomes { use.add(outcome.use) }
        guard use.isLittle, memory.refusals.isEmpty else {
            isGivenUp = true
            return
        }
        for session in outcomes.flatMap(\.sessions).sorted(by: { $0.order < $1.order }) {
            decryption.add(session.counts)
        }
        let yields = outcomes.indices.flatMap { worker in outcomes[worker].yields.map { (worker, $0) } }
        var next = outcomes.map { _ in (result: 0, counted: 0) }
        for (worker, yield) in yields.sorted(by: { $0.1.order < $1.1.order }) {
            for _ in 0..<yield.begunExchanges { given[worker].append(numbers.next()) }
            while next[worker].result < yield.resultEnd, !isGivenUp {
                if let result = outcomes[worker].results[next[worker].result] { take(result, from: worker) }
                next[worker].result += 1
            }
            while next[worker].counted < yield.countedEnd, !isGivenUp {
                take(outcomes[worker].counted[next[worker].counted], from: worker)
                next[worker].counted += 1
            }
        }
        let isSampled = takenBytes >= limits.sampleBytes
        takenBytes += block.byteCount
        guard !isSampled, takenBytes >= limits.sampleBytes else { return }
        if numbers.last < takenBytes / limits.longExchange { isGivenUp = true }
    }

    private func take(_ result: consuming InspectionResult, from worker: Int) {
        switch consume result {
        case .refused(let request): refused = request
        case .completed(let exchange):
            exchange.renumber(given[worker].takeNumber(of: exchange.number))
            let mayFollow = history.bearing(on: exchange.exchange)
                .contains { $0.mayChangeJudgement(of: exchange.exchange, form: exchange.form) }
            if let request = refused.take() { history.remember(request) }
            if exchange.page != nil { hasPages = true }
            guard !mayFollow, exchange.page == nil || exchange.number > lastCounted else {
                isGivenUp = true
                return
            }
            results.take(.completed(exchange))
            if results.isVoid { isGivenUp = true }
        case let other: results.take(other)
        }
    }

    /// Takes an exchange that was counted without regard to what was read of other connections.
    private func take(_ exchange: CountedExchange, from worker: Int) {
        let number = given[worker].takeNumber(of: exchange.number)
        guard !hasPages, !history.redirects(toPathOf: exchange.target) else {
            isGivenUp = true
            return
        }
        lastCounted = max(lastCounted, number)
        results.takeCounted(number, memoryBytes: exchange.memoryBytes)
        if results.isVoid { isGivenUp = true }
    }
}

/// Where a connection is inspected.
enum InspectionPlace {
    /// By a worker.
    case worker(WorkerPlace)
    /// By the thread that reads packets.
    case here(ReassembledConnection)
}
