import Bytes
import Foundation
package import Reporting

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Where a command writes: results and diagnostics, with what is known of the terminal behind them.
package struct Terminal {
    /// Columns of text where no terminal says how many it has.
    package static let columnsWithoutTerminal = 100

    /// Results.
    package let output: any TextSink
    /// Progress and diagnostics.
    package let diagnostics: any TextSink
    /// The number of columns.
    package var columns = columnsWithoutTerminal
    /// Whether results are seen by a person who has not asked for plain text.
    package var wantsColor = false
    /// The working directory, in which and above which a configuration is looked for; `nil` where none is.
    package var directory: String?
    /// Whether a progress line may be drawn and wiped.
    package var showsProgress = false
    /// The path of a key log that the environment names.
    package var keyLog: String?

    /// Makes a terminal that is no window: without colours, progress and a working directory.
    package init(output: any TextSink, diagnostics: any TextSink) {
        self.output = output
        self.diagnostics = diagnostics
    }

    /// Standard output and standard error of the process.
    package static func standard() -> Terminal {
        // A reader that has gone away is found out by the error of the next write, which is no failure.
        signal(SIGPIPE, SIG_IGN)
        let isTerminal = isatty(STDOUT_FILENO) == 1
        let environment = ProcessInfo.processInfo.environment
        var terminal = Terminal(
            output: DescriptorSink(STDOUT_FILENO, name: "standard output", isLineBuffered: isTerminal),
            diagnostics: DescriptorSink(STDERR_FILENO, name: "standard error", isLineBuffered: true)
        )
        terminal.directory = FileManager.default.currentDirectoryPath
        terminal.columns =
            environment["COLUMNS"].flatMap { Int($0) } ?? windowColumns() ?? columnsWithoutTerminal
        terminal.wantsColor =
            isTerminal && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
        terminal.keyLog = environment["SSLKEYLOGFILE"].flatMap { $0.isEmpty ? nil : $0 }
        terminal.showsProgress = isatty(STDERR_FILENO) == 1 && environment["TERM"] != "dumb"
        return terminal
    }

    /// Writes a line about something that went wrong.
    package func report(_ message: String) {
        diagnostics.line("partwise: \(PrintableText.text(message, limit: 2000))")
    }

    /// Writes out what waits in buffers.
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
