import Bytes
import Connections
import Testing

@testable import Decryption

/// Sessions of which bytes are missing or damaged, or whose keys come late, are incomplete, or are others.
struct GapTests {
    private func log(_ text: String = SessionWriter.keyLog) -> KeyLog {
        var log = KeyLog()
        log.push(Array(text.utf8).span.bytes)
        log.finish()
        return log
    }

    /// The client's Finished message, and a record of ten bytes for each of nine digits.
    private func records() -> [[UInt8]] {
        var writer = SessionWriter(isClient: true)
        var records = [writer.finish()]
        for digit in 1...9 { records.append(writer.seal(String(repeating: "\(digit)", count: 10))) }
        return records
    }

    private func stream(_ steps: [Step], log: KeyLog? = nil) -> PlainRecorder.Stream? {
        let (recorder, _, _) = play(SessionWriter.hellos() + steps, log: log ?? self.log())
        #expect(recorder.isContinuous)
        return recorder.decrypted.first?.first
    }

    @Test func `data is handed on without its padding`() {
        var writer = SessionWriter(isClient: true)
        let steps: [Step] = [
            .sent(.initiator, writer.finish()),
            .sent(.initiator, writer.seal(Array("GET".utf8), padding: 100)),
            .sent(.initiator, writer.seal([], padding: 3)),
            .sent(.initiator, writer.update()),
            .sent(.initiator, writer.seal(" /")),
        ]
        let found = stream(steps)
        #expect(found?.text == "GET /")
        #expect(found?.gaps == [])
        #expect(found?.end == .finished)
    }

    @Test(arguments: [1, 2, 5, 9], [1, 2, 4])
    func `whole records that are missing cost what they held`(first: Int, count: Int) throws {
        let records = records()
        let last = min(first + count, records.count)
        let lost = records[first..<last].joined()
        let steps: [Step] =
            records[..<first].map { .sent(.initiator, $0) } + [.gap(.initiator, lost.count)]
            + records[last...].map { .sent(.initiator, $0) }
        let found = try #require(stream(steps))
        let missing = (last - first) * 10
        guard last < records.count else {
            // Nothing tells of how many records they were.
            #expect(found.bytes.count == (first - 1) * 10)
            return
        }
        #expect(found.bytes.count == 90 - missing)
        #expect(found.gaps == ["\(missing) at \((first - 1) * 10): notCaptured"])
    }

    @Test(arguments: [0, 1, 4, 5, 20])
    func `a gap that begins and ends inside records costs the records`(shift: Int) {
        let records = records()
        let all = records.joined()
        let start = records[..<4].joined().count + shift
        let end = records[..<6].joined().count + shift
        let steps: [Step] = [
            .sent(.initiator, Array(all.prefix(start))), .gap(.initiator, end - start),
            .sent(.initiator, Array(all.dropFirst(end))),
        ]
        let found = stream(steps)
        let lostRecords = shift == 0 ? 2 : 3
        #expect(found?.bytes.count == 90 - lostRecords * 10)
        #expect(found?.gaps == ["\(lostRecords * 10) at 30: notCaptured"])
    }

    @Test func `a record whose bytes are damaged costs what it held`() {
        var records = records()
        records[3][10] ^= 1
        let found = stream(records.map { .sent(.initiator, $0) })
        #expect(found?.bytes.count == 80)
        #expect(found?.gaps == ["10 at 20: notDecrypted"])
    }

    @Test func `keys that change inside a gap are found`() {
        var writer = SessionWriter(isClient: true)
        var steps: [Step] = [.sent(.initiator, writer.finish())]
        steps.append(.sent(.initiator, writer.seal("before")))
        let lost = writer.seal("lost") + writer.update() + writer.seal("also lost")
        steps.append(.gap(.initiator, lost.count))
        steps.append(.sent(.initiator, writer.seal("after")))
        let found = stream(steps)
        #expect(found?.text == "beforeafter")
        #expect(found?.gaps.count == 1)
    }

    @Test func `keys that come late open what follows`() {
        var steps: [Step] = records().map { .sent(.initiator, $0) }
        steps.insert(.keys(SessionWriter.keyLog), at: 5)
        let found = stream(steps, log: KeyLog())
        #expect(found?.bytes.count == 50)
        #expect(found?.gaps.count == 1)
    }

    @Test(arguments: ["TRAFFIC_SECRET_0", "CLIENT_TRAFFIC", "CLIENT_"])
    func `data is opened where the log has only some secrets`(_ word: String) {
        let found = stream(
            records().map { .sent(.initiator, $0) },
            log: log(SessionWriter.keyLog(of: word))
        )
        #expect(found?.bytes.count == 90)
    }

