import Reporting

/// Hands text to a thread that writes it to a descriptor: line by line, or where it is asked to.
final class DetachedSink: TextSink {
    private let output: DetachedOutput
    private let descriptor: CInt
    private let isLineBuffered: Bool
    private var text: [UInt8] = []

    /// The number of bytes that are handed on without being asked for.
    private static let limit = 64 << 10

    /// Makes a sink.
    ///
    /// - Parameters:
    ///   - output: writes the text.
    ///   - descriptor: the destination.
    ///   - isLineBuffered: whether each line is handed on at once.
    init(to output: DetachedOutput, _ descriptor: CInt, isLineBuffered: Bool) {
        self.output = output
        self.descriptor = descriptor
        self.isLineBuffered = isLineBuffered
    }

    deinit { flush() }

    func write(_ text: String) {
        self.text.append(contentsOf: text.utf8)
        added()
    }

    func write(utf8 bytes: RawSpan) {
        bytes.withUnsafeBytes { text.append(contentsOf: $0) }
        added()
    }

    func flush() {
        guard !text.isEmpty else { return }
        output.write(text, to: descriptor)
        text.removeAll(keepingCapacity: true)
    }

    private func added() {
        if text.count >= Self.limit || isLineBuffered && text.last == 0x0A { flush() }
    }
}
