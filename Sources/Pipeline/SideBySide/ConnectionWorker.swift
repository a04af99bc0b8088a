import Bytes
import CaptureSources
import Connections
import Decryption
import Dispatch
import Exchanges
import Synchronization

/// Inspects some of a capture's connections on a thread of its own.
final class ConnectionWorker: Sendable {
    private let thread: DispatchQueue
    private let state: Mutex<State>
    /// What came out before, and is not needed any more.
    private let spent = SpentOutcomes()

    /// Makes a worker without connections.
    ///
    /// - Parameters:
    ///   - options: what to do with exchanges.
    ///   - capture: the index of the capture among those given, from 0.
    ///   - memory: the memory of the capture.
    ///   - log: the keys.
    ///   - pages: whether a page was seen by one of the capture's workers.
    /// - Throws: where a workspace cannot be made.
    init(
        _ options: InspectionOptions,
        capture: Int,
        memory: MemoryBudget,
        log: KeyLog,
        pages: PageSighting
    ) throws(InputFailure) {
        thread = DispatchQueue(label: "connections")
        state = Mutex(try State(options, capture: capture, memory: memory, log: log, pages: pages))
    }

    deinit { state.withLock { $0.forgetConnections() } }

    /// What was counted of its exchanges.
    var uploads: CountedUploads { state.withLock { $0.uploads } }

    /// Inspects deliveries after all that were handed in before.
    ///
    /// - Parameters:
    ///   - deliveries: what comes to its connections, in order.
    ///   - block: holds their bytes.
    ///   - finished: takes what came out, on the worker's thread.
    func inspect(
        _ deliveries: [Delivery],
        of block: DeliveryBlock,
        finished: @escaping @Sendable (DeliveryOutcome) -> Void
    ) {
        thread.async {
            self.spent.free()
            finished(self.state.withLock { $0.inspect(deliveries, of: block) })
        }
    }

    /// Takes back what came out, and is not needed any more.
    func giveBack(_ outcome: DeliveryOutcome) { spent.add(outcome) }

    /// The connections, and what they are inspected with.
    private struct State {
        private let run: CaptureRun
        /// Those that are open, by their numbers.
        private var connections: [Int: ReassembledConnection] = [:]
        private var begunExchanges = 0

        init(
            _ options: InspectionOptions,
            capture: Int,
            memory: MemoryBudget,
            log: KeyLog,
            pages: PageSighting
        ) throws(InputFailure) {
            var workspace = try InspectionWorkspace(
                options: options,
                capture: capture,
                memory: memory,
                history: nil,
                decryption: DecryptionContext(log: log)
            )
            workspace.counting = options.countsUploadsBelow.map {
                ExchangeCounting(below: $0, pages, isSpread: true)
            }
            run = CaptureRun(workspace, results: nil)
        }

        var uploads: CountedUploads { run.workspace.counting?.uploads ?? CountedUploads(below: nil) }

        mutating func inspect(_ deliveries: [Delivery], of block: DeliveryBlock) -> DeliveryOutcome {
            var outcome = DeliveryOutcome()
            var (resultEnd, countedEnd) = (0, 0)
            for delivery in deliveries {
                take(delivery, of: block)
                if let counts = run.workspace.decryption.takeCounts() {
                    outcome.sessions.append((delivery.place, counts))
                }
                let begun = run.workspace.numbers.last - begunExchanges
                let counted = run.workspace.counting?.counted.count ?? 0
                guard begun > 0 || run.workspace.resultCount > resultEnd || counted > countedEnd else {
                    continue
                }
                begunExchanges += begun
                (resultEnd, countedEnd) = (run.workspace.resultCount, counted)
                outcome.yields.append(
                    DeliveryOutcome.Yield(
                        place: delivery.place,
                        begunExchanges: begun,
                        resultEnd: resultEnd,
                        countedEnd: countedEnd
                    )
                )
            }
            run.workspace.takeResults(into: &outcome.results)
            run.workspace.counting?.takeCounted(into: &outcome.counted)
            outcome.use = SharedUse(
                pageBytes: run.workspace.pageBytes,
                triedBytes: run.workspace.decryption.triedBytes,
                heldBytes: run.workspace.decryption.heldBytes
            )
            return outcome
        }

        /// Lets go of the connections, which hold the run in turn.
        mutating func forgetConnections() {
            connections = [:]
            run.forgetConnections()
        }

        private mutating func take(_ delivery: Delivery, of block: DeliveryBlock) {
            switch delivery.event {
            case .opened(let index):
                let summary = block.openings[index]
                connections[summary.number] = ReassembledConnection(summary, run)
            case .received(let range):
                let bytes = block.bytes
                let piece = bytes.span.bytes.extracting(range)
                connections[delivery.connection]?.received(piece, from: delivery.side, delivery.origin)
            case .missed(let length, let cause):
                let connection = connections[delivery.connection]
                connection?.missed(length, from: delivery.side, cause: cause, delivery.origin)
            case .ended(let end):
                connections[delivery.connection]?.ended(end, from: delivery.side, delivery.origin)
            case .closed: connections.removeValue(forKey: delivery.connection)?.closed()
            case .keys(let range): run.add(keys: Array(block.bytes[range]))
            }
        }
    }
}
