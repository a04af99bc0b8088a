import Bytes
import CaptureSources
import Testing

/// mitmproxy's flow files: their versions, and broken ones.
struct FlowFileTests {
    private func netstring(_ payload: String, _ type: String) -> String {
        "\(payload.utf8.count):\(payload)\(type)"
    }

    private func record(_ members: [(String, String)]) -> String {
        netstring(members.map { netstring($0.0, ";") + $0.1 }.joined(), "}")
    }

    private func flow(
        content: String,
        headers: [(String, String)] = [],
        response: String = "0:~",
        id: String? = nil,
        start: String = "1.5"
    ) -> String {
        let fields = headers.map { netstring(netstring($0.0, ",") + netstring($0.1, ","), "]") }
        let request = record([
            ("path", netstring("/p", ",")), ("scheme", netstring("https", ",")),
            ("host", netstring("h", ";")),
            ("method", netstring("POST", ",")), ("port", netstring("8443", "#")), ("content", content),
            ("headers", netstring(fields.joined(), "]")), ("http_version", netstring("HTTP/2.0", ",")),
            ("timestamp_start", netstring(start, "^")),
        ])
        return record([
            ("response", response), ("request", request),
            (
                "client_conn",
                record([("peername", netstring(netstring("1.2.3.4", ";") + netstring("5", "#"), "]"))])
            ),
            ("id", id.map { netstring($0, ";") } ?? "0:~"),
            ("type", netstring("http", ";")), ("version", netstring("21", "#")),
        ])
    }

    @Test func `reads a flow`() throws {
        let log = try LogRecorder.read(flow(content: netstring("body", ",")), as: .mitmproxy)
        let read = try #require(log.entries.first)
        #expect(read.note.url == "https://h:8443/p")
        #expect(read.note.client == LoggedAddress(host: "1.2.3.4", port: 5))
        #expect(read.note.requestStart?.nanoseconds == 1_500_000_000)
        #expect(read.request?.version == "HTTP/2")
        #expect(read.requestText == "body")
        #expect(read.response == nil && read.hasEnded)
    }

    @Test(
        arguments: [
            ([("Content-Length", "5")], LoggedContent.absent(length: 5)),
            ([("Transfer-Encoding", "chunked")], .absent(length: nil)), ([], .none),
        ] as [([(String, String)], LoggedContent)]
    )
    func `says of a streamed body that it is absent`(
        _ headers: [(String, String)],
        _ content: LoggedContent
    ) throws {
        let log = try LogRecorder.read(flow(content: "0:~", headers: headers), as: .mitmproxy)
        #expect(log.entries.first?.request?.content == content)
    }

    @Test(arguments: [
        ("4:body,", [] as [(String, String)], LoggedContent.counted(length: 4), "body"),
        ("0:,", [], .counted(length: 0), ""), ("0:~", [("Content-Length", "7")], .absent(length: 7), ""),
        ("0:~", [("Content-Length", "0")], .none, ""), ("0:~", [], .absent(length: nil), ""),
    ])
    func `reads the content of a response, and says of a streamed one that it is absent`(
        _ content: String,
        _ headers: [(String, String)],
        _ expected: LoggedContent,
        _ text: String
    ) throws {
        let fields = headers.map { netstring(netstring($0.0, ",") + netstring($0.1, ","), "]") }
        let response = record([
            ("status_code", netstring("200", "#")), ("content", content),
            ("headers", netstring(fields.joined(), "]")), ("http_version", netstring("HTTP/1.1", ",")),
        ])
        let log = try LogRecorder.read(flow(content: "0:~", response: response), as: .mitmproxy)
        #expect(log.entries.first?.response?.content == expected)
        #expect(log.entries.first?.responseText == text)
    }

    @Test func `a flow that was saved twice counts once: the most complete copy, in the place of the first`()
        throws
    {
        let id = "2f94037f-da05-4fba-a2a9-032bca6c4579"
        let early = flow(content: "0:~", headers: [("Content-Length", "4")], id: id)
        let whole = flow(content: "4:body,", id: id)
        let other = flow(content: "5:other,", id: "2f94037f-da05-4fba-a2a9-032bca6c457a")
        let damaged = record([("request", "0:~"), ("id", netstring(id, ";"))])
        for flows in [
            early + other + whole, whole + other + early, damaged + other + whole, whole + other + damaged,
        ] {
            let log = try LogRecorder.read(flows, as: .mitmproxy)
            #expect(log.entries.map(\.requestText) == ["body", "other"])
            #expect(log.problems.isEmpty)
        }
        let edited = try LogRecorder.read(whole + flow(content: "3:new,", id: id), as: .mitmproxy)
        #expect(edited.entries.map(\.requestText) == ["new"])
        // One that is sent again keeps its id.
        let again = try LogRecorder.read(
            whole + flow(content: "3:new,", id: id, start: "2.5"),
            as: .mitmproxy
        )
        #expect(again.entries.map(\.requestText) == ["body", "new"])
        let unnamed = flow(content: "0:~")
        let log = try LogRecorder.read(early + unnamed + unnamed, as: .mitmproxy)
        #expect(log.entries.count == 3)
    }

    @Test func `one flow that cannot be read does not lose the others`() throws {
        let good = flow(content: "0:~")
        let log = try LogRecorder.read(good + "6:9:abc;}" + good + netstring("", "}") + good, as: .mitmproxy)
        #expect(log.entries.count == 3)
        #expect(log.problems.map(\.kind) == [.damagedEntry, .damagedEntry])
    }

    @Test(arguments: ["9999999999999:x", "999999999999:x", "12:", "x", "1:a?"])
    func `tells of lengths that lie where they stand`(_ tail: String) throws {
        let good = flow(content: "0:~")
        let log = try LogRecorder.read(good + tail, as: .mitmproxy)
        #expect(log.entries.count == 1)
        #expect(log.problems.count == 1)
        #expect((log.problems[0].offset ?? 0) >= good.utf8.count)
    }

    @Test func `is not overwhelmed by depth`() throws {
        var nested = "0:~"
        for _ in 0..<2000 { nested = netstring(nested, "]") }
        let log = try LogRecorder.read(record([("request", nested)]) + flow(content: "0:~"), as: .mitmproxy)
        #expect(log.entries.count == 1)
        #expect(log.problems.first?.kind == .limit)
    }

    @Test func `counts flows that are not HTTP`() throws {
        let tcp = record([("type", netstring("tcp", ";"))])
        let log = try LogRecorder.read(tcp + tcp, as: .mitmproxy)
        #expect(log.problems.map(\.message) == ["2 flows of the type tcp, which is not HTTP"])
    }
}
