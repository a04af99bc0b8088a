import Bytes
import Inspection
import Reporting

/// A line on the terminal that shows what is being read, after the first second; erased at the end.
package struct Progress {
    private let terminal: Terminal
    private let clock = ContinuousClock()
    private let start: ContinuousClock.Instant
    private var shown: ContinuousClock.Instant?

    /// Starts the progress line.
    package init(on terminal: Terminal) {
        self.terminal = terminal
        start = clock.now
    }

    /// Updates the line, at most ten times a second, and not within the first second.
    package mutating func update(_ text: @autoclosure () -> String) {
        guard terminal.showsProgress else { return }
        let now = clock.now
        guard now - start > .seconds(1), shown.map({ now - $0 > .milliseconds(100) }) ?? true else { return }
        shown = now
        let line = PrintableText.text(text(), limit: max(terminal.columns - 1, 20))
        terminal.diagnostics.write("\r\u{1B}[K\(line)")
        (terminal.diagnostics as? DescriptorSink)?.flush()
    }

    /// Erases the line.
    package mutating func wipe() {
        guard shown != nil else { return }
        shown = nil
        terminal.diagnostics.write("\r\u{1B}[K")
        (terminal.diagnostics as? DescriptorSink)?.flush()
    }
}
