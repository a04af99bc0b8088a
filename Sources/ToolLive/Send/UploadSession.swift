import Forms
import Foundation
import Inspection
import NIOCore
import NIOPosix
import NIOSSL
import Pipeline
import Recording
import Shell

/// A form to send, and how.
struct UploadRequest {
    /// The form.
    let writer: MultipartWriter
    /// Who it is written as.
    let dialect: MultipartDialect
    /// The method.
    let method: String
    /// Fields besides the dialect's.
    var fields: [(name: String, value: String)]
    /// Whether the form is sent in chunks.
    let isChunked: Bool
    /// Whether the server is asked first whether it takes the form.
    var expectsContinue: Bool

    /// The head of the request for a URL.
    ///
    /// - Parameters:
    ///   - target: the URL.
    ///   - proxy: the proxy that gets the request, and passes it on; `nil` where the server gets it.
    /// - Returns: the bytes.
    func head(for target: RequestHead, through proxy: ProxyAddress?) -> [UInt8] {
        let expect = expectsContinue ? [("Expect", "100-continue")] : []
        let authorization = proxy?.authorization.map { [$0] } ?? []
        return target.bytes(
            for: writer,
            dialect: dialect,
            isChunked: isChunked,
            isAbsolute: proxy != nil,
            adding: fields + expect + authorization
        )
    }
}

/// Sends a form, again where the server redirects or asks for credentials, until there is an answer.
final class UploadSession {
    private let command: SendCommand
    private var request: UploadRequest
    private let terminal: Terminal
    private let loop: any EventLoop
    private let traffic: LiveTraffic
    private var progress: Shell.Progress
    private var redirects = 0
    private var isAuthorizing = false
    private var done: (Result<UploadOutcome, any Error>) -> Void = { _ in }

    /// Prepares to send what a command line asks for.
    init(_ command: SendCommand, _ request: UploadRequest, in terminal: Terminal, on loop: any EventLoop)
        throws
    {
        self.command = command
        self.request = request
        self.terminal = terminal
        self.loop = loop
        progress = Shell.Progress(on: terminal)
        var options = InspectionOptions()
        options.handsOnResponses = true
        traffic = try LiveTraffic(
            options,
            recorder: .option(command.record, in: terminal, on: loop)
        )
    }

    /// Sends; `done` gets the last answer, or why there is none.
    func run(then done: @escaping (Result<UploadOutcome, any Error>) -> Void) {
        self.done = done
        attempt(command.url)
    }

