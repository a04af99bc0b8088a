import CaptureSources
import Testing

/// Logs in XML: Charles and Burp, well-formed or not.
struct XMLLogTests {
    private func session(_ body: String, declaration: String = "") -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>\(declaration)<charles-session>
        <transaction method="POST" protocol="http" host="h" actualPort="81" path="/p" query="a=1&amp;b=2" \
        startTime="2022-04-05T22:58:57.616+07:00"><request headers="true" body="4"><headers>
        <first-line><![CDATA[POST /p HTTP/1.1]]></first-line>
        <header><name>X</name><value>a &lt; b</value></header></headers>\(body)</request>
        <response status="200"><headers><first-line>HTTP/1.0 200 OK</first-line></headers></response></transaction>
        </charles-session>
        """
    }

    @Test(arguments: [
        ("<body encoding=\"base64\">YWJj\nZA==</body>", "abcd", LoggedForm.content),
        ("<body encoding=\"plain\"><![CDATA[a\r\n]]></body>", "a\r\n", .text),
        ("<body encoding=\"base64\" decoded=\"true\">YQ==</body>", "a", .text),
    ])
    func `reads a Charles session`(_ body: String, _ text: String, _ form: LoggedForm) throws {
        let log = try LogRecorder.read(session(body), as: .charlesXML)
        let read = try #require(log.entries.first)
        #expect(log.problems.isEmpty)
        #expect(read.note.url == "http://h:81/p?a=1&b=2")
        #expect(read.request?.fields == [LoggedField("X", "a < b")])
        #expect(read.requestText == text && read.note.form == form)
        #expect(read.response?.status == 200)
        #expect(read.note.requestStart != nil)
    }

    @Test func `says of a body that is not there how long it was`() throws {
        let log = try LogRecorder.read(session(""), as: .charlesXML)
        #expect(log.entries.first?.request?.content == .absent(length: 4))
    }

    @Test func `expands no entity and fetches no declaration`() throws {
        let bomb = """
            <!DOCTYPE s SYSTEM "file:///etc/passwd" [<!ENTITY a "xxxxxxxxxx"><!ENTITY b "&a;&a;&a;&a;">\
            <!ENTITY c SYSTEM "http://127.0.0.1:1/x">]>
            """
        let log = try LogRecorder.read(
            session("<body encoding=\"plain\">&b;&c;</body>", declaration: bomb),
            as: .charlesXML
        )
        #expect(log.entries.first?.requestText == "&b;&c;")
    }

    @Test func `reads Burp's items, in base64 or with bytes that no XML has`() throws {
        let plain = "POST /b HTTP/1.1\r\nHost: h\r\n\r\na\u{0}b"
        let text = """
            <?xml version="1.1"?><!DOCTYPE items [<!ELEMENT items (item*)>]><items burpVersion="1">
            <item><url><![CDATA[https://h/a]]></url><host ip="10.1.2.3">h</host><port>443</port><protocol>https</protocol>
            <request base64="true"><![CDATA[R0VUIC9hIEhUVFAvMS4xDQoNCg==]]></request>
            <response base64="true"></response></item>
            <item><url>x</url></item>
            <item><url>y</url><request base64="false"><![CDATA[\(plain)]]></request></item></items>
            """
        let log = try LogRecorder.read(text, as: .burpXML)
        #expect(log.entries.count == 2)
        #expect(log.problems.map(\.message) == ["an item has no request"])
        #expect(log.entries[0].requestText == "GET /a HTTP/1.1\r\n\r\n" && log.entries[0].note.form == .wire)
        #expect(log.entries[0].note.server == LoggedAddress(host: "10.1.2.3", port: 443))
        #expect(log.entries[1].requestText == "a\u{0}b" && log.entries[1].note.form == .text)
    }

    @Test func `gives what came before the end of a file that is cut off, at every byte`() throws {
        let whole = Array(session("<body encoding=\"base64\">YWJjZA==</body>").utf8)
        let ended = try #require(whole.firstRange(of: Array("</transaction>".utf8))).upperBound
        for end in 0..<whole.count {
            do {
                let log = try LogRecorder.read(Array("<".utf8 + whole[..<end].dropFirst()), as: .charlesXML)
                #expect(!log.problems.isEmpty, "\(end)")
                let count = end < ended ? 0 : 1
                #expect(log.entries.count { $0.hasEnded && !$0.isBrokenOff } == count, "\(end)")
                #expect(log.entries.prefix(count).allSatisfy { $0.requestText == "abcd" }, "\(end)")
                #expect(log.entries.count <= 1, "\(end)")
            } catch is CaptureReader.Failure {
                #expect(end < 70)
            }
        }
    }

    @Test func `is not overwhelmed by depth or by end tags without a beginning`() throws {
        let deep = String(repeating: "<a>", count: 100_000)
        let log = try LogRecorder.read(session(deep), as: .charlesXML)
        #expect(log.problems.contains { $0.kind == .limit })
        let stray = try LogRecorder.read(session("</nothing>"), as: .charlesXML)
        #expect(stray.problems.count == 1)
    }
}
