import Reporting

/// Gathers what is printed, so that the system is asked to write much at once.
final class GatheringSink: TextSink {
    /// The number of bytes that are written without being asked for.
    private static let limit = 32 << 10

    private let sink: any TextSink
    private var text: [UInt8] = []

    /// Prepares to write to a sink.
    init(to sink: any TextSink) {
        self.sink = sink
    }

    func write(_ text: String) {
        var text = text
        text.withUTF8 { self.text.append(contentsOf: $0) }
        if self.text.count >= Self.limit { writeOut() }
    }

    func write(utf8 bytes: RawSpan) {
        bytes.withUnsafeBytes { text.append(contentsOf: $0) }
        if text.count >= Self.limit { writeOut() }
    }

    /// Writes what was gathered.
    func writeOut() {
        guard !text.isEmpty else { return }
        sink.write(utf8: text.span.bytes)
        sink.flush()
        text.removeAll(keepingCapacity: true)
    }
}
