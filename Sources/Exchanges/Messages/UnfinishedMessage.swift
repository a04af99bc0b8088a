/// A message whose head was read and whose content has not ended.
package struct UnfinishedMessage: Hashable, Sendable {
    /// The number of its exchange.
    package var exchange: Int
    /// Whether it is the request or the final response.
    package var role: MessageRole
    /// The bytes of content that came, as framed, without the transfer coding.
    package var receivedBytes: Int
    /// The Content-Length (RFC 9110 §8.6); `nil` where none was sent or it is not known.
    package var declaredLength: Int?

    /// Makes one.
    package init(exchange: Int, role: MessageRole, receivedBytes: Int, declaredLength: Int? = nil) {
        self.exchange = exchange
        self.role = role
        self.receivedBytes = receivedBytes
        self.declaredLength = declaredLength
    }
}
