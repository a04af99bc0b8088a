import Bytes
import Exchanges
import Filters
import NIOCore
import Pipeline
import Recording
import Shell

/// Passes requests of HTTP/1 on, one after another: heads are held until they are whole, bodies stream as they are framed.
///
/// It parses nothing itself: the inspection says where a head ends, and where a request does. Responses are copied as they
/// are. It keeps itself until the client's connection is closed, or handed over.
final class MessageRelay: RelayOwner {
    /// Which server gets a request.
    enum Route {
        /// The one that its target, or a CONNECT, names.
        case byRequest
        /// Always the same one, with what the Host field is to say; `nil` for what the client wrote.
        case fixed(UpstreamAddress, host: String?)
        /// None, for a reason.
        case refused(ProxyRefusal)
    }

    /// A request that is not passed on whole.
    struct Request {
        /// The number of its exchange.
        let number: Int
        /// The offset of its content in the client's stream.
        let contentStart: Int
        /// Its fields.
        let fields: FieldSection
        /// What came of its content before it was passed on, where its form may be rewritten.
        var content: [[UInt8]] = []
        /// Its trailer section; `nil` for none, and where its form is not rewritten.
        var trailers: FieldSection?
        /// The offset of its end; `nil` while it goes on.
        var end: Int?
        /// Whether it was sent to its end.
        var isWhole = false
        /// Whether its end will not come, or not be known.
        var isBroken = false
    }

    enum Phase {
        /// Requests are passed on.
        case messages
        /// A CONNECT is answered, and what follows is looked at.
        case opening(UpstreamAddress)
        /// All is passed on: what was asked for is no HTTP, or is not to be touched.
        case tunnel
        /// The last answer was written.
        case closing
    }

    /// The bytes of content that are copied to go with the head before them.
    static let joinedLimit = 16 << 10

    let proxy: RecordingProxy
    let connection: LiveConnection
    let client: RelayEnd
    var route: Route
    var stream: Stream?
    var phase = Phase.messages
    /// What the client sent that was not passed on, and its offset in the client's stream.
    var held = ByteBuffer()
    var heldStart = 0
    /// The requests of which the heads are whole, in order; the first is being passed on where ``isPassing`` is set.
    var requests: [Request] = []
    var isPassing = false
    /// How many of the bytes that are held after a CONNECT were inspected already: those that came with it.
    var seenBytes = 0
    /// The requests that were passed on and whose responses have not ended.
    var outstanding = 0
    /// How many requests were passed on, and which of them have the method HEAD.
    var (passedCount, headRequests) = (0, [Int]())
    /// Whether the request that is looked at has that method.
    var isHead = false
    /// The offset in the server's stream of the end of its last response; greater than all others where that is not known,
    /// and before one.
    var answerEnd = Int.max
    /// Where the streams of a tunnel begin in that of the server.
    var tunnelStart = 0
    /// Why a tunnel has no server before anything came through it; `nil` where it has, or something came.
    var tunnelFault: String?
    /// The answer that is given in place of a server's when the request being passed on has ended, with its comment; `nil` for
    /// none.
    var standIn: (bytes: [UInt8], comment: String)?
    /// Whether something came since the last response.
    var isAnswering = false
    /// Whether a response had a head that is longer than is read: where it ended, and others began, is not known.
    var hasUnreadHead = false
    var server: RelayEnd?
    var serverAddress: UpstreamAddress?
    /// The server that a target named last, and how.
    var named: (origin: [UInt8], address: UpstreamAddress)?
    /// The head that is passed on with the content after it.
    var head: ByteBuffer?
    /// Whether it has answered a request on this connection.
    var serverHasAnswered = false
    /// Whether the requests come through a tunnel, in which anything else may come too.
    var isInTunnel = false
    /// Whether the server waits for the handshake of TLS.
    var serverAwaitsTLS = false
    var isConnecting = false
    /// The request of a stream that has no content, with its head, and how often it was sent: it may be sent again.
    var resendable: (request: Request, head: [UInt8], count: Int)?
    /// How the request is changed that is being passed on.
    var handling: RequestHandling?
    /// Rewrites its form; `nil` where that passes as it is.
    var rewriting: UploadRewriting?
    /// The number of the last request that was held for as long as was asked for, and whether it is held still.
    var (delayed, isDelaying) = (0, false)
    /// What is to be known of the responses that come next: comments in the recording, with the numbers of the requests.
    var comments: [(request: Int, text: String)] = []
    /// The request that was answered while it waited to be asked for its content, and whose content has not come.
    var declined: Int?
    var clientHasEnded = false
    /// Whether the server of a tunnel has ended its stream, and its client has not.
    var serverHasEnded = false
    /// Whether the client has ended its stream in the middle of a request.
    var isBrokenOff = false
    /// The number of the request in which the connection was closed because that was asked for.
    var cutRequest: Int?
    /// Why nothing more passes the connection; `nil` while something does.
    var ending: ConnectionEnding?
    /// Whether the stream to the server was ended.
    var serverIsEnded = false
    var isOver = false
    var itself: MessageRelay?

