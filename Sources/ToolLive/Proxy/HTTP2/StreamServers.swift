import Bytes
import NIOCore
import NIOHTTP2
import NIOPosix

/// The servers that the streams of one client's connection of HTTP/2 go to: one connection to each that speaks HTTP/2, and one
/// for each stream where a server does not.
final class StreamServers {
    /// How a stream reaches its server.
    enum Way {
        /// By this end: a stream of HTTP/2, or a connection of HTTP/1.1 after the handshake of TLS.
        case end(RelayEnd)
        /// By a connection of HTTP/1.1 that has to be opened.
        case connection
    }

    typealias Completion = (Result<Way, any Error>) -> Void

    private enum State {
        /// The server is being connected to; these wait for it.
        case connecting([Completion])
        /// It speaks HTTP/2.
        case http2(NIOHTTP2Handler.StreamMultiplexer, any Channel, ServerDeparture)
        /// It does not.
        case http1
    }

    /// How long is waited for the first frame of a server that may speak HTTP/2 without TLS.
    private static let answerTime = TimeAmount.seconds(5)

    private let proxy: RecordingProxy
    /// Whether HTTP/2 is tried without TLS: the client itself knows without being told that its server speaks it.
    private let triesPlainHTTP2: Bool
    private var states: [UpstreamAddress: State] = [:]
    /// A connection that was opened before, after the handshake of TLS.
    private var first: (address: UpstreamAddress, end: RelayEnd)?
    /// The connections that take no more streams, and are open still.
    private var departing: [any Channel] = []
    private var isClosed = false

    /// Begins with a server that is connected to, or none.
    init(
        of proxy: RecordingProxy,
        first: (address: UpstreamAddress, end: RelayEnd)?,
        triesPlainHTTP2: Bool
    ) {
        self.proxy = proxy
        self.first = first
        self.triesPlainHTTP2 = triesPlainHTTP2
    }

    /// Whether a server may speak HTTP/2.
    func mayReach(_ address: UpstreamAddress) -> Bool {
        address.isSecure || triesPlainHTTP2 && !proxy.plainServers.contains(address)
    }

    /// Reaches a server for a stream.
    func reach(_ address: UpstreamAddress, then completion: @escaping Completion) {
        switch states[address] {
        case .connecting(let waiting): states[address] = .connecting(waiting + [completion])
        case .http1: completion(.success(.connection))
        case .http2(let streams, let channel, let departure):
            open(streams, on: channel, departure, isSecure: address.isSecure, then: completion)
        case nil:
            states[address] = .connecting([completion])
            connect(to: address)
        }
    }

    /// Closes all connections: the client is gone.
    func close() {
        isClosed = true
        first?.end.close()
        first = nil
        for case .http2(_, let channel, _) in states.values { channel.close(promise: nil) }
        for channel in departing { channel.close(promise: nil) }
    }

    private func connect(to address: UpstreamAddress) {
        if let (known, end) = first, known == address, end.isOpen {
            first = nil
            return begin(end, address, "h2")
        }
        let end = RelayEnd(.responder, of: nil)
        proxy.connect(to: address, isTunnelled: true, end).whenComplete { [self] result in
            switch result {
            case .success where address.isSecure: secure(end, address)
            case .success: tryHTTP2(on: end, address)
            case .failure(let error): complete(address, .failure(error), becoming: nil)
            }
        }
    }

    /// Speaks HTTP/2 without TLS with a server, and HTTP/1.1 where it answers with something else (RFC 9113 §3.3).
    private func tryHTTP2(on end: RelayEnd, _ address: UpstreamAddress) {
        do {
            let state = try speakHTTP2(on: end, address)
            guard case .http2(_, let channel, let departure) = state else { return }
            departure.answered = { [self] speaksIt in
                if !speaksIt, departure.fault is ServerFault { proxy.plainServers.insert(address) }
                complete(address, speaksIt ? nil : .success(.connection), becoming: speaksIt ? state : .http1)
            }
            let waiting = channel.eventLoop.assumeIsolated().scheduleTask(in: Self.answerTime) {
                if departure.answered != nil { channel.close(promise: nil) }
            }
            channel.closeFuture.assumeIsolated().whenComplete { _ in
                waiting.cancel()
                if let answered = departure.answered.take() { answered(false) }
            }
        } catch {
            end.close()
            complete(address, .failure(error), becoming: nil)
        }
    }

