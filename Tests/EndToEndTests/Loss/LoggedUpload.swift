import Foundation
import TestSupport

/// An upload as logs write it down.
struct LoggedUpload {
    /// The form.
    let form: ConformingForm

    /// The response, for which the connection stays open.
    static let response = Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".utf8)

    /// The fields of the request.
    var fields: [(name: String, value: String)] {
        [
            ("Host", "example.com"), ("User-Agent", "x/1"), ("Accept", "*/*"),
            ("Content-Length", "\(form.body.count)"), ("Content-Type", form.contentType),
        ]
    }

    /// The head of the request.
    var head: [UInt8] {
        Array("POST /u HTTP/1.1\r\n\(fields.map { "\($0.name): \($0.value)\r\n" }.joined())\r\n".utf8)
    }

    /// The request.
    var request: [UInt8] { head + form.body }

    /// The body as text.
    var bodyText: String { String(decoding: form.body, as: UTF8.self) }

    /// A text as a string of JSON.
    static func quoted(_ text: String) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        return (try? encoder.encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    // MARK: JSON and XML

    private var fieldList: String {
        "["
            + fields.map { #"{"name":"\#($0.name)","value":\#(Self.quoted($0.value))}"# }
            .joined(separator: ",") + "]"
    }

    /// An entry of a HAR.
    func entry(postData: String) -> String {
        let type = Self.quoted(form.contentType)
        return #"{"startedDateTime":"2026-11-21T01:58:09.843Z","time":3,"request":{"method":"POST","#
            + #""url":"http://example.com/u","httpVersion":"HTTP/1.1","headers":\#(fieldList),"bodySize":"#
            + #"\#(form.body.count),"postData":{"mimeType":\#(type),\#(postData.dropFirst())},"response":"#
            + #"{"status":200,"statusText":"OK","httpVersion":"HTTP/1.1","headers":[{"name":"Content-Length","#
            + #""value":"2"}],"content":{"size":2,"text":"ok"},"bodySize":2}}"#
    }

    /// The members of a transaction of Charles.
    func transaction(hasBody: Bool) -> String {
        let body = Data(form.body).base64EncodedString()
        return #""status":"COMPLETE","method":"POST","protocolVersion":"HTTP/1.1","scheme":"http","host":"#
            + #""example.com","port":80,"actualPort":80,"path":"/u","query":null,"request":{"sizes":{"headers":"#
            + #"\#(head.count),"body":\#(form.body.count)},"header":{"firstLine":"POST /u HTTP/1.1","headers":"#
            + "\(fieldList)}"
            + (hasBody ? #","body":{"encoding":"base64","text":"\#(body)"}"# : "")
            + #"},"response":{"status":200,"sizes":{"headers":38,"body":2},"header":{"firstLine":"#
            + #""HTTP/1.1 200 OK","headers":[]}}"#
    }

    /// A transaction of Charles's session in XML.
    var transactionElement: String {
        let headers = fields.map { "<header><name>\($0.name)</name><value>\($0.value)</value></header>" }
        return """
            <transaction method="POST" protocol="http" host="example.com" actualPort="80" path="/u">
            <request headers="true" body="\(form.body.count)"><headers>\
            <first-line><![CDATA[POST /u HTTP/1.1]]></first-line>\(headers.joined())</headers>\
            <body encoding="base64"><![CDATA[\(Data(form.body).base64EncodedString())]]></body></request>
            <response status="200"><headers><first-line>HTTP/1.1 200 OK</first-line></headers></response>
            </transaction>
            """
    }

    /// An item of Burp.
    func item(isBase64: Bool) -> String {
        func text(_ bytes: [UInt8]) -> String {
            isBase64 ? Data(bytes).base64EncodedString() : String(decoding: bytes, as: UTF8.self)
        }
        return """
            <item><url><![CDATA[http://example.com/u]]></url><host ip="10.0.0.1">example.com</host><port>80</port>
            <protocol>http</protocol><request base64="\(isBase64)"><![CDATA[\(text(request))]]></request>
            <status>200</status><response base64="\(isBase64)"><![CDATA[\(text(Self.response))]]></response></item>
            """
    }

    // MARK: Binary logs

    /// A flow of mitmproxy.
    var flow: [UInt8] {
        func value(_ payload: [UInt8], _ type: String = ",") -> [UInt8] {
            Array("\(payload.count):".utf8) + payload + Array(type.utf8)
        }
        func text(_ text: String, _ type: String = ",") -> [UInt8] { value(Array(text.utf8), type) }
        func record(_ members: [(String, [UInt8])]) -> [UInt8] {
            value(members.flatMap { text($0.0, ";") + $0.1 }, "}")
        }
        let headers = fields.map { value(text($0.name) + text($0.value), "]") }
        let request = record([
            ("path", text("/u")), ("scheme", text("http")), ("host", text("example.com", ";")),
            ("method", text("POST")), ("port", text("80", "#")),
            ("headers", value(Array(headers.joined()), "]")),
            ("content", value(form.body)), ("http_version", text("HTTP/1.1")),
        ])
        let response = record([
            ("status_code", text("200", "#")), ("reason", text("OK")), ("headers", text("", "]")),
            ("content", text("ok")), ("http_version", text("HTTP/1.1")),
        ])
        return record([
            ("type", text("http", ";")), ("version", text("21", "#")), ("request", request),
            ("response", response),
        ])
    }

    /// A transaction in Charles's native session, the fields of its class in the order of their names.
    var javaObject: [UInt8] {
        var stream = ObjectStreamBuilder()
        let header = stream.bytes.count
        stream.raw(0x73)
        stream.newClass(
            "com.xk72.charles.model.Transaction",
            fields: [
                ("L", "file"), ("L", "host"), ("L", "method"), ("L", "protocol"), ("[", "requestBody"),
                ("L", "requestHeader"), ("[", "responseBody"), ("L", "responseHeader"),
            ]
        )
        for text in ["/u", "example.com", "POST", "http"] { stream.string(text) }
        stream.byteArray(form.body)
        stream.head("POST /u HTTP/1.1", fields)
        stream.byteArray(Array("ok".utf8))
        stream.head("HTTP/1.1 200 OK", [("Content-Length", "2")])
        return Array(stream.bytes[header...])
    }
}

extension ObjectStreamBuilder {
    fileprivate mutating func byteArray(_ bytes: [UInt8]) {
        raw(0x75)
        newClass("[B")
        number(bytes.count, bytes: 4)
        self.bytes += bytes
    }

    private mutating func strings(_ strings: [String]) {
        raw(0x75)
        newClass("[Ljava.lang.String;")
        number(strings.count, bytes: 4)
        for text in strings { string(text) }
    }

    fileprivate mutating func head(_ startLine: String, _ fields: [(name: String, value: String)]) {
        raw(0x73)
        newClass(
            "com.xk72.proxy.http.HttpFields",
            flags: 3,
            fields: [("L", "fieldNames"), ("L", "fieldValues")]
        )
        strings(fields.map(\.name))
        strings(fields.map(\.value))
        string(startLine)
        raw(0x78)
    }
}
