import Bytes
import Decryption
import Exchanges
import Filters
import NIOCore
import Pipeline
import Recording
import Shell

/// How servers are connected to, and tunnels opened.
extension MessageRelay {
    /// How often a request is sent that servers refuse.
    private static let sendLimit = 20

    /// Connects to the server of the next request, or speaks TLS with it; then requests are passed on.
    func reach(_ address: UpstreamAddress) {
        isConnecting = true
        guard let server, serverAddress == address else {
            if let stream, stream.relay.servers.mayReach(address) { return reach(address, for: stream) }
            var isTunnelled = address.isSecure || handling?.server != nil
            if case .fixed = route { isTunnelled = true }
            return open(address, isTunnelled: isTunnelled)
        }
        secure(server, address)
    }

    private func open(_ address: UpstreamAddress, isTunnelled: Bool) {
        connect(to: address, isTunnelled: isTunnelled) { [self] error in
            if let error {
                isConnecting = false
                return refuse(address, error)
            }
            serverAwaitsTLS = address.isSecure
            guard let end = server, serverAwaitsTLS else { return reached() }
            secure(end, address)
        }
    }

    /// Reaches the server of a stream's request, by a stream of HTTP/2 where it speaks that.
    private func reach(_ address: UpstreamAddress, for stream: Stream) {
        stream.relay.servers.reach(address) { [self] result in
            switch result {
            case .failure where isOver: break
            case .success(.connection) where isOver: break
            case .success(.end(let end)) where isOver: end.close()
            case .failure(let error):
                isConnecting = false
                refuse(address, error)
            case .success(.connection): open(address, isTunnelled: true)
            case .success(.end(let end)):
                server = end
                serverAddress = address
                serverHasAnswered = false
                serverAwaitsTLS = false
                end.owner = self
                reached()
            }
        }
    }

    private func reached() {
        isConnecting = false
        pass()
        resume()
    }

    private func connect(
        to address: UpstreamAddress,
        isTunnelled: Bool,
        then go: @escaping ((any Error)?) -> Void
    ) {
        isConnecting = true
        server?.owner = nil
        server?.close()
        server = nil
        let end = RelayEnd(.responder, of: self)
        proxy.connect(to: address, isTunnelled: isTunnelled, end).whenComplete { [self] result in
            guard !isOver else { return end.close() }
            switch result {
            case .failure(let error): go(error)
            case .success:
                server = end
                serverAddress = address
                serverHasAnswered = false
                go(nil)
            }
        }
    }

    /// Speaks TLS with a server whose requests are passed on one by one.
    private func secure(_ end: RelayEnd, _ address: UpstreamAddress) {
        let handshake = ServerHandshake(end) { [self] result in
            guard !isOver else { return }
            switch result {
            case .failure(let error):
                isConnecting = false
                server = nil
                refuse(address, error)
            case .success:
                serverAwaitsTLS = false
                end.owner = self
                reached()
            }
        }
        handshake.begin(for: address.host, offering: ["http/1.1"], by: proxy)
    }

    func resume() {
        server?.flush()
        connection.flush()
        client.flush()
        // The client may have gone while the server was connected to.
        finishIfDone()
        readClient()
        readServer()
    }

    func refuse(_ address: UpstreamAddress, _ error: any Error) {
        let refusal = proxy.refusal(of: address, error)
        answer(refusal.status, refusal.reason, refusal.text)
    }

    /// The server has reset the stream of a request: the client's is reset with the same code, which tells whether the
    /// request may be sent again (RFC 9113 §8.7).
    func serverReset(_ reset: StreamReset) {
        guard case .messages = phase, outstanding > 0 else { return serverEnded(.finished) }
        if reset.isRefusal, sendAgain() { return }
        if let serverAddress {
            proxy.note(
                "\(serverAddress.authority): the server reset the stream with \(reset.reason); so is the client's"
            )
        }
        leaveServer()
        take(connection.ended(.reset, from: .responder))
        client.close(after: reset)
        finish()
    }

    /// Sends a request again of which a server has seen nothing that leaves (RFC 9113 §8.7); false where it cannot be.
    private func sendAgain() -> Bool {
        guard let (request, head, count) = resendable, count < Self.sendLimit, !isAnswering, requests.isEmpty,
            held.readableBytes == 0
        else { return false }
        leaveServer()
        outstanding -= 1
        requests = [request]
        held = ByteBuffer(bytes: head)
        heldStart -= head.count
        pass()
        return true
    }

    private func leaveServer() {
        server?.owner = nil
        server?.close()
        server = nil
    }

