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
    private let spent = Mutex(SpentResults())

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
            let outcome = self.state.withLock { state in
                self.spent.withLock { state.spent.take(from: &$0) }
                return state.inspect(deliveries, of: block)
            }
            finished(outcome)
        }
    }

    /// Takes back what came out, and is not needed any more.
    func giveBack(_ outcome: consuming DeliveryOutcome) {
        let outcome = consume outcome
        spent.withLock { $0.add(outcome) }
    }

    /// The connections, and what they are inspected with.
    private struct State {
        private let run: CaptureRun
        /// Those that are open, by their places.
        private var connections: [ReassembledConnection?] = []
        private var begunExchanges = 0
        /// What came back, and is not freed yet.
        var spent = SpentResults()

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
                    outcome.sessions.append((delivery.order, counts))
                }
                let begun = run.workspace.numbers.last - begunExchanges
                let counted = run.workspace.counting?.counted.count ?? 0
                guard begun > 0 || run.workspace.resultCount > resultEnd || counted > countedEnd else {
                    continue
                }
                spent.free(run.workspace.resultCount - resultEnd + counted - countedEnd)
                begunExchanges += begun
                (resultEnd, countedEnd) = (run.workspace.resultCount, counted)
                outcome.yields.append(
                    DeliveryOutcome.Yield(
                        order: delivery.order,
                        begunExchanges: begun,
                        resultEnd: resultEnd,
                        countedEnd: countedEnd
                    )
                )
            }
            run.workspace.takeResults(into: &outcome.results)
            run.workspace.counting?.takeCounted(into: &outcome.counted)
            // Several may have come back at once.
            spent.freeAll(but: 2)
            outcome.use = SharedUse(
                pageBytes: run.workspace.pageBytes,
                triedBytes: run.workspace.decryption.triedBytes,
                heldBytes: run.workspace.decryption.heldBytes
            )
            return outcome
        }

        /// Lets go of the connections, which hold the run in turn.
        mutating func forgetConnections() {
            connections = []
            run.forgetConnections()
        }

        private mutating func take(_ delivery: Delivery, of block: DeliveryBlock) {
            switch delivery.event {
            case .opened(let index):
                while connections.count <= delivery.place { connections.append(nil) }
                connections[delivery.place] = ReassembledConnection(block.openings[index], run)
            case .received(let range):
                let bytes = block.bytes
                let piece = bytes.span.bytes.extracting(range)
                connections[delivery.place]?.received(piece, from: delivery.side, delivery.origin)
            case .missed(let length, let cause):
                let connection = connections[delivery.place]
                connection?.missed(length, from: delivery.side, cause: cause, delivery.origin)
            case .ended(let end):
                connections[delivery.place]?.ended(end, from: delivery.side, delivery.origin)
            case .closed: connections[delivery.place].take()?.closed()
            case .keys(let range): run.add(keys: Array(block.bytes[range]))
            }
        }
    }
}
