package import Bytes
package import CaptureSources
import Inspection
package import Pipeline

/// A live capture from its first packet to its last: written to files, judged as it comes, reported.
///
/// ```
///   PacketSource ─► (held, where keys are followed) ─► LiveInspection ─► LiveFeed ─► RunningReport
///                                                  └─► RecordedFiles
/// ```
/// Work is done in turns: the packets that are there, then what follows from them. One thread's.
package final class RecordSession {
    /// When the capture ends by itself.
    package struct Limits: Hashable, Sendable {
        /// The number of packets; `nil` for no limit.
        package var packets: Int?
        /// How long it goes on; `nil` for no limit.
        package var duration: Duration?

        /// Makes limits.
        package init(packets: Int? = nil, duration: Duration? = nil) {
            self.packets = packets
            self.duration = duration
        }
    }

    /// How long packets are waited for in one turn, in milliseconds: so late are signals and keys seen.
    private static let turnTime = 100
    /// How often is looked after what time alone changes, in nanoseconds.
    private static let tick: Int64 = 1_000_000_000

    private let source: any PacketSource
    private let inspection: LiveInspection
    private let feed: LiveFeed
    private let files: RecordedFiles?
    private let keyLogs: [KeyLogFollower]
    private let limits: Limits
    private let now: () -> Timestamp
    private let remark: (String) -> Void

    private var held = HeldPackets()
    /// What is written of keys; `nil` where none are.
    private var secrets: EmbeddedSecrets?
    private var drops = DropCounts()
    private var notice = DropNotice()
    private var receivedCount = 0
    private var receivedTime: Timestamp?
    private var lastTick: Timestamp?
    private var lastTime: Timestamp?
    private var hasToldFailure = false
    private var toldProblems = 0

    /// Prepares a capture.
    ///
    /// - Parameters:
    ///   - source: gives the packets.
    ///   - options: how they are inspected.
    ///   - feed: takes the exchanges.
    ///   - files: take the packets; `nil` where they are not kept.
    ///   - keyLogs: the key logs that are followed.
    ///   - embedsKeys: whether secrets are written with the packets.
    ///   - limits: when the capture ends by itself.
    ///   - now: the time on the clock of the packets.
    ///   - remark: prints what is said besides the report.
    /// - Throws: where there is no place for what is to be kept.
    package init(
        _ source: any PacketSource,
        _ options: InspectionOptions,
        to feed: LiveFeed,
        files: RecordedFiles?,
        keyLogs: [KeyLogFollower] = [],
        embedsKeys: Bool = false,
        limits: Limits = Limits(),
        now: @escaping () -> Timestamp,
        remark: @escaping (String) -> Void
    ) throws(InputFailure) {
        self.source = source
        inspection = try LiveInspection(feed, options: options, notesSessions: embedsKeys)
        self.feed = feed
        self.files = files
        self.keyLogs = keyLogs
        secrets = embedsKeys ? EmbeddedSecrets() : nil
        self.limits = limits
        self.now = now
        self.remark = remark
    }

    /// The memory that is taken from the capture's budget, in bytes.
    package var takenBytes: Int { inspection.takenBytes }

    /// Captures until the source ends, a limit is reached, or `isStopped` says so; then ends the report.
    ///
    /// - Parameter isStopped: asked once a turn.
    /// - Returns: the exit status.
    package func run(until isStopped: () -> Bool) -> CommandStatus {
        let clock = ContinuousClock()
        let end = limits.duration.map { clock.now + $0 }
        var failure: CaptureDeviceFailure?
        do throws(CaptureDeviceFailure) {
            var goesOn = true
            while goesOn, !isStopped(), !hasEnough, end.map({ clock.now < $0 }) ?? true {
                goesOn = try turn()
            }
            if goesOn { try takeRest(until: now()) }
        } catch {
            failure = error
        }
        if let failure { remark("\(failure)") }
        finish()
        let isWhole = failure == nil && files?.failure == nil
        return !isWhole ? .unreadable : feed.hasFindings ? .findings : .fine
    }

    /// Reads the key logs as they are: the sessions that begin now are at the end of what these hold already.
    ///
    /// - Parameter isStopped: asked after each piece.
    package func readKeyLogs(until isStopped: () -> Bool) {
        while !isStopped(), readKeys({ $0.newLines() }) {}
    }

    /// Takes the packets that came before the end, and wait in the kernel.
    private func takeRest(until end: Timestamp) throws(CaptureDeviceFailure) {
        var count = -1
        while count < receivedCount, receivedTime ?? end <= end, !hasEnough {
            count = receivedCount
            guard try turn() else { return }
        }
    }

    private var hasEnough: Bool { limits.packets.map { receivedCount >= $0 } ?? false }

    /// Takes the packets that are there, and does what is due; false where no more come.
    private func turn() throws(CaptureDeviceFailure) -> Bool {
        let countBefore = receivedCount
        let goesOn = try source.read(waiting: Self.turnTime) { header, bytes in
            receivedCount += 1
            receivedTime = header.time
            if keyLogs.isEmpty {
                process(header, bytes)
            } else {
                held.add(header, bytes, at: header.time ?? now())
            }
            return !hasEnough
        }
        let time = now()
        readKeys { $0.newLines() }
        while let packet = held.pop(at: time) { process(packet.header, packet.bytes.span.bytes) }
        files?.flush()
        tellFailure()
        feed.report(files?.frames ?? FrameFiles([]))
        guard lastTick.map({ time < $0 || time.nanoseconds - $0.nanoseconds >= Self.tick }) ?? true else {
            return goesOn
        }
        lastTick = time
        // While packets come, others may still wait in the kernel.
        let passed = receivedCount > countBefore ? lastTime ?? time : time
        inspection.passed(min(passed, held.oldest ?? passed))
        countDrops()
        if let text = notice.notice(of: drops, at: time) { remark("\(source.interface.name): \(text)") }
        tellProblems()
        return goesOn
    }

    private func process(_ header: PacketHeader, _ bytes: RawSpan) {
        lastTime = header.time
        files?.prepare(header) {
            countDrops()
            return drops
        }
        inspection.packet(header, bytes)
        if let lines = secrets?.lines(for: inspection.takeMetSessions(), inspection.secrets) {
            files?.append(secrets: lines)
        }
        files?.append(header, bytes)
    }

    /// Takes over what was written to the key logs; false where that is nothing.
    @discardableResult
    private func readKeys(_ read: (KeyLogFollower) -> [UInt8]) -> Bool {
        var hasGrown = false
        for log in keyLogs {
            let lines = read(log)
            guard !lines.isEmpty else { continue }
            inspection.add(lines: lines)
            hasGrown = true
        }
        if hasGrown, let lines = secrets?.newLines(inspection.secrets) { files?.append(secrets: lines) }
        return hasGrown
    }

    private func countDrops() { drops = source.drops ?? drops }

    /// Says once that recording has stopped.
    private func tellFailure() {
        guard let failure = files?.failure, !hasToldFailure else { return }
        hasToldFailure = true
        remark("recording has stopped: \(failure)")
    }

    /// Says at once what would be a surprise at the end, such as a link type that is not read.
    private func tellProblems() {
        for problem in inspection.problems.dropFirst(toldProblems) {
            remark("\(source.interface.name): \(problem.message)")
        }
        toldProblems = inspection.problems.count
    }

    /// Ends the files and the report.
    private func finish() {
        readKeys { $0.finish() }
        while let packet = held.pop(at: now(), all: true) { process(packet.header, packet.bytes.span.bytes) }
        countDrops()
        files?.finish(drops, at: lastTime)
        tellFailure()
        let frames = files?.frames ?? FrameFiles([])
        feed.report(frames)
        tellProblems()
        let told = inspection.problems.map(\.message)
        var capture = inspection.finish(path: feed.path, format: "live")
        feed.report(frames)
        for problem in capture.problems where !told.contains(problem.message) {
            remark("\(source.interface.name): \(problem.message)")
        }
        let captured = "\(source.interface.name): \(Quantity.of(receivedCount, "packet")) captured"
        if drops.dropped > 0 {
            let sentence = drops.sentence
            capture.problems.append(InspectedCapture.Problem(kind: "dropped-packets", message: sentence))
            remark("\(captured); \(sentence)")
        } else if receivedCount == 0 {
            remark("\(captured): --interfaces lists where others may pass")
        } else {
            remark("\(captured), none dropped")
        }
        feed.finish(capture)
    }
}
