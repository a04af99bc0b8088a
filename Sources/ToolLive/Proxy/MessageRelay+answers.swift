import Bytes
import Filters
import Forms
import NIOCore
import Recording
import Rewriting
import Shell

/// What the proxy answers itself.
extension MessageRelay {
    /// The bytes of a file that is an answer: pages and their parts are shorter.
    private static let fileLimit = 16 << 20

    /// Answers a request in place of a server; false where it was answered at once.
    ///
    /// What is left of its content is read first, so that it is recorded and judged: a client may stop sending when it has the
    /// answer. One that waits to be asked for the content is not asked.
    func answer(_ request: Request, _ headLength: Int, with bytes: [UInt8], comment: String) -> Bool {
        let isWaiting = request.expectsContinue && held.readableBytes == headLength
        guard !request.isBroken, !isWaiting, request.end != request.contentStart else {
            finish(with: bytes, comment: comment)
            return false
        }
        // One that closed its connection now would have the client's closed before the answer.
        leaveServer()
        release(headLength)
        requests[0].content = []
        standIn = (bytes, comment)
        isPassing = true
        return true
    }

    /// Answers with a file of the user's; false where that was done at once.
    func answer(withFile path: String, _ request: Request, _ headLength: Int, hasBody: Bool) -> Bool {
        // What is no regular file could have no end, or make the proxy wait.
        let length = try? FileDescriptorSource.length(ofFileAt: path)
        let content = length == nil ? nil : ShortFile.bytes(at: path, upTo: Self.fileLimit + 1)
        guard let content, content.count <= Self.fileLimit else {
            let reason = content == nil ? "cannot be read" : "is too long"
            proxy.note("\(path) \(reason); the client gets 502")
            answer(502, .configuration, "the file that stands for the answer \(reason)")
            return false
        }
        let answer = SinkAnswer(
            status: 200,
            contentType: AttachedFileType.type(of: Array(path.utf8)),
            fields: [("Proxy-Status", ProxyStatus.value(.own, "answered with a file"))]
                + ResourceSharing.fields(for: request.fields),
            bytes: content,
            closes: true
        )
        return self.answer(
            request,
            headLength,
            with: answer.bytes(withBody: hasBody),
            comment: "answered with \(path)"
        )
    }

    /// Whether the request that is answered next has the method HEAD: an answer has no content then (RFC 9110 §9.3.2).
    private var answersHead: Bool {
        outstanding == 0 ? isHead : headRequests.contains(passedCount - outstanding)
    }

    /// Counts a request that is passed on.
    func notePassed() {
        if isHead {
            let due = passedCount - outstanding
            headRequests.removeAll { $0 < due }
            headRequests.append(passedCount)
        }
        isHead = false
        passedCount += 1
        outstanding += 1
    }

    /// Answers that the request is not passed on, or was not answered.
    func answer(_ status: Int, _ reason: ProxyStatus.Reason, _ text: String) {
        finish(with: ProxyRefusal(reason: reason, text: text).answer(status).bytes(withBody: !answersHead))
    }

    /// Writes the last answer.
    func finish(with bytes: [UInt8], comment: String? = nil) {
        sendRaw(bytes, comment: comment)
        // A client that has ended its stream may wait for answers to more requests.
        ending = .answered
        take(connection.ended(.finished, from: .responder))
        connection.flush()
        if clientHasEnded { return finish() }
        awaitClient()
    }

    /// Sends no more, and waits for the client to do the same: what it still sends is read, so that it sees the answer
    /// (RFC 9112 §9.6).
    func awaitClient() {
        phase = .closing
        held = ByteBuffer()
        client.flush()
        client.closeOutput()
        readClient()
    }

    /// Closes the connection on which bytes that read as a request came where content was due: for the server they may be
    /// that content.
    ///
    /// The client was not asked for the content and got its answer, so that it need not send it (RFC 9110 §10.1.1).
    func refuseSuccessor(_ number: Int, of declined: Int) {
        proxy.note(
            "request \(number) came where the content of request \(declined) was due, which had its answer without being "
                + "asked for it: the connection is closed"
        )
        ending = .refused
        take(connection.ended(.finished, from: .responder))
        connection.flush()
        awaitClient()
    }

    func sendRaw(_ bytes: [UInt8], comment: String? = nil) {
        if let comment { noteOnStream(comment) }
        take(connection.received(bytes.span.bytes, from: .responder, comment: comment))
        connection.flush()
        client.write(ByteBuffer(bytes: bytes))
        client.flush()
    }
}
