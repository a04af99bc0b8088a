import Exchanges
import Forms
import Inspection
import InspectionRules
import Pipeline
import TestSupport
import Testing

/// Whatever a log lost of a good upload, its client is not accused.
///
/// Raw requests (`.http`) are left out: nothing in them tells one that was cut from one that was sent like that.
struct LogLossSweepTests {
    /// What a log can lose.
    private enum Loss {
        /// The file ends after so many bytes.
        case cut(Int)
        /// A record is missing, or a member of the archive.
        case without(Int)
        /// A byte of a member's content is another one.
        case damage(Int, at: Int)
    }

    /// The greatest number of losses of one log that are tried at the desk.
    private static let losses = 6

    @Test(arguments: LossLog.allCases, ConformingForm.all)
    func `a form that was sent well gets no error or warning in a log that is cut`(
        _ log: LossLog,
        _ form: ConformingForm
    ) throws {
        let file = log.file(of: [form])
        let bytes = file.bytes
        let whole = try #require(Self.read(bytes))
        #expect(whole.exchanges.count == 1)
        #expect(whole.exchanges.first?.form?.parts.isEmpty == (log == .traceVerbose ? nil : false))
        #expect(whole.problems == [])
        #expect(Self.accusations(in: whole) == [])
        for length in TestScope.sample(of: 1..<bytes.count, atMost: Self.losses, seed: 7) {
            guard let cut = Self.read(Array(bytes[..<length])) else { continue }
            #expect(Self.accusations(in: cut) == [], "\(length)")
            let isWhole = bytes[length...].allSatisfy { $0 == 0x0A }
            #expect(!log.hasEndMark || isWhole || !cut.problems.isEmpty, "\(length)")
        }
    }

    @Test(arguments: LossLog.allCases, ConformingForm.all)
    func `the same holds where a record is missing or damaged`(_ log: LossLog, _ form: ConformingForm) throws
    {
        let file = log.file(of: [form, form])
        #expect(Self.read(file.bytes)?.exchanges.count == 2)
        for loss in TestScope.sample(of: Self.recordLosses(of: file), atMost: Self.losses, seed: 8) {
            guard let damaged = Self.read(Self.bytes(of: file, loss)) else { continue }
            #expect(Self.accusations(in: damaged) == [], "\(loss)")
            #expect(damaged.exchanges.count <= 2)
        }
    }

    @Test(arguments: [nil, 6, 130, 330_000, 330_107])
    func `a request of which an archive has a damaged copy is not judged`(_ place: Int?) throws {
        // Longer than what is looked at before the exchange is reported.
        var body = Array("--B\r\nContent-Disposition: form-data; name=\"a\"; filename=\"x\"\r\n".utf8)
        body += Array("Content-Type: application/octet-stream\r\n\r\n".utf8)
        body += [UInt8](repeating: 0x78, count: 330_000) + Array("\r\n--B--\r\n".utf8)
        let head =
            "POST /u HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data; boundary=B\r\nContent-Length: "
        let request = Array("\(head)\(body.count)\r\n\r\n".utf8) + body
        let file = LogFile.zip([("raw/1_c.txt", request)])
        let read = try #require(Self.read(place.map { file.damaging(0, at: $0) } ?? file.bytes))
        let exchange = try #require(read.exchanges.first)
        #expect(exchange.exchange.isDamaged == (place != nil))
        #expect(read.problems == (place == nil ? [] : ["damaged-entry"]))
        let rules = Set(read.findings.map(\.rule))
        #expect(rules == (place == nil ? ["boundary/weak"] : ["capture/stream-gap"]))
    }

    @Test(arguments: LossLog.allCases.filter(\.keepsCutUploads))
    func `without the machinery that withholds findings clients are accused by logs`(_ log: LossLog) throws {
        let credulous = Inspector(
            rules: RuleCatalogue.ofForms.standard.map { ChangedRule(credulous: $0) },
            of: .ofForms
        )
        var accusations: Set<String> = []
        for form in ConformingForm.all {
            let file = log.file(of: [form])
            let cuts = TestScope.draw(Self.losses * 3, from: 1..<file.bytes.count, seed: 9).map {
                Loss.cut($0)
            }
            let losses = file.isArchive ? Self.recordLosses(of: file) : cuts
            for loss in TestScope.draw(Self.losses * 3, from: losses, seed: 9) {
                guard let read = Self.read(Self.bytes(of: file, loss), credulous) else { continue }
                accusations.formUnion(Self.accusations(in: read))
            }
        }
        #expect(!accusations.isEmpty)
    }

    private static func recordLosses(of file: LogFile) -> [Loss] {
        file.records.indices.flatMap { record in
            let damages =
                file.isArchive ? file.records[record].indices.map { Loss.damage(record, at: $0) } : []
            return [.without(record)] + damages
        }
    }

    private static func bytes(of file: LogFile, _ loss: Loss) -> [UInt8] {
        switch loss {
        case .cut(let length): Array(file.bytes[..<length])
        case .without(let record): file.without(record)
        case .damage(let record, let place): file.damaging(record, at: place)
        }
    }

    /// What is said of a log; `nil` where it is refused.
    private static func read(_ bytes: [UInt8], _ inspector: Inspector = .standard) -> CollectedCapture? {
        var options = InspectionOptions(.standard)
        options.inspector = inspector
        var collected = CollectedCapture()
        collected.capture = try? CaptureInspection(options: options).inspect(
            bytes,
            name: "memory",
            as: .capture(format: nil),
            into: &collected
        )
        return collected.capture == nil ? nil : collected
    }

    /// The findings that are at least warnings.
    private static func accusations(in log: CollectedCapture) -> [String] {
        log.findings.filter { $0.severity >= .warning }.map { "\($0.rule) \($0.range)" }
    }
}
