import Bytes
import CaptureSources
import Inspection
import InspectionRules
import Pipeline
import Reporting

@testable import Shell

/// One run of a live capture over packets that are fed to it.
struct FedRun {
    /// What `partwise record` inspects with.
    private static let options: InspectionOptions = {
        var options = InspectionOptions(.standard)
        options.readsPages = true
        return options
    }()

    /// How it ended.
    let status: CommandStatus
    /// What it wrote to standard output.
    let output: String
    /// What it said besides.
    let remarks: [String]

    /// Captures from a source.
    ///
    /// - Parameters:
    ///   - source: gives the packets.
    ///   - format: how exchanges are printed.
    ///   - file: where the packets are written; `nil` where they are not.
    ///   - rotation: when a new file is begun.
    ///   - keys: the key logs that are followed.
    ///   - embedsKeys: whether keys are written with the packets.
    ///   - limits: when the capture ends by itself.
    /// - Throws: where the capture cannot begin.
    init(
        _ source: FedSource,
        _ format: RunningReport.Format = .ndjson,
        to file: String? = nil,
        _ rotation: RecordedFiles.Rotation = RecordedFiles.Rotation(),
        keys: [String] = [],
        embedsKeys: Bool = false,
        limits: RecordSession.Limits = RecordSession.Limits()
    ) throws {
        let text = StringSink()
        var remarks: [String] = []
        status = try Self.run(
            source,
            now: { source.now },
            format,
            writing: text,
            to: file,
            rotation,
            keys: keys,
            embedsKeys: embedsKeys,
            limits: limits
        ) { remarks.append($0) }
        output = text.text
        self.remarks = remarks
    }

    /// Captures from any source.
    static func run(
        _ source: any PacketSource,
        now: @escaping () -> Timestamp,
        _ format: RunningReport.Format,
        writing text: any TextSink,
        to file: String?,
        _ rotation: RecordedFiles.Rotation,
        keys: [String],
        embedsKeys: Bool = false,
        limits: RecordSession.Limits = RecordSession.Limits(),
        until isStopped: () -> Bool = { false },
        remark: @escaping (String) -> Void
    ) throws -> CommandStatus {
        let terminal = Terminal(output: text, diagnostics: StringSink())
        let report = RunningReport(
            to: try ReportOutput(color: .never, terminal: terminal),
            format,
            path: file ?? source.interface.name,
            threshold: .error
        )
        let session = try RecordSession(
            source,
            Self.options,
            to: LiveFeed(report, ExchangeSelection()),
            files: try file.map {
                try RecordedFiles(
                    $0,
                    rotation,
                    of: source.interface,
                    application: "test",
                    isPrivate: embedsKeys,
                    at: now()
                )
            },
            keyLogs: keys.map { KeyLogFollower($0) },
            embedsKeys: embedsKeys,
            limits: limits,
            now: now,
            remark: remark
        )
        session.readKeyLogs { false }
        return session.run(until: isStopped)
    }

    /// The lines of exchanges in JSON, in the order of their numbers.
    var exchanges: [String] { Self.ordered(output) }

    /// Orders lines of exchanges by their numbers, and leaves the summary out.
    static func ordered(_ text: String) -> [String] {
        let lines = text.split(separator: "\n").filter { $0.hasPrefix("{\"number\":") }.map(String.init)
        func number(_ line: String) -> Int { Int(line.dropFirst(10).prefix { $0.isNumber }) ?? 0 }
        return lines.sorted { number($0) < number($1) }
    }
}
