import Bytes

/// The progress line of a command that reads captures: the share of the file, the rate, and the time that is left.
package final class ReadingProgress {
    private let clock = ContinuousClock()
    private let isShown: Bool
    private var progress: Progress
    private var name = ""
    private var start: ContinuousClock.Instant
    private var exchanges = 0
    private var read = 0
    private var size: Int?

    /// Prepares a line on a terminal.
    package init(on terminal: Terminal) {
        isShown = terminal.showsProgress
        progress = Progress(on: terminal)
        start = clock.now
    }

    /// Begins a file, the `number`th of `count`.
    package func begin(_ path: String, number: Int = 1, of count: Int = 1) {
        name = count > 1 ? "\(number) of \(count), \(path)" : path
        (read, size) = (0, nil)
        start = clock.now
        progress.update(text)
    }

    /// So many bytes of the file have been read, of so many where that is known.
    package func advance(to read: Int, of size: Int?) {
        (self.read, self.size) = (read, size)
        progress.update(text)
    }

    /// So many further exchanges were read.
    package func countExchanges(_ count: Int) {
        exchanges += count
        guard isShown else { return }
        progress.update(text)
    }

    /// Erases the line.
    package func wipe() { progress.wipe() }

    /// What the line says.
    private var text: String {
        let elapsed = (clock.now - start) / .seconds(1)
        return "reading \(name)" + Self.words(read: read, of: size, after: elapsed)
            + (exchanges > 0 ? ", \(Quantity.of(exchanges, "exchange"))" : "")
    }

    /// How far it is: `: 42 % of 1.2 GB, 530 MB/s, 2 s left`.
    ///
    /// - Parameters:
    ///   - read: the bytes that were read.
    ///   - size: the bytes of the file; `nil` where that is not known.
    ///   - seconds: the time since its first byte.
    /// - Returns: the words, none where nothing was read.
    static func words(read: Int, of size: Int?, after seconds: Double) -> String {
        guard read > 0 else { return "" }
        var words = ": \(amount(Double(read)))"
        // A file may have grown since.
        if let size, size > 0 {
            words = ": \(min(100, read * 100 / max(size, read))) % of \(amount(Double(size)))"
        }
        guard seconds >= 0.5 else { return words }
        let rate = Double(read) / seconds
        words += ", \(amount(rate))/s"
        if let size, size > read { words += ", \(time(Double(size - read) / rate)) left" }
        return words
    }

    private static func amount(_ bytes: Double) -> String {
        if bytes >= 1e9 { return "\(tenths(bytes / 1e9)) GB" }
        if bytes >= 1e6 { return bytes >= 1e7 ? "\(Int(bytes / 1e6)) MB" : "\(tenths(bytes / 1e6)) MB" }
        return "\(Int(bytes / 1e3)) kB"
    }

    private static func tenths(_ number: Double) -> String {
        let tenths = Int(number * 10)
        return "\(tenths / 10).\(tenths % 10)"
    }

    private static func time(_ seconds: Double) -> String {
        let whole = max(1, Int(min(seconds, 1e7).rounded(.up)))
        if whole < 120 { return "\(whole) s" }
        return whole < 7_200 ? "\(whole / 60) min" : "\(whole / 3_600) h"
    }
}
