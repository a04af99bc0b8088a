package import Bytes
import Connections
import Exchanges
import NIOCore
package import Pipeline

/// The connections of a server or a proxy, inspected as their bytes pass, and recorded where that is wanted.
///
/// One event loop's. It keeps nothing of a connection that is closed.
package final class LiveTraffic {
    /// What connections are inspected with.
    var workspace: InspectionWorkspace
    /// Records what passes; `nil` where that is not wanted.
    package let recorder: TrafficRecorder?
    /// The number of connections that were opened.
    package private(set) var connectionCount = 0
    /// The connections that are open.
    private var open: [Int: LiveConnection] = [:]

    /// Begins without connections.
    ///
    /// - Throws: where the bytes of messages are wanted, and there is no place for them.
    package init(_ options: InspectionOptions, recorder: TrafficRecorder?) throws(InputFailure) {
        var options = options
        options.answersRequests = true
        workspace = try InspectionWorkspace(options: options)
        self.recorder = recorder
        // The last of what was recorded is written when nothing is read any more.
        recorder?.hasRoom = { [weak self] in
            guard let self else { return }
            for connection in open.values { connection.hasRoom?() }
        }
    }

    /// The number of connections that are open.
    package var openCount: Int { open.count }
    /// Whether the disk is behind what is recorded, so that sockets should not be read.
    package var isBehind: Bool { recorder?.isBehind ?? false }

    /// Opens a connection: a client has connected.
    ///
    /// - Parameters:
    ///   - client: the client's address.
    ///   - server: the address to which it connected, of the same version of IP.
    ///   - removedTLS: what is taken off before its bytes get here; `nil` for a connection that is plain.
    /// - Returns: the connection.
    package func opened(
        client: Endpoint,
        server: Endpoint,
        removedTLS: RemovedTLS? = nil
    ) -> LiveConnection {
        connectionCount += 1
        let connection = LiveConnection(
            number: connectionCount,
            client: client,
            server: server,
            removedTLS,
            in: self
        )
        open[connectionCount] = connection
        return connection
    }

    /// The requests and the final responses whose content has not ended, by the numbers of their exchanges; a request
    /// stands before its response.
    package func runningMessages() -> [RunningMessage] {
        var messages: [RunningMessage] = []
        for connection in open.values {
            for message in connection.unfinishedMessages {
                messages.append(
                    RunningMessage(message: message, client: connection.client, isSecure: connection.isSecure)
                )
            }
        }
        return messages.sorted { one, other in
            one.message.exchange == other.message.exchange
                ? one.message.role == .request && other.message.role == .response
                : one.message.exchange < other.message.exchange
        }
    }

    /// Lets a connection go.
    func closed(_ number: Int) { open[number] = nil }
}
