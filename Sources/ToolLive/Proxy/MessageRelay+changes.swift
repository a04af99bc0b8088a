import Bytes
import Exchanges
import Filters
import NIOCore
import NIOPosix
import Pipeline
import Recording
import Rewriting
import Shell

/// How requests are changed that are passed on.
extension MessageRelay {
    // MARK: Handling

    /// Whether a request has been held for as long as is asked for; where not, it comes again.
    func isDue(_ request: Request, _ handling: RequestHandling) -> Bool {
        guard handling.delay > 0, delayed != request.number, let context = client.context else { return true }
        delayed = request.number
        isConnecting = true
        isDelaying = true
        let time = TimeAmount.milliseconds(Int64(handling.delay))
        context.eventLoop.assumeIsolated().scheduleTask(in: time) { [weak self] in
            guard let self, !isOver else { return }
            isConnecting = false
            isDelaying = false
            pass()
            resume()
        }
        return false
    }

    /// The server that gets a request; `nil` where there is none, and the client was told so.
    func server(_ address: UpstreamAddress, _ handling: RequestHandling) -> UpstreamAddress? {
        guard let origin = handling.server else { return address }
        guard let server = UpstreamAddress(url: origin), !proxy.isOwn(server) else {
            if outstanding == 0 {
                answer(502, .configuration, "\(origin) is no server that requests could be sent to")
            }
            return nil
        }
        return server
    }

    /// The offset in the client's stream at which the connection is closed, in a request whose content begins at another;
    /// `nil` where it is not.
    func cutOffset(after contentStart: Int) -> Int? { handling?.cutAfter.map { contentStart + $0 } }

    /// Closes both connections in the middle of a request.
    func cut(_ request: Int) {
        note(
            ": the \(stream == nil ? "connection was closed" : "stream was reset"), as asked for",
            on: request
        )
        cutRequest = request
        if let stream, let exchange = stream.exchange { stream.relay.noteCut(of: exchange) }
        server?.flush()
        take(connection.ended(.reset, from: .responder))
        finish()
    }

    // MARK: Forms

    /// Rewrites the form of a request; `nil` where that passes as it is.
    func rewriter(for filtered: borrowing FilterRequest, _ head: ForwardedHead, _ request: Request)
        -> FormRewriter?
    {
        guard let changes = proxy.changes, changes.rewritesForms else { return nil }
        do {
            guard let rewriting = try changes.rewriting(for: filtered) else { return nil }
            switch RewritableForm.read(request.fields) {
            case .noForm: return nil
            case .refused(let refusal):
                note(": the form was passed on as it is: \(refusal)", on: request.number)
                return nil
            case .form(let form):
                if let reason = hindrance(of: form, head) {
                    note(": the form was passed on as it is: \(reason)", on: request.number)
                    return nil
                }
                return FormRewriter(
                    rewriting,
                    boundary: form.boundary,
                    declaredLength: form.declaredLength
                )
            }
        } catch {
            note(": the form was passed on as it is: \(error)", on: request.number)
            return nil
        }
    }

    /// Why a form that could be read is not rewritten; `nil` where it is.
    private func hindrance(of form: RewritableForm, _ head: ForwardedHead) -> String? {
        if head.method != "POST" { return "its method is not POST" }
        // Without a length it would be sent in chunks, which HTTP/1.0 does not have (RFC 9112 §6.1).
        guard head.isHTTP10, form.declaredLength ?? .max > FormRewriting.heldBytes else { return nil }
        return "it is longer than 1 MiB, and the client speaks HTTP/1.0"
    }