    private func attempt(_ url: String) {
        let target: RequestHead
        do throws(RequestHead.Failure) {
            target = try RequestHead(method: request.method, url: url)
        } catch {
            return finish(.failure(CommandFailure.usage("\(error)")))
        }
        guard let destination = target.destination else {
            return finish(
                .failure(CommandFailure.usage("'\(url)': the port is not a number from 1 to 65535"))
            )
        }
        let promise = loop.makePromise(of: Void.self)
        let isTunnelled = target.isSecure && command.proxy != nil
        let handler = UploadAttempt(
            head: request.adding(isAuthorizing ? credentials : nil)
                .head(for: target, through: isTunnelled ? nil : command.proxy),
            request.writer,
            isChunked: request.isChunked,
            expectsContinue: request.expectsContinue,
            secureServer: target.isSecure ? (destination.host, destination.port) : nil,
            timeout: .seconds(Int64(command.timeout)),
            traffic: traffic,
            promise: promise
        ) { [unowned self] in show($0) }
        let tls: NIOSSLContext?
        do {
            tls = target.isSecure ? try makeTLS() : nil
        } catch {
            promise.succeed()
            return finish(
                .failure(CommandFailure.unreadable("\(command.cacert ?? url): \(NetworkFailure.text(error))"))
            )
        }
        let opening = NIOLoopBound(
            UploadOpening(handler, tls, to: destination, isTunnelled ? command.proxy : nil, traffic, promise),
            eventLoop: loop
        )
        let next = command.proxy.map { (host: $0.host, port: $0.port) } ?? destination
        let connected = ClientBootstrap(group: loop)
            .channelOption(.allowRemoteHalfClosure, value: true)
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)
            .channelOption(.writeBufferWaterMark, value: .init(low: 256 << 10, high: 1 << 20))
            .connectTimeout(.seconds(Int64(command.timeout)))
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try opening.value.prepare(channel) }
            }
            .connect(host: next.host, port: next.port)
        connected.assumeIsolated().whenComplete { [self] result in
            if case .failure(let error) = result {
                promise.succeed()
                finish(
                    .failure(
                        CommandFailure.unreadable(
                            "\(named(next, of: url)): cannot be connected to: \(NetworkFailure.text(error))"
                        )
                    )
                )
                return
            }
            promise.futureResult.assumeIsolated().whenComplete { [self] result in
                after(handler, of: url, target, result)
            }
        }
    }

    /// Goes on after an answer, or without one.
    private func after(
        _ attempt: UploadAttempt,
        of url: String,
        _ target: RequestHead,
        _ result: Result<Void, any Error>
    ) {
        if let failure = attempt.failure { return finish(.failure(CommandFailure(failure))) }
        let outcome = attempt.outcome
        guard let status = outcome.status else {
            let sent =
                outcome.isSent
                ? " after the whole form"
                : outcome.sentBytes > 0 ? " after \(outcome.sentBytes) bytes of the form" : ""
            var reason = "the server closed the connection"
            if case .failure(let error) = result { reason = NetworkFailure.text(error) }
            return finish(
                .failure(CommandFailure.unreadable("\(url): no response\(sent): \(reason)"))
            )
        }
        progress.wipe()
        terminal.report("\(request.method) \(url): \(status) \(outcome.reason)")
        if status == 401, command.user != nil, !isAuthorizing {
            isAuthorizing = true
            return self.attempt(url)
        }
        if status == 417, request.expectsContinue {
            // The form is sent again without being announced (RFC 9110 §10.1.1).
            request.expectsContinue = false
            return self.attempt(url)
        }
        guard [301, 302, 307, 308].contains(status), let location = outcome.fields["location"],
            redirects < command.maxRedirects
        else { return finish(.success(outcome)) }
        redirects += 1
        guard let next = URL(string: location, relativeTo: URL(string: url))?.absoluteURL,
            let head = try? RequestHead(method: request.method, url: next.absoluteString)
        else {
            return finish(
                .failure(CommandFailure.unreadable("\(url): redirects to '\(location)', which is no URL"))
            )
        }
        // Credentials are for the server that asked for them.
        if head.origin != target.origin { isAuthorizing = false }
        self.attempt(next.absoluteString)
    }

    private func finish(_ result: Result<UploadOutcome, any Error>) {
        progress.wipe()
        let end = traffic.recorder?.close() ?? loop.makeSucceededVoidFuture()
        end.assumeIsolated().whenComplete { [done] _ in done(result) }
    }

    /// What could not be connected to, in words.
    private func named(_ next: (host: String, port: Int), of url: String) -> String {
        command.proxy == nil ? url : "the proxy \(next.host):\(next.port)"
    }

    private func show(_ sent: Int) {
        let total = request.writer.contentLength.map { " of \($0 / 1_000_000)" } ?? ""
        progress.update("sending, \(sent / 1_000_000)\(total) MB")
    }

    private var credentials: (name: String, value: String)? {
        command.user.map { ("Authorization", "Basic \(Data($0.utf8).base64EncodedString())") }
    }

    private func makeTLS() throws -> NIOSSLContext {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.applicationProtocols = ["http/1.1"]
        configuration.shutdownTimeout = .seconds(1)
        if command.insecure { configuration.certificateVerification = .none }
        if let path = command.cacert {
            configuration.trustRoots = .certificates(try NIOSSLCertificate.fromPEMFile(path))
        }
        return try NIOSSLContext(configuration: configuration)
    }
}

extension UploadRequest {
    /// The same with one more field.
    fileprivate func adding(_ field: (name: String, value: String)?) -> UploadRequest {
        var request = self
        if let field { request.fields.append(field) }
        return request
    }
}
