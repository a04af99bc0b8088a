import Bytes
import Connections
import Decryption
import Exchanges

/// The connections of a capture that one thread inspects, or the exchanges of a log.
final class CaptureRun: ConnectionOpener {
    /// What the connections of the capture are inspected with.
    ///
    /// Unchecked, because checks at each packet are 6 % of the instructions of reading a large upload. Accesses do not
    /// overlap: a connection makes one while bytes are delivered to it, in which nothing is called that knows the run.
    @exclusivity(unchecked) var workspace: InspectionWorkspace

    /// Takes the results; `nil` where they are taken out of the workspace.
    private let results: CaptureResults?
    private let batch: Int
    /// The connections that are being inspected.
    private var open = IdleQueue()

    /// Makes a run.
    ///
    /// - Parameters:
    ///   - workspace: what connections are inspected with.
    ///   - results: takes what comes out of them after each delivery; `nil` where it stays in the workspace.
    ///   - batch: how many results wait until they are handed on together. What is made of them is then fetched into the
    ///     processor's cache once for all, and so is what reads the next packets.
    init(_ workspace: InspectionWorkspace, results: CaptureResults?, batch: Int = 1) {
        self.workspace = workspace
        self.results = results
        self.batch = batch
    }

    /// Hands on what deliveries gave, if that is enough for a batch.
    func drain() {
        let count = workspace.resultCount
        if count == 0 || count >= batch { drainAll() }
    }

    /// Hands on what deliveries gave.
    private func drainAll() {
        guard workspace.hasResults, let results else { return }
        while let result = workspace.takeResult() { results.take(result) }
        while let exchange = workspace.counting?.takeCounted() {
            results.takeCounted(exchange.number, memoryBytes: 0)
        }
    }

    /// Whether the capture has to be read again without counting, and without texts that are made early.
    var isVoid: Bool { workspace.counting?.isVoid ?? false || results?.isVoid ?? false }

    var isFinished: Bool { isVoid }

    func consumer(of connection: ConnectionSummary) -> any StreamConsumer {
        ReassembledConnection(connection, self)
    }

    func add(keys: [UInt8]) { workspace.decryption.add(keys: keys) }

    /// Takes in a connection whose inspection begins.
    func opened(_ connection: ReassembledConnection) { open.insert(connection) }

    /// Gives up the connection that was unused for longest; false where there is no other.
    func giveUpIdle(but connection: ReassembledConnection) -> Bool {
        while let idle = open.popIdle(but: connection) {
            if idle.giveUp() { return true }
        }
        return false
    }

    /// Lets go of the connections, which hold the run in turn.
    func forgetConnections() { open = IdleQueue() }

    /// Hands on what still waits, at the end of the capture.
    func finish() {
        forgetConnections()
        drainAll()
        if !isVoid { results?.finish() }
    }

    /// Hands on what waits for others, and what was counted, at the end.
    func handOnRest() {
        drainAll()
        if let counting = workspace.counting, !isVoid { results?.take(counting.uploads) }
    }

    /// Hands on what still waits, at the end of the capture at a path.
    ///
    /// - Parameter path: the path.
    /// - Throws: where bytes of messages could not be kept.
    func finish(_ path: String) throws(InputFailure) {
        finish()
        if let failure = workspace.spool?.failure { throw InputFailure(path: path, describing: failure) }
    }
}
