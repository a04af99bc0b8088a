import Bytes
import Decryption
import Filters
import NIOCore
import NIOSSL
import Pipeline
import Recording

/// TLS inside a tunnel, ended on both sides: first with the server, by what the client offers; then with the client, by
/// what the server chose, so that both speak the same protocol and no byte of it has to be changed.
///
/// It keeps itself until it has handed over.
final class TLSInterception: RelayOwner {
    /// The protocols that are passed on.
    private static let protocols = ["h2", "http/1.1"]

    private var address: UpstreamAddress
    private let offer: ClientOffer
    private let client: RelayEnd
    private var server: RelayEnd?
    private let proxy: RecordingProxy
    private var hello = ByteBuffer()
    private var serverEndpoint: Endpoint?
    private var itself: TLSInterception?
    /// What the server is waited for in; `nil` once it has ended.
    private weak var handshake: ServerHandshake?

    /// Prepares to take off the TLS of a tunnel; there is no server where it could not be connected to, and requests may have
    /// other ones.
    init(
        _ address: UpstreamAddress,
        _ offer: ClientOffer,
        client: RelayEnd,
        server: RelayEnd?,
        of proxy: RecordingProxy
    ) {
        self.address = address
        if offer.serverName != address.host { self.address.serverName = offer.serverName }
        self.offer = offer
        self.client = client
        self.server = server
        self.proxy = proxy
    }

    /// Begins, with the client's first message.
    func begin(with hello: ByteBuffer) {
        itself = self
        self.hello = hello
        client.owner = self
        serverEndpoint = Endpoint(server?.context?.channel.remoteAddress)
        guard let server else { return lookInto(Self.protocols) }
        let handshake = ServerHandshake(server) { [weak self] result in self?.serverCompleted(result) }
        self.handshake = handshake
        handshake.begin(
            for: address.name,
            offering: offer.protocols.filter(Self.protocols.contains),
            by: proxy
        )
    }

    func received(_ buffer: ByteBuffer, from side: Side) {
        var buffer = buffer
        hello.writeBuffer(&buffer)
    }

    func readCompleted(from side: Side) {}
    func inputEnded(_ side: Side) { leave() }
    func closed(_ side: Side) { leave() }
    func timedOut(_ side: Side) {
        // The client waits for the server, which is told to it.
        if let handshake { handshake.timedOut(.responder) } else { leave() }
    }
    func becameWritable(_ side: Side) {}

    func failed(_ error: any Error, on side: Side) {
        // A client that resets the connection before it was answered has changed its mind.
        if itself != nil, !(error is IOError) || client.handshakeCompleted != nil {
            proxy.note(
                "\(address.authority): the client ends the handshake: \(proxy.text(ofHandshake: error))"
            )
        }
        leave()
    }

    /// Whether requests have to be looked at one by one, and can be.
    private var isLookedInto: Bool {
        let speaksHTTP =
            offer.protocols.isEmpty
            || offer.protocols.contains { Self.protocols.contains($0) || $0 == "http/1.0" }
        return speaksHTTP && proxy.looksInto(address.name)
    }

    /// Looks at the requests one by one: which server each has, if any, is seen when it comes.
    ///
    /// - Parameter protocols: the one that the server chose, or all where it is not spoken to.
    private func lookInto(_ protocols: [String]) {
        answer(with: protocols) { [self] chosen in
            guard let connection = open(chosen) else { return leave() }
            // Without a server, the one of each request is connected to when it comes.
            if let known = server, !known.isOpen {
                known.close()
                server = nil
            }
            hand()
            if chosen == "h2" { return speakHTTP2(connection, .fixed(address, host: nil)) }
            let relay = MessageRelay(
                connection,
                client,
                .fixed(address, host: nil),
                server: server.map { ($0, address) },
                of: proxy
            )
            relay.isInTunnel = true
            relay.begin(with: ByteBuffer())
        }
    }

