package import Bytes

/// A request whose content has not ended.
package struct UnfinishedRequest: Equatable, Sendable {
    /// The number of its exchange.
    package var exchange: Int
    /// The bytes of content that came, as framed, without the transfer coding.
    package var receivedBytes: Int
    /// The client's address.
    package var client: Endpoint
    /// Whether it came over TLS.
    package var isSecure: Bool
}
