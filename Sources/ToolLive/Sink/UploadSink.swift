import Bytes
import Exchanges
import Inspection
import NIOCore
import Pipeline
import Recording
import Reporting
import Shell

/// What the connections of a sink share: its site, its limits, and which of them are open.
///
/// One event loop's.
final class UploadSink: LiveServer {
    /// How much is read at once from a client whose rate is limited, in bytes.
    let limitedReadSize = 64 * 1024
    /// The connections.
    let traffic: LiveTraffic
    /// What stands behind its address.
    let site: any SinkSite
    /// The certificate for TLS; `nil` where it serves plain HTTP/1.1 alone.
    let certificate: ServerCertificate?
    /// The seconds after which a client that sends nothing more is answered 408.
    let timeout: Int
    /// The greatest length of a body in bytes.
    let bodyLimit: Int

    /// The bytes that a stream of HTTP/2 may send before it is allowed more; `nil` for what SwiftNIO has.
    let streamWindow: Int?

    private let connectionLimit: Int
    /// The connections that are open.
    private var open: [ObjectIdentifier: any Channel] = [:]

    /// Makes a sink.
    init(
        _ traffic: LiveTraffic,
        for site: any SinkSite,
        certificate: ServerCertificate?,
        timeout: Int,
        bodyLimit: Int = Int.max,
        connectionLimit: Int,
        streamWindow: Int? = nil
    ) {
        self.traffic = traffic
        self.site = site
        self.certificate = certificate
        self.timeout = timeout
        self.bodyLimit = bodyLimit
        self.connectionLimit = connectionLimit
        self.streamWindow = streamWindow
    }

    /// Takes a connection that was accepted; false where there are too many.
    func admit(_ channel: any Channel) -> Bool {
        guard open.count < connectionLimit else { return false }
        let id = ObjectIdentifier(channel)
        open[id] = channel
        channel.closeFuture.assumeIsolated().whenComplete { [self] _ in open[id] = nil }
        return true
    }

    /// Begins to inspect a connection, of which the first bytes are there.
    ///
    /// - Parameters:
    ///   - channel: the connection.
    ///   - removedTLS: what its bytes come out of; `nil` where they are plain.
    /// - Returns: what they are handed to.
    /// - Throws: where the client is gone.
    func open(_ channel: any Channel, _ removedTLS: RemovedTLS?) throws -> LiveConnection {
        guard let ends = Endpoint.ends(of: channel) else { throw ChannelError.alreadyClosed }
        return traffic.opened(client: ends.client, server: ends.server, removedTLS: removedTLS)
    }

    /// A connection is over.
    ///
    /// - Parameters:
    ///   - connection: the connection.
    ///   - isByClient: whether the client closed it, and not the sink: then it has sent all that it will.
    func finish(_ connection: LiveConnection, isByClient: Bool) {
        if isByClient {
            for result in connection.ended(.finished, from: .initiator) { report(result) }
        } else {
            for result in connection.ended(.reset, from: .responder) { report(result) }
        }
        for result in connection.closed() { report(result) }
        connection.flush()
    }

    func closeAll(on loop: any EventLoop) -> EventLoopFuture<Void> {
        let closed = open.values.map(\.closeFuture)
        for channel in open.values { channel.close(promise: nil) }
        return .andAllComplete(closed, on: loop)
    }

    var recorders: [TrafficRecorder] { [traffic.recorder].compactMap(\.self) }

    func finish() { site.finish(connections: traffic.connectionCount) }

    /// Hands on what is known of an exchange.
    func report(_ result: InspectionResult) { site.take(result) }

    /// A client of TLS has given up the handshake, or does not trust the certificate.
    func reportHandshake(_ error: any Error) {
        site.note("a connection ended before a request: \(NetworkFailure.text(ofClient: error))")
    }

    /// The answer to a request that has ended.
    func answer(to exchange: InspectedExchange, _ request: SinkRequest?, _ behavior: ServerBehavior)
        -> SinkAnswer
    {
        if behavior.asksForCredentials, request?.isAuthorized != true { return unauthorized }
        if let status = behavior.redirect {
            return SinkAnswer(
                status: status,
                fields: [("Location", behavior.redirectPath)],
                body: "The request is to be sent to \(behavior.redirectPath).\n"
            )
        }
        return site.answer(to: exchange, request)
    }

    /// The answer that asks for credentials.
    var unauthorized: SinkAnswer {
        SinkAnswer(
            status: 401,
            fields: [("WWW-Authenticate", "Basic realm=\"partwise\"")],
            body: "Any user and password will do.\n"
        )
    }

    /// The answer to a body that is longer than is taken.
    var tooLong: SinkAnswer {
        SinkAnswer(
            status: 413,
            body: "The content is longer than --max-body allows: \(bodyLimit) bytes.\n",
            closes: true
        )
    }

    /// What is said to a client that stopped in the head of its request.
    var overdueHead: String {
        "The head of the request has no end, which is an empty line (CRLF) after its fields: nothing came for \(timeout) s.\n"
    }

    /// What is said to a client that stopped before its request was complete.
    func overdue(_ request: SinkRequest, _ receivedBytes: Int) -> String {
        let received = receivedBytes - request.contentStart
        guard let declared = request.declaredLength else {
            return
                "The body has no end: \(Quantity.grouped(received)) bytes came, and none for \(timeout) s.\n"
        }
        return """
            Content-Length declares \(Quantity.grouped(declared)) bytes, \(Quantity.grouped(received)) came, and none for \
            \(timeout) s: \(Quantity.grouped(max(declared - received, 0))) are missing.

            """
    }
}
