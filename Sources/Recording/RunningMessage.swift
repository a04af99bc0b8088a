package import Bytes
package import Exchanges

/// A message whose content has not ended, and where it comes from.
package struct RunningMessage: Equatable, Sendable {
    /// The message.
    package var message: UnfinishedMessage
    /// The client's address.
    package var client: Endpoint
    /// Whether it comes over TLS.
    package var isSecure: Bool
}
