import Bytes
import CaptureSources

/// Writes down what a log's reader tells.
struct LogRecorder: LoggedExchangeHandler, Equatable {
    /// One exchange as it was told.
    struct Entry: Equatable {
        var note: LoggedExchange
        var request: LoggedRequest?
        var requestBytes: [UInt8] = []
        var response: LoggedResponse?
        var responseBytes: [UInt8] = []
        var isBrokenOff = false
        var hasEnded = false

        /// The response's bytes as text.
        var responseText: String { String(decoding: responseBytes, as: UTF8.self) }
        /// The request's bytes as text.
        var requestText: String { String(decoding: requestBytes, as: UTF8.self) }
    }

    /// The exchanges in order.
    var entries: [Entry] = []
    /// The problems in order.
    var problems: [CaptureProblem] = []

    mutating func begin(_ exchange: LoggedExchange) { entries.append(Entry(note: exchange)) }

    mutating func request(_ head: LoggedRequest) { entries[entries.count - 1].request = head }

    mutating func requestBytes(_ bytes: RawSpan) {
        bytes.withUnsafeBytes { entries[entries.count - 1].requestBytes.append(contentsOf: $0) }
    }

    mutating func response(_ head: LoggedResponse) -> Bool {
        entries[entries.count - 1].response = head
        return true
    }

    mutating func responseBytes(_ bytes: RawSpan) {
        bytes.withUnsafeBytes { entries[entries.count - 1].responseBytes.append(contentsOf: $0) }
    }

    mutating func breakOff() { entries[entries.count - 1].isBrokenOff = true }

    mutating func damage() { entries[entries.count - 1].note.isDamaged = true }

    mutating func end() { entries[entries.count - 1].hasEnded = true }

    mutating func problem(_ problem: CaptureProblem) { problems.append(problem) }

    /// What the reader reports of a log in memory.
    static func read(_ bytes: [UInt8], as format: CaptureFormat) throws -> LogRecorder {
        var recorder = LogRecorder()
        var source = try ByteSource(name: "log", bytes: bytes)
        try LogReader.read(&source, format: format, into: &recorder)
        return recorder
    }

    /// What the reader reports of a log that is text.
    static func read(_ text: String, as format: CaptureFormat) throws -> LogRecorder {
        try read(Array(text.utf8), as: format)
    }
}
