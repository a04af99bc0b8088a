import Bytes
import Forms
import InspectionRules
import NIOCore
import NIOPosix
import NIOSSL
import Pipeline
import Recording
import Shell

/// Sends requests, each on a connection of its own: through a proxy, over TLS, and recorded, where that is asked for.
final class RequestSender {
    /// The server that a request is for.
    struct Destination {
        /// The host that is connected to, without brackets.
        var host: String
        /// The port.
        var port: Int
        /// The name for which its certificate is to be.
        var name: String
        /// Whether it is spoken to over TLS.
        var isSecure: Bool
        /// What messages call it.
        var url: String
    }

    /// How a request ended.
    enum End {
        /// With a response.
        case answered(UploadOutcome)
        /// Without one, and why.
        case unanswered(UploadOutcome, reason: String)
        /// The server could not be reached, or the content not be read.
        case failed(any Error)
    }

    /// How servers are reached.
    let network: NetworkSettings
    /// Whether what is sent is recorded.
    var isRecording: Bool { traffic.recorder != nil }

    private let loop: any EventLoop
    private let traffic: LiveTraffic
    /// The settings of TLS, for servers with names and for those with addresses.
    private var secureContexts: [CertificateVerification: NIOSSLContext] = [:]

    /// Prepares to send.
    ///
    /// - Parameters:
    ///   - network: how servers are reached.
    ///   - path: the pcapng file that gets what is sent and received; `nil` for none.
    ///   - terminal: shows where recording stops before the end.
    ///   - loop: the event loop.
    /// - Throws: a ``CommandFailure`` where the file cannot be written.
    init(_ network: NetworkSettings, recordingTo path: String?, in terminal: Terminal, on loop: any EventLoop)
        throws
    {
        self.network = network
        self.loop = loop
        var options = InspectionOptions(.standard)
        options.handsOnResponses = true
        traffic = try LiveTraffic(options, recorder: .option(path, in: terminal, on: loop))
    }

    /// Sends a request.
    ///
    /// - Parameters:
    ///   - script: the request.
    ///   - destination: the server.
    ///   - contentLimit: the greatest number of bytes of the response's content that are kept.
    ///   - bound: ends the attempt where the server sends too much, or takes too long; `nil` for never.
    ///   - progress: is called with the number of bytes of content that were sent.
    ///   - done: gets what came of it.
    func send(
        _ script: any RequestScript,
        to destination: Destination,
        contentLimit: Int,
        bound: ResponseBound? = nil,
        progress: @escaping (Int) -> Void,
        then done: @escaping (End) -> Void
    ) {
        let tls: NIOSSLContext?
        do {
            tls = destination.isSecure ? try makeTLS(for: destination.name) : nil
        } catch let failure as CommandFailure {
            return done(.failed(failure))
        } catch {
            let reason = NetworkFailure.text(error)
            return done(.failed(CommandFailure.unreadable("\(destination.url): \(reason)")))
        }
        let promise = loop.makePromise(of: Void.self)
        let proxy = network.proxy
        let timeout = TimeAmount.seconds(Int64(network.timeout))
        let attempt = UploadAttempt(
            script,
            secureServer: destination.isSecure ? (destination.name, destination.port) : nil,
            contentLimit: contentLimit,
            timeout: timeout,
            traffic: traffic,
            promise: promise,
            progress: progress
        )
        let opening = UploadOpening(
            attempt,
            tls,
            to: destination,
            tls == nil ? nil : proxy,
            timeout,
            traffic,
            promise
        )
        let next = proxy.map { ($0.host, $0.port) } ?? (destination.host, destination.port)
        let connected = ClientBootstrap(group: loop)
            .channelOption(.allowRemoteHalfClosure, value: true)
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)
            .channelOption(.writeBufferWaterMark, value: .init(low: 256 << 10, high: 1 << 20))
            .connectTimeout(timeout)
            .connect(host: next.0, port: next.1) { channel in
                if let bound { try channel.pipeline.syncOperations.addHandler(bound) }
                try opening.prepare(channel)
            }
        connected.whenComplete { result in
            if case .failure(let error) = result {
                promise.succeed()
                let name = proxy == nil ? destination.url : "the proxy \(next.0):\(next.1)"
                let reason = NetworkFailure.text(error)
                return done(.failed(CommandFailure.unreadable("\(name): cannot be connected to: \(reason)")))
            }
            promise.futureResult.assumeIsolated().whenComplete { done(Self.end(of: attempt, $0)) }
        }
    }

    /// Ends the recording; `done` is called once it is on the disk.
    func finish(then done: @escaping () -> Void) {
        let end = traffic.recorder?.close() ?? loop.makeSucceededVoidFuture()
        end.assumeIsolated().whenComplete { _ in done() }
    }

    /// The exit status, where all else went well but a recording that was asked for is not whole; `nil` where it is.
    var recordingStatus: CommandStatus? { traffic.recorder?.failure == nil ? nil : .unreadable }

    private static func end(of attempt: UploadAttempt, _ result: Result<Void, any Error>) -> End {
        if let failure = attempt.failure {
            return .failed((failure as? MultipartFailure).map { CommandFailure($0) } ?? failure)
        }
        guard attempt.outcome.status == nil else {
            var outcome = attempt.outcome
            if case .failure(let error as SendFailure) = result {
                outcome.interruption = error
                outcome.shortfall = outcome.shortfall ?? "does not end: \(error)"
            }
            return .answered(outcome)
        }
        var reason = "the server closed the connection"
        var outcome = attempt.outcome
        if case .failure(let error) = result {
            reason = NetworkFailure.text(error)
            outcome.interruption = error as? SendFailure
        }
        if attempt.outcome.receivedBytes > 0 {
            let count = Quantity.of(attempt.outcome.receivedBytes, "byte")
            reason += "; the \(count) that it sent before are no response of HTTP/1"
        }
        return .unanswered(outcome, reason: reason)
    }

    private func makeTLS(for name: String) throws -> NIOSSLContext {
        var configuration = TLSClient.configuration(for: name, isVerified: !network.insecure)
        if let known = secureContexts[configuration.certificateVerification] { return known }
        configuration.applicationProtocols = ["http/1.1"]
        if let path = network.cacert {
            configuration.trustRoots = .certificates(try PEMFile.certificates(path))
        }
        let context = try NIOSSLContext(configuration: configuration)
        secureContexts[configuration.certificateVerification] = context
        return context
    }
}
