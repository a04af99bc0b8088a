import Bytes
import NIOCore
import NIOPosix
import Shell
import Trials

/// Sends bodies to a server, each on a connection of its own, and learns what it did with them.
final class ProbeSession {
    /// How bodies are sent.
    struct Pace {
        /// How many at once.
        var jobs: Int
        /// The most that are begun in a second; `nil` for any number.
        var rate: Double?
        /// The seconds that an answer may take.
        var timeout: Int
    }

    /// What came of it.
    struct End {
        /// The results, in the order of the bodies.
        var results: [ProbeResult] = []
        /// Why not all bodies were sent; `nil` where they were.
        var failure: String?
    }

    /// The bytes of an answer that are taken: an adapter's answer has a few hundred.
    static let answerLimit = 1 << 20
    /// How often a server that answered before is looked for again: one that a body has crashed may be started anew.
    private static let retries = 8
    private static let retryPause = TimeAmount.milliseconds(500)

    private let requests: [ProbeRequest]
    private let destination: RequestSender.Destination
    private let sender: RequestSender
    private let pace: Pace
    private let loop: any EventLoop
    private let result: (ProbeAnswer, LabBody) -> ProbeResult
    private var progress: Shell.Progress
    private var results: [Int: ProbeResult] = [:]
    private var next = 0
    private var runningCount = 0
    /// When the next body may be begun.
    private var due = NIODeadline.now()
    private var isWaiting = false
    private var done: ((End) -> Void)?

    /// Prepares to send.
    ///
    /// - Parameters:
    ///   - requests: what is sent.
    ///   - destination: the server.
    ///   - sender: makes connections.
    ///   - pace: how many at once, and how fast.
    ///   - terminal: shows progress.
    ///   - loop: the event loop.
    ///   - result: reads an answer.
    init(
        _ requests: [ProbeRequest],
        to destination: RequestSender.Destination,
        by sender: RequestSender,
        _ pace: Pace,
        in terminal: Terminal,
        on loop: any EventLoop,
        result: @escaping (ProbeAnswer, LabBody) -> ProbeResult
    ) {
        self.requests = requests
        self.destination = destination
        self.sender = sender
        self.pace = pace
        self.loop = loop
        self.result = result
        progress = Shell.Progress(on: terminal)
    }

    /// Sends all; `done` is called once, with what came of it.
    func run(then done: @escaping (End) -> Void) {
        self.done = done
        sendMore()
    }

    /// Ends now: `done` gets what is there.
    func stop() {
        finish("ended by a signal after \(results.count) of \(Quantity.of(requests.count, "body", "bodies"))")
    }

    private func sendMore() {
        while done != nil, !isWaiting, runningCount < pace.jobs, next < requests.count {
            let now = NIODeadline.now()
            guard due <= now else { return wait(until: due) }
            if let rate = pace.rate { due = now + .nanoseconds(Int64(1e9 / rate)) }
            runningCount += 1
            next += 1
            send(next - 1, retriesLeft: Self.retries)
        }
        if results.count == requests.count { finish(nil) }
    }

    private func wait(until time: NIODeadline) {
        isWaiting = true
        _ = loop.assumeIsolated().scheduleTask(deadline: time) {
            self.isWaiting = false
            self.sendMore()
        }
    }

    private func send(_ index: Int, retriesLeft: Int) {
        guard done != nil else { return }
        let bound = ResponseBound(bytes: Self.answerLimit, time: .seconds(Int64(pace.timeout)))
        sender.send(
            HeldScript(requests[index].bytes),
            to: destination,
            contentLimit: Self.answerLimit,
            bound: bound,
            progress: { _ in }
        ) { [self] end in
            switch end {
            case .answered(let outcome): take(outcome, reason: "", for: index)
            case .unanswered(let outcome, let reason) where outcome.isSent:
                take(outcome, reason: reason, for: index)
            case .unanswered(_, let reason): lose("\(destination.url): \(reason)", index, retriesLeft)
            case .failed(let error): lose("\(error)", index, retriesLeft)
            }
        }
    }

    private func take(_ outcome: UploadOutcome, reason: String, for index: Int) {
        guard done != nil else { return }
        let end: ProbeAnswer.End =
            switch outcome.interruption {
            case .timedOut: .timedOut
            case .tooLong(let limit): .tooLong(limit: limit)
            case nil: outcome.status == nil ? .closed(reason: reason) : .ended
            }
        let answer = ProbeAnswer(status: outcome.status, content: outcome.content, end: end)
        results[index] = result(answer, requests[index].body)
        runningCount -= 1
        progress.update("\(results.count) of \(requests.count) bodies")
        sendMore()
    }

    /// A body could not be sent: at first that is the end, later the server may come back.
    private func lose(_ reason: String, _ index: Int, _ retriesLeft: Int) {
        guard done != nil else { return }
        guard !results.isEmpty, retriesLeft > 0 else {
            let last = results.keys.max().map { ", after \(requests[$0].body.id) was sent" } ?? ""
            return finish("\(reason)\(last)")
        }
        _ = loop.assumeIsolated().scheduleTask(in: Self.retryPause) {
            self.send(index, retriesLeft: retriesLeft - 1)
        }
    }

    private func finish(_ failure: String?) {
        guard let done = done.take() else { return }
        progress.wipe()
        let ordered = results.sorted { $0.key < $1.key }.map(\.value)
        sender.finish { done(End(results: ordered, failure: failure)) }
    }
}
