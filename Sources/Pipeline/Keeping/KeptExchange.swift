/// The bytes of an exchange's messages, kept to be written anew.
package struct KeptExchange: Sendable {
    /// The request; `nil` where the capture has none.
    package var request: KeptMessage?
    /// The final response; `nil` where the capture has none.
    package var response: KeptMessage?
    /// The informational responses before it (RFC 9110 §15.2), as they were on the wire; `nil` where there were none.
    package var interim: SpooledBytes?
    /// Whether the request's body had to be left out, because parts of it were to be replaced and it is compressed.
    package var isBodyWithheld = false
}

/// The bytes of one message.
///
/// ```
///   wire   │ start line │ field lines │ CRLF │ content (as framed) │ excess
///   content                                  │ without its framing │
/// ```
package struct KeptMessage: Sendable {
    /// The content without its transfer coding, under its content coding where it has one.
    package var content: SpooledBytes
    /// The whole message as it was on the wire, its excess included; `nil` where it was not on a wire of its own, as in
    /// HTTP/2 and in logs.
    package var wire: SpooledBytes?
    /// When the bytes of a request were delivered, where that was asked for and is known.
    package var deliveries: MessageDeliveries?
}
