import Foundation
import NIOCore

/// Sends a recorded request again, as the page asks for it: `partwise-live replay` in a process of its own, whose words are the
/// body of the answer.
///
/// One event loop's. It keeps itself until the process has ended.
final class PageReplay {
    /// The bytes of output that are passed on: the answers of servers are as long as these like.
    private static let outputLimit = 64 << 10

    /// The body of the answer.
    let stream = AnswerStream()

    private let process = Process()
    private let output = Pipe()
    private var passed = 0
    private var ended: (() -> Void)?
    /// Held until the process has ended: what watches it uses it until then.
    private var itself: PageReplay?
    private var isRunning = false

    /// Prepares to run `partwise-live replay`.
    ///
    /// - Parameters:
    ///   - arguments: its arguments.
    ///   - loop: the event loop.
    ///   - ended: is called once it has ended.
    init(_ arguments: [String], on loop: any EventLoop, ended: @escaping () -> Void) {
        self.ended = ended
        process.executableURL = Bundle.main.executableURL?.resolvingSymlinksInPath()
        process.arguments = ["replay"] + arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = output
        itself = self
        let shared = NIOLoopBound(self, eventLoop: loop)
        output.fileHandleForReading.readabilityHandler = { handle in
            let data = handle.availableData
            if data.isEmpty { handle.readabilityHandler = nil }
            loop.execute { shared.value.take(data) }
        }
        process.terminationHandler = { _ in loop.execute { shared.value.exited() } }
        stream.began = { [weak self] in self?.start() }
        stream.ended = { [weak self] in self?.leave() }
    }

    private func start() {
        do {
            try process.run()
            isRunning = true
        } catch {
            stream.write("\(error)\n")
            finish()
        }
    }

    private func take(_ data: Data) {
        guard !data.isEmpty else { return finish() }
        guard passed < Self.outputLimit else { return }
        passed += data.count
        stream.write(String(decoding: data, as: UTF8.self))
        if passed >= Self.outputLimit { stream.write("\n… the rest is left out\n") }
    }

    /// The viewer is gone.
    private func leave() {
        if process.isRunning { process.terminate() }
        finish()
    }

    private func finish() {
        stream.close()
        ended?()
        ended = nil
        letGo()
    }

    private func exited() {
        isRunning = false
        letGo()
    }

    /// Frees itself once the output and the process have ended.
    private func letGo() {
        guard ended == nil, !isRunning else { return }
        process.terminationHandler = nil
        itself = nil
    }
}
