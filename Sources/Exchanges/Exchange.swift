package import Connections

/// The application protocol of an exchange.
package enum ApplicationProtocol: String, Hashable, Sendable {
    /// HTTP/1.0.
    case http10 = "http/1.0"
    /// HTTP/1.1.
    case http11 = "http/1.1"
    /// HTTP/2 over TLS.
    case h2
    /// HTTP/2 over cleartext TCP.
    case h2c
    /// HTTP/3, of which logs alone tell.
    case h3
}

extension ApplicationProtocol {
    /// The protocol of a message by its version; minor versions above 1 count as 1.1 (RFC 9110 §2.5).
    init(version: String) {
        self = version == "HTTP/1.0" ? .http10 : .http11
    }
}

/// How a request fared, as far as the two streams tell.
package enum Outcome: UInt8, Hashable, Sendable {
    /// The request was complete; there may or may not be a response in the capture.
    case ordinary
    /// A final response of 400 or more came before the request was complete, and the client then stopped; or a whole
    /// response came, and the server said that it needs no more of the request (RFC 9113 §8.1).
    case rejectedEarly
    /// The request broke off without such a response.
    case cutOff
}

/// A request and its response (RFC 9110 §3.4).
///
/// What is known of an exchange is a good deal, and goes through many hands: copies share it.
package struct Exchange: Sendable {
    /// Always exactly one value: an array is shared by copies, and copied on a change, as is wanted here.
    private var contents: ContiguousArray<Contents>

    /// Makes an exchange without messages.
    package init(connection: Int, client: Endpoint?, server: Endpoint?) {
        contents = [Contents(connection: connection, client: client, server: server)]
    }

    /// The number of the connection that carried it, from 1.
    package var connection: Int {
        get { contents[0].connection }
        _modify { yield &contents[0].connection }
    }
    /// The address of the HTTP client.
    package var client: Endpoint? {
        get { contents[0].client }
        _modify { yield &contents[0].client }
    }
    /// The address of the HTTP server.
    package var server: Endpoint? {
        get { contents[0].server }
        _modify { yield &contents[0].server }
    }
    /// The key of the connection, by which its events name it: other than the number inside TLS and tunnels.
    package var connectionKey: Int {
        get { contents[0].connectionKey }
        _modify { yield &contents[0].connectionKey }
    }
    /// The end of the connection that is the client, where the exchange came over one.
    package var clientSide: Side? {
        get { contents[0].clientSide }
        _modify { yield &contents[0].clientSide }
    }
    /// The version of TLS that it came through; `nil` where it was not encrypted.
    package var tls: TLSVersion? {
        get { contents[0].tls }
        _modify { yield &contents[0].tls }
    }
    /// The protocol.
    package var applicationProtocol: ApplicationProtocol {
        get { contents[0].applicationProtocol }
        _modify { yield &contents[0].applicationProtocol }
    }
    /// The request; `nil` where the capture has only the response.
    package var request: Message? {
        get { contents[0].request }
        _modify { yield &contents[0].request }
    }
    /// The request's method, such as `POST`, raw.
    package var method: String {
        get { contents[0].method }
        _modify { yield &contents[0].method }
    }
    /// The request target as sent, raw.
    package var target: String {
        get { contents[0].target }
        _modify { yield &contents[0].target }
    }
    /// The final response; `nil` where the capture has none.
    package var response: Message? {
        get { contents[0].response }
        _modify { yield &contents[0].response }
    }
    /// The status code of the final response.
    package var status: Int? {
        get { contents[0].status }
        _modify { yield &contents[0].status }
    }
    /// The reason phrase of the final response.
    package var reason: String {
        get { contents[0].reason }
        _modify { yield &contents[0].reason }
    }
    /// The status codes of informational responses before it, in order (RFC 9110 §15.2).
    package var informational: [Int] {
        get { contents[0].informational }
        _modify { yield &contents[0].informational }
    }
    /// Whether the connection stopped being HTTP after this exchange (CONNECT or Upgrade succeeded): the rest
    /// of both streams is opaque.
    package var becameTunnel: Bool {
        get { contents[0].becameTunnel }
        _modify { yield &contents[0].becameTunnel }
    }
    /// What the tunnel carries, as the Upgrade field names it (RFC 9110 §7.8), or :protocol (RFC 8441 §4); raw.
    package var tunnelProtocol: String? {
        get { contents[0].tunnelProtocol }
        _modify { yield &contents[0].tunnelProtocol }
    }
    /// How the request fared.
    package var outcome: Outcome {
        get { contents[0].outcome }
        _modify { yield &contents[0].outcome }
    }
    /// What the source proves of the exchange.
    package var fidelity: Fidelity {
        get { contents[0].fidelity }
        _modify { yield &contents[0].fidelity }
    }
    /// The media type that the source notes of the request beside its fields (`postData.mimeType` of HAR); `nil` where
    /// it notes none.
    package var notedContentType: String? {
        get { contents[0].notedContentType }
        _modify { yield &contents[0].notedContentType }
    }
    /// The URL that the source notes, as it has it; `nil` where it is told by the request alone.
    package var notedURL: String? {
        get { contents[0].notedURL }
        _modify { yield &contents[0].notedURL }
    }
    /// What the source notes of the exchange: a remark, or an error.
    package var comment: String? {
        get { contents[0].comment }
        _modify { yield &contents[0].comment }
    }
}

