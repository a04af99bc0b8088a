import Bytes
import Exchanges
import Filters
import NIOCore
import Pipeline
import Recording
import Shell

/// How servers are connected to, and left.
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
                end.write(inStyle: stream.codec.style)
                reached()
            }
        }
    }

    private func reached() {
        isConnecting = false
        pass()
        resume()
    }

    /// Connects to a server in place of the one before; `go` gets the error where that fails.
    func connect(
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
        handshake.begin(for: address.name, offering: ["http/1.1"], by: proxy)
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

    /// Closes the connection to the server.
    func leaveServer() {
        server?.owner = nil
        server?.close()
        server = nil
    }

    /// The server sends no more, after an error where there was one.
    func serverEnded(_ end: StreamEnd, _ error: (any Error)? = nil) {
        noteSilentServer(end)
        leaveServer()
        let cause = error.flatMap(NetworkFailure.cause)
        if case .opening(let address) = phase, !clientHasEnded, connection.sentBytes == tunnelStart {
            // A client that speaks TLS is told in its place why there is none.
            let reason =
                cause?.text ?? "the server \(end.verb) the connection before anything came through the tunnel"
            tunnelFault = "\(proxy.name(of: address)): \(reason)"
            return readClient()
        }
        // Where the server has answered before, the client may ask again (RFC 9112 §9.3.1): it has to see that the
        // connection is closed.
        let isOwed = outstanding > 0 && !hasBegunAnswer && !isBrokenOff
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
        if end == .reset, lacksAnswer {
            resetClient()
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

    /// Whether some of a final response came, and not its end.
    var hasBegunAnswer: Bool { isAnswering && !connection.awaitsFinalResponse }

    /// Whether the client has not got all that the server had to send.
    private var lacksAnswer: Bool {
        if case .tunnel = phase { return true }
        return hasBegunAnswer
    }

    /// Closes the client's connection, or its stream, so that it sees that its response lacks something.
    func resetClient() {
        if stream == nil { client.reset() } else { client.close(after: .internalError) }
    }

    /// What is said of a client that stopped within a request, while the server took what came; `nil` where it did not.
    var stalledRequest: String? {
        guard isPassing, let request = requests.first, !request.isWhole, request.end == nil,
            server?.isWritable ?? (standIn != nil),
            held.readableBytes == 0
        else { return nil }
        let count = Quantity.of(heldStart - request.contentStart, "byte")
        return "the client sent \(count) of its body, and then nothing for \(proxy.settings.timeout) s"
    }
}
