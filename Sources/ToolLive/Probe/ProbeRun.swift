import Bytes
import Forms
import NIOCore
import NIOPosix
import Shell
import Trials

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// One run of `partwise probe` against a server, from its command line to a report.
struct ProbeRun {
    private let command: ProbeCommand
    private let target: ProbeTarget
    private let requests: [ProbeRequest]

    /// Plans a run.
    ///
    /// - Parameters:
    ///   - command: the command line.
    ///   - url: the server's URL.
    ///   - bodies: the bodies to send.
    /// - Throws: a ``CommandFailure`` where the server may not be probed, or no body can be sent.
    init(_ command: ProbeCommand, _ url: String, _ bodies: [LabBody]) throws {
        self.command = command
        target = try ProbeTarget(url: url, isOwn: command.iOwnThisServer)
        let head = target.head
        requests = bodies.compactMap { body in
            ProbeRequest(body, to: head, fields: command.fields, extra: command.field)
        }
        guard !requests.isEmpty else { throw CommandFailure.usage("no body is left to send") }
    }

    /// Says what will be sent.
    func announce(leavingOut bodies: [LabBody], in terminal: Terminal) {
        let bytes = requests.reduce(0) { $0 + $1.bytes.count }
        let place =
            target.destination.host == target.destination.name ? "" : " at \(target.destination.host)"
        terminal.report(
            "sending \(Quantity.of(requests.count, "body", "bodies")) in "
                + "\(Quantity.of(bytes, "byte")) to \(target.head.url)\(place), each on a connection of its own"
        )
        let sent = Set(requests.map(\.body.id))
        let missing = bodies.filter { !sent.contains($0.id) }.map(\.id)
        guard !missing.isEmpty else { return }
        terminal.report(
            "\(Quantity.of(missing.count, "body", "bodies")) left out, in which --field has no place: "
                + missing.joined(separator: ", ")
        )
    }

    /// Sends, until all bodies are sent, the server is not reached any more, or a signal comes.
    ///
    /// - Parameter terminal: shows progress.
    /// - Returns: the report, and why it is not complete; `nil` where it is.
    /// - Throws: a ``CommandFailure`` where TLS cannot be prepared.
    func report(in terminal: Terminal) throws -> (report: ProbeReport, failure: String?) {
        let signals = TerminationSignals()
        var result: Result<ProbeSession.End, any Error> = .success(ProbeSession.End())
        let extra = command.field?.name
        let reading = command.reading
        MultiThreadedEventLoopGroup.withCurrentThreadAsEventLoop { loop in
            do {
                let network = NetworkSettings(trust: command.trust, timeout: command.timeout)
                let session = ProbeSession(
                    requests,
                    to: target.destination,
                    by: try RequestSender(network, recordingTo: command.record, in: terminal, on: loop),
                    ProbeSession.Pace(jobs: command.jobs, rate: command.rate, timeout: command.timeout),
                    in: terminal,
                    on: loop
                ) { reading.result(of: $0, to: $1, without: extra) }
                signals.whenReceived(on: loop) { session.stop() }
                session.run { end in
                    result = .success(end)
                    loop.shutdownGracefully { _ in }
                }
            } catch {
                result = .failure(error)
                loop.shutdownGracefully { _ in }
            }
        }
        let end = try result.get()
        let report = ProbeReport(
            version: ProductVersion.current,
            url: target.head.url,
            label: command.label ?? target.head.authority,
            date: Date.now.ISO8601Format(),
            results: end.results
        )
        return (report, end.failure)
    }
}
