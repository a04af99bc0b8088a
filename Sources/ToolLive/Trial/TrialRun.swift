import Bytes
import NIOCore
import Pipeline
import Shell
import Trials

/// Runs the cases with one driver after another.
///
/// One event loop's.
final class TrialRun {
    /// A client that is tried.
    struct Client {
        /// Its name.
        var name: String
        /// The command that sends its forms.
        var driver: Driver
    }

    /// Why a driver runs.
    private enum Purpose {
        /// For the result of the case.
        case trial
        /// For a last boundary, before a case that asks for one.
        case warmUp
        /// To see whether it sends any form, after it has ended in a way that would be a refusal.
        case check(TrialResult, DriverEnd.Kind)

        /// What the name of its folder ends in.
        var suffix: String {
            switch self {
            case .trial: ""
            case .warmUp: "-before"
            case .check: "-check"
            }
        }
    }

    /// The case that each client can send.
    private static let simplest = TrialCase.all[0]

    /// How often it is looked whether the ends of a client's connections were seen, once it has ended, and the time
    /// between: bytes after a body, or the end of one that is not complete, are part of the verdict.
    private static let settling = (count: 15, step: TimeAmount.milliseconds(20))

    private let server: TrialServer
    private let folder: TrialFolder
    private let trials: [TrialCase]
    private let jobs: Int
    private let report: (TrialResult) -> Void
    private let finished: (TrialRow) -> Void
    private let loop: any EventLoop

    private var clients: [Client]
    private var clientNumber = 0
    private var next = 0
    private var results: [Int: TrialResult] = [:]
    private var reported = 0
    private var running: [Int: Task<Void, Never>] = [:]
    private var lastBoundary: [UInt8]?
    /// Whether a request of the client has come in any case.
    private var hasSent = false
    private var done: (() -> Void)?
    private var isCancelled = false

    /// Prepares to run.
    ///
    /// - Parameters:
    ///   - clients: the clients, tried one after another.
    ///   - trials: the cases, in their order.
    ///   - jobs: how many cases of a client run at once.
    ///   - server: where the forms go.
    ///   - folder: where they stand before.
    ///   - loop: the event loop.
    ///   - report: called with each result, in the order of the cases.
    ///   - finished: called with the results of each client.
    init(
        _ clients: [Client],
        _ trials: [TrialCase],
        jobs: Int,
        _ server: TrialServer,
        in folder: TrialFolder,
        on loop: any EventLoop,
        report: @escaping (TrialResult) -> Void,
        finished: @escaping (TrialRow) -> Void
    ) {
        self.clients = clients
        self.trials = trials
        self.jobs = jobs
        self.server = server
        self.folder = folder
        self.loop = loop
        self.report = report
        self.finished = finished
    }

    /// Runs all; calls `done` at the end.
    func run(then done: @escaping () -> Void) {
        self.done = done
        beginClient()
    }

    /// Ends the drivers that run; what they did is not reported.
    func cancel() {
        isCancelled = true
        for task in running.values { task.cancel() }
        endIfCancelled()
    }

    /// Ends once the drivers have ended that were to end.
    private func endIfCancelled() {
        if isCancelled, running.isEmpty { done.take()?() }
    }

    private func beginClient() {
        guard !clients.isEmpty else {
            done.take()?()
            return
        }
        clientNumber += 1
        next = 0
        reported = 0
        results = [:]
        lastBoundary = nil
        hasSent = false
        startMore()
    }

    private func startMore() {
        guard !isCancelled else { return }
        while running.count < jobs, next < trials.count {
            next += 1
            start(next - 1)
        }
        guard running.isEmpty, let client = clients.first else { return }
        let row = TrialRow(
            client: client.name,
            command: client.driver.command,
            results: trials.indices.compactMap { results[$0] }
        )
        clients.removeFirst()
        finished(row)
        beginClient()
    }

    private func start(_ index: Int) {
        let trial = trials[index]
        guard trial.asksForLastBoundary, lastBoundary == nil else { return run(trial, index) }
        // Before a client's last boundary is asked for, there is a last request.
        run(Self.simplest, index, for: .warmUp)
    }

    private func run(_ trial: TrialCase, _ index: Int, for purpose: Purpose = .trial) {
        guard let driver = clients.first?.driver else { return }
        let address = TrialAddress(client: "\(clientNumber)-\(index)", trial: trial)
        let name = "\(clientNumber)-\(index)\(purpose.suffix)"
        let (url, folder, boundary) = (server.url(of: trial, at: address), folder, lastBoundary)
        let certificate = server.certificate.pem
        server.book.begin(trial, at: address, folder: "\(folder.path)/\(name)")
        let promise = loop.makePromise(of: (form: WrittenForm, end: DriverEnd).self)
        running[index] = promise.completeWithTask {
            let place = try folder.makeFolder(name)
            let form = try WrittenForm(trial, in: place, certificate: certificate, lastBoundary: boundary)
            let end = await driver.run(url, in: place, for: trial)
            folder.remove(place)
            return (form, end)
        }
        promise.futureResult.assumeIsolated().whenComplete { [self] result in
            guard !isCancelled else {
                running[index] = nil
                return endIfCancelled()
            }
            switch result {
            case .success(let run):
                settle(index, at: address, isAnswered: run.end.isSettled) { [self] in
                    end(trial, index, at: address, run, purpose)
                }
            case .failure(let error):
                _ = server.book.end(at: address)
                let id = trials[index].id
                finish(TrialResult(trial: id, outcome: .fail, reasons: ["\(error)"]), index)
            }
        }
    }

    /// Calls `body` once nothing more of the requests of a case follows, or is waited for.
    private func settle(
        _ index: Int,
        at address: TrialAddress,
        isAnswered: Bool,
        attempt: Int = 1,
        then body: @escaping () -> Void
    ) {
        guard !isCancelled else {
            running[index] = nil
            return endIfCancelled()
        }
        // Of a client that failed, a request may still be on its way.
        if attempt > Self.settling.count || isAnswered && server.book.isSettled(at: address) { return body() }
        loop.assumeIsolated().scheduleTask(in: Self.settling.step) { [self] in
            settle(index, at: address, isAnswered: isAnswered, attempt: attempt + 1, then: body)
        }
    }

    private func end(
        _ trial: TrialCase,
        _ index: Int,
        at address: TrialAddress,
        _ run: (form: WrittenForm, end: DriverEnd),
        _ purpose: Purpose
    ) {
        let arrived = server.book.end(at: address)
        let record = TrialRecord(requests: arrived.requests, strays: arrived.strays, end: run.end)
        if let boundary = record.lastBoundary { lastBoundary = boundary }
        if !record.requests.isEmpty { hasSent = true }
        switch purpose {
        case .warmUp: self.run(trials[index], index)
        case .trial:
            let result = TrialJudge.result(of: trial, run.form, record)
            // A driver that cannot run ends in the same way in each case.
            guard result.outcome == .refused, !hasSent else { return finish(result, index) }
            self.run(Self.simplest, index, for: .check(result, run.end.kind))
        case .check(var result, let kind):
            if !hasSent, run.end.kind == kind {
                result.outcome = .fail
                let reason = result.reasons.first ?? ""
                result.reasons = ["the driver sends nothing, not even \(trial.id): \(reason)"]
            }
            finish(result, index)
        }
    }

    private func finish(_ result: TrialResult, _ index: Int) {
        running[index] = nil
        results[index] = result
        reportInOrder()
        startMore()
    }

    private func reportInOrder() {
        while let result = results[reported] {
            reported += 1
            report(result)
        }
    }
}