    /// Begins to rewrite the form of the first request.
    func rewrite(
        _ request: Request,
        _ head: [UInt8],
        _ rewriter: FormRewriter,
        for address: UpstreamAddress
    ) {
        let handling = handling
        let rewriting = UploadRewriting(head, request.fields, rewriter) { [unowned self] in
            forwarded($0, to: address, handling)
        }
        if request.expectsContinue, request.content.isEmpty {
            sendRaw(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
        }
        for bytes in request.content { rewriting.push(bytes) }
        rewriting.trailers = request.trailers
        if request.end != nil, request.isWhole { rewriting.finish() }
        self.rewriting = rewriting
    }

    /// Adds content to the form of a request.
    func add(_ bytes: [UInt8], to number: Int) {
        guard let index = requests.firstIndex(where: { $0.number == number }) else { return }
        if index == 0, isPassing {
            rewriting?.push(bytes)
        } else {
            requests[index].content.append(bytes)
        }
    }

    /// Notes the end of a request.
    func end(_ number: Int, _ message: Message) {
        guard let index = requests.firstIndex(where: { $0.number == number }) else { return }
        let length = message.content.wireLength
        requests[index].end = requests[index].contentStart + length
        requests[index].isWhole = message.wasReadWhole
        if proxy.changes != nil, message.content.trailers.lineCount > 0 {
            requests[index].trailers = message.content.trailers
        }
        switch message.content.completion {
        case .closedEarly where !clientHasEnded && length == 0 && requests[index].expectsContinue:
            declined = number
        case .closedEarly, .reset: isBrokenOff = true
        default: break
        }
        guard requests[index].isWhole else { return contentBroke(of: number) }
        guard index == 0, isPassing, let rewriting else { return }
        rewriting.trailers = requests[0].trailers
        rewriting.finish()
    }

    /// Answers a request whose form breaks off, in place of passing it on.
    func refuseForm(of number: Int) {
        note(": the form was not passed on: it ends before its end", on: number)
        answer(400, .request, "the request ends before its body does")
    }

    /// Gives up on a form whose end will not be known: the server must not take it for whole.
    func contentBroke(of number: Int) {
        guard let index = requests.firstIndex(where: { $0.number == number }) else { return }
        requests[index].isBroken = true
        if index == 0, let standIn { return finish(with: standIn.bytes, comment: standIn.comment) }
        guard rewriting != nil, index == 0 else { return }
        rewriting = nil
        guard outstanding > 0 else {
            // It was answered while it came.
            leaveServer()
            return awaitClient()
        }
        refuseForm(of: number)
        server?.owner = nil
        server?.close()
        server = nil
    }

    /// Writes what is ready of a form.
    func passRewritten() {
        guard let rewriting, let server else { return }
        do {
            switch try rewriting.write(to: server) {
            case .wait: break
            case .yield:
                client.context?.eventLoop.assumeIsolated().execute { [weak self] in self?.goOn() }
            case .search(let paths, let text): search(paths, for: text)
            case .done:
                let number = requests.first?.number ?? 0
                for remark in rewriting.remarks { note(": \(remark)", on: number) }
                if let comment = rewriting.comment { add(comment, on: number) }
                self.rewriting = nil
            }
        } catch {
            giveUp(error)
        }
    }

    /// Goes on with a form after others had their turn, or files were searched.
    private func goOn() {
        guard !isOver else { return }
        pass()
        server?.flush()
        finishIfDone()
        readClient()
    }

    private func search(_ paths: [String], for text: [UInt8]) {
        guard let loop = client.context?.eventLoop else { return }
        NIOSingletons.posixBlockingThreadPool.runIfActive(eventLoop: loop) {
            try paths.contains { try AttachedFile.holds(text, fileAt: $0) }
        }
        .assumeIsolated().whenComplete { [weak self] result in
            guard let self, !isOver, let rewriting else { return }
            switch result {
            case .success(let isFound):
                rewriting.answer(isFound: isFound)
                goOn()
            case .failure(let error): giveUp(error)
            }
        }
    }

    /// Ends a request whose form cannot be completed.
    private func giveUp(_ error: any Error) {
        let isBegun = (rewriting?.sentBytes ?? 0) > 0
        rewriting = nil
        note(": \(error)", on: requests.first?.number ?? 0)
        guard !isBegun else { return finish() }
        answer(502, .configuration, "a file could not be put into the form")
    }
}

extension MessageRelay.Request {
    /// Whether the client waits to be asked for the content (RFC 9110 §10.1.1).
    var expectsContinue: Bool {
        fields.value(.expect)?.equalsIgnoringCase("100-continue") ?? false
    }
}
