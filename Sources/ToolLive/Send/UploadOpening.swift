import NIOCore
import NIOSSL
import NIOTLS
import Recording

/// What has to be done on a connection before a request can be sent: a tunnel through a proxy, and TLS.
struct UploadOpening {
    private let attempt: UploadAttempt
    private let tls: NIOSSLContext?
    private let server: RequestSender.Destination
    private let proxy: ProxyAddress?
    private let timeout: TimeAmount
    private let traffic: LiveTraffic
    private let promise: EventLoopPromise<Void>

    /// Plans it.
    ///
    /// - Parameters:
    ///   - attempt: sends the request.
    ///   - tls: the settings of TLS; `nil` for none.
    ///   - server: the server.
    ///   - proxy: the proxy that is asked for a tunnel; `nil` for none.
    ///   - timeout: how long to wait for the proxy's answer.
    ///   - traffic: records and inspects.
    ///   - promise: fails where there is no tunnel.
    init(
        _ attempt: UploadAttempt,
        _ tls: NIOSSLContext?,
        to server: RequestSender.Destination,
        _ proxy: ProxyAddress?,
        _ timeout: TimeAmount,
        _ traffic: LiveTraffic,
        _ promise: EventLoopPromise<Void>
    ) {
        self.attempt = attempt
        self.tls = tls
        self.server = server
        self.proxy = proxy
        self.timeout = timeout
        self.traffic = traffic
        self.promise = promise
    }

    /// Adds the handlers to a channel that was connected just now.
    func prepare(_ channel: any Channel) throws {
        guard let proxy else {
            return try channel.pipeline.syncOperations.addHandlers(handlers())
        }
        let host = server.host.contains(":") ? "[\(server.host)]" : server.host
        let tunnel = ProxyTunnel(
            to: "\(host):\(server.port)",
            proxy.authorization,
            timeout: timeout,
            traffic: traffic
        ) { [promise] result in
            do {
                let context = try result.get()
                try context.pipeline.syncOperations.addHandlers(handlers(), position: .after(context.handler))
                attempt.restart()
            } catch {
                promise.fail(error)
            }
        }
        try channel.pipeline.syncOperations.addHandler(tunnel)
    }

    private func handlers() throws -> [any ChannelHandler] {
        guard let tls else { return [attempt] }
        return try TLSClient.handlers(tls, host: server.name) + [HandshakeWatch(attempt), attempt]
    }
}

/// Starts an upload once the handshake of TLS is over.
private final class HandshakeWatch: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let attempt: UploadAttempt

    init(_ attempt: UploadAttempt) {
        self.attempt = attempt
    }

    func channelActive(context: ChannelHandlerContext) { attempt.restart() }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case TLSUserEvent.handshakeCompleted = event { attempt.start() }
        context.fireUserInboundEventTriggered(event)
    }
}
