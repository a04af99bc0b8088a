/// The two kinds of messages (RFC 9112 §2.1).
package enum MessageRole {
    /// What the client sends.
    case request
    /// What the server sends.
    case response
}
