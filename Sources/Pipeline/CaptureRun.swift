import Bytes
import CaptureSources
import Connections
import Decryption
import Exchanges
import Inspection

/// Gathers what comes out of a capture's connections, and hands it on in the order of exchanges.
///
/// One thread's: the connections that it opens deliver to its workspace.
final class CaptureRun {
    /// What the connections of the capture are inspected with.
    ///
    /// Unchecked, because checks at each packet are 6 % of the instructions of reading a large upload. Accesses do not
    /// overlap: a connection makes one while bytes are delivered to it, in which nothing is called that knows the run.
    @exclusivity(unchecked) var workspace: InspectionWorkspace
    /// How many exchanges were completed.
    private(set) var exchangeCount = 0
    /// Connections, or their directions, that are not read, by reason.
    private(set) var opaque: [OpaqueReason: Int] = [:]
    /// Diagnostics of connections, each kind with its number and its first place.
    private(set) var diagnostics = ConnectionDiagnostics()
    /// Whether results had to be handed on out of order.
    var lostOrder: Bool { order.isLost }

    private let sink: any InspectionSink
    private var order: ExchangeOrder
    /// The connections that are being inspected.
    private var open = IdleQueue()

    /// Makes a run whose results go to `sink`.
    init(_ workspace: InspectionWorkspace, sink: any InspectionSink) {
        self.workspace = workspace
        self.sink = sink
        order = ExchangeOrder(limit: workspace.options.waitingExchanges, memory: workspace.memory)
    }

    /// Hands on what the last delivery gave.
    func drain() {
        guard workspace.hasResults else { return }
        while let result = workspace.takeResult() {
            switch consume result {
            case .completed(let exchange):
                exchangeCount += 1
                order.add(exchange, to: sink)
            case .requestHead, .requestContent, .requestBroken, .responseHead, .responseContent,
                .responseEnded:
                break
            case .requestEnded(let exchange): sink.requestEnded(exchange)
            case .content(let exchange, let part, let bytes):
                sink.content(exchange: exchange, part: part, bytes.span.bytes)
            case .storedContent(let exchange, let part, let content):
                // What cannot be read again is reported by the spool, at the end.
                try? content.forEachPiece { piece in
                    guard case .bytes(let bytes) = piece else { return }
                    sink.content(exchange: exchange, part: part, bytes.span.bytes)
                }
            case .opaque(let reason): opaque[reason, default: 0] += 1
            case .diagnostic(let diagnostic, let connection, let frame):
                diagnostics.add(diagnostic, connection: connection, frame: frame)
            }
        }
    }

    /// Takes in a connection whose inspection begins.
    func opened(_ connection: ReassembledConnection) { open.insert(connection) }

    /// Gives up the connection that was unused for longest; false where there is no other.
    func giveUpIdle(but connection: ReassembledConnection) -> Bool {
        while let idle = open.popIdle(but: connection) {
            if idle.giveUp() { return true }
        }
        return false
    }

    /// Lets go of the connections, which hold the run in turn.
    func forgetConnections() { open = IdleQueue() }

    /// Hands on what still waits, at the end of the capture.
    func finish() {
        forgetConnections()
        drain()
        order.finish(to: sink)
    }
}

/// Opens the connections of a capture, and notes what is to be said of the capture itself.
struct CaptureConnections: ConnectionHandler {
    /// Gathers their results.
    let run: CaptureRun
    /// Problems that were found on the way from packets to streams.
    private(set) var problems: [CaptureProblem] = []

    /// Opens connections for `run`.
    init(_ run: CaptureRun) {
        self.run = run
    }

    mutating func opened(_ connection: ConnectionSummary) -> any StreamConsumer {
        ReassembledConnection(connection, run)
    }

    mutating func problem(_ problem: CaptureProblem) {
        problems.append(problem)
    }

    mutating func secrets(_ secrets: DecryptionSecrets) {
        guard secrets.kind == .tlsKeyLog else { return }
        run.workspace.decryption.add(keys: secrets.bytes)
    }
}
