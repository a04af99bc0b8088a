import Forms
import Inspection
import NIOCore
import NIOPosix
import NIOSSL
import Pipeline
import Recording
import Shell

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

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
    /// The last answer, and the exit status where its recording is not whole.
    typealias End = (outcome: UploadOutcome, recordingStatus: CommandStatus?)

    /// The bytes of a response that are kept.
    private static let contentLimit = 16 << 20
    /// The fields that are not sent to another origin than the one that was named.
    private static let credentialFields: Set = ["authorization", "cookie"]

    private let command: SendCommand
    private var request: UploadRequest
    private let terminal: Terminal
    private let sender: RequestSender
    private var progress: Shell.Progress
    private var redirects = 0
    private var isAuthorizing = false
    /// Whether a redirect led to another origin.
    private var hasLeft = false
    private var done: (Result<End, any Error>) -> Void = { _ in }

    /// Prepares to send what a command line asks for.
    init(_ command: SendCommand, _ request: UploadRequest, in terminal: Terminal, on loop: any EventLoop)
        throws
    {
        self.command = command
        self.request = request
        self.terminal = terminal
        progress = Shell.Progress(on: terminal)
        sender = try RequestSender(
            command.network.settings,
            recordingTo: command.record,
            in: terminal,
            on: loop
        )
    }

    /// Sends; `done` gets the last answer, or why there is none.
    func run(then done: @escaping (Result<End, any Error>) -> Void) {
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
        let proxy = command.network.proxy
        let script = FormScript(
            head: request.adding(isAuthorizing ? credentials : nil)
                .head(for: target, through: target.isSecure ? nil : proxy),
            request.writer,
            isChunked: request.isChunked,
            expectsContinue: request.expectsContinue,
            sendsFiles: !target.isSecure && !sender.isRecording
        )
        let server = RequestSender.Destination(
            host: destination.host,
            port: destination.port,
            name: destination.host,
            isSecure: target.isSecure,
            url: url
        )
        sender.send(script, to: server, contentLimit: Self.contentLimit) { [weak self] in
            // What was written last may end the session.
            self?.show($0)
        } then: { [self] in
            after($0, of: url, target)
        }
    }

    /// Goes on after an answer, or without one.
    private func after(_ end: RequestSender.End, of url: String, _ target: RequestHead) {
        let outcome: UploadOutcome
        switch end {
        case .answered(let answer): outcome = answer
        case .failed(let error): return finish(.failure(error))
        case .unanswered(let outcome, let reason):
            let sent =
                outcome.isSent
                ? " after the whole form"
                : outcome.sentBytes > 0 ? " after \(outcome.sentBytes) bytes of the form" : ""
            let text = "\(url): no response\(sent): \(reason)"
            return finish(.failure(CommandFailure.unreadable(text)))
        }
        let status = outcome.status ?? 0
        progress.wipe()
        terminal.report("\(request.method) \(url): \(status) \(outcome.reason)")
        if status == 401, command.user != nil, !isAuthorizing, !hasLeft {
            isAuthorizing = true
            return self.attempt(url)
        }
        if status == 417, request.expectsContinue {
            // The form is sent again without being announced (RFC 9110 §10.1.1).
            request.expectsContinue = false
            return self.attempt(url)
        }
        guard [301, 302, 307, 308].contains(status), let location = outcome.field("location"),
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
        if head.origin != target.origin { leave(target.origin, for: head.origin) }
        self.attempt(next.absoluteString)
    }

    /// Goes on without credentials: they are for the server that was named (RFC 9110 §15.4).
    private func leave(_ origin: String, for other: String) {
        isAuthorizing = false
        hasLeft = true
        let names = request.fields.map(\.name).filter { Self.credentialFields.contains($0.lowercased()) }
        request.fields.removeAll { Self.credentialFields.contains($0.name.lowercased()) }
        if !names.isEmpty {
            terminal.report("\(names.joined(separator: ", ")) is for \(origin), and not sent to \(other)")
        }
    }

    private func finish(_ result: Result<UploadOutcome, any Error>) {
        progress.wipe()
        sender.finish { [done, sender] in
            done(result.map { ($0, sender.recordingStatus) })
        }
    }

    private func show(_ sent: Int) {
        let total = request.writer.contentLength.map { " of \($0 / 1_000_000)" } ?? ""
        progress.update("sending, \(sent / 1_000_000)\(total) MB")
    }

    private var credentials: (name: String, value: String)? {
        command.user.map { ("Authorization", "Basic \(Data($0.utf8).base64EncodedString())") }
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
