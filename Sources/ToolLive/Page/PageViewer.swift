/// One viewer of the recording page: what it has seen, and the events that it is sent (HTML §9.2, server-sent events).
///
/// A viewer that does not keep up is sent nothing until it does, and then what changed meanwhile: no events wait for it.
final class PageViewer {
    /// The rows in one event.
    private static let rowsAtOnce = 50
    /// The ticks after which a comment shows whether the viewer is still there: 15 seconds.
    private static let silentTicks = 75

    /// The body of the answer.
    let stream: AnswerStream

    private var revision: Int
    private var stateRevision = -1
    private var running = ""
    private var silence = 0
    private var isSending = false

    /// Makes a viewer that has seen all up to a revision.
    init(_ stream: AnswerStream, after revision: Int) {
        self.stream = stream
        self.revision = revision
    }

    /// Sends what the viewer has not seen, as far as it keeps up.
    ///
    /// - Parameters:
    ///   - kept: the exchanges.
    ///   - running: the exchanges that go on, as JSON.
    func send(_ kept: KeptExchanges, running: String) {
        guard !isSending else { return }
        isSending = true
        defer { isSending = false }
        silence += 1
        if revision < kept.clearedAt, stream.isWritable {
            revision = kept.clearedAt
            write("clear", "{}", id: revision)
        }
        while stream.isWritable {
            let changes = kept.changes(after: revision, limit: Self.rowsAtOnce)
            guard let last = changes.last else { break }
            revision = last.revision
            write("exchanges", "[" + changes.map(\.row).joined(separator: ",") + "]", id: revision)
        }
        if stateRevision != kept.stateRevision, stream.isWritable {
            stateRevision = kept.stateRevision
            write("state", "{\"isPaused\":\(kept.isPaused),\"passed\":\(kept.passedCount)}")
        }
        if running != self.running, stream.isWritable {
            self.running = running
            write("running", running)
        }
        if silence >= Self.silentTicks, stream.isWritable {
            silence = 0
            stream.write(":\n\n")
        }
    }

    private func write(_ event: String, _ data: String, id: Int? = nil) {
        silence = 0
        stream.write("event: \(event)\n" + (id.map { "id: \($0)\n" } ?? "") + "data: \(data)\n\n")
    }
}
