import Bytes
import Exchanges
import Inspection
import NIOCore
import Pipeline
import Recording
import Reporting
import Shell

/// What the connections of a sink share: how it behaves, what it answers, and where it reports.
///
/// One event loop's.
final class UploadSink {
    /// How much is read from a socket at once, in bytes.
    let readSize = 64 * 1024
    /// The connections.
    let traffic: LiveTraffic
    /// What it does besides judging, where a path does not say otherwise.
    let behavior: SinkBehavior
    /// The certificate for TLS.
    let certificate: ServerCertificate
    /// The seconds after which a client that sends nothing more is answered 408.
    let timeout: Int
    /// The greatest length of a body in bytes.
    let bodyLimit: Int

    private let reports: SinkReport
    private let store: UploadStore
    private let connectionLimit: Int
    /// The connections that are open.
    private var open: [Int: any Channel] = [:]

    /// Makes a sink.
    init(
        _ traffic: LiveTraffic,
        behavior: SinkBehavior,
        certificate: ServerCertificate,
        reports: SinkReport,
        store: UploadStore,
        timeout: Int,
        bodyLimit: Int,
        connectionLimit: Int
    ) {
        self.traffic = traffic
        self.behavior = behavior
        self.certificate = certificate
        self.reports = reports
        self.store = store
        self.timeout = timeout
        self.bodyLimit = bodyLimit
        self.connectionLimit = connectionLimit
    }

    /// Takes a connection that was accepted; `nil` where there are too many.
    func admit(_ channel: any Channel) -> LiveConnection? {
        guard open.count < connectionLimit, let client = Endpoint(channel.remoteAddress),
            let server = Endpoint(channel.localAddress)
        else { return nil }
        let connection = traffic.opened(client: client, server: server)
        open[connection.number] = channel
        return connection
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
        open[connection.number] = nil
    }

    /// Closes all connections.
    func closeAll() {
        for channel in open.values { channel.close(promise: nil) }
    }

    /// Ends the report.
    func finish() { reports.finish(connections: traffic.connectionCount) }

    /// Whether there was a finding at or above the threshold.
    var hasFindings: Bool { reports.hasFindings }

    /// Reports a request that is answered.
    func answered(_ exchange: InspectedExchange, with status: Int) {
        reports.answered(exchange, with: status)
    }

    /// Reports what is known of an exchange.
    func report(_ result: InspectionResult) {
        switch result {
        case .completed(let exchange):
            store.forget(exchange.number)
            reports.completed(exchange)
        case .content(let exchange, let part, let bytes):
            store.write(bytes.span.bytes, part: part, of: exchange)
        case .opaque(let reason): reports.opaque(reason)
        default: break
        }
    }

    /// A client of TLS has given up the handshake, or does not trust the certificate.
    func reportHandshake(_ error: any Error) {
        reports.note("a connection ended before a request: \(NetworkFailure.text(error))")
    }

    /// The answer to a request that has ended.
    func answer(to exchange: InspectedExchange, _ request: SinkRequest?, _ behavior: SinkBehavior)
        -> SinkAnswer
    {
        var files: [String] = []
        do {
            files = try store.finish(exchange, of: reports.path)
        } catch {
            reports.note("the parts of request \(exchange.number) are not kept: \(error)")
        }
        if behavior.asksForCredentials, request?.isAuthorized != true { return unauthorized }
        if let status = behavior.redirect {
            return SinkAnswer(
                status: status,
                fields: [("Location", behavior.redirectPath)],
                body: "The request is to be sent to \(behavior.redirectPath).\n"
            )
        }
        let isPage = request?.wantsPage ?? false
        guard exchange.isUpload else {
            guard let request, ["GET", "HEAD"].contains(request.method) else {
                return verdict(on: exchange, status: isWhole(exchange) ? 200 : 400, isPage: isPage)
            }
            return resource(request)
        }
        if let request, request.path == PhotoPicker.path {
            return PhotoPicker.answer(to: exchange, files: files, request, store)
        }
        return verdict(on: exchange, status: SinkReport.isFaulty(exchange) ? 400 : 200, isPage: isPage)
    }

    /// Whether a request was read from its first byte to its last.
    private func isWhole(_ exchange: InspectedExchange) -> Bool {
        guard let request = exchange.exchange.request else { return false }
        return request.head.isWhole && request.content.completion == .complete
            && request.content.faults.isEmpty
    }

    /// What is under a path: pages, the certificate, and pictures that were taken.
    private func resource(_ request: SinkRequest) -> SinkAnswer {
        let page = "text/html; charset=utf-8"
        switch request.path {
        case "/": return SinkAnswer(status: 200, contentType: page, body: SinkPage.form)
        case PhotoPicker.path:
            return SinkAnswer(status: 200, contentType: page, body: PhotoPicker.page(request))
        case "/certificate.pem":
            return SinkAnswer(status: 200, contentType: "application/x-pem-file", body: certificate.pem)
        default:
            guard let picture = store.picture(at: request.path) else {
                return SinkAnswer(
                    status: 404,
                    body: "There is nothing here: uploads go to any path, by POST.\n"
                )
            }
            return SinkAnswer(status: 200, contentType: picture.type, bytes: picture.bytes)
        }
    }

    private func verdict(on exchange: InspectedExchange, status: Int, isPage: Bool) -> SinkAnswer {
        isPage
            ? SinkAnswer(
                status: status,
                contentType: "text/html; charset=utf-8",
                body: reports.page(exchange)
            )
            : SinkAnswer(status: status, contentType: "application/json", body: reports.json(exchange))
    }

    /// The answer that asks for credentials.
    var unauthorized: SinkAnswer {
        SinkAnswer(
            status: 401,
            fields: [("WWW-Authenticate", "Basic realm=\"partwise\"")],
            body: "Any user and password will do.\n"
        )
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
