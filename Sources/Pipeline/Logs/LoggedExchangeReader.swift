import Bytes
import CaptureSources
import Exchanges

/// Turns the exchanges of a proxy's log into the events that those of packets give.
/// ```
///   CaptureSources ──► begin · request · requestBytes · … ──► head · content · … · completed
/// ```
/// Raw messages are read as those of a connection are; heads that the log took apart are written out again. Exchanges
/// are numbered in the order of the log, and have no frames.
struct LoggedExchangeReader: LoggedExchangeHandler {
    private enum Reading {
        /// Nothing.
        case nothing
        /// Raw messages.
        case wire(RawMessages)
        /// Messages whose heads the log took apart.
        case message(LoggedMessages)
    }

    private let run: CaptureRun
    private let limits: ExchangeLimits
    private var note = LoggedExchange(form: .wire)
    private var reading = Reading.nothing
    private var isBrokenOff = false
    /// Whether its raw messages are as they were on the wire.
    private var isExact = false
    /// What was wrong with the log, in order; at most ``problemLimit`` are kept.
    private(set) var problems: [CaptureProblem] = []
    /// How many problems there were.
    private(set) var problemCount = 0

    /// Problems that are kept: a log of which every entry is damaged says so often enough.
    static let problemLimit = 100

    /// Makes a reader whose events go to a run's workspace.
    init(_ run: CaptureRun, limits: ExchangeLimits = ExchangeLimits()) {
        self.run = run
        self.limits = limits
        run.workspace.current.keeper = run.workspace.spool.map { MessageKeeper($0) }
    }

    /// An exchange begins.
    mutating func begin(_ exchange: LoggedExchange) {
        note = exchange
        isBrokenOff = false
        run.workspace.annotation = exchange
        guard exchange.form == .wire || exchange.form == .masked else {
            reading = .nothing
            return
        }
        isExact = exchange.form == .wire
        if isExact { run.workspace.current.keeper?.beginRaw() }
        reading = .wire(
            RawMessages(
                limits: limits,
                numbers: run.workspace.numbers,
                memory: run.workspace.memory,
                responseContents: run.workspace.options.responseContents
            )
        )
    }

    /// Gives the exchange its number, and reports the head of its request.
    mutating func request(_ head: LoggedRequest) {
        let messages = LoggedMessages(
            head,
            of: note,
            numbers: run.workspace.numbers,
            responseContents: run.workspace.options.responseContents
        )
        messages.begin(&run.workspace)
        reading = .message(messages)
    }

    /// Passes on content, or reads a raw request.
    mutating func requestBytes(_ bytes: RawSpan) {
        switch reading {
        case .nothing: return
        case .wire(var messages):
            reading = .nothing
            if isExact { run.workspace.current.keeper?.receivedRaw(bytes) }
            messages.pushRequest(bytes, &run.workspace)
            reading = .wire(messages)
        case .message(var messages):
            reading = .nothing
            messages.pushRequest(bytes, &run.workspace)
            reading = .message(messages)
        }
        run.drain()
    }

    /// Reports the head of the response; returns whether its content is wanted.
    @discardableResult
    mutating func response(_ head: LoggedResponse) -> Bool {
        guard case .message(var messages) = reading else { return false }
        reading = .nothing
        let isWanted = messages.beginResponse(head, &run.workspace)
        reading = .message(messages)
        return isWanted
    }

    /// Passes on content, or reads a raw response.
    mutating func responseBytes(_ bytes: RawSpan) {
        switch reading {
        case .nothing: return
        case .wire(var messages):
            reading = .nothing
            messages.pushResponse(bytes, &run.workspace)
            reading = .wire(messages)
        case .message(var messages):
            reading = .nothing
            messages.pushResponse(bytes, &run.workspace)
            reading = .message(messages)
        }
    }

    /// Notes that the rest of the exchange is missing from the log.
    mutating func breakOff() { isBrokenOff = true }

    /// Notes that the request may be another one than was sent.
    mutating func damage() { run.workspace.annotation?.isDamaged = true }

    /// Completes the exchange.
    mutating func end() {
        switch reading {
        case .nothing: break
        case .wire(var messages):
            messages.finish(
                &run.workspace,
                as: isBrokenOff ? .captureEnded : .finished,
                showsClose: note.showsClose
            )
        case .message(var messages):
            messages.finish(&run.workspace, as: isBrokenOff ? .captureEnded : .complete)
        }
        reading = .nothing
        run.drain()
    }

    /// Notes what is wrong with the log.
    mutating func problem(_ problem: CaptureProblem) {
        problemCount += 1
        if problems.count < Self.problemLimit { problems.append(problem) }
    }
}
