import Exchanges
import InspectionRules
import NIOCore
import Pipeline
import Recording
import Reporting
import Shell

/// The page that shows the exchanges of a recording as they come.
///
/// One event loop's, that of what is recorded. The requests for it are read by an ``UploadSink`` of its own, of which nothing
/// is recorded.
final class RecordingPage: SinkSite {
    /// The viewers at once.
    private static let viewerLimit = 16
    /// The connections at once: those of the viewers, and some for what these fetch.
    private static let connectionLimit = 64
    /// The seconds after which a connection is closed on which no request comes.
    private static let timeout = 30
    /// The bytes of content that a request may have: none has any.
    private static let contentLimit = 1_024
    /// The requests that may be sent again at once.
    private static let replayLimit = 4
    /// How often viewers are sent what is new.
    private static let tickTime = TimeAmount.milliseconds(200)

    /// The address on which it is asked to listen.
    let address: ListenAddress

    private let name: String
    private let file: String?
    private let replayOptions: [String]
    private var replayCount = 0
    private let traffic: LiveTraffic
    private let loop: any EventLoop
    private var page: LivePage?
    private var access: PageAccess?
    private let kept: KeptExchanges
    private var running = RunningExchanges()
    private var viewers: [ObjectIdentifier: PageViewer] = [:]
    private var ticking: Scheduled<Void>?
    private var server: UploadSink?
    private var channel: (any Channel)?

    /// Makes a page that does not listen yet.
    ///
    /// - Parameters:
    ///   - name: the name of the command that records.
    ///   - address: the address on which it will listen.
    ///   - traffic: the connections whose exchanges are shown.
    ///   - file: the path of the recording; `nil` where nothing is recorded.
    ///   - replayOptions: how `partwise replay` reaches servers.
    ///   - loop: the event loop.
    init(
        of name: String,
        at address: ListenAddress,
        _ traffic: LiveTraffic,
        file: String?,
        replayOptions: [String],
        on loop: any EventLoop
    ) {
        self.replayOptions = replayOptions
        self.name = name
        self.address = address
        self.traffic = traffic
        self.file = file
        self.loop = loop
        kept = KeptExchanges(path: file ?? "live")
    }

    /// The port on which it listens; `nil` before it does.
    var port: Int? { channel?.localAddress?.port }

    // MARK: Listening

    /// Listens; completed with the URL of the page.
    ///
    /// - Parameter place: the host and the port on which what is recorded listens.
    /// - Returns: the URL, with the token.
    func listen(besides place: String) -> EventLoopFuture<String>.Isolated {
        do {
            var options = InspectionOptions(.standard)
            options.reportsRequests = true
            let server = UploadSink(
                try LiveTraffic(options, recorder: nil),
                for: self,
                certificate: nil,
                timeout: Self.timeout,
                bodyLimit: Self.contentLimit,
                connectionLimit: Self.connectionLimit
            )
            self.server = server
            page = LivePage(
                "\(name) on \(place)",
                file: file,
                limit: KeptExchanges.limit,
                version: ProductVersion.current
            )
            return server.listen(on: address, loop).assumeIsolated().map { [self] in listens(on: $0) }
        } catch {
            return loop.makeFailedFuture(error).assumeIsolated()
        }
    }

    private func listens(on channel: any Channel) -> String {
        self.channel = channel
        let access = PageAccess(host: address.bracketedHost, port: port ?? address.port)
        self.access = access
        return "http://\(address.bracketedHost):\(port ?? address.port)/?token=\(access.token)"
    }

    /// Closes its connections.
    func close() {
        ticking?.cancel()
        channel?.close(promise: nil)
        _ = server?.closeAll(on: loop)
        server = nil
    }

    // MARK: Exchanges

    /// Takes a request whose head is complete.
    func began(_ exchange: Int, _ head: MessageHead) { running.began(exchange, head) }

    /// Takes what is known of an exchange whose request has ended.
    func update(_ exchange: InspectedExchange) {
        // The exchanges of a tunnel are those inside.
        guard !exchange.asksForTunnel else { return }
        kept.update(exchange)
    }

    /// Takes an exchange that is complete.
    func complete(_ exchange: InspectedExchange, isListed: Bool) {
        running.ended(exchange.number)
        if isListed { kept.complete(exchange) }
    }

    // MARK: Viewers

    private func add(_ viewer: PageViewer) {
        let id = ObjectIdentifier(viewer)
        viewers[id] = viewer
        viewer.stream.began = { [weak self, weak viewer] in
            guard let self, let viewer else { return }
            viewer.stream.write("retry: 1000\n\n")
            send(to: [viewer])
        }
        viewer.stream.hasRoom = { [weak self, weak viewer] in
            if let self, let viewer { send(to: [viewer]) }
        }
        viewer.stream.ended = { [weak self] in self?.remove(id) }
        if ticking == nil { tick() }
    }

