import Bytes
import NIOCore
import NIOPosix
import Recording
import Shell

/// A server whose traffic is recorded and reported, until a signal ends it.
protocol LiveServer: AnyObject {
    /// What records its connections.
    var recorders: [TrafficRecorder] { get }
    /// Listens for clients.
    func listen(on address: ListenAddress, _ loop: any EventLoop) -> EventLoopFuture<any Channel>
    /// Closes all connections; completed once they are closed.
    func closeAll(on loop: any EventLoop) -> EventLoopFuture<Void>
    /// No request follows.
    func finish()
}

/// Runs a server on the thread of a command.
struct LiveService {
    private let address: ListenAddress
    private let terminal: Terminal
    private let announcement: (String) -> String

    /// Prepares to serve.
    ///
    /// - Parameters:
    ///   - address: the address to listen on.
    ///   - terminal: gets what is to be said.
    ///   - announcement: the sentence for the host and the port that are listened on.
    init(on address: ListenAddress, in terminal: Terminal, announcement: @escaping (String) -> String) {
        self.address = address
        self.terminal = terminal
        self.announcement = announcement
    }

    /// Serves until a signal comes.
    ///
    /// - Parameter make: makes the server, and what reports its exchanges.
    /// - Returns: whether there was a finding, or the recording is not complete.
    /// - Throws: what `make` throws, and a ``CommandFailure`` where the address cannot be listened on.
    func run(
        _ make: @escaping (any EventLoop) throws -> (server: any LiveServer, report: LiveReport)
    ) throws -> CommandStatus {
        let signals = TerminationSignals()
        var outcome: Result<CommandStatus, any Error> = .success(.fine)
        MultiThreadedEventLoopGroup.withCurrentThreadAsEventLoop { loop in
            let shutDown: (Result<CommandStatus, any Error>) -> Void = { result in
                outcome = result
                loop.shutdownGracefully { _ in }
            }
            do {
                let (server, report) = try make(loop)
                server.listen(on: address, loop).assumeIsolated().whenComplete { result in
                    switch result {
                    case .failure(let error): shutDown(.failure(Self.failure(error, address)))
                    case .success(let channel):
                        let place = "\(address.bracketedHost):\(channel.localAddress?.port ?? address.port)"
                        terminal.report(announcement(place))
                        var isEnding = false
                        let endOnce = {
                            guard !isEnding else { return }
                            isEnding = true
                            channel.close(promise: nil)
                            end(server, report, on: loop, then: shutDown)
                        }
                        signals.whenReceived(on: loop, endOnce)
                        whenClosed(on: loop, endOnce)
                        guard let page = report.page else { return }
                        page.listen(besides: place).whenComplete { result in
                            switch result {
                            case .failure(let error): shutDown(.failure(Self.failure(error, page.address)))
                            case .success(let url): terminal.report("watch at \(url)")
                            }
                        }
                    }
                }
            } catch {
                shutDown(.failure(error))
            }
        }
        // The event loop takes nothing any more.
        terminal.whenClosed {}
        return try outcome.get()
    }

    /// Calls `body` on the event loop once the reader of the output has closed its pipe.
    private func whenClosed(on loop: any EventLoop, _ body: @escaping () -> Void) {
        let body = NIOLoopBound(body, eventLoop: loop)
        terminal.whenClosed { loop.execute { body.value() } }
    }

    private func end(
        _ server: any LiveServer,
        _ report: LiveReport,
        on loop: any EventLoop,
        then shutDown: @escaping (Result<CommandStatus, any Error>) -> Void
    ) {
        report.page?.close()
        // Connections hand on what they know when they are closed.
        server.closeAll(on: loop).assumeIsolated().whenComplete { _ in
            server.finish()
            let recorders = server.recorders
            let end = EventLoopFuture.andAllComplete(recorders.map { $0.close() }, on: loop)
            end.assumeIsolated().whenComplete { _ in
                let isWritten = recorders.allSatisfy { $0.failure == nil }
                shutDown(.success(!isWritten ? .unreadable : report.hasFindings ? .findings : .fine))
            }
        }
    }

    private static func failure(_ error: any Error, _ address: ListenAddress) -> CommandFailure {
        .unreadable("\(address): cannot be listened on: \(NetworkFailure.text(error))")
    }
}
