import Bytes
import Exchanges
import Filters
import Inspection
import NIOCore
import NIOPosix
import NIOSSL
import Pipeline
import Recording
import Shell

/// What the connections of a proxy share: how servers are reached, its authority, its report, and which are open.
///
/// One event loop's.
final class RecordingProxy: LiveServer {
    /// How the proxy works.
    struct Settings {
        /// The server that gets all requests; `nil` where requests say for whom they are.
        var reverse: UpstreamAddress?
        /// The proxy behind this one.
        var upstreamProxy: ProxyAddress?
        /// The hosts whose connections are passed through untouched: names, `*.example.com` for all below one.
        var passthrough: [String] = []
        /// The hosts whose certificates are not verified; `*` for all.
        var insecureHosts: [String] = []
        /// Whether the stand-ins of what is blocked are to be seen.
        var showsBlocked = false
        /// The field with which clients must identify themselves; `nil` where they need not.
        var authorization: String?
        /// The seconds after which a connection is closed on which nothing passes.
        var timeout = 300
        /// The connections that may be open at once.
        var connectionLimit = 4_096
    }

    /// The host under which clients find the proxy itself.
    static let ownHost = "partwise.proxy"
    /// How long is waited for a server to take a connection, or to end its handshake.
    static let connectTime = TimeAmount.seconds(30)

    /// The connections of clients.
    let traffic: LiveTraffic
    /// The connections to servers: records them where that is wanted, and reads the answers of a proxy behind this one.
    let upstreamTraffic: LiveTraffic
    /// The streams of connections of HTTP/2 whose requests are looked at one by one, as connections: they are reported as
    /// those of ``traffic``.
    let streamTraffic: LiveTraffic
    /// How the proxy works.
    let settings: Settings
    /// The rules by which requests are blocked; `nil` for none.
    var rules: FilterRules?
    /// How requests are changed; `nil` for not at all.
    var changes: RewritingSettings?
    /// Signs certificates.
    let authority: CertificateAuthority

    private let loop: any EventLoop
    /// Prints what is known of exchanges.
    let report: LiveReport
    private let trustRoots: [NIOSSLCertificate]
    private let keyLog: KeyLogWriter?
    private var contexts: [String: NIOSSLContext] = [:]
    private var open: [ObjectIdentifier: any Channel] = [:]
    /// How many of them lead to clients.
    private var clientCount = 0
    private var ports: Set<Int> = []
    /// Whether all connections are being closed.
    private(set) var isEnding = false
    /// The servers that did not understand HTTP/2 without TLS.
    var plainServers: Set<UpstreamAddress> = []
    /// Holds the heads of requests while they are passed on.
    var headBuffer = HeadBuffer()

    /// Makes a proxy.
    init(
        _ traffic: LiveTraffic,
        upstream upstreamTraffic: LiveTraffic,
        streams streamTraffic: LiveTraffic,
        _ settings: Settings,
        _ changes: RewritingSettings?,
        authority: CertificateAuthority,
        trustRoots: [NIOSSLCertificate],
        keyLog: KeyLogWriter?,
        report: LiveReport,
        on loop: any EventLoop
    ) {
        self.traffic = traffic
        self.upstreamTraffic = upstreamTraffic
        self.streamTraffic = streamTraffic
        self.settings = settings
        self.changes = changes
        self.authority = authority
        self.trustRoots = trustRoots
        self.keyLog = keyLog
        self.report = report
        self.loop = loop
    }

    // MARK: Clients

