import Bytes
import Decryption
import NIOCore
import NIOSSL
import Pipeline
import Recording

/// The beginning of a client's connection: it tells TLS from requests by the first bytes, and hands over to what relays
/// them.
///
/// It keeps itself until it has handed over.
final class ProxyGate: RelayOwner {
    private let proxy: RecordingProxy
    private let channel: any Channel
    private let end: RelayEnd
    private var held = ByteBuffer()
    private var itself: ProxyGate?

    /// Makes the gate of a connection that was accepted.
    init(_ channel: any Channel, _ end: RelayEnd, of proxy: RecordingProxy) {
        self.channel = channel
        self.end = end
        self.proxy = proxy
    }

    /// Begins to read.
    func begin() {
        itself = self
        end.owner = self
        end.readsAtOnce = true
    }

    func received(_ buffer: ByteBuffer, from side: Side) {
        var buffer = buffer
        held.writeBuffer(&buffer)
    }

    func readCompleted(from side: Side) {
        guard itself != nil else { return }
        switch held.withUnsafeReadableBytes({ ClientOffer.reading($0.bytes) }) {
        case .incomplete: end.read()
        case .complete(let offer): takeTLS(offer)
        case .other where HTTP2Preface.isBegun(by: held): end.read()
        case .other: serve(removedTLS: nil)
        }
    }

    func inputEnded(_ side: Side) { leave() }
    func failed(_ error: any Error, on side: Side) {
        if itself != nil, !(error is IOError) || end.handshakeCompleted != nil {
            proxy.note("a client's connection ended before a request: \(proxy.text(ofHandshake: error))")
        }
        leave()
    }
    func closed(_ side: Side) { leave() }
    func timedOut(_ side: Side) { leave() }
    func becameWritable(_ side: Side) {}

    /// Takes TLS off that the client speaks with the proxy itself, as where that stands in for a server.
    private func takeTLS(_ offer: ClientOffer) {
        let name = offer.serverName ?? proxy.settings.reverse?.host ?? channel.localAddress?.ipAddress
        do {
            let protocols = proxy.settings.reverse == nil ? ["http/1.1"] : ["h2", "http/1.1"]
            let context = try proxy.authority.context(for: name ?? "localhost", protocols: protocols)
            end.handshakeCompleted = { [self] negotiated in
                let removed = RemovedTLS(
                    on: channel.pipeline,
                    serverName: offer.serverName,
                    negotiated,
                    port: channel.localAddress?.port ?? 443
                )
                serve(removedTLS: removed)
            }
            let bytes = held
            held = ByteBuffer()
            try end.take(bytes, through: NIOSSLServerHandler(context: context))
        } catch {
            proxy.note("no certificate can be made for \(name ?? "a client"): \(error)")
            leave()
        }
    }

    private func serve(removedTLS: RemovedTLS?) {
        guard itself != nil else { return }
        guard let (client, server) = Endpoint.ends(of: channel) else { return leave() }
        itself = nil
        end.handshakeCompleted = nil
        let bytes = held
        held = ByteBuffer()
        let connection = proxy.traffic.opened(client: client, server: server, removedTLS: removedTLS)
        if removedTLS?.applicationProtocol == "h2" || HTTP2Preface.opens(bytes) {
            return serveHTTP2(bytes, connection, (client, server), isPlain: removedTLS == nil)
        }
        let route =
            proxy.settings.reverse.map { MessageRelay.Route.fixed($0, host: $0.hostField) } ?? .byRequest
        MessageRelay(connection, end, route, of: proxy).begin(with: bytes)
    }

    /// Ends the client's HTTP/2 where the proxy stands in for a server; one that is asked for others takes HTTP/1.1.
    private func serveHTTP2(
        _ bytes: ByteBuffer,
        _ connection: LiveConnection,
        _ endpoints: (client: Endpoint, server: Endpoint),
        isPlain: Bool
    ) {
        do {
            guard let address = proxy.settings.reverse else { return refuseHTTP2(bytes, connection) }
            try HTTP2Relay.begin(
                end,
                connection,
                .fixed(address, host: address.hostField),
                to: address,
                server: nil,
                endpoints,
                with: bytes,
                isPlain: isPlain,
                of: proxy
            )
        } catch {
            proxy.note("a client's HTTP/2 is not served: \(error)")
            proxy.take(connection.closed())
            end.close()
        }
    }

    private func refuseHTTP2(_ bytes: ByteBuffer, _ connection: LiveConnection) {
        proxy.note(
            "a client speaks HTTP/2 with the proxy itself: it is told to use HTTP/1.1 (HTTP/2 passes inside of CONNECT)"
        )
        let answer = HTTP2Preface.refusal
        proxy.take(bytes.withUnsafeReadableBytes { connection.received($0.bytes, from: .initiator) })
        proxy.take(answer.withUnsafeReadableBytes { connection.received($0.bytes, from: .responder) })
        for side in [Side.responder, .initiator] { proxy.take(connection.ended(.finished, from: side)) }
        proxy.take(connection.closed())
        connection.flush()
        end.write(answer)
        end.flush()
        end.closeOutput()
        end.close()
    }

    private func leave() {
        guard itself != nil else { return }
        itself = nil
        end.close()
    }
}
