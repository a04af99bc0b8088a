import Bytes
import Exchanges
import Forms
import Testing

@testable import Profiles

struct KnownClientsTests {
    private static let requests = [
        "Host: up.test", "User-Agent: python-requests/2.34.2", "Accept-Encoding: gzip", "Accept: */*",
        "Connection: keep-alive", "Content-Length: 1",
    ]

    private static func upload(_ boundary: String, _ head: [String]) -> (exchange: Exchange, form: Form) {
        let body =
            "--\(boundary)\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--\(boundary)--\r\n"
        var message = MessageDraft()
        message.head.framing = .contentLength
        message.content.bodyLength = body.utf8.count
        let lines = head + ["Content-Type: multipart/form-data; boundary=\(boundary)"]
        message.head.fields = FieldSection(parsing: Array(lines.map { $0 + "\r\n" }.joined().utf8), base: 0)
        var exchange = Exchange(connection: 1, client: nil, server: nil)
        exchange.request = Message(message)
        var reader = FormReader(declared: [Array(boundary.utf8)])
        reader.push(Array(body.utf8).span.bytes)
        return (exchange, reader.finish())
    }

    private static func text(_ recognition: ClientRecognition) -> String {
        recognition.matches.map(\.profile.id).joined(separator: " ") + (recognition.isCertain ? "" : "?")
    }

    @Test func `what is remembered is what a request by itself shows`() {
        var asked = 0
        var clients = KnownClients {
            asked += 1
            return (Self.text($0), nil)
        }
        let agent = Self.requests.map { $0.replacing("python-requests/2.34.2", with: "MyApp/1.0") }
        let shuffled = Array(Self.requests.reversed())
        let boundaries = [
            "b782f8ceaab6047106b4c623a0439fae", "00f8ceaab6047106b4c623a0439faeb7",
            "------WebKitFormBoundary1",
            "----WebKitFormBoundaryv7jNpAZIhbcXdk9C", "------------------------d74496d66958873e",
        ]
        var kinds: Set<String> = []
        for _ in 0..<3 {
            for head in [Self.requests, agent, shuffled, ["Host: a"]] {
                for boundary in boundaries {
                    let (exchange, form) = Self.upload(boundary, head)
                    let expected = ClientRecognition(exchange, form: form).map(Self.text)
                    #expect(clients.name(of: exchange, form: form)?.text == expected)
                    kinds.insert(expected ?? "")
                }
            }
        }
        #expect(kinds.count > 4)
        #expect(asked > 16, "more clients take turns than are remembered")
    }

    @Test func `uploads that differ in their boundaries alone are looked at once`() {
        var asked = 0
        var clients = KnownClients {
            asked += 1
            return (Self.text($0), nil)
        }
        for number in 0..<20 {
            let boundary = "b782f8ceaab6047106b4c623a0439f" + (number < 10 ? "0" : "") + "\(number)"
            let (exchange, form) = Self.upload(boundary, Self.requests)
            #expect(clients.name(of: exchange, form: form)?.text == "requests")
        }
        #expect(asked == 1)
    }

    @Test func `a request without a boundary has no client`() {
        var clients = KnownClients { _ in ("", nil) }
        #expect(clients.name(of: Exchange(connection: 1, client: nil, server: nil), form: nil)?.text == nil)
    }
}
