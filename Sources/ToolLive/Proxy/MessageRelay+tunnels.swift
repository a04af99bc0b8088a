import Bytes
import Decryption
import Exchanges
import Filters
import NIOCore
import Pipeline
import Recording

/// How tunnels are opened, and what comes through them is looked at.
extension MessageRelay {
    /// Connects to the server that a CONNECT names, answers it, and looks at what comes.
    func openTunnel(to address: UpstreamAddress, _ length: Int) {
        // What comes from now on comes through the tunnel, though that is not open yet.
        phase = .opening(address)
        seenBytes = held.readableBytes - length
        connect(to: address, isTunnelled: true) { [self] error in
            isConnecting = false
            let isUntouched = proxy.passesThrough(address.host)
            // Requests that are looked at may have another server than this one, or none.
            if let error {
                guard !isUntouched, proxy.looksInto(address.host) else { return refuse(address, error) }
                tunnelFault = "\(proxy.name(of: address, error)): \(NetworkFailure.text(error))"
            }
            release(length)
            requests.removeAll()
            sendRaw(Array("HTTP/1.1 200 Connection established\r\n\r\n".utf8))
            tunnelStart = connection.sentBytes
            if isUntouched {
                phase = .tunnel
                passUnseen()
            } else {
                pass()
            }
            if clientHasEnded, !isOver { endOpenedInput() }
            resume()
        }
    }

    /// Takes the end of the stream of a client that has ended it before the tunnel was open.
    private func endOpenedInput() {
        switch phase {
        case .opening, .tunnel: endTunnelInput()
        case .messages, .closing: break
        }
        ended(.initiator, .finished)
        pass()
    }

    /// Looks at the requests one by one that come through a tunnel without TLS.
    private func lookIntoPlain(_ address: UpstreamAddress) {
        var plain = address
        plain.isSecure = false
        route = .fixed(plain, host: nil)
        tunnelFault = nil
        if server != nil { serverAddress = plain }
        isInTunnel = true
        // What comes through a tunnel is inspected as a stream of its own.
        heldStart = 0
        answerEnd = .max
        passedCount = 0
        headRequests = []
        serverHasAnswered = false
        phase = .messages
    }

    /// What follows is not HTTP/1: another protocol that was asked for, or none.
    func becomeOpaque(_ reason: OpaqueReason) {
        guard case .messages = phase else { return }
        switch reason {
        case .upgraded, .webSocket, .tunnel: phase = .tunnel
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
            passUnseen()
        case .complete(let offer) where offer.serverName.map(proxy.passesThrough) ?? false:
            guard server != nil else { return finish() }
            phase = .tunnel
            passUnseen()
        case .complete(let offer):
            isOver = true
            closeConnection()
            TLSInterception(address, offer, client: client, server: server, of: proxy).begin(with: held)
            held = ByteBuffer()
            itself = nil
        }
    }

    /// Ends the stream to the server of a tunnel whose client has ended its own: the server may be the one that speaks.
    func endTunnelInput() {
        guard let server else { return finish() }
        phase = .tunnel
        passUnseen()
        server.flush()
        server.closeOutput()
    }

    /// Ends the stream to the client of a tunnel whose server has ended its own: the client may have more to send.
    func endTunnelOutput() {
        noteSilentServer(.finished)
        serverHasEnded = true
        ended(.responder, .finished)
        connection.flush()
        client.flush()
        client.closeOutput()
    }

    /// Says that the server of a tunnel has ended it before it sent anything: its client sees a handshake that breaks off.
    func noteSilentServer(_ end: StreamEnd) {
        guard case .tunnel = phase, !clientHasEnded, !serverHasEnded, !proxy.isEnding,
            connection.sentBytes == tunnelStart, let serverAddress
        else { return }
        proxy.note(
            "\(proxy.name(of: serverAddress)): the server \(end.verb) the connection before it sent anything"
        )
    }

    /// Passes on what was held until it was known what it is.
    func passUnseen() {
        let unseen = held.getSlice(at: held.readerIndex + seenBytes, length: held.readableBytes - seenBytes)
        seenBytes = 0
        take(
            (unseen ?? ByteBuffer()).withUnsafeReadableBytes {
                connection.received($0.bytes, from: .initiator)
            }
        )
        pass()
    }
}
