import Bytes

/// One HTTP flow of mitmproxy.
struct Flow {
    private let value: LogValue
    private let request: LogValue

    /// Reads a flow; `nil` where it has no request.
    init?(_ value: LogValue) {
        guard let request = value["request"], request["method"] != nil else { return nil }
        self.value = value
        self.request = request
    }

    /// Whether another flow with the same id is of the same request.
    func isCopy(of other: Flow) -> Bool {
        Self.time(request["timestamp_start"]) == Self.time(other.request["timestamp_start"])
            && request["method"]?.string == other.request["method"]?.string && url == other.url
            && target == other.target
    }

    /// How much is known of the exchange: of copies of a flow, more of the one that was saved later.
    var knownCount: Int {
        let response = value["response"]
        let members: [LogValue?] = [
            request["content"], request["timestamp_end"], response, response?["content"],
            response?["timestamp_end"],
        ]
        return members.count { $0 != nil }
    }

    /// Tells of the exchange.
    func report(in store: ByteStore, _ handler: inout some LoggedExchangeHandler) {
        var note = LoggedExchange(form: .content)
        // Version 0.10 has the client's connection in the request.
        let client = value["client_conn"] ?? request["client_conn"]
        note.client = Self.address(client?["peername"] ?? client?["address"])
        let server = value["server_conn"]
        note.server = Self.address(server?["peername"] ?? server?["ip_address"] ?? request["ip"])
        note.scheme = request["scheme"]?.string
        note.url = url
        note.tlsVersion = client?["tls_version"]?.string
        note.requestStart = Self.time(request["timestamp_start"])
        note.requestEnd = Self.time(request["timestamp_end"])
        let response = value["response"]
        note.responseStart = Self.time(response?["timestamp_start"])
        note.responseEnd = Self.time(response?["timestamp_end"])
        note.comment = [value["error"]?["msg"]?.string, value["comment"]?.string]
            .compactMap(\.self).first { !$0.isEmpty }
        handler.begin(note)
        let body = request["content"]?.text
        let fields = Self.fields(request["headers"], in: store)
        var head = LoggedRequest(
            method: request["method"]?.string ?? "",
            target: target,
            version: Self.version(request),
            fields: fields,
            content: Self.content(body) ?? LoggedContent(unkept: fields) ?? .none
        )
        head.trailers = Self.fields(request["trailers"], in: store)
        handler.request(head)
        body?.forEachPiece(in: store) { handler.requestBytes($0) }
        if let response { report(response, in: store, &handler) }
        handler.end()
    }

    private func report(
        _ response: LogValue,
        in store: ByteStore,
        _ handler: inout some LoggedExchangeHandler
    ) {
        guard let status = (response["status_code"] ?? response["code"])?.integer else { return }
        let body = response["content"]?.text
        let fields = Self.fields(response["headers"], in: store)
        let counted = body.map { LoggedContent.counted(length: $0.length) }
        let isWanted = handler.response(
            LoggedResponse(
                status: status,
                reason: (response["reason"] ?? response["msg"])?.string ?? "",
                version: Self.version(response),
                fields: fields,
                content: counted ?? LoggedContent(unkept: fields) ?? .absent(length: nil)
            )
        )
        if isWanted { body?.forEachPiece(in: store) { handler.responseBytes($0) } }
    }

    private var target: String {
        let path = request["path"]?.string ?? ""
        if request["method"]?.string == "CONNECT", path.isEmpty { return authority }
        return path
    }

    private var url: String? {
        let path = request["path"]?.string ?? ""
        guard let scheme = request["scheme"]?.string, !scheme.isEmpty, path.begins(with: "/") else {
            return nil
        }
        return "\(scheme)://\(authority)\(path)"
    }

    /// The host and port as the proxy knows them; for HTTP/2 the client's `:authority`.
    private var authority: String {
        if let authority = request["authority"]?.string, !authority.isEmpty { return authority }
        let host = request["host"]?.string ?? ""
        let scheme = request["scheme"]?.string
        guard let port = request["port"]?.integer, port != (scheme == "https" ? 443 : 80) else { return host }
        return "\(host):\(port)"
    }

    /// A null content was streamed through, or there was none.
    private static func content(_ body: LogText?) -> LoggedContent? {
        body.map { $0.isEmpty ? .none : .kept }
    }

    private static func fields(_ headers: LogValue?, in store: ByteStore) -> [LoggedField] {
        (headers?.elements ?? []).compactMap { pair in
            guard let name = pair[0]?.text, let value = pair[1]?.text else { return nil }
            return LoggedField(name.bytes(in: store), value.bytes(in: store))
        }
    }

    /// The version: text, or in old files two numbers.
    private static func version(_ message: LogValue) -> String {
        if let text = message["http_version"]?.string {
            return text.hasPrefix("HTTP/2") ? "HTTP/2" : text.hasPrefix("HTTP/3") ? "HTTP/3" : text
        }
        guard let major = message["httpversion"]?[0]?.integer, let minor = message["httpversion"]?[1]?.integer
        else { return "" }
        return major >= 2 ? "HTTP/\(major)" : "HTTP/\(major).\(minor)"
    }

    /// A pair of host and port; up to version 3 a record with it as its address; in 0.10 a text.
    private static func address(_ value: LogValue?) -> LoggedAddress? {
        if let host = value?.string { return LoggedAddress(host: host) }
        let pair = value?["address"] ?? value
        guard let host = pair?[0]?.string, !host.isEmpty else { return nil }
        return LoggedAddress(host: host, port: pair?[1]?.integer)
    }

    private static func time(_ value: LogValue?) -> Timestamp? {
        value?.number.flatMap { Timestamp(seconds: $0) }
    }
}
