package import Bytes
import CaptureSources
package import Decryption
package import Exchanges
import Forms
import Inspection

/// What the inspection of connections needs besides the connections themselves.
///
/// One value serves any number of connections, one after the other: it is handed in with each delivery, and gives out
/// the results. Each thread has its own; what several of them share (the numbers of exchanges, the retry history) is
/// safe to use from all. Nothing in it belongs to one connection.
package struct InspectionWorkspace: Sendable {
    /// What is kept and judged.
    let options: InspectionOptions
    /// The index of the capture among those given, from 0.
    let capture: Int
    /// The numbers of exchanges.
    package let numbers: ExchangeNumbers
    /// The memory that what is longer in memory than in the capture is taken from.
    package let memory: MemoryBudget
    /// Keys, and what was met of TLS and tunnels.
    package var decryption: DecryptionContext
    /// Where the bytes of messages are kept; `nil` where they are not wanted.
    let spool: TrafficSpool?

    /// What is remembered of earlier requests; `nil` where what is to be remembered is a result.
    private let history: RetryHistory?
    /// The requests of earlier exchanges as redaction leaves them.
    private let redactedHistory = RetryHistory()
    /// What inspections of requests keep and judge by.
    let settings: InspectionSettings
    /// Buffers, of which the first `readyBuffers` are ready for another request; the others are empty.
    private var buffers: [RequestInspection.Buffers] = []
    private var readyBuffers = 0
    /// The results that wait, from `nextResult` on; those before it were taken.
    private var results: ContiguousArray<InspectionResult?> = []
    private var nextResult = 0
    /// Counts exchanges that need not be handed on; `nil` where each is handed on.
    var counting: ExchangeCounting?
    /// What a log notes of the exchange that is being read; `nil` for connections.
    var annotation: LoggedExchange?
    /// The requests and the keeper of the connection whose bytes are being read.
    var current = OpenRequests()

    /// Bytes of pages of which the forms were read.
    var pageBytes = 0
    /// The greatest number of those: reading hostile ones takes a second for each 2 MiB.
    static let pageLimit = 32 << 20

    /// How many buffers that are ready are kept: each holds up to 64 KiB of a body, and headers.
    private static let bufferLimit = 16

    /// Makes a workspace.
    ///
    /// - Parameters:
    ///   - options: what is kept and judged.
    ///   - capture: the index of the capture among those given, from 0.
    ///   - numbers: the numbers of exchanges.
    ///   - memory: the memory of the capture.
    ///   - history: what is remembered of earlier requests; `nil` where that is not known here.
    ///   - decryption: the keys.
    /// - Throws: where the bytes of messages are wanted, and there is no place for them.
    package init(
        options: InspectionOptions,
        capture: Int = 0,
        numbers: ExchangeNumbers = ExchangeNumbers(),
        memory: MemoryBudget = MemoryBudget(),
        history: RetryHistory? = RetryHistory(),
        decryption: DecryptionContext = DecryptionContext()
    ) throws(InputFailure) {
        self.options = options
        self.capture = capture
        self.numbers = numbers
        self.memory = memory
        self.history = history
        self.decryption = decryption
        settings = options.settings(memory)
        do throws(ByteSource.Failure) {
            spool = options.keepsMessages || options.redaction != nil ? try TrafficSpool() : nil
        } catch {
            throw InputFailure(path: "-", reason: "\(error)")
        }
    }

    /// What it keeps of the requests of the connection whose bytes are being read.
    package var keptBytes: Int { current.openBytes }

    /// Whether results wait to be taken, or what was counted.
    ///
    /// Mutating, though it changes nothing, so that what is counted is not copied at each delivery.
    package var hasResults: Bool {
        mutating get { !results.isEmpty || !(counting?.counted.isEmpty ?? true) }
    }

    /// Takes the next result out; `nil` where none waits.
    package mutating func takeResult() -> InspectionResult? {
        guard nextResult < results.count else { return nil }
        let result = results[nextResult].take()
        nextResult += 1
        if nextResult == results.count {
            results.removeAll(keepingCapacity: true)
            nextResult = 0
        }
        return result
    }

    /// Takes all results out, in order.
    package mutating func takeResults() -> [InspectionResult] {
        var taken: [InspectionResult] = []
        while let result = takeResult() { taken.append(result) }
        return taken
    }

    /// The number of results that wait.
    var resultCount: Int { results.count - nextResult }

    /// Takes all results out at once, for an empty array that has room.
    mutating func takeResults(into taken: inout ContiguousArray<InspectionResult?>) {
        precondition(nextResult == 0, "some results were taken one by one")
        swap(&results, &taken)
    }

    /// Hands a result on.
    mutating func emit(_ result: consuming InspectionResult) { results.append(result) }

    /// Gives the inspection in a place, which has empty buffers, others that are ready.
    mutating func lendBuffers(to place: Int) {
        guard readyBuffers > 0 else { return }
        readyBuffers -= 1
        current.requests[place].inspection.swapBuffers(&buffers[readyBuffers])
    }

    /// Takes the buffers of the inspection in a place back.
    mutating func takeBuffers(from place: Int) {
        guard readyBuffers < Self.bufferLimit else {
            var dropped = RequestInspection.Buffers()
            return current.requests[place].inspection.swapBuffers(&dropped)
        }
        if readyBuffers == buffers.count { buffers.append(RequestInspection.Buffers()) }
        current.requests[place].inspection.swapBuffers(&buffers[readyBuffers])
        readyBuffers += 1
    }

    /// Earlier uploads from which a request may follow.
    func past(of exchange: borrowing Exchange) -> [PriorRequest] { history?.bearing(on: exchange) ?? [] }

    /// Remembers an upload that is over, for what follows from it.
    mutating func remember(_ exchange: borrowing Exchange, number: Int) {
        guard let request = PriorRequest(exchange, number: number) else { return }
        if let history { history.remember(request) } else { emit(.refused(request)) }
    }

    /// Makes what redaction judges a second time.
    func redactor(_ redaction: Redaction) -> Redactor {
        Redactor(redaction: redaction, options: options, history: redactedHistory, memory: memory)
    }
}