    /// The server sends no more, after an error where there was one.
    func serverEnded(_ end: StreamEnd, _ error: (any Error)? = nil) {
        leaveServer()
        let cause = error.flatMap(NetworkFailure.cause)
        // Where the server has answered before, the client may ask again (RFC 9112 §9.3.1): it has to see that the
        // connection is closed.
        let isOwed = outstanding > 0 && !isAnswering && !isBrokenOff
        if case .messages = phase, isOwed, !serverHasAnswered, let serverAddress {
            let reason = cause?.text ?? "the server \(end.verb) the connection without an answer"
            let text = "\(proxy.name(of: serverAddress)): \(reason)"
            proxy.note("\(text); the client gets 502")
            return answer(502, cause?.status ?? .terminated, text)
        }
        if let cause, !proxy.isEnding { ending = ending ?? .failed(cause.text) }
        // The reset of a server that has answered early is about what it did not read of the request.
        let isPassing = isPassing && requests.first?.isWhole == false
        let lacksAnswer = lacksAnswer && !isPassing
        ended(.responder, end)
        connection.flush()
        client.flush()
        if end == .reset, stream == nil, lacksAnswer {
            client.reset()
            return finish()
        }
        guard case .messages = phase, !clientHasEnded else { return finish() }
        if stream != nil {
            guard outstanding == 0, requests.isEmpty else { return finish() }
            // The end of a request whose length is declared may come after its answer.
            phase = .closing
            return readClient()
        }
        awaitClient()
    }

    /// Whether the client has not got all that the server had to send.
    var lacksAnswer: Bool {
        if case .tunnel = phase { return true }
        return isAnswering
    }

    /// What is said of a client that stopped within a request, while the server took what came; `nil` where it did not.
    var stalledRequest: String? {
        guard isPassing, let request = requests.first, !request.isWhole, request.end == nil,
            server?.isWritable ?? false,
            held.readableBytes == 0
        else { return nil }
        let count = Quantity.of(heldStart - request.contentStart, "byte")
        return "the client sent \(count) of its body, and then nothing for \(proxy.settings.timeout) s"
    }

    // MARK: Tunnels

    /// Connects to the server that a CONNECT names, answers it, and looks at what comes.
    func openTunnel(to address: UpstreamAddress, _ length: Int) {
        connect(to: address, isTunnelled: true) { [self] error in
            isConnecting = false
            let isUntouched = proxy.passesThrough(address.host)
            // Requests that are looked at may have another server than this one, or none.
            if let error, isUntouched || !proxy.looksInto(address.host) { return refuse(address, error) }
            release(length)
            requests.removeAll()
            sendRaw(Array("HTTP/1.1 200 Connection established\r\n\r\n".utf8))
            phase = isUntouched ? .tunnel : .opening(address)
            seenBytes = held.readableBytes
            pass()
            resume()
        }
    }

    /// Looks at the requests one by one that come through a tunnel without TLS.
    private func lookIntoPlain(_ address: UpstreamAddress) {
        var plain = address
        plain.isSecure = false
        route = .fixed(plain, host: nil)
        if server != nil { serverAddress = plain }
        isInTunnel = true
        // What comes through a tunnel is inspected as a stream of its own.
        heldStart = 0
        phase = .messages
    }

    /// What follows is not HTTP/1: another protocol that was asked for, or none.
    func becomeOpaque(_ reason: OpaqueReason) {
        guard case .messages = phase else { return }
        switch reason {
        case .upgraded, .webSocket: phase = .tunnel
        case .tunnel: break
        default:
            // After a request that went through, the server may know better what it is.
            guard server != nil else {
                if isInTunnel { return finish() }
                return answer(400, .request, "the bytes are not a request of HTTP/1.1")
            }
            phase = .tunnel
        }
    }

    /// The server has switched to HTTP/2 because a request asked for that (RFC 7540 §3.2).
    func becomeHTTP2() {
        guard case .messages = phase, let serverAddress else { return }
        requests.removeAll()
        isPassing = false
        passHTTP2(of: serverAddress)
    }

    /// Passes on what is HTTP/2, or nothing that is known, as it is.
    private func passHTTP2(of address: UpstreamAddress) {
        if proxy.looksInto(address.host) {
            proxy.note("\(address.authority): HTTP/2 without TLS passes untouched: no rule reaches it")
        }
        phase = .tunnel
    }

    func look(at address: UpstreamAddress) {
        switch held.withUnsafeReadableBytes({ ClientOffer.reading($0.bytes) }) {
        case .incomplete: return
        case .other:
            if proxy.looksInto(address.host), !HTTP2Preface.opens(held) {
                lookIntoPlain(address)
            } else {
                guard server != nil else { return finish() }
                passHTTP2(of: address)
            }
            let unseen = held.getSlice(
                at: held.readerIndex + seenBytes,
                length: held.readableBytes - seenBytes
            )
            take(
                (unseen ?? ByteBuffer()).withUnsafeReadableBytes {
                    connection.received($0.bytes, from: .initiator)
                }
            )
            pass()
        case .complete(let offer):
            isOver = true
            closeConnection()
            TLSInterception(address, offer, client: client, server: server, of: proxy).begin(with: held)
            held = ByteBuffer()
            itself = nil
        }
    }
}