extension Exchange {
    /// Makes an exchange without messages on a connection.
    ///
    /// - Parameters:
    ///   - summary: the connection.
    ///   - client: the end that sends the request; `nil` where there are no ends, as in a file.
    init(on summary: ConnectionSummary, client: Side?) {
        self.init(
            connection: summary.number,
            client: client.map { $0 == .initiator ? summary.initiator : summary.responder },
            server: client.map { $0 == .initiator ? summary.responder : summary.initiator }
        )
        connectionKey = summary.key
        clientSide = client
        tls = summary.tls
    }
}

extension Exchange {
    /// Enters what the request line says.
    mutating func begin(method: String, target: String, version: String) {
        contents[0].begin(method: method, target: target, version: version)
    }

    /// Enters the final response and what its status line says.
    mutating func take(_ response: consuming Message, status: Int, reason: String) {
        contents[0].take(response, status: status, reason: reason)
    }
}

extension Exchange {
    /// Changes one of the messages in its place, where it is there.
    ///
    /// By the properties that would take an allocation, which is felt where a message is changed at each packet.
    mutating func update(_ role: MessageRole, _ change: (inout Message) -> Void) {
        contents[0].update(role, change)
    }

    /// Lets go of the maps of both messages, which only the locating of bytes needs.
    package mutating func forgetMaps() {
        update(.request) { $0.forgetMaps() }
        update(.response) { $0.forgetMaps() }
    }
}

/// What is known of an exchange.
private struct Contents: Sendable {
    var connection: Int
    var client: Endpoint?
    var server: Endpoint?
    var connectionKey: Int
    var clientSide: Side?
    var tls: TLSVersion?
    var applicationProtocol = ApplicationProtocol.http11
    var request: Message?
    var method = ""
    var target = ""
    var response: Message?
    var status: Int?
    var reason = ""
    var informational: [Int] = []
    var becameTunnel = false
    var tunnelProtocol: String?
    var outcome = Outcome.ordinary
    var fidelity = Fidelity.wire
    var notedContentType: String?
    var notedURL: String?
    var comment: String?

    init(connection: Int, client: Endpoint?, server: Endpoint?) {
        self.connection = connection
        self.client = client
        self.server = server
        connectionKey = connection
    }

    mutating func begin(method: String, target: String, version: String) {
        self.method = method
        self.target = target
        applicationProtocol = ApplicationProtocol(version: version)
    }

    mutating func update(_ role: MessageRole, _ change: (inout Message) -> Void) {
        switch role {
        case .request: request?.change(change)
        case .response: response?.change(change)
        }
    }

    mutating func take(_ response: consuming Message, status: Int, reason: String) {
        self.response = response
        self.status = status
        self.reason = reason
    }
}

extension Message {
    fileprivate mutating func change(_ change: (inout Message) -> Void) {
        change(&self)
    }
}
