import Bytes

extension CharlesTransaction {
    /// Takes a transaction of `.chlsj`, or the meta data of one of `.chlz`; `nil` where it is none.
    init?(json value: LogValue, in store: ByteStore) {
        guard let request = value["request"], value["method"] != nil || value["host"] != nil else {
            return nil
        }
        scheme = value["scheme"]?.string
        host = value["host"]?.string
        port = value["actualPort"]?.integer ?? value["port"]?.integer
        path = value["path"]?.string
        query = value["query"]?.string
        method = value["method"]?.string
        version = value["protocolVersion"]?.string
        client = Self.address(value["clientAddress"]?.string, port: value["clientPort"]?.integer)
        server = Self.address(value["remoteAddress"]?.string, port: port)
        tlsVersion = value["ssl"]?["protocol"]?.string
        comment = value["notes"]?.string ?? value["errorMessage"]?.string
        let times = value["times"]
        requestStart = Self.time(times, "requestBegin") ?? Self.time(times, "start")
        requestEnd = Self.time(times, "requestComplete")
        responseStart = Self.time(times, "responseBegin")
        responseEnd = Self.time(times, "end")
        self.request = Message(json: request, in: store)
        if let response = value["response"] {
            self.response = Message(json: response, in: store)
            status = response["status"]?.integer
        }
    }

    private static func time(_ times: LogValue?, _ name: String) -> Timestamp? {
        if let text = times?[name]?.string { return Timestamp(iso8601: text) }
        return times?[name + "Millis"]?.integer.flatMap { Timestamp(milliseconds: $0) }
    }
}

extension CharlesTransaction.Message {
    fileprivate init(json value: LogValue, in store: ByteStore) {
        startLine = value["header"]?["firstLine"]?.string ?? ""
        fields = (value["header"]?["headers"]?.elements ?? []).compactMap { header in
            guard let name = header["name"]?.text else { return nil }
            return LoggedField(name.bytes(in: store), header["value"]?.text?.bytes(in: store) ?? [])
        }
        bodyLength = value["sizes"]?["body"]?.length
        guard let body = value["body"], let text = body["text"]?.text ?? body["encoded"]?.text else { return }
        // Base64 is marked in one of two ways.
        let isBase64 =
            body["encoding"]?.string == "base64" || body["encoded"]?.bool ?? (body["encoded"]?.text != nil)
        self.body = CharlesTransaction.Body(
            text: text,
            isBase64: isBase64,
            isDecoded: body["decoded"]?.bool ?? false
        )
    }
}
