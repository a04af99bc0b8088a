import Bytes
import Subprocess

#if canImport(System)
    import System
#else
    import SystemPackage
#endif

/// How a client ended that was asked to send a form.
package struct DriverEnd: Sendable {
    /// Why it ended.
    package enum Kind: Hashable, Sendable {
        /// With an exit code.
        case exited(Int)
        /// By a signal.
        case signalled(Int)
        /// It took longer than it had, and was ended.
        case timedOut
        /// It could not be run.
        case notStarted
    }

    /// The exit code that says that the client cannot do what is asked (`EX_UNAVAILABLE`).
    package static let unsupported = 69
    /// The exit codes by which a shell says that a signal ended what it ran: 128 and the signal's number.
    private static let signalCodes = 129...192

    /// Why it ended.
    package var kind: Kind
    /// What it printed.
    package var output = ""
    /// What it printed as errors.
    package var errors = ""
    /// How long it took, in seconds.
    package var seconds = 0.0
    /// The most memory that it held at a time, in bytes, where the system tells.
    package var peakMemory: Int?

    /// Makes an end.
    package init(_ kind: Kind, output: String = "", errors: String = "") {
        self.kind = kind
        self.output = output
        self.errors = errors
    }

    /// Whether all that it sent has arrived: it waited for the answers.
    package var isSettled: Bool { isSuccess || isUnsupported }
    /// Whether it says that each upload was answered by success.
    var isSuccess: Bool { kind == .exited(0) }
    /// Whether it says that it cannot.
    var isUnsupported: Bool { kind == .exited(Self.unsupported) }

    /// Its last words, fit to be shown; how it ended where it printed nothing.
    var reason: String { lastWords ?? how }

    /// Why its end says nothing of the client; `nil` where the driver chose its exit code.
    var failure: String? {
        if let signal {
            return "the driver was ended by signal \(signal)" + (lastWords.map { ": \($0)" } ?? "")
        }
        // The shell says by its exit code that it cannot run it.
        let cannotRun = [Kind.notStarted, .exited(126), .exited(127)].contains(kind)
        return cannotRun ? "the driver could not be run: \(reason)" : nil
    }

    /// The signal that ended it; `nil` where none did.
    private var signal: Int? {
        switch kind {
        case .signalled(let signal): signal
        case .exited(let code) where Self.signalCodes.contains(code): code - 128
        default: nil
        }
    }

    private var lastWords: String? {
        let lines = [output, errors].compactMap { text in
            text.split(whereSeparator: \.isNewline).last { !$0.allSatisfy(\.isWhitespace) }
        }
        return lines.last.map { PrintableText.text(String($0), limit: 240) }
    }

    /// Whether it names a status code.
    func tells(status: Int) -> Bool {
        (output + " " + errors).split { !$0.isNumber }.contains { $0 == "\(status)" }
    }

    private var how: String {
        switch kind {
        case .exited(let code): signal.map { "ended by signal \($0)" } ?? "exit code \(code)"
        case .signalled(let signal): "ended by signal \(signal)"
        case .timedOut: "did not end"
        case .notStarted: "could not be run"
        }
    }
}

/// A command that sends forms with the client that is tried.
package struct Driver: Sendable {
    /// The most of its output that is kept, in bytes.
    private static let outputLimit = 16 * 1024
    /// The time between two looks at the memory that it holds.
    private static let step = Duration.milliseconds(50)

    /// The command, as for a shell.
    package let command: String

    /// Returns once the time of so many seconds is over, or the task is cancelled.
    var wait: @Sendable (_ seconds: Int) async -> Void = { try? await Task.sleep(for: .seconds($0)) }

    /// Makes a driver of a command.
    package init(_ command: String) { self.command = command }

    /// Runs it.
    ///
    /// - Parameters:
    ///   - url: where the form goes.
    ///   - folder: the folder that holds the form's description, in which the command runs.
    ///   - trial: the case, which says how many seconds it has; then it is ended, with all that it has started.
    /// - Returns: how it ended.
    package func run(_ url: String, in folder: String, for trial: TrialCase) async -> DriverEnd {
        let start = ContinuousClock.now
        let timeLimit = trial.timeLimit
        let watch = trial.demands.contains(.tellsMemory) ? Task { await Self.peakMemory(in: folder) } : nil
        var end = await withTaskGroup(of: DriverEnd?.self) { group in
            group.addTask { await run(url, in: folder) }
            group.addTask {
                await wait(timeLimit)
                return nil
            }
            let first = await group.next().flatMap(\.self)
            group.cancelAll()
            if let first { return first }
            var late = await group.next().flatMap(\.self) ?? DriverEnd(.timedOut)
            late.kind = .timedOut
            return late
        }
        // What it has left running, and what does not end when it is asked to.
        Self.group(in: folder)?.end()
        watch?.cancel()
        end.peakMemory = await watch?.value
        let time = ContinuousClock.now - start
        end.seconds = Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
        return end
    }

    private func run(_ url: String, in folder: String) async -> DriverEnd {
        var options = PlatformOptions()
        options.createSession = true
        options.teardownSequence = [
            .gracefulShutDown(toProcessGroup: true, allowedDurationToNextStep: .seconds(1)),
            .send(signal: .kill, toProcessGroup: true, allowedDurationToNextStep: .zero),
        ]
        // Into files: what a driver leaves running may hold a pipe open.
        let script = """
            cd "$1" && shift && echo $$ >driver.pid && exec >driver.out 2>driver.err </dev/null
            \(command) "$@"
            """
        do {
            let result = try await Subprocess.run(
                .name("sh"),
                arguments: ["-c", script, "driver", folder, url, WrittenForm.fileName],
                platformOptions: options,
                output: .discarded
            )
            let kind: DriverEnd.Kind =
                switch result.terminationStatus {
                case .exited(let code): .exited(Int(code))
                case .signaled(let signal): .signalled(Int(signal))
                }
            return DriverEnd(
                kind,
                output: Self.text(of: "\(folder)/driver.out"),
                errors: Self.text(of: "\(folder)/driver.err")
            )
        } catch {
            return DriverEnd(.notStarted, errors: "\(error)")
        }
    }

    /// The processes of the driver that runs in a folder; `nil` before it does.
    private static func group(in folder: String) -> ProcessGroup? {
        let number = Int32(text(of: "\(folder)/driver.pid").prefix { $0.isNumber })
        return number.flatMap { $0 > 1 ? ProcessGroup(number: $0) : nil }
    }

    private static func text(of path: String) -> String {
        guard let file = try? FileDescriptor.open(FilePath(path), .readOnly, options: .closeOnExec) else {
            return ""
        }
        let bytes = try? file.closeAfter {
            let size = try file.seek(offset: 0, from: .end)
            try file.seek(offset: max(size - Int64(outputLimit), 0), from: .start)
            return try [UInt8](unsafeUninitializedCapacity: outputLimit) { buffer, count in
                count = try file.read(into: UnsafeMutableRawBufferPointer(buffer))
            }
        }
        return String(decoding: bytes ?? [], as: UTF8.self)
    }

    /// The most memory that a process of the driver's group held at a time until the task is cancelled.
    private static func peakMemory(in folder: String) async -> Int? {
        var peak: Int?
        while !Task.isCancelled {
            if let memory = group(in: folder)?.peakMemory { peak = max(peak ?? 0, memory) }
            try? await Task.sleep(for: step)
        }
        return peak
    }
}
