import Bytes
import NIOCore
import NIOPosix
import Shell

/// Sends captured requests, one after another.
final class ReplaySession {
    /// The answers in order, and the exit status where their recording is not whole.
    typealias End = (answers: [ReplayAnswer], recordingStatus: CommandStatus?)

    /// The bytes of a response that are kept.
    private static let contentLimit = 16 << 20

    private let sender: RequestSender
    private let destination: RequestSender.Destination
    private let requests: [(request: ReplayedRequest, isPaced: Bool)]
    private let keepsMessages: Bool
    private let answered: (ReplayAnswer) -> Void
    private var progress: Shell.Progress
    private var answers: [ReplayAnswer] = []
    private var done: (Result<End, any Error>) -> Void = { _ in }

    private init(
        _ sender: RequestSender,
        _ requests: [(request: ReplayedRequest, isPaced: Bool)],
        to destination: RequestSender.Destination,
        keepsMessages: Bool,
        in terminal: Terminal,
        answered: @escaping (ReplayAnswer) -> Void
    ) {
        self.sender = sender
        self.requests = requests
        self.destination = destination
        self.keepsMessages = keepsMessages
        self.answered = answered
        progress = Shell.Progress(on: terminal)
    }

    /// Sends requests to a server.
    ///
    /// - Parameters:
    ///   - requests: the requests, and whether each keeps the pauses of the capture.
    ///   - destination: the server.
    ///   - network: how it is reached.
    ///   - path: the file that records what is sent and received; `nil` for none.
    ///   - keepsMessages: whether the fields and the contents of the responses are kept.
    ///   - terminal: shows progress.
    ///   - answered: is called with each answer when it is there.
    /// - Returns: what came of them.
    /// - Throws: where the server cannot be reached, or a request not be read.
    static func run(
        _ requests: [(request: ReplayedRequest, isPaced: Bool)],
        to destination: RequestSender.Destination,
        by network: NetworkSettings,
        recordingTo path: String?,
        keepsMessages: Bool,
        in terminal: Terminal,
        answered: @escaping (ReplayAnswer) -> Void
    ) throws -> End {
        var result: Result<End, any Error> = .success(([], nil))
        MultiThreadedEventLoopGroup.withCurrentThreadAsEventLoop { loop in
            do {
                let session = ReplaySession(
                    try RequestSender(network, recordingTo: path, in: terminal, on: loop),
                    requests,
                    to: destination,
                    keepsMessages: keepsMessages,
                    in: terminal,
                    answered: answered
                )
                session.done = { end in
                    result = end
                    loop.shutdownGracefully { _ in }
                }
                session.sendNext()
            } catch {
                result = .failure(error)
                loop.shutdownGracefully { _ in }
            }
        }
        return try result.get()
    }

    private func sendNext() {
        guard answers.count < requests.count else { return finish(.success(answers)) }
        let next = requests[answers.count]
        let script = ReplayScript(next.request, isPaced: next.isPaced)
        let total = next.request.restLength
        sender.send(script, to: destination, contentLimit: keepsMessages ? Self.contentLimit : 0) { sent in
            self.progress.update("sending, \(sent / 1_000_000) of \(total / 1_000_000) MB")
        } then: { end in
            self.progress.wipe()
            switch end {
            case .answered(let outcome): self.take(ReplayAnswer(outcome))
            case .unanswered(let outcome, let reason): self.take(ReplayAnswer(outcome, failure: reason))
            case .failed(let error): self.finish(.failure(error))
            }
        }
    }

    private func take(_ answer: ReplayAnswer) {
        answers.append(keepsMessages ? answer : answer.withoutMessage)
        answered(answer)
        sendNext()
    }

    private func finish(_ result: Result<[ReplayAnswer], any Error>) {
        sender.finish { self.done(result.map { ($0, self.sender.recordingStatus) }) }
    }
}
