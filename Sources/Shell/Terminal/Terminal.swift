import Bytes
import Inspection
package import Reporting

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The output of a command: results and diagnostics, with properties of the terminal.
package struct Terminal {
    /// The width of text in columns without a terminal.
    package static let columnsWithoutTerminal = 100
    /// The least width to which text is wrapped.
    private static let leastColumns = 40

    /// Receives results.
    package private(set) var output: any TextSink
    /// Receives progress and diagnostics.
    package private(set) var diagnostics: any TextSink
    /// The number of columns.
    package var columns = columnsWithoutTerminal
    /// The width in columns to which diagnostics are wrapped; `nil` where they do not go to a terminal, and each is one line.
    package var diagnosticColumns: Int?
    /// Whether results go to a terminal: long texts are elided there, and whole everywhere else.
    package var isTerminal = false
    /// Whether results go to a terminal and colours are not disabled.
    package var wantsColor = false
    /// The working directory, from which a configuration is searched for upwards; `nil` for none.
    package var directory: String?
    /// Whether a progress line may be shown.
    package var showsProgress = false
    /// The path of a key log named in the environment.
    package var keyLog: String?
    /// What writes to standard output and standard error on threads of their own; none where they are written at once.
    private var detached: [DetachedOutput] = []

    /// Makes a terminal that is no window: without colours, progress and a working directory.
    package init(output: any TextSink, diagnostics: any TextSink) {
        self.output = output
        self.diagnostics = diagnostics
    }

    /// Standard output and standard error of the process.
    package static func standard() -> Terminal {
        StandardDescriptors.reserve()
        // A closed pipe is detected by the error of the next write, which is not a failure.
        signal(SIGPIPE, SIG_IGN)
        // So is a file that may not grow any more (`ulimit -f`).
        signal(SIGXFSZ, SIG_IGN)
        let isTerminal = isatty(STDOUT_FILENO) == 1
        var terminal = Terminal(
            output: DescriptorSink(STDOUT_FILENO, name: "standard output", isLineBuffered: isTerminal),
            diagnostics: DescriptorSink(STDERR_FILENO, name: "standard error", isLineBuffered: true)
        )
        terminal.directory = FileManager.default.currentDirectoryPath
        terminal.columns =
            variable("COLUMNS").flatMap { Int($0) } ?? windowColumns() ?? columnsWithoutTerminal
        terminal.diagnosticColumns = isatty(STDERR_FILENO) == 1 ? max(terminal.columns, leastColumns) : nil
        terminal.isTerminal = isTerminal
        terminal.wantsColor =
            isTerminal && (variable("NO_COLOR") ?? "").isEmpty && variable("TERM") != "dumb"
        terminal.keyLog = variable("SSLKEYLOGFILE").flatMap { $0.isEmpty ? nil : $0 }
        terminal.showsProgress = isatty(STDERR_FILENO) == 1 && variable("TERM") != "dumb"
        return terminal
    }

    /// A variable of the environment; to read all of them, as Foundation does, takes a fiftieth of a start.
    private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    /// Writes an error message: in one line, on a terminal in as many as it takes.
    package func report(_ message: String) {
        diagnose("partwise: \(PrintableText.text(message, limit: 2000))")
    }

    /// Writes a line of text for people: on a terminal it is broken between words.
    func diagnose(_ line: String) {
        for row in diagnosticColumns.map({ line.wrapped(to: $0) }) ?? [line] { diagnostics.line(row) }
    }

    /// Writes all buffers.
    package func flush() {
        output.flush()
        diagnostics.flush()
    }

    /// Whether a reader of standard output or standard error has closed its pipe.
    package var isClosed: Bool { detached.contains(where: \.isClosed) }

    /// Calls `body`, on any thread, once a reader has closed its pipe.
    package func whenClosed(_ body: @escaping @Sendable () -> Void) {
        for output in detached { output.whenClosed(body) }
    }

    /// Runs a command that goes on while what it prints is not read; returns once all is written.
    ///
    /// A signal ends the process while that is waited for.
    func detaching(_ run: (Terminal) throws -> CommandStatus) throws -> CommandStatus {
        guard output is DescriptorSink, diagnostics is DescriptorSink else { return try run(self) }
        flush()
        let results = DetachedOutput()
        // Where both go to one place, such as a window, they come in the order in which they were written.
        let remarks = Self.areOneFile(STDOUT_FILENO, STDERR_FILENO) ? results : DetachedOutput()
        var terminal = self
        terminal.detached = results === remarks ? [results] : [results, remarks]
        terminal.output = DetachedSink(to: results, STDOUT_FILENO, isLineBuffered: isTerminal)
        terminal.diagnostics = DetachedSink(to: remarks, STDERR_FILENO, isLineBuffered: true)
        let status = Result { try run(terminal) }
        terminal.flush()
        StopSignals.release()
        for output in terminal.detached { output.finish() }
        let ending = try status.get()
        return terminal.detached.contains(where: \.hasFailed) ? .unreadable : ending
    }

    private static func areOneFile(_ first: CInt, _ second: CInt) -> Bool {
        var files = (stat(), stat())
        return fstat(first, &files.0) == 0 && fstat(second, &files.1) == 0
            && files.0.st_dev == files.1.st_dev && files.0.st_ino == files.1.st_ino
    }

    private static func windowColumns() -> Int? {
        var size = winsize()
        for descriptor in [STDOUT_FILENO, STDERR_FILENO]
        where ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 {
            return Int(size.ws_col)
        }
        return nil
    }
}