    func listen(on address: ListenAddress, _ loop: any EventLoop) -> EventLoopFuture<any Channel> {
        let proxy = NIOLoopBound(self, eventLoop: loop)
        let bound = ServerBootstrap(group: loop)
            .serverChannelOption(.backlog, value: 1_024)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelOption(.autoRead, value: false)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelOption(.recvAllocator, value: SharedReadSize(of: traffic, on: loop))
            .childChannelOption(.maxMessagesPerRead, value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try proxy.value.accept(channel) }
            }
            .bind(host: address.host, port: address.port)
        bound.assumeIsolated().whenSuccess { [self] channel in
            if let port = channel.localAddress?.port { ports.insert(port) }
        }
        return bound
    }

    private func accept(_ channel: any Channel) throws {
        guard clientCount < settings.connectionLimit else { throw ProxyFailure.tooManyConnections }
        clientCount += 1
        channel.closeFuture.assumeIsolated().whenComplete { [self] _ in clientCount -= 1 }
        keep(channel)
        let end = RelayEnd(.initiator, of: nil, idleTime: .seconds(Int64(settings.timeout)))
        try channel.pipeline.syncOperations.addHandler(end)
        ProxyGate(channel, end, of: self).begin()
    }

    /// Closes a channel with the proxy.
    private func keep(_ channel: any Channel) {
        let id = ObjectIdentifier(channel)
        open[id] = channel
        channel.closeFuture.assumeIsolated().whenComplete { [self] _ in open[id] = nil }
    }

    func closeAll(on loop: any EventLoop) -> EventLoopFuture<Void> {
        isEnding = true
        let closed = open.values.map(\.closeFuture)
        for channel in open.values { channel.close(promise: nil) }
        return .andAllComplete(closed, on: loop)
    }

    /// Whether an address is that of the proxy itself, to which it must not connect.
    func isOwn(_ address: UpstreamAddress) -> Bool {
        address.host == Self.ownHost
            || (ports.contains(address.port) || address.port == report.page?.port)
                && address.isOnThisMachine
    }

    // MARK: Servers

    /// Connects to a server, through the proxy behind this one where there is one.
    ///
    /// - Parameters:
    ///   - address: the server.
    ///   - isTunnelled: whether the proxy behind this one is asked for a tunnel.
    ///   - end: the end that leads to the server; it is the last handler of the channel.
    /// - Returns: the channel, of which nothing is read.
    func connect(
        to address: UpstreamAddress,
        isTunnelled: Bool,
        _ end: RelayEnd
    ) -> EventLoopFuture<any Channel>.Isolated {
        let shared = NIOLoopBound(self, eventLoop: loop)
        let next = settings.upstreamProxy
        if upstreamTraffic.recorder != nil {
            end.recording = UpstreamRecording(of: address, in: upstreamTraffic) { [weak end] in
                end?.owner?.becameWritable(.responder)
            }
        }
        let connected = ClientBootstrap(group: loop)
            .channelOption(.allowRemoteHalfClosure, value: true)
            .channelOption(.autoRead, value: false)
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)
            .channelOption(.recvAllocator, value: SharedReadSize(of: traffic, on: loop))
            .channelOption(.maxMessagesPerRead, value: 1)
            .connectTimeout(Self.connectTime)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { shared.value.keep(channel) }
            }
            .connect(host: next?.host ?? address.host, port: next?.port ?? address.port) { channel in
                guard !isTunnelled || next == nil else { return }
                try channel.pipeline.syncOperations.addHandler(end)
            }
        guard isTunnelled, let next else { return connected }
        return connected.flatMap { [self] channel in
            let opened = loop.makePromise(of: (any Channel).self)
            let tunnel = ProxyTunnel(
                to: address.authority,
                next.authorization,
                timeout: Self.connectTime,
                traffic: upstreamTraffic
            ) {
                do {
                    let context = try $0.get()
                    try context.pipeline.syncOperations.addHandler(end, position: .after(context.handler))
                    opened.succeed(context.channel)
                } catch {
                    opened.fail(error)
                }
            }
            do {
                try channel.pipeline.syncOperations.addHandler(tunnel)
                tunnel.start()
                channel.read()
            } catch {
                opened.fail(error)
            }
            return opened.futureResult
        }
    }

    /// The handlers of TLS for a server.
    ///
    /// - Parameters:
    ///   - name: the name that is asked for, and that the certificate must have.
    ///   - protocols: the protocols that are offered.
    /// - Returns: the handlers.
    /// - Throws: where the settings are not accepted.
    func makeClientHandlers(for name: String, offering protocols: [String]) throws -> [any ChannelHandler] {
        let isVerified = !settings.insecureHosts.contains { Self.matches(name, $0) }
        var configuration = TLSClient.configuration(for: name, isVerified: isVerified)
        let id = "\(configuration.certificateVerification) \(protocols.joined(separator: ","))"
        if let known = contexts[id] { return try TLSClient.handlers(known, host: name) }
        configuration.applicationProtocols = protocols
        configuration.keyLogCallback = keyLog?.callback
        if !trustRoots.isEmpty { configuration.additionalTrustRoots = [.certificates(trustRoots)] }
        let context = try NIOSSLContext(configuration: configuration)
        contexts[id] = context
        return try TLSClient.handlers(context, host: name)
    }

    /// Whether the requests for a host have to be looked at one by one: they may be blocked, or changed.
    func looksInto(_ host: String) -> Bool {
        (rules?.mayBlock(host: host) ?? false) || (changes?.mayConcern(host: host) ?? false)
    }

    /// Whether the connections to a host are passed through untouched.
    func passesThrough(_ host: String) -> Bool { settings.passthrough.contains { Self.matches(host, $0) } }

    private static func matches(_ host: String, _ pattern: String) -> Bool {
        let (host, pattern) = (host.lowercased(), pattern.lowercased())
        if pattern == "*" { return true }
        guard pattern.hasPrefix("*.") else { return host == pattern }
        return host.hasSuffix(pattern.dropFirst())
    }

    var recorders: [TrafficRecorder] { [traffic.recorder, upstreamTraffic.recorder].compactMap(\.self) }

    func finish() { report.finish(connections: traffic.connectionCount) }
}
