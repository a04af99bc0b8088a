import Bytes
import Inspection
import NIOCore
import NIOPosix
import Reporting
import Shell
import Trials

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// How cases are run: by drivers, or by clients that fetch them.
extension TrialCommand {
    // MARK: Serving

    func served(_ trials: [TrialCase], _ matrix: TrialMatrix, in terminal: Terminal) throws
        -> TrialMatrix
    {
        let signals = TerminationSignals()
        let folder = try TrialFolder()
        defer { folder.remove() }
        let text = try ReportOutput(color: .auto, terminal: terminal)
        let lines = TrialText(to: text.sink, text.style)
        var outcome: Result<TrialMatrix, any Error> = .success(matrix)
        MultiThreadedEventLoopGroup.withCurrentThreadAsEventLoop { loop in
            do {
                let book = TrialBook()
                var server: TrialServer?
                let host = TrialHost(trials, matrix, book, in: folder) {
                    server?.certificate.pem ?? ""
                } report: { client, result in
                    lines.line(result, of: client)
                }
                let listening = try TrialServer(book, host, named: listen.host, on: loop)
                server = listening
                listening.listen(on: listen).assumeIsolated().whenComplete { [listen] result in
                    switch result {
                    case .failure(let error):
                        let reason = NetworkFailure.text(error)
                        outcome = .failure(
                            CommandFailure.unreadable(
                                "\(listen.host):\(listen.port): cannot be listened on: \(reason)"
                            )
                        )
                        loop.shutdownGracefully { _ in }
                    case .success:
                        let name = listen.host.contains(":") ? "[\(listen.host)]" : listen.host
                        terminal.report(
                            "open http://\(name):\(listening.port)/ in the browser that is tried; Ctrl-C ends"
                        )
                        signals.whenReceived(on: loop) {
                            outcome = .success(host.matrix)
                            listening.close()
                            loop.shutdownGracefully { _ in }
                        }
                    }
                }
            } catch {
                outcome = .failure(error)
                loop.shutdownGracefully { _ in }
            }
        }
        return try outcome.get()
    }

    // MARK: Runs

    func tried(_ trials: [TrialCase], _ matrix: TrialMatrix, in terminal: Terminal) throws
        -> TrialMatrix
    {
        var matrix = matrix
        let signals = TerminationSignals()
        let folder = try TrialFolder()
        defer { folder.remove() }
        var failure: (any Error)?
        // The terminal has the text where the report itself does not go there.
        let isShown = (format == .text && join.isEmpty) || output != nil
        let text = isShown ? try ReportOutput(color: .auto, terminal: terminal) : nil
        let lines = text.map { TrialText(to: $0.sink, $0.style) }
        MultiThreadedEventLoopGroup.withCurrentThreadAsEventLoop { loop in
            let end: ((any Error)?) -> Void = { error in
                failure = failure ?? error
                loop.shutdownGracefully { _ in }
            }
            do {
                let server = try TrialServer(TrialBook(), named: "localhost", on: loop)
                let run = TrialRun(
                    clients,
                    trials,
                    jobs: jobs,
                    server,
                    in: folder,
                    on: loop,
                    report: { lines?.line($0) },
                    finished: { row in
                        matrix.add(row)
                        lines?.summary(row)
                    }
                )
                server.listen(on: ListenAddress(loopbackPort: 0)).assumeIsolated().whenComplete { result in
                    switch result {
                    case .failure(let error):
                        end(
                            CommandFailure.unreadable(
                                "no port can be listened on: \(NetworkFailure.text(error))"
                            )
                        )
                    case .success:
                        signals.whenReceived(on: loop) {
                            failure = CommandFailure.unreadable("ended by a signal")
                            run.cancel()
                        }
                        run.run {
                            server.close()
                            end(nil)
                        }
                    }
                }
            } catch {
                end(error)
            }
        }
        if let failure { throw failure }
        return matrix
    }

    private var clients: [TrialRun.Client] {
        driver.enumerated().map { index, command in
            let name = client.indices.contains(index) ? client[index] : Self.name(of: command)
            return TrialRun.Client(name: name, driver: Driver(command))
        }
    }

    /// The name of the last word of a command that is a path or a file, without folders and extension.
    private static func name(of command: String) -> String {
        let words = command.split(separator: " ").map(String.init)
        let word = words.last { $0.contains("/") || $0.contains(".") } ?? words.first ?? command
        let file = word.split(separator: "/").last.map(String.init) ?? word
        let stem = file.split(separator: ".").first.map(String.init) ?? file
        return stem.filter { $0 != "'" && $0 != "\"" }
    }
}
