import Bytes
import Reporting

/// One line on the terminal that says what is being read, from the first second on; wiped at the end.
package struct Progress {
    private let terminal: Terminal
    private let clock = ContinuousClock()
    private let start: ContinuousClock.Instant
    private var shown: ContinuousClock.Instant?

    /// Makes the progress of work that begins now.
    package init(on terminal: Terminal) {
        self.terminal = terminal
        start = clock.now
    }

    /// Says what is being done, at most ten times a second, and not within the first.
    package mutating func update(_ text: @autoclosure () -> String) {
        guard terminal.showsProgress else { return }
        let now = clock.now
        guard now - start > .seconds(1), shown.map({ now - $0 > .milliseconds(100) }) ?? true else { return }
        shown = now
        let line = PrintableText.text(text(), limit: max(terminal.columns - 1, 20))
        terminal.diagnostics.write("\r\u{1B}[K\(line)")
        (terminal.diagnostics as? DescriptorSink)?.flush()
    }

    /// Wipes the line.
    package mutating func wipe() {
        guard shown != nil else { return }
        shown = nil
        terminal.diagnostics.write("\r\u{1B}[K")
        (terminal.diagnostics as? DescriptorSink)?.flush()
    }
}
