import NIOCore
import Shell
import Subprocess

#if canImport(System)
    import System
#else
    import SystemPackage
#endif

/// Sends a recorded request again, as the page asks for it: `partwise-live replay` in a process of its own, whose words are the
/// body of the answer.
///
/// One event loop's. It keeps itself until the process has ended.
final class PageReplay {
    /// The bytes of output that are passed on: the answers of servers are as long as these like.
    private static let outputLimit = 64 << 10

    /// The body of the answer.
    let stream = AnswerStream()

    private let arguments: Arguments
    private let loop: any EventLoop
    private var passed = 0
    private var text = TextPieces()
    private var ended: (() -> Void)?
    private var process: Task<Void, Never>?

    /// Prepares to run `partwise-live replay`.
    ///
    /// - Parameters:
    ///   - arguments: its arguments.
    ///   - loop: the event loop.
    ///   - ended: is called once it has ended.
    init(_ arguments: [String], on loop: any EventLoop, ended: @escaping () -> Void) {
        self.arguments = Arguments(["replay"] + arguments)
        self.loop = loop
        self.ended = ended
        stream.began = { [self] in start() }
        stream.ended = { [self] in leave() }
    }

    private func start() {
        process = Self.run(arguments, for: NIOLoopBound(self, eventLoop: loop), on: loop)
    }

    /// Runs the program until it ends, and hands on what it says.
    private static func run(
        _ arguments: Arguments,
        for replay: NIOLoopBound<PageReplay>,
        on loop: any EventLoop
    ) -> Task<Void, Never> {
        Task {
            do {
                _ = try await Subprocess.run(
                    .path(FilePath(ProgramPath.current ?? "")),
                    arguments: arguments,
                    input: .none,
                    output: .sequence,
                    error: .combinedWithOutput
                ) { execution in
                    for try await piece in execution.standardOutput {
                        let bytes = piece.withUnsafeBytes { Array($0) }
                        loop.execute { replay.value.take(bytes) }
                    }
                }
            } catch {
                loop.execute { replay.value.take(Array("\(error)\n".utf8)) }
            }
            loop.execute { replay.value.finish() }
        }
    }

    private func take(_ bytes: [UInt8]) {
        guard ended != nil, passed < Self.outputLimit else { return }
        passed += bytes.count
        stream.write(text.next(bytes))
        if passed >= Self.outputLimit { stream.write("\n… the rest is left out\n") }
    }

    /// The viewer is gone.
    private func leave() {
        process?.cancel()
        finish()
    }

    private func finish() {
        guard let ended else { return }
        self.ended = nil
        stream.write(text.end())
        stream.began = nil
        stream.ended = nil
        stream.close()
        ended()
    }
}