    private func secure(_ end: RelayEnd, _ address: UpstreamAddress) {
        let handshake = ServerHandshake(end) { [self] result in
            switch result {
            case .failure(let error): complete(address, .failure(error), becoming: nil)
            case .success(let chosen): begin(end, address, chosen)
            }
        }
        handshake.begin(for: address.name, offering: ["h2", "http/1.1"], by: proxy)
    }

    /// Begins to speak the protocol that was agreed on with a server.
    private func begin(_ end: RelayEnd, _ address: UpstreamAddress, _ chosen: String?) {
        guard chosen == "h2" else { return complete(address, .success(.end(end)), becoming: .http1) }
        do {
            complete(address, nil, becoming: try speakHTTP2(on: end, address))
        } catch {
            end.close()
            complete(address, .failure(error), becoming: nil)
        }
    }

    /// Hands what came of a server to the streams that wait for it: the first one, or all of them, get `first`.
    private func complete(
        _ address: UpstreamAddress,
        _ first: Result<Way, any Error>?,
        becoming state: State?
    ) {
        guard case .connecting(let waiting) = states[address] else { return }
        states[address] = state
        for (index, completion) in waiting.enumerated() {
            switch first {
            case .failure: if let first { completion(first) }
            case .success where index == 0: if let first { completion(first) }
            default: reach(address, then: completion)
            }
        }
        if isClosed { close() }
    }

    private func speakHTTP2(on end: RelayEnd, _ address: UpstreamAddress) throws -> State {
        guard let context = end.context else { throw ChannelError.alreadyClosed }
        let channel = context.channel
        let pipeline = channel.pipeline.syncOperations
        if let recording = end.recording.take() {
            try pipeline.addHandler(UpstreamTap(recording), position: .before(end))
        }
        var settings = HTTP2Relay.connectionConfiguration()
        settings.initialSettings.append(HTTP2Setting(parameter: .enablePush, value: 0))
        let streams = try pipeline.configureHTTP2Pipeline(
            mode: .client,
            connectionConfiguration: settings,
            streamConfiguration: HTTP2Relay.streamConfiguration
        ) { $0.close() }
        let departure = ServerDeparture { [weak self] in self?.forget(address, channel) }
        try pipeline.addHandler(departure)
        let errors = ConnectionErrors { [weak self] error in
            // What the close brings with it comes after its cause.
            let isKnown = NetworkFailure.cause(error) != nil
            departure.fault = departure.fault ?? ServerFault(error) ?? (isKnown ? error : nil)
            self?.forget(address, channel)
        }
        try pipeline.addHandler(errors)
        let bytes = end.takeMissedBytes()
        if bytes.readableBytes > 0 {
            context.fireChannelRead(NIOAny(bytes))
            context.fireChannelReadComplete()
        }
        _ = pipeline.removeHandler(end)
        try channel.syncOptions?.setOption(.autoRead, value: true)
        channel.closeFuture.assumeIsolated().whenComplete { [self] _ in forget(address, channel) }
        return .http2(streams, channel, departure)
    }

    /// A connection takes no more streams: the next one opens another.
    private func forget(_ address: UpstreamAddress, _ channel: any Channel) {
        guard case .http2(_, let known, _) = states[address], known === channel else { return }
        states[address] = nil
        departing.append(channel)
        channel.closeFuture.assumeIsolated().whenComplete { [weak self] _ in
            self?.departing.removeAll { $0 === channel }
        }
    }

    private func open(
        _ streams: NIOHTTP2Handler.StreamMultiplexer,
        on channel: any Channel,
        _ departure: ServerDeparture,
        isSecure: Bool,
        then completion: @escaping Completion
    ) {
        let end = RelayEnd(.responder, of: nil)
        let shared = NIOLoopBound((end, departure), eventLoop: channel.eventLoop)
        let opened = channel.eventLoop.makePromise(of: (any Channel).self)
        streams.createStreamChannel(promise: opened) { stream in
            stream.eventLoop.makeCompletedFuture {
                try stream.syncOptions?.setOption(.autoRead, value: false)
                try stream.pipeline.syncOperations.addHandlers([
                    ServerStreamCodec(shared.value.1, isSecure: isSecure), shared.value.0,
                ])
            }
        }
        opened.futureResult.assumeIsolated().whenComplete { result in
            completion(result.map { _ in .end(end) })
        }
    }
}
