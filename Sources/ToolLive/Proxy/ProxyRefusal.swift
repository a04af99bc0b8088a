import Filters

/// Why the proxy answers a request itself.
struct ProxyRefusal {
    /// The kind of reason.
    let reason: ProxyStatus.Reason
    /// The same in words, without a line break.
    let text: String

    /// The status that a client gets where there is no answer of a server (RFC 9209 §2.3).
    var status: Int { reason == .connectTimeout ? 504 : 502 }

    /// The answer that says so.
    ///
    /// - Parameters:
    ///   - status: its status.
    ///   - fields: more fields.
    /// - Returns: the answer, after which the connection is closed.
    func answer(_ status: Int, fields: [(name: String, value: String)] = []) -> SinkAnswer {
        let own = ("Proxy-Status", ProxyStatus.value(reason, text))
        return SinkAnswer(status: status, fields: fields + [own], body: "\(text)\n", closes: true)
    }
}
