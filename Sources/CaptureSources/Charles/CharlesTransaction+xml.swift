import Bytes

extension CharlesTransaction {
    /// Takes a transaction of a session in XML; `nil` where it is none.
    init?(xml element: XMLElement, in store: ByteStore) {
        guard let request = element.child("request") else { return nil }
        scheme = element["protocol"]
        host = element["host"]
        port = (element["actualPort"] ?? element["port"]).flatMap { Int($0) }
        path = element["path"]
        query = element["query"]
        method = element["method"]
        version = element["protocolVersion"]
        client = Self.address(element["clientAddress"], port: element["clientPort"].flatMap { Int($0) })
        server = Self.address(element["remoteAddress"], port: port)
        tlsVersion = element["sslProtocol"]
        comment = element["notes"] ?? element.string("notes")
        requestStart = Self.time(element, "requestBegin") ?? Self.time(element, "start")
        requestEnd = Self.time(element, "request")
        responseStart = Self.time(element, "response")
        responseEnd = Self.time(element, "end")
        self.request = Message(xml: request, in: store)
        if let response = element.child("response") {
            self.response = Message(xml: response, in: store)
            status = response["status"].flatMap { Int($0) }
        }
    }

    private static func time(_ element: XMLElement, _ name: String) -> Timestamp? {
        if let text = element[name + "Time"], let time = Timestamp(iso8601: text) { return time }
        return element[name + "TimeMillis"].flatMap { Int($0) }.flatMap { Timestamp(milliseconds: $0) }
    }
}

extension CharlesTransaction.Message {
    fileprivate init(xml element: XMLElement, in store: ByteStore) {
        let headers = element.child("headers")
        startLine = headers?.string("first-line") ?? ""
        fields = (headers?.children ?? []).compactMap { header in
            guard header.name == "header", let name = header.child("name") else { return nil }
            return LoggedField(name.text.bytes(in: store), header.child("value")?.text.bytes(in: store) ?? [])
        }
        bodyLength = element["body"].flatMap { Int($0) }
        guard let body = element.child("body") else { return }
        self.body = CharlesTransaction.Body(
            text: body.text,
            isBase64: body["encoding"] == "base64",
            isDecoded: body["decoded"] == "true"
        )
    }
}
