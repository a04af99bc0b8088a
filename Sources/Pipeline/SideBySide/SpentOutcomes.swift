import Synchronization

/// What came out of a worker, and is not needed any more, on its way back: memory is freed without a wait by the thread that
/// allocated it.
final class SpentOutcomes: Sendable {
    private let outcomes = Mutex<[DeliveryOutcome]>([])

    /// Takes back what came out; any thread's.
    func add(_ outcome: DeliveryOutcome) { outcomes.withLock { $0.append(outcome) } }

    /// Frees what came back; the worker's.
    func free() { _ = outcomes.withLock { exchange(&$0, with: []) } }
}