    /// Ends the client's HTTP/2, and relays its streams.
    ///
    /// - Parameters:
    ///   - connection: what is inspected and recorded.
    ///   - route: which server gets the requests.
    ///   - bytes: what the client has sent already, and what was inspected.
    private func speakHTTP2(
        _ connection: LiveConnection,
        _ route: MessageRelay.Route,
        after bytes: ByteBuffer = ByteBuffer()
    ) {
        do {
            guard let ends = endpoints else { throw ChannelError.alreadyClosed }
            try HTTP2Relay.begin(
                client,
                connection,
                route,
                to: address,
                server: server,
                ends,
                after: bytes,
                of: proxy
            )
        } catch {
            proxy.note("\(address.authority): \(error)")
            proxy.take(connection.closed())
            client.close()
            server?.close()
        }
    }

    /// Answers in the place of the server, which has refused the client.
    private func standIn(
        on connection: LiveConnection,
        _ chosen: String?,
        _ refusal: ProxyRefusal,
        _ beginning: ByteRelay.Beginning
    ) {
        server = nil
        guard chosen != "h2" else {
            return speakHTTP2(connection, .refused(refusal), after: beginning.bytes)
        }
        let relay = MessageRelay(connection, client, .refused(refusal), of: proxy)
        relay.held = beginning.bytes
        relay.requests = beginning.request.map { [$0] } ?? []
        relay.clientHasEnded = beginning.hasEnded
        relay.begin(with: ByteBuffer())
    }

    private func serverCompleted(_ result: Result<String?, any Error>) {
        guard itself != nil, let server else { return }
        switch result {
        case .success(let chosen) where isLookedInto: lookInto([chosen ?? "http/1.1"])
        case .success(let chosen):
            answer(with: chosen.map { [$0] } ?? []) { [self] _ in
                guard let connection = open(chosen) else { return leave() }
                hand()
                _ = ByteRelay(
                    connection,
                    client: client,
                    server: server,
                    address.authority,
                    of: proxy
                ) { [self] in standIn(on: connection, chosen, $0, $1) }
            }
        case .failure where isLookedInto:
            // What rules answer needs no server; other requests try again, and are told why there is none.
            self.server = nil
            lookInto(Self.protocols)
        case .failure(let error):
            let refusal = proxy.refusal(of: address, error)
            answer(with: ["http/1.1"]) { [self] _ in
                guard let connection = open("http/1.1") else { return leave() }
                hand()
                MessageRelay(connection, client, .refused(refusal), of: proxy)
                    .begin(with: ByteBuffer())
            }
        }
    }

    /// Speaks TLS with the client, with a certificate of the proxy's own.
    private func answer(with protocols: [String], then go: @escaping (String?) -> Void) {
        do {
            let context = try proxy.authority.context(for: address.name, protocols: protocols)
            client.handshakeCompleted = go
            let bytes = hello
            hello = ByteBuffer()
            try client.take(bytes, through: NIOSSLServerHandler(context: context))
        } catch {
            proxy.note("\(address.authority): no certificate can be made: \(error)")
            leave()
        }
    }

    /// The addresses of the client and of the server itself.
    private var endpoints: (client: Endpoint, server: Endpoint)? {
        guard let channel = client.context?.channel, let (from, own) = Endpoint.ends(of: channel) else {
            return nil
        }
        var server = serverEndpoint ?? own
        // Packets have ends of one version of IP.
        if server.isIPv6 != from.isIPv6 { server = own }
        server.port = UInt16(clamping: address.port)
        return (from, server)
    }

    /// Opens the connection that the tunnel's content is, from the client to the server itself.
    private func open(_ chosen: String?) -> LiveConnection? {
        guard let context = client.context, let (from, server) = endpoints else { return nil }
        let removed = RemovedTLS(
            on: context.pipeline,
            client.tls,
            serverName: offer.serverName,
            chosen,
            port: address.port
        )
        return proxy.traffic.opened(client: from, server: server, removedTLS: removed)
    }

    private func hand() {
        client.handshakeCompleted = nil
        itself = nil
    }

    private func leave() {
        guard itself != nil else { return }
        hand()
        client.close()
        server?.owner = nil
        server?.close()
    }
}
