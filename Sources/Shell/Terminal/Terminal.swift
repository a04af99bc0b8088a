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

    /// Receives results.
    package let output: any TextSink
    /// Receives progress and diagnostics.
    package let diagnostics: any TextSink
    /// The number of columns.
    package var columns = columnsWithoutTerminal
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
        let environment = ProcessInfo.processInfo.environment
        var terminal = Terminal(
            output: DescriptorSink(STDOUT_FILENO, name: "standard output", isLineBuffered: isTerminal),
            diagnostics: DescriptorSink(STDERR_FILENO, name: "standard error", isLineBuffered: true)
        )
        terminal.directory = FileManager.default.currentDirectoryPath
        terminal.columns =
            environment["COLUMNS"].flatMap { Int($0) } ?? windowColumns() ?? columnsWithoutTerminal
        terminal.isTerminal = isTerminal
        terminal.wantsColor =
            isTerminal && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
        terminal.keyLog = environment["SSLKEYLOGFILE"].flatMap { $0.isEmpty ? nil : $0 }
        terminal.showsProgress = isatty(STDERR_FILENO) == 1 && environment["TERM"] != "dumb"
        return terminal
    }

    /// Writes an error message in one line.
    package func report(_ message: String) {
        diagnostics.line("partwise: \(PrintableText.text(message, limit: 2000))")
    }

    /// Writes all buffers.
    package func flush() {
        (output as? DescriptorSink)?.flush()
        (diagnostics as? DescriptorSink)?.flush()
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
