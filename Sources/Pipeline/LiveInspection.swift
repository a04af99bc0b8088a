package import Bytes
package import CaptureSources
import Connections
package import Decryption

/// Inspects packets while they are captured, and hands on judged exchanges as they come.
///
/// ```
///   PacketSource ─► packet ─► ConnectionReader ─► ConnectionInspection ─► CaptureRun ─► handler
///   key log ──────► add(lines:) ─────────────────────┘
/// ```
/// A capture that goes on for days: nothing waits for an earlier exchange, and nothing is kept of what is over.
package final class LiveInspection {
    /// The number of sessions whose keys are kept: a session begins soon after its keys were written.
    package static let keptSessions = 16_384
    /// How long the bounds on what bodies and heads expand to hold, in nanoseconds.
    private static let expansionPeriod: Int64 = 60_000_000_000

    private let run: CaptureRun
    private let results: CaptureResults
    private var reader: ConnectionReader<CaptureConnections>
    private var nextRenewal: Timestamp?
    private var packetCount = 0

    /// Makes an inspection of packets that are yet to come.
    ///
    /// - Parameters:
    ///   - handler: takes the requests as they end, and the exchanges as they complete.
    ///   - options: what is kept and judged; order is not kept, and of key logs the newest sessions.
    ///   - notesSessions: whether TLS sessions are noted as they begin, for ``takeMetSessions()``.
    /// - Throws: where the bytes of messages are wanted, and there is no place for them.
    package init(
        _ handler: some InspectionHandler & AnyObject,
        options: InspectionOptions,
        notesSessions: Bool = false
    ) throws(InputFailure) {
        var options = options
        options.waitingExchanges = 0
        options.reportsRequests = true
        // An exchange is complete only when the next one of its connection begins, which may be never.
        options.reportsAnswers = true
        options.answersRequests = true
        var decryption = DecryptionContext(log: KeyLog(keepingNewest: Self.keptSessions))
        decryption.notesSessions = notesSessions
        let workspace = try InspectionWorkspace(options: options, decryption: decryption)
        results = CaptureResults(
            sink: PageJoin.sink(to: HandlerBox(handler), options),
            options: options,
            memory: workspace.memory
        )
        run = CaptureRun(workspace, results: results)
        reader = ConnectionReader(CaptureConnections(run), memory: run.workspace.memory)
    }

    /// The number of connections so far.
    package var connectionCount: Int { reader.counts.connections }
    /// The problems that were found on the way from packets to streams.
    package var problems: [CaptureProblem] { reader.handler.problems }
    /// The memory that is taken from the capture's budget, in bytes.
    package var takenBytes: Int { run.workspace.memory.takenBytes }

    /// Takes the next packet; `bytes` are valid during the call only.
    package func packet(_ header: PacketHeader, _ bytes: RawSpan) {
        packetCount += 1
        reader.packet(header, bytes)
    }

    /// Adds whole lines of a key log, for the packets that follow.
    package func add(lines: [UInt8]) { run.workspace.decryption.add(lines: lines) }

    /// Removes and returns the TLS sessions that began since the last call, by the random of the client.
    package func takeMetSessions() -> [ClientRandom] { run.workspace.decryption.takeMetSessions() }

    /// The secrets of a session, as far as they are known.
    package func secrets(of session: ClientRandom) -> SessionSecrets? {
        run.workspace.decryption.log[session]
    }

    /// Says that all packets up to a time have come.
    package func passed(_ time: Timestamp) {
        reader.passed(time)
        guard time >= nextRenewal ?? time else { return }
        nextRenewal = Timestamp(nanoseconds: time.nanoseconds + Self.expansionPeriod)
        run.workspace.memory.renewExpansion()
        run.workspace.pageBytes = 0
    }

    /// Ends the capture: completes what is open, and gives what is to be said of the capture as a whole.
    ///
    /// - Parameters:
    ///   - path: what stands for the capture in reports.
    ///   - format: the name of its format.
    /// - Returns: the description.
    package func finish(path: String, format: String) -> InspectedCapture {
        defer { run.forgetConnections() }
        reader.finish()
        run.finish()
        var result = InspectedCapture(path: path, format: format)
        result.packets = packetCount
        result.describe(results, run.workspace.decryption, reader, run.workspace.memory, found: [])
        return result
    }
}
