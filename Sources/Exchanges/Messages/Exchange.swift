package import Bytes

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
    /// HTTP/3, which occurs in logs only.
    case h3
}

extension ApplicationProtocol {
    /// The protocol of a message by its version; minor versions above 1 count as 1.1 (RFC 9110 §2.5).
    package init(version: String) {
        self = version == "HTTP/1.0" ? .http10 : .http11
    }
}

/// How a request ended, as far as the two streams show.
package enum Outcome: UInt8, Hashable, Sendable {
    /// The request was complete; there may or may not be a response in the capture.
    case ordinary
    /// A final response of 400 or more, or one that announces the end of the connection (RFC 9112 §9.6), came before the
    /// request was complete, and the client then stopped; or a whole response came, and the server said that it needs no
    /// more of the request (RFC 9113 §8.1).
    case rejectedEarly
    /// The request broke off without such a response.
    case cutOff
}

/// A request and its response (RFC 9110 §3.4).
package struct Exchange: Sendable {
    /// The number of the connection that carried it, from 1; 0 where there is none, as in a log.
    package var connection: Int
    /// The address of the HTTP client.
    package var client: Endpoint?
    /// The address of the HTTP server.
    package var server: Endpoint?
    /// The end of the connection that is the client, where the exchange came over one.
    package var clientSide: Side?
    /// The version of TLS that protected it; `nil` where it was not encrypted.
    package var tls: TLSVersion?
    /// The protocol.
    package var applicationProtocol = ApplicationProtocol.http11
    /// The request; `nil` where the capture has only the response.
    package var request: Message?
    /// The request's method, such as `POST`, raw.
    package var method = ""
    /// The request target as sent, raw.
    package var target = ""
    /// The final response; `nil` where the capture has none.
    package var response: Message?
    /// The status code of the final response.
    package var status: Int?
    /// The reason phrase of the final response.
    package var reason = ""
    /// Whether the connection stopped being HTTP after this exchange (CONNECT or Upgrade succeeded): the rest
    /// of both streams is opaque.
    package var becameTunnel = false
    /// How the request ended.
    package var outcome = Outcome.ordinary
    /// How much of the exchange its source proves.
    package var fidelity = Fidelity.wire
    /// Whether the source's copy of the request is damaged: any byte of it may be another one than was sent.
    package var isDamaged = false
    /// Whether a dot stands in the source for each byte that is not printable.
    package var isMasked = false
    /// What few exchanges have; empty, or one.
    private var rarities: [Rarities] = []

    /// Makes an exchange without messages.
    package init(connection: Int, client: Endpoint?, server: Endpoint?) {
        self.connection = connection
        self.client = client
        self.server = server
    }

    /// Makes an exchange without messages on a connection.
    ///
    /// - Parameters:
    ///   - summary: the connection.
    ///   - clientSide: the end that sends the request; `nil` where there are no ends, as in a file.
    init(on summary: ConnectionSummary, clientSide: Side?) {
        connection = summary.number
        client = clientSide.flatMap { summary.endpoint(of: $0)?.known }
        server = clientSide.flatMap { summary.endpoint(of: $0.other)?.known }
        self.clientSide = clientSide
        tls = summary.tls
    }

    /// The status codes of informational responses before it, in order (RFC 9110 §15.2).
    package var informational: [Int] {
        get { rarities.first?.informational ?? [] }
        _modify { yield &rarities.only.informational }
    }
    /// What the tunnel carries, as the Upgrade field names it (RFC 9110 §7.8), or :protocol (RFC 8441 §4); raw.
    package var tunnelProtocol: String? {
        get { rarities.first?.tunnelProtocol }
        _modify { yield &rarities.only.tunnelProtocol }
    }
    /// The media type that the source notes of the request beside its fields (`postData.mimeType` of HAR); `nil` where
    /// it notes none.
    package var notedContentType: String? {
        get { rarities.first?.notedContentType }
        _modify { yield &rarities.only.notedContentType }
    }
    /// The URL that the source notes, as it has it; `nil` where it follows from the request alone.
    package var notedURL: String? {
        get { rarities.first?.notedURL }
        _modify { yield &rarities.only.notedURL }
    }
    /// The remark or error that the source notes of the exchange.
    package var comment: String? {
        get { rarities.first?.comment }
        _modify { yield &rarities.only.comment }
    }

    /// Drops the maps of both messages, which are only needed to locate bytes.
    package mutating func forgetMaps() {
        // Most messages keep none.
        if request?.keepsMaps ?? false { request = request?.withoutMaps }
        if response?.keepsMaps ?? false { response = response?.withoutMaps }
    }
}

/// What few exchanges have: each value would be copied and let go of with every exchange.
private struct Rarities: Rarity {
    var informational: [Int] = []
    var tunnelProtocol: String?
    var notedContentType: String?
    var notedURL: String?
    var comment: String?
}
