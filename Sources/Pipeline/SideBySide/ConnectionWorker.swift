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
    /// - Parameter spread: the capture's connections.
    /// - Throws: where a workspace cannot be made.
    init(_ spread: SpreadInspection) throws(InputFailure) {
        thread = DispatchQueue(label: "connections")
        state = Mutex(State(try RecordedRun(spread)))
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
                self.spent.withLock { state.take(spent: &$0) }
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
        private var recorded: RecordedRun
        /// Those that are open, by their places.
        private var connections: [ReassembledConnection?] = []

        init(_ recorded: RecordedRun) { self.recorded = recorded }

        var uploads: CountedUploads { recorded.uploads }

        /// Takes what came out before, and is not needed any more.
        mutating func take(spent: inout SpentResults) { recorded.spent.take(from: &spent) }

        mutating func inspect(_ deliveries: [Delivery], of block: DeliveryBlock) -> DeliveryOutcome {
            let start = ContinuousClock.now
            for delivery in deliveries {
                take(delivery, of: block)
                recorded.note(delivery.order)
            }
            var outcome = recorded.takeOutcome()
            outcome.seconds = (ContinuousClock.now - start) / .seconds(1)
            return outcome
        }

        /// Lets go of the connections, which hold the run in turn.
        mutating func forgetConnections() {
            connections = []
            recorded.run.forgetConnections()
        }

        private mutating func take(_ delivery: Delivery, of block: DeliveryBlock) {
            switch delivery.event {
            case .opened(let index):
                while connections.count <= delivery.place { connections.append(nil) }
                connections[delivery.place] = ReassembledConnection(block.openings[index], recorded.run)
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
            case .keys(let range): recorded.run.add(keys: Array(block.bytes[range]))
            }
        }
    }
}
