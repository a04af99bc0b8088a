import Bytes
import CaptureSources
import Connections

/// Makes the consumers of a capture's connections.
protocol ConnectionOpener: AnyObject {
    /// Whether nothing more is wanted.
    var isFinished: Bool { get }

    /// The consumer of a connection of which the first packet was seen.
    func consumer(of connection: ConnectionSummary) -> any StreamConsumer

    /// Takes keys that the capture holds, in the format of a key log, for what follows.
    func add(keys: [UInt8])
}

/// Opens the connections of a capture, and notes what is to be said of the capture itself.
struct CaptureConnections: ConnectionHandler {
    /// Problems that were found on the way from packets to streams.
    private(set) var problems: [CaptureProblem] = []
    private let opener: any ConnectionOpener

    /// Opens connections for `opener`.
    init(_ opener: any ConnectionOpener) {
        self.opener = opener
    }

    var isFinished: Bool { opener.isFinished }

    mutating func opened(_ connection: ConnectionSummary) -> any StreamConsumer {
        opener.consumer(of: connection)
    }

    mutating func problem(_ problem: CaptureProblem) {
        problems.append(problem)
    }

    mutating func secrets(_ secrets: DecryptionSecrets) {
        guard secrets.kind == .tlsKeyLog else { return }
        opener.add(keys: secrets.bytes)
    }
}
