import Bytes
import Exchanges
import Filters
import NIOCore
import Recording
import Rewriting
import Shell

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
                guard !requests.isEmpty else { return }
                // Taken one by one: a copy of the request would copy its fields.
                let (number, requestEnd) = (requests[0].number, requests[0].end)
                let cutOffset = cutOffset(after: requests[0].contentStart)
                let end = min(requestEnd ?? .max, cutOffset ?? .max)
                let count = min(end - heldStart, held.readableBytes)
                if count > 0, let piece = held.getSlice(at: held.readerIndex, length: count) {
                    // Of a form that is rewritten, the content came already.
                    if rewriting == nil, let server { write(piece, to: server) }
                    release(count)
                }
                if let head = head.take() { server?.write(head) }
                if rewriting != nil { passRewritten() }
                if let cutOffset, heldStart == cutOffset, requestEnd != cutOffset { return cut(number) }
                guard requestEnd == heldStart, rewriting == nil, !requests.isEmpty else { return }
                if let standIn { return finish(with: standIn.bytes, comment: standIn.comment) }
                requests.removeFirst()
                isPassing = false
            }
        }
    }

    /// Refuses what cannot become a head.
    func checkHead() {
        // What was asked for before is answered first.
        guard outstanding == 0 else { return }
        if isInTunnel, let server, isOther(held.readableBytesView) {
            phase = .tunnel
            pass()
            guard clientHasEnded else { return }
            server.flush()
            return server.closeOutput()
        }
        let first = held.readableBytesView.first { $0 != UInt8(ascii: "\r") && $0 != UInt8(ascii: "\n") }
        if let first, !first.isTokenCharacter || hasStrayLines {
            answer(400, .request, "the bytes are not a request of HTTP/1.1")
        } else if held.readableBytes > Self.holdLimit {
            refuseHead()
        }
    }

    /// Whether lines came that begin no request: after a request, they are read as what exceeds it.
    private var hasStrayLines: Bool {
        connection.hasStrayLines || !isInTunnel && !connection.hasUnfinishedHead
    }

    /// Whether bytes in a tunnel are no request: of a client that has ended its stream, a line without end is none either.
    private func isOther(_ bytes: ByteBufferView) -> Bool {
        !mayBeRequest(bytes) || clientHasEnded && !bytes.isEmpty && !bytes.contains(UInt8(ascii: "\n"))
    }

    /// Whether bytes may become a request: as far as their first line is there, that reads as one of HTTP/1.
    private func mayBeRequest(_ bytes: ByteBufferView) -> Bool {
        let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
        guard line.endIndex == bytes.endIndex else {
            return String(decoding: line, as: UTF8.self).contains(" HTTP/1.")
        }
        return line.prefix { $0 != UInt8(ascii: " ") }.allSatisfy(\.isTokenCharacter)
    }

    /// Whether the first line of bytes is there, and reads as one of HTTP/1.
    private func beginsRequest(_ bytes: ByteBufferView) -> Bool {
        bytes.contains(UInt8(ascii: "\n")) && mayBeRequest(bytes)
    }

    /// Whether bytes that came with a CONNECT are a request that did not wait for the tunnel: where requests are looked at one
    /// by one, its beginning is enough.
    private func followsEarly(_ bytes: ByteBufferView, _ address: UpstreamAddress) -> Bool {
        guard !bytes.isEmpty, mayBeRequest(bytes) else { return false }
        return proxy.looksInto(address.host) || bytes.contains(UInt8(ascii: "\n"))
    }

    /// Refuses a head that has no end: one that is too long, or breaks off.
    func refuseHead() {
        if held.readableBytes > Self.holdLimit || !clientHasEnded {
            answer(431, .request, "the head of the request is too long")
        } else {
            answer(400, .request, "the request ends before its head does")
        }
    }

    /// Answers a client that stopped within a request; false where it did not.
    func answerStalled() -> Bool {
        guard let text = stalledHead ?? stalledRequest else { return false }
        proxy.note("\(text); the client gets 408")
        answer(408, .request, text)
        return true
    }

    /// What is said of a client that stopped in the head of a request; `nil` where it did not.
    private var stalledHead: String? {
        guard outstanding == 0, requests.isEmpty, connection.hasUnfinishedHead else { return nil }
        // What is in a tunnel may be another protocol, whose client waits for the server.
        guard !isInTunnel || beginsRequest(held.readableBytesView) else { return nil }
        return "the client sent the head of its request without the end, "
            + "and then nothing for \(proxy.settings.timeout) s"
    }

    /// Begins to pass a request on; false where that has to wait, or is answered by the proxy.
    func begin(_ request: Request) -> Bool {
        let length = request.contentStart - heldStart
        guard length > 0, let bytes = held.getBytes(at: held.readerIndex, length: length) else {
            return false
        }
        let head = ForwardedHead(bytes)
        guard head.isWhole else {
            if outstanding == 0 { refuseHead() }
            return false
        }
        isHead = head.method == "HEAD"
        var address: UpstreamAddress
        switch destination(of: head, request) {
        case .passed(let server): address = server
        case .answered(let bytes, let rule):
            // Responses come in order: those of servers first.
            guard outstanding == 0 else { return false }
            guard let rule else {
                finish(with: bytes)
                return false
            }
            note(" is blocked by \(rule)", on: request.number)
            handling = nil
            return answer(request, length, with: bytes, comment: "blocked by \(rule)")
        }
        if head.method == "CONNECT", case .byRequest = route {
            guard outstanding == 0 else { return false }
            // It was read as a request to the proxy: what comes in the tunnel is known once CONNECT is answered.
            guard !followsEarly(held.readableBytesView.dropFirst(length), address) else {
                answer(400, .request, "a request follows CONNECT that was sent before the tunnel is open")
                return false
            }
            openTunnel(to: address, length)
            return false
        }
        let filtered = proxy.changes == nil ? nil : filterRequest(head, request)
        handling = filtered.flatMap { proxy.changes?.handling(of: $0) }
        if let handling {
            guard isDue(request, handling), let server = server(address, handling) else { return false }
            address = server
            if let path = handling.file {
                guard outstanding == 0 else { return false }
                return answer(withFile: path, request, length, hasBody: head.method != "HEAD")
            }
        }
        guard let server, serverAddress == address, !serverAwaitsTLS else {
            // Responses come in order: those of one server first.
            guard outstanding == 0 else { return false }
            reach(address)
            return false
        }
        if let filtered, let rewriter = rewriter(for: filtered, head, request) {
            guard outstanding == 0 else { return false }
            guard !request.isBroken else {
                refuseForm(of: request.number)
                return false
            }
            rewrite(request, bytes, rewriter, for: address)
        } else {
            let content = min(held.readableBytes - length, Self.joinedLimit)
            let buffer = forwarded(head, to: address, handling, in: proxy.headBuffer.take(length + content))
            // At a pace, the content goes by itself.
            if handling?.bytesPerSecond == nil { self.head = buffer } else { server.write(buffer) }
        }
        if let origin = handling?.server { add("passed to \(origin)", on: request.number) }
        client.setPace(bytesPerSecond: handling?.bytesPerSecond)
        server.setPace(bytesPerSecond: handling?.bytesPerSecond)
        release(length)
        if stream != nil, request.end == request.contentStart {
            resendable = (request, bytes, (resendable?.count ?? 0) + 1)
        }
        if !requests[0].content.isEmpty { requests[0].content = [] }
        notePassed()
        isPassing = true
        return true
    }

    /// Writes content to the server, in one piece with the head before it where both are short: each piece takes all steps
    /// of a write.
    private func write(_ content: ByteBuffer, to server: RelayEnd) {
        guard var head = head.take() else { return server.write(content) }
        guard content.readableBytes <= Self.joinedLimit else {
            server.write(head)
            return server.write(content)
        }
        head.writeImmutableBuffer(content)
        server.write(head)
        proxy.headBuffer.giveBack(head)
    }

    /// The head as the server, or the proxy before it, gets it, written to an empty buffer.
    func forwarded(
        _ head: ForwardedHead,
        to address: UpstreamAddress,
        _ handling: RequestHandling?,
        in buffer: consuming ByteBuffer = ByteBuffer()
    ) -> ByteBuffer {
        if handling?.server != nil {
            head.forward(as: .origin, host: address.hostField, handling, into: &buffer)
        } else if case .fixed(_, let host) = route {
            head.forward(as: .origin, host: host, handling, into: &buffer)
        } else if let next = proxy.settings.upstreamProxy, !address.isSecure {
            head.forward(as: .unchanged, adding: next.authorization, handling, into: &buffer)
        } else {
            // The target counts, whatever Host says (RFC 9112 §3.2.2).
            let host = head.namesTargetInHost ? nil : address.hostField
            head.forward(as: .origin, host: host, handling, into: &buffer)
        }
        return buffer
    }
}
