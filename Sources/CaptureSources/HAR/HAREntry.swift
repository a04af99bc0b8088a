import Bytes

/// One entry of a HAR.
struct HAREntry {
    /// The entry.
    let value: LogValue
    /// The name of the tool that wrote it.
    let creator: String
    private let request: LogValue
    private let method: String
    private let url: String

    /// Reads an entry; `nil` where it has no request with a method and a URL.
    init?(_ value: LogValue, creator: String) {
        guard let request = value["request"], let method = request["method"]?.string,
            let url = request["url"]?.text
        else { return nil }
        self.value = value
        self.request = request
        self.method = method
        self.url = url.short ?? ""
        self.creator = creator
    }

    /// Tells of the exchange.
    func report(
        in store: ByteStore,
        _ sideFiles: HARSideFiles,
        _ handler: inout some LoggedExchangeHandler
    ) {
        let fields = Self.fields(request["headers"], in: store)
        let contentType = Self.value("content-type", in: fields) ?? ""
        let noted = request["postData"]?["mimeType"]?.string
        var body = HARBody(
            request,
            contentType: contentType.isEmpty ? noted ?? "" : contentType,
            creator: creator
        )
        if let name = body?.fileName, !sideFiles.has(name) {
            handler.problem(
                CaptureProblem(
                    .damagedEntry,
                    "the file \(PrintableText.text(name, limit: 80)) with the body of a request is not beside the HAR",
                    at: nil
                )
            )
            body = nil
        }
        let declared = Self.value("content-length", in: fields).flatMap { Int($0) }
        let counted = request["bodySize"]?.length
        body = body?.takenForBase64(in: store, declared: declared, counted: counted) ?? body
        var note = LoggedExchange(form: body?.isExact ?? false ? .content : .text)
        note.url = url.isEmpty ? nil : url
        note.client = nil
        note.server = value["serverIPAddress"]?.string.map { host in
            LoggedAddress(host: host, port: value["_serverPort"]?.integer ?? Self.port(of: url))
        }
        note.tlsVersion = value["_securityDetails"]?["protocol"]?.string
        note.comment = value["comment"]?.string.flatMap { $0.isEmpty ? nil : $0 }
        setTimes(of: &note)
        handler.begin(note)
        var head = LoggedRequest(
            method: method,
            target: Self.target(of: url, method: method),
            version: Self.version(request["httpVersion"]?.string),
            fields: fields,
            content: content(body, fields, declared: declared, counted: counted)
        )
        // Of bytes under a coding, their number shows later whether it was removed.
        if let body {
            head.representation = body.representation(
                ofBytes: Self.value("content-encoding", in: fields) == nil ? .sent : .decoded
            )
        }
        head.notedLength = body?.isBase64(ofLength: counted) ?? false ? nil : counted
        head.notedContentType = noted.flatMap { $0.isEmpty ? nil : $0 }
        handler.request(head)
        do throws(CaptureProblem) {
            try handler.readRequest { handler throws(CaptureProblem) in
                try body?.forEachPiece(in: store, sideFiles) { handler.requestBytes($0) }
            }
        } catch {
            handler.breakOff()
            handler.problem(error)
        }
        reportResponse(in: store, sideFiles, &handler)
        handler.end()
    }

    /// Whether the request had a body, and whether the entry holds it.
    ///
    /// A body with only its parameters counts as absent: its encoding is not known.
    private func content(
        _ body: HARBody?,
        _ fields: [LoggedField],
        declared: Int?,
        counted: Int?
    ) -> LoggedContent {
        if body != nil { return .kept }
        let length = [declared, counted].compactMap(\.self).max() ?? 0
        if length > 0 { return .absent(length: length) }
        if request["postData"]?["_file"]?.string != nil { return .absent(length: nil) }
        let hasParameters = !(request["postData"]?["params"]?.elements.isEmpty ?? true)
        let isDiscarded = request["_requestBodyStatus"]?.string?.hasPrefix("discarded") ?? false
        let isChunked = Self.value("transfer-encoding", in: fields) != nil
        let isUnknown = declared == nil && counted == nil && isDeclared(fields)
        return hasParameters || isDiscarded || isChunked || isUnknown ? .absent(length: nil) : .none
    }

    /// Whether the entry gives a type of a body, under a method that usually has one.
    ///
    /// HAR 1.2 writes -1 for a `bodySize` that is not known; tools write it for each request without a body, too.
    private func isDeclared(_ fields: [LoggedField]) -> Bool {
        guard !["GET", "HEAD", "DELETE", "OPTIONS"].contains(method) else { return false }
        let type = Self.value("content-type", in: fields) ?? request["postData"]?["mimeType"]?.string
        return type.map { !$0.isEmpty } ?? false
    }

    private func setTimes(of note: inout LoggedExchange) {
        guard let start = value["startedDateTime"]?.string.flatMap({ Timestamp(iso8601: $0) }) else { return }
        note.requestStart = start
        guard let time = value["time"]?.number, time >= 0, time < 1e9 else { return }
        note.responseEnd = Timestamp(nanoseconds: start.nanoseconds &+ Int64(time * 1_000_000))
    }

    // MARK: Dialects

    /// The field lines: objects with name and value, or pairs (Slack).
    static func fields(_ headers: LogValue?, in store: ByteStore) -> [LoggedField] {
        (headers?.elements ?? []).compactMap { header in
            guard let name = header["name"]?.text ?? header[0]?.text else { return nil }
            let value = header["value"]?.text ?? header[1]?.text
            return LoggedField(name.bytes(in: store), value?.bytes(in: store) ?? [])
        }
    }

    /// The value of the first field of a name, as text.
    static func value(_ name: StaticString, in fields: [LoggedField]) -> String? {
        fields.first { $0.name[...].equalsIgnoringCase(name) }.map {
            String(decoding: $0.value, as: UTF8.self)
        }
    }

    /// The version in the form of HTTP/1.1's start line: recorders also write `h2`, `http/2.0`, `unknown`.
    static func version(_ text: String?) -> String {
        switch text?.lowercased() ?? "" {
        case "h2", "http/2", "http/2.0", "h2c": "HTTP/2"
        case "h3", "http/3", "http/3.0": "HTTP/3"
        case let text where text.hasPrefix("http/"): text.uppercased()
        default: ""
        }
    }

    /// The request target from the URL (RFC 9112 §3.2): what follows the authority, without the fragment.
    private static func target(of url: String, method: String) -> String {
        guard let scheme = url.schemeEnd else { return url }
        let rest = url[scheme.upperBound...].prefix(before: "#")
        guard let path = rest.firstIndex(ofScalar: "/?") else {
            return method == "CONNECT" ? rest : "/"
        }
        if method == "CONNECT" { return String(rest[..<path]) }
        return rest.unicodeScalars[path] == "/" ? String(rest[path...]) : "/" + rest[path...]
    }

    /// The port in the URL, or the default of its scheme.
    private static func port(of url: String) -> Int? {
        guard let scheme = url.schemeEnd else { return nil }
        let authority = url[scheme.upperBound...].prefix(before: "/?#")
        if let colon = authority.lastIndex(ofScalar: ":"),
            let port = Int(authority[authority.unicodeScalars.index(after: colon)...])
        {
            return port
        }
        return url.hasPrefix("https") || url.hasPrefix("wss") ? 443 : 80
    }
}