    /// Makes a relay for a client's connection.
    ///
    /// - Parameters:
    ///   - connection: what is inspected and recorded.
    ///   - client: the end that leads to the client.
    ///   - route: which server gets the requests.
    ///   - server: a server that is connected to already.
    ///   - stream: where the requests come on a stream of HTTP/2.
    ///   - proxy: the proxy.
    init(
        _ connection: LiveConnection,
        _ client: RelayEnd,
        _ route: Route,
        server: (end: RelayEnd, address: UpstreamAddress)? = nil,
        stream: Stream? = nil,
        of proxy: RecordingProxy
    ) {
        self.connection = connection
        self.client = client
        self.route = route
        self.stream = stream
        self.proxy = proxy
        self.server = server?.end
        serverAddress = server?.address
    }

    /// Begins, with bytes that were read before.
    func begin(with bytes: ByteBuffer) {
        itself = self
        client.owner = self
        server?.owner = self
        connection.hasRoom = { [weak self] in
            self?.readClient()
            self?.readServer()
        }
        if bytes.readableBytes > 0 { received(bytes, from: .initiator) }
        readCompleted(from: .initiator)
        readServer()
    }

    // MARK: Events

    func received(_ buffer: ByteBuffer, from side: Side) {
        guard !isOver else { return }
        if case .closing = phase { return }
        if side == .responder {
            guard !isUnasked(buffer) else { return refuseUnasked(buffer.readableBytes) }
            isAnswering = true
            let comment = takeComments()
            if let comment { noteOnStream(comment) }
            buffer.withUnsafeReadableBytes {
                connection.received($0.bytes, from: .responder, comment: comment) { take($0) }
            }
            if stream == nil, connection.isHTTP2 { becomeHTTP2() }
            let surplus = surplus
            return surplus > 0 ? refuseSurplus(surplus, in: buffer) : client.write(buffer)
        }
        if case .opening = phase {
            // Whose bytes these are is seen when there are enough of them.
            return hold(buffer)
        }
        hold(buffer)
        buffer.withUnsafeReadableBytes { connection.received($0.bytes, from: .initiator) { take($0) } }
        // What can be passed on at once is not gathered.
        if isPassing { pass() }
    }

    func readCompleted(from side: Side) {
        guard !isOver else { return }
        if side == .initiator { pass() }
        connection.flush()
        if side == .initiator {
            server?.flush()
            readClient()
        } else {
            // The response of a request may have ended for which others wait.
            pass()
            server?.flush()
            client.flush()
            finishIfDone()
            readServer()
            readClient()
        }
    }

    func inputEnded(_ side: Side) {
        guard !isOver else { return }
        if side == .responder {
            if case .tunnel = phase, !clientHasEnded { return endTunnelOutput() }
            return serverEnded(.finished)
        }
        clientHasEnded = true
        if case .opening = phase {
            // What came before is looked at first, once the tunnel is open.
            guard !isConnecting else { return }
            endTunnelInput()
        }
        ended(.initiator, .finished)
        if case .tunnel = phase, let server { return serverHasEnded ? finish() : server.closeOutput() }
        // Answers may be on their way still.
        pass()
        finishIfDone()
    }

    func failed(_ error: any Error, on side: Side) {
        guard !isOver else { return }
        if side == .responder {
            if let reset = error as? StreamReset { return serverReset(reset) }
            return serverEnded(error is IOError ? .reset : .finished, error)
        }
        ended(.initiator, error is IOError ? .reset : .finished)
        finish()
    }

    func closed(_ side: Side) {
        guard !isOver else { return }
        if side == .responder { return serverEnded(.finished) }
        ended(.initiator, .finished)
        finish()
    }

    func timedOut(_ side: Side) {
        guard !isOver, !isDelaying else { return }
        let hasBegunAnswer = hasBegunAnswer
        // A request that was answered while it came gets no second answer.
        let awaitsAnswer = !hasBegunAnswer && (outstanding > 0 || requests.isEmpty || standIn != nil)
        if case .messages = phase, awaitsAnswer, answerStalled() { return }
        let isOwed = outstanding > 0 && !hasBegunAnswer
        guard case .messages = phase, isOwed, let serverAddress else {
            ending = ending ?? .idle(proxy.settings.timeout)
            if isAnswering {
                take(connection.ended(.reset, from: .responder))
                resetClient()
            }
            return finish()
        }
        let text = "\(proxy.name(of: serverAddress)): no response for \(proxy.settings.timeout) s"
        proxy.note("\(text); the client gets 504")
        answer(504, .responseTimeout, text)
    }

    func becameWritable(_ side: Side) {
        if side == .responder {
            pass()
            server?.flush()
            readClient()
        } else {
            readServer()
        }
    }
}