    /// Sends what is new, again and again as long as there is a viewer.
    private func tick() {
        ticking = loop.assumeIsolated().scheduleTask(in: Self.tickTime) { [weak self] in
            guard let self, !viewers.isEmpty else { return }
            send(to: Array(viewers.values))
            tick()
        }
    }

    private func remove(_ id: ObjectIdentifier) {
        viewers[id] = nil
        guard viewers.isEmpty else { return }
        ticking?.cancel()
        ticking = nil
    }

    private func send(to viewers: [PageViewer]) {
        let running = running.text(running.count > 0 ? traffic.runningMessages() : [])
        for viewer in viewers { viewer.send(kept, running: running) }
    }

    // MARK: Requests

    func behavior(at path: String) -> ServerBehavior { ServerBehavior() }

    func answer(to exchange: InspectedExchange, _ request: SinkRequest?) -> SinkAnswer {
        guard let request = PageRequest(exchange.exchange), exchange.isWholeRequest, let access else {
            return Self.answer(400, "The request is not one for a path of this page.")
        }
        switch access.refusal(of: request) {
        case .host: return Self.answer(421, "The Host field names another server than this page's.")
        case .token:
            return Self.answer(403, "The token is missing or wrong: open the URL that partwise printed.")
        case .origin: return Self.answer(403, "The request comes from a page of another origin.")
        case nil: break
        }
        switch (request.method, request.path) {
        case ("GET", "/"), ("HEAD", "/"):
            var answer = Self.answer(200, "")
            answer.contentType = "text/html; charset=utf-8"
            answer.fields.append(("Content-Security-Policy", LivePage.policy))
            answer.body = Array((page?.text ?? "").utf8)
            return answer
        case ("GET", "/events"): return events(after: request.lastEvent)
        case ("POST", "/pause"): kept.pause(true)
        case ("POST", "/resume"): kept.pause(false)
        case ("POST", "/clear"): kept.clear()
        case ("GET", let path) where path.hasPrefix("/exchanges/"): return view(at: path)
        case ("POST", let path) where path.hasPrefix("/replay/"):
            return replay(path.dropFirst("/replay/".count).split(separator: "/"))
        case (_, "/"), (_, "/events"), (_, "/pause"), (_, "/resume"), (_, "/clear"):
            return Self.answer(405, "\(request.path) does not take this method.")
        default: return Self.answer(404, "There is nothing here.")
        }
        send(to: Array(viewers.values))
        return Self.answer(200, "Done.")
    }

    private func view(at path: String) -> SinkAnswer {
        guard let number = Int(path.dropFirst("/exchanges/".count)), let view = kept.view(of: number) else {
            return Self.answer(404, "The bytes of this exchange are no longer kept.")
        }
        var answer = Self.answer(200, view)
        answer.contentType = "application/json"
        return answer
    }

    /// Sends a request again: `12` as it was recorded, `12/both` repaired too.
    private func replay(_ words: [Substring]) -> SinkAnswer {
        guard let number = words.first.flatMap({ Int($0) }), words.count == 1 || words == [words[0], "both"],
            let file
        else { return Self.answer(404, "There is nothing that could be sent again.") }
        guard replayCount < Self.replayLimit else {
            return Self.answer(503, "\(Self.replayLimit) requests are being sent again already.")
        }
        replayCount += 1
        let how = words.count == 1 ? [] : ["--both"]
        let arguments = ["--color", "never"] + replayOptions + how + ["--", "\(file)#\(number)"]
        let replay = PageReplay(arguments, on: loop) { [weak self] in self?.replayCount -= 1 }
        var answer = Self.answer(200, "")
        answer.body = []
        answer.stream = replay.stream
        return answer
    }

    private func events(after last: Int?) -> SinkAnswer {
        guard viewers.count < Self.viewerLimit else {
            return Self.answer(503, "The page has \(Self.viewerLimit) viewers already.")
        }
        let known = last.flatMap { (0...kept.revision).contains($0) ? $0 : nil } ?? 0
        let viewer = PageViewer(AnswerStream(), after: known)
        add(viewer)
        var answer = Self.answer(200, "")
        answer.contentType = "text/event-stream"
        answer.body = []
        answer.stream = viewer.stream
        return answer
    }

    /// An answer that no other page may embed or read, and after which no other server is told its URL.
    private static func answer(_ status: Int, _ text: String) -> SinkAnswer {
        SinkAnswer(
            status: status,
            fields: [
                ("Referrer-Policy", "no-referrer"), ("X-Frame-Options", "DENY"),
                ("Cross-Origin-Resource-Policy", "same-origin"),
                ("Cross-Origin-Opener-Policy", "same-origin"),
            ],
            body: text + "\n"
        )
    }

    func answered(_ exchange: InspectedExchange, with status: Int) {}

    func take(_ result: InspectionResult) {}

    func note(_ text: String) {}

    func finish(connections: Int) {}
}