    @Test func `records that came before a hello of the other side wait for it`() {
        let hellos = SessionWriter.hellos()
        let steps = [hellos[0]] + records().map { .sent(.initiator, $0) } + [hellos[1]]
        let (recorder, _, _) = play(steps, log: log())
        #expect(recorder.decrypted.first?.first?.bytes.count == 90)
    }

    @Test func `a session without keys is counted, with its name`() {
        let steps = SessionWriter.hellos() + records().map { .sent(.initiator, $0) }
        let (recorder, counts, _) = play(steps)
        #expect(recorder.streams.isEmpty)
        #expect(
            counts.firstUnread == [
                UnreadSession(connection: 7, reason: .noKeys, version: .tls13, serverName: "test")
            ]
        )
    }

    @Test func `keys that come after all records are said`() {
        let records = records().map { Step.sent(.initiator, $0) }
        let (recorder, counts, _) = play(
            SessionWriter.hellos() + records + [.keys(SessionWriter.keyLog)],
            log: KeyLog()
        )
        #expect(recorder.streams.isEmpty)
        #expect(counts.firstUnread.first?.reason == .lateKeys)
    }

    @Test func `keys that do not fit are said`() {
        let wrong = SessionWriter.keyLog.replacing(" 0", with: " 7")
        let steps = SessionWriter.hellos() + records().map { .sent(.initiator, $0) }
        let (recorder, counts, _) = play(steps, log: log(wrong))
        #expect(recorder.streams.isEmpty)
        #expect(counts.firstUnread.first?.reason == .wrongKeys)
    }

    @Test func `a session whose beginning is missing, or whose suite is not supported, is said`() {
        let records = records().map { Step.sent(.initiator, $0) }
        #expect(play(records, log: log()).counts.firstUnread.first?.reason == .noHandshake)
        let lost = [Step.gap(.initiator, 70)] + SessionWriter.hellos().suffix(1) + records
        #expect(play(lost, log: log()).counts.firstUnread.first?.reason == .noHandshake)
        let other = SessionWriter.hellos(suite: 0x1304) + records
        #expect(play(other, log: log()).counts.firstUnread.first?.reason == .unsupportedSuite(0x1304))
    }

    @Test(
        arguments: zip(
            ["SERVER_", "CLIENT_", "HANDSHAKE", "SECRET"],
            [UnreadSession.Reason.noClientKeys, .noServerKeys, .noDataKeys, nil]
        )
    )
    func `keys of one side's data, or of none, are said to be that`(
        word: String,
        reason: UnreadSession.Reason?
    ) {
        var writer = SessionWriter(isClient: false)
        let answer = writer.finish() + writer.seal("HTTP/1.1 200 OK")
        let client = records().map { Step.sent(.initiator, $0) }
        let steps = SessionWriter.hellos() + client + [.sent(.responder, answer)]
        let (recorder, counts, _) = play(steps, log: log(SessionWriter.keyLog(of: word)))
        #expect((counts.firstUnread + counts.firstHalfRead).map(\.reason) == [reason].compactMap(\.self))
        #expect(counts.unreadSessions == (reason == .noDataKeys ? 1 : 0))
        #expect(recorder.decrypted.isEmpty == (reason == .noDataKeys))
    }

    @Test func `an alert that ends a handshake is counted`() {
        let steps = SessionWriter.hellos().prefix(1) + [.sent(.responder, SessionWriter.record(21, [2, 40]))]
        let (_, counts, _) = play(Array(steps))
        #expect(counts.alerts == [40: 1])
        #expect(counts.unreadSessions == 0)
    }

    @Test func `records that no key opens are tried in proportion to their bytes`() {
        var limits = DecryptionLimits()
        limits.triedBytes = 100_000
        var writer = SessionWriter(isClient: true)
        var steps = SessionWriter.hellos() + [.sent(.initiator, writer.finish())]
        steps.append(.sent(.initiator, writer.seal("GET")))
        let foreign = SessionWriter.record(23, [UInt8](repeating: 7, count: 23))
        let works = [500, 1_000, 2_000].map { count in
            let damaged = Step.sent(.initiator, [[UInt8]](repeating: foreign, count: count).flatMap(\.self))
            return play(steps + [damaged], log: log(), limits: limits).triedBytes
        }
        for (count, work) in zip([500, 1_000, 2_000], works) {
            #expect(work > 0)
            #expect(work <= limits.triedBytes + limits.triesPerByte * 40 * (count + 2) + 4_096)
        }
    }

    @Test func `what is held is bounded`() {
        var limits = DecryptionLimits()
        limits.heldBytes = 100
        let steps =
            SessionWriter.hellos() + [.sent(.initiator, SessionWriter.record(23, [1]).prefix(3) + [64, 0])]
        let open = steps + [.sent(.initiator, [UInt8](repeating: 1, count: 200))]
        #expect(play(open, log: log(), limits: limits).counts.firstUnread.first?.reason == .limit)
    }
}
