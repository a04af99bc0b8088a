/// The field by which a proxy says that an answer is its own, and why (RFC 9209).
package enum ProxyStatus {
    /// Why it answers itself (RFC 9209 §2.3).
    package enum Reason: String, Sendable {
        /// A certificate of the server was not accepted.
        case certificate = "tls_certificate_error"
        /// The handshake of TLS with the server failed.
        case handshake = "tls_protocol_error"
        /// The server refused the connection.
        case refused = "connection_refused"
        /// The server, or the proxy before it, did not take the connection in time.
        case connectTimeout = "connection_timeout"
        /// The server closed the connection before it answered.
        case terminated = "connection_terminated"
        /// The server breaks the rules of HTTP.
        case protocolError = "http_protocol_error"
        /// The server did not answer in time.
        case responseTimeout = "http_response_timeout"
        /// The server's name is not known.
        case name = "dns_error"
        /// The server cannot be reached.
        case unavailable = "destination_unavailable"
        /// The request is not one that could be passed on.
        case request = "http_request_error"
        /// A rule blocks the request.
        case denied = "http_request_denied"
        /// The answer is a file of the user's, or the proxy's own page.
        case own = "proxy_internal_response"
        /// The proxy cannot do what was asked of it.
        case configuration = "proxy_configuration_error"
    }

    /// The field's name.
    package static let name = "proxy-status"
    /// The greatest length of what is said, in bytes.
    private static let detailsLimit = 1_000

    /// The field's value.
    ///
    /// - Parameters:
    ///   - reason: why the proxy answers.
    ///   - details: the same in words, cut after 1,000 bytes; what is not printable ASCII becomes `?`.
    /// - Returns: the value, of printable ASCII.
    package static func value(_ reason: Reason, _ details: String) -> String {
        // A string of RFC 9651 §3.3.3.
        var text = ""
        for scalar in details.unicodeScalars.prefix(detailsLimit) {
            if scalar == "\"" || scalar == "\\" { text += "\\" }
            text.unicodeScalars.append(scalar.value >= 0x20 && scalar.value < 0x7F ? scalar : "?")
        }
        return "partwise; error=\(reason.rawValue); details=\"\(text)\""
    }
}
