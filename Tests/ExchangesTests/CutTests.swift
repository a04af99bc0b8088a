import Bytes
import Exchanges
import TestSupport
import Testing

/// How bytes are cut into deliveries makes no difference.
@Suite struct CutTests {
    @Test(arguments: Scripts.all.keys.sorted(), [true, false])
    func `tells the same of a dialogue under every cut`(name: String, handshake: Bool) throws {
        let script = try #require(Scripts.all[name])
        let whole = play(script, handshake: handshake).account
        for size in [1, 2, 3, 5, 7, 16] {
            let pieces = play(script, cut: .pieces(size), handshake: handshake).account
            #expect(pieces == whole, "pieces of \(size)")
        }
        // Where the capture began matters only to the first line: pieces tell that.
        guard handshake else { return }
        for side in [Side.initiator, .responder] {
            for offset in 0..<script.length(from: side) {
                let split = play(script, cut: .at(offset, side), handshake: handshake).account
                #expect(split == whole, "\(side) at \(offset)")
            }
        }
    }

    @Test(arguments: Scripts.all.keys.sorted(), [StreamEnd.finished, .reset, .captureEnded])
    func `never takes a request that breaks off for a complete one`(name: String, end: StreamEnd) throws {
        let script = try #require(Scripts.all[name])
        let whole = play(script)
        for count in 0..<script.length(from: .initiator) {
            let told = play(script.cutOff(afterClientBytes: count) + [.clientEnds(end)])
            for record in told.records {
                guard let exchange = record.exchange, let request = exchange.request else { continue }
                let before = whole.records[record.number - 1]
                guard request.content.completion == .complete else { continue }
                // What lasts until the stream ends is complete wherever that is.
                if case .untilClose = request.head.framing { continue }
                #expect(
                    before.exchange?.request?.content.completion == .complete,
                    "\(count): \(record.number)"
                )
                #expect(record.requestContent == before.requestContent, "\(count): \(record.number)")
            }
        }
    }

    @Test func `tells of every exchange once, and completes all`() {
        for (name, script) in Scripts.all {
            for record in play(script).records {
                #expect(record.exchange != nil, "\(name): \(record.number)")
                #expect(record.calls.last == "completed", "\(name): \(record.number)")
                #expect(record.calls.filter { $0 == "completed" }.count == 1, "\(name): \(record.number)")
            }
        }
    }
}
