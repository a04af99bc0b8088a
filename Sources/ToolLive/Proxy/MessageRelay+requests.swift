import Bytes
import NIOCore
import Recording

/// How requests are passed on.
extension MessageRelay {
    /// Passes on as much as can be.
    func pass() {
        while !isOver, !isConnecting {
            switch phase {
            case .closing: return
            case .opening(let address): return look(at: address)
            case .tunnel:
                server?.write(held)
                return release(held.readableBytes)
            case .messages:
                guard isPassing else {
                    guard let request = requests.first else { return checkHead() }
                    guard begin(request) else { return }
                    continue
                }
                guard let request = requests.first else { return }
                let end = request.end ?? heldStart + held.readableBytes
                let count = min(end - heldStart, held.readableBytes)
                if count > 0, let piece = held.getSlice(at: held.readerIndex, length: count) {
                    server?.write(piece)
                    release(count)
                }
                guard request.end == heldStart else { return }
                requests.removeFirst()
                isPassing = false
            }
        }
    }

    /// Refuses what cannot become a head.
    func checkHead() {
        let first = held.readableBytesView.first { $0 != UInt8(ascii: "\r") && $0 != UInt8(ascii: "\n") }
        if let first, !first.isTokenCharacter {
            answer(400, "The bytes are not a request of HTTP/1.1.\n")
        } else if held.readableBytes > Self.holdLimit {
            refuseHead()
        }
    }

    func refuseHead() {
        answer(431, "The head of the request is too long.\n")
    }

    /// Begins to pass a request on; false where that has to wait, or is answered by the proxy.
    func begin(_ request: Request) -> Bool {
        let length = request.contentStart - heldStart
        guard length > 0, let bytes = held.getBytes(at: held.readerIndex, length: length) else {
            return false
        }
        let head = ForwardedHead(bytes)
        guard head.isWhole else {
            refuseHead()
            return false
        }
        guard let address = address(of: head) else { return false }
        if head.method == "CONNECT", case .byRequest = route {
            guard outstanding == 0 else { return false }
            connect(to: address, isTunnelled: true) { [self] in openTunnel(to: address, length) }
            return false
        }
        guard let server, serverAddress == address else {
            // Responses come in order: those of one server first.
            guard outstanding == 0 else { return false }
            connect(to: address, isTunnelled: address.isSecure) { [self] in pass() }
            return false
        }
        server.write(ByteBuffer(bytes: forwarded(head, to: address)))
        release(length)
        outstanding += 1
        isPassing = true
        return true
    }

    /// The head as the server, or the proxy before it, gets it.
    func forwarded(_ head: ForwardedHead, to address: UpstreamAddress) -> [UInt8] {
        if case .fixed(_, let host) = route { return head.forwarded(as: .origin, host: host) }
        guard let next = proxy.settings.upstreamProxy, !address.isSecure else {
            return head.forwarded(as: .origin)
        }
        return head.forwarded(as: .unchanged, adding: next.authorization)
    }

    /// The server of a request; `nil` where the proxy has answered it.
    func address(of head: ForwardedHead) -> UpstreamAddress? {
        switch route {
        case .fixed(let address, _): return address
        case .refused(let reason):
            answer(502, reason)
            return nil
        case .byRequest: break
        }
        if let wanted = proxy.settings.authorization, head.value("proxy-authorization") != wanted {
            answer(
                407,
                "This proxy asks for a user and a password.\n",
                fields: [("Proxy-Authenticate", "Basic realm=\"partwise\"")]
            )
            return nil
        }
        let isConnect = head.method == "CONNECT"
        let address =
            isConnect
            ? UpstreamAddress(authority: head.target, isSecure: true, defaultPort: nil)
            : UpstreamAddress(url: head.target)
        if let address, !proxy.isOwn(address) { return address }
        if address == nil, isConnect || !head.target.hasPrefix("/") {
            answer(400, "'\(head.target.prefix(200))' names no server that could be connected to.\n")
        } else {
            let path = head.target.hasPrefix("/") ? head.target : ForwardedHead.path(of: head.target)
            send(ProxyPage.answer(to: path, of: proxy.authority))
        }
        return nil
    }

    func release(_ count: Int) {
        held.moveReaderIndex(forwardBy: count)
        heldStart += count
        if held.readableBytes == 0 { held = ByteBuffer() }
    }
}
