import Bytes
import Decryption
import NIOCore
import Pipeline
import Recording

/// How servers are connected to, and tunnels opened.
extension MessageRelay {
    func connect(
        to address: UpstreamAddress,
        isTunnelled: Bool,
        then go: @escaping () -> Void
    ) {
        isConnecting = true
        server?.owner = nil
        server?.close()
        let end = RelayEnd(.responder, of: self)
        proxy.connect(to: address, isTunnelled: isTunnelled, end).whenComplete { [self] result in
            guard !isOver else { return end.close() }
            switch result {
            case .failure(let error):
                isConnecting = false
                refuse(address, error)
            case .success:
                server = end
                serverAddress = address
                guard address.isSecure, case .fixed = route else {
                    isConnecting = false
                    go()
                    return resume()
                }
                secure(end, address) { [self] in
                    isConnecting = false
                    go()
                    resume()
                }
            }
        }
    }

    /// Speaks TLS with a server whose requests are passed on one by one.
    func secure(_ end: RelayEnd, _ address: UpstreamAddress, then go: @escaping () -> Void) {
        let handshake = ServerHandshake(end) { [self] result in
            guard !isOver else { return }
            switch result {
            case .failure(let error):
                isConnecting = false
                refuse(address, error)
            case .success:
                end.owner = self
                go()
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
        let text = "\(address.authority): \(NetworkFailure.text(error))"
        proxy.note("\(text); the client gets 502")
        answer(502, "\(text)\n")
    }

    func serverEnded(_ end: StreamEnd) {
        server?.owner = nil
        server?.close()
        server = nil
        take(connection.ended(end, from: .responder))
        connection.flush()
        client.flush()
        finish()
    }

    // MARK: Tunnels

    /// Answers a CONNECT, and looks at what comes.
    func openTunnel(to address: UpstreamAddress, _ length: Int) {
        release(length)
        requests.removeAll()
        sendRaw(Array("HTTP/1.1 200 Connection established\r\n\r\n".utf8))
        phase = proxy.passesThrough(address.host) ? .tunnel : .opening(address)
        seenBytes = held.readableBytes
        pass()
    }

    func look(at address: UpstreamAddress) {
        switch held.withUnsafeReadableBytes({ ClientOffer.reading($0.bytes) }) {
        case .incomplete: return
        case .other:
            phase = .tunnel
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
            guard let server else { return }
            isOver = true
            closeConnection()
            TLSInterception(address, offer, client: client, server: server, of: proxy).begin(with: held)
            held = ByteBuffer()
            itself = nil
        }
    }
}
