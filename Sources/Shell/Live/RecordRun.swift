import ArgumentParser
import Bytes
import CaptureSources
package import Inspection
import InspectionRules
import Pipeline
import Reporting

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// What `partwise record` does with its options: opens the interface and the files, and captures until a signal or a limit ends it.
package struct RecordRun {
    /// The interface.
    package var device: CaptureDeviceOptions
    /// The files.
    package var recording: RecordingOptions
    /// The capture filter; `nil` for none.
    package var filter: String?
    /// The paths of key logs.
    package var keys: [String]
    /// The selection of exchanges.
    package var selection: ExchangeSelection
    /// When the capture ends by itself.
    package var limits: RecordSession.Limits

    /// Makes a run.
    package init(
        device: CaptureDeviceOptions,
        recording: RecordingOptions,
        filter: String?,
        keys: [String],
        selection: ExchangeSelection,
        limits: RecordSession.Limits
    ) {
        self.device = device
        self.recording = recording
        self.filter = filter
        self.keys = keys
        self.selection = selection
        self.limits = limits
    }

    /// Captures.
    ///
    /// - Parameters:
    ///   - inspector: judges the exchanges.
    ///   - format: how they are reported.
    ///   - threshold: the least severity that counts.
    ///   - showsReceivers: whether the affected receivers are listed.
    ///   - color: when colours are used.
    ///   - terminal: where the report goes.
    /// - Returns: the exit status.
    /// - Throws: a ``CommandFailure`` where the capture cannot begin.
    package func run(
        _ inspector: Inspector,
        _ format: RunningReport.Format,
        threshold: Severity,
        showsReceivers: Bool,
        color: ColorChoice,
        in terminal: Terminal
    ) throws -> CommandStatus {
        var roles = FileRoles()
        try roles.write(recording.destination, "-o")
        for path in keys { try roles.read(path, "--keys") }
        // That of the environment may be meant for another program, as where another command reads a capture.
        let logs = keys + [terminal.keyLog].compactMap(\.self).filter { SystemFile.kind($0) != .directory }
        guard !recording.embedsKeys || !logs.isEmpty else {
            throw CommandFailure.usage("--embed-keys needs a key log: --keys names it, or SSLKEYLOGFILE")
        }
        for path in keys { try Self.checkKeyLog(path) }
        let source = try device.open(filter: filter)
        let files = try recording.files(of: source.interface, at: Self.now)
        // A named pipe is opened once another program reads from it: until then, signals end the process.
        let signals = StopSignals()
        let report = RunningReport(
            to: try ReportOutput(color: color, terminal: terminal),
            format,
            path: recording.destination ?? source.interface.name,
            threshold: threshold,
            namesServer: true,
            showsReceivers: showsReceivers
        )
        report.totals.packetFilter = filter
        var options = InspectionOptions(.standard)
        options.inspector = inspector
        options.readsPages = true
        let session: RecordSession
        do throws(InputFailure) {
            session = try RecordSession(
                source,
                options,
                to: LiveFeed(report, selection),
                files: files,
                keyLogs: logs.map { KeyLogFollower($0) },
                embedsKeys: recording.embedsKeys,
                limits: limits,
                now: { Self.now },
                remark: { terminal.report($0) }
            )
        } catch {
            throw CommandFailure.unreadable("\(error)")
        }
        for path in keys where SystemFile.kind(path) == nil {
            terminal.report("\(path): is not there yet; it is read once it is")
        }
        let isStopped = { signals.isReceived || terminal.isClosed }
        session.readKeyLogs(until: isStopped)
        terminal.report(opening(of: source.interface))
        return session.run(until: isStopped)
    }

    /// Makes sure that a key log can be read once it is there.
    private static func checkKeyLog(_ path: String) throws {
        guard let kind = SystemFile.kind(path) else { return }
        guard kind != .directory else { throw CommandFailure.unreadable("\(path): is a directory") }
        guard SystemPath.withCString(path, { access($0, R_OK) }) != 0 else { return }
        let reason = String(cString: strerror(errno)).lowercased()
        throw CommandFailure.unreadable("\(path): cannot be opened: \(reason)")
    }

    /// What is about to be captured, from where, and to where.
    private func opening(of interface: CapturedInterface) -> String {
        let place = interface.name == CaptureDevice.all ? "all interfaces" : interface.name
        let packets = filter.map { " packets that match '\($0)'" } ?? ""
        let destination = recording.destination.map { " to \($0)" } ?? ""
        return "capturing\(packets) on \(place)\(destination); Ctrl-C ends"
    }

    /// The time of the system's clock, by which packets are timed.
    private static var now: Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }
}
