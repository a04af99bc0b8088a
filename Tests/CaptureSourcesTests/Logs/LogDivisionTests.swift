import TestSupport
import Testing

@testable import CaptureSources

/// Logs of all formats, in whatever blocks their bytes are read.
///
/// A log's reader takes the bytes itself, block by block; blocks end at each byte of the log.
struct LogDivisionTests {
    /// What the reader reports of a log, or why it refuses it.
    private enum Reading: Equatable {
        case told(LogRecorder)
        case refused(CaptureReader.Failure)
    }

    private static func read(_ bytes: [UInt8], in blockLength: Int, as format: CaptureFormat) -> Reading {
        let store = ByteStore(bytes, blockSize: blockLength)
        var recorder = LogRecorder()
        do throws(CaptureReader.Failure) {
            try LogReader.read(store, of: "log", format: format, into: &recorder)
            return .told(recorder)
        } catch {
            return .refused(error)
        }
    }

    private static let har = #"""
        {"log":{"creator":{"name":"x"},"entries":[{"startedDateTime":"2026-11-21T01:58:09Z","request":
        {"method":"POST","url":"http://h/p","httpVersion":"HTTP/1.1","headers":[{"name":"A","value":"\u00e9"}],
        "postData":{"text":"a\r\n\ud83d\ude00"}},"response":{"status":200,"content":{"text":"/w==","encoding":"base64"}}},
        [1,{"a":null}],{"request":}]}}
        """#
    private static let charles = """
        <?xml version="1.0" encoding="UTF-8"?><!DOCTYPE s [<!ENTITY a "x">]><charles-session><!-- c -->
        <transaction method="POST" protocol="http" host="h" actualPort="81" path="/p" query="a=1&amp;b=2">
        <request headers="true" body="4"><headers><first-line><![CDATA[POST /p HTTP/1.1]]></first-line>
        <header><name>X</name><value>a &lt; b</value></header></headers><body encoding="base64">YWJj\nZA==</body></request>
        <response status="200"><headers><first-line>HTTP/1.0 200 OK</first-line></headers></response></transaction>
        <transaction></charles-session>
        """
    private static let charlesJSON = """
        [{"method":"POST","scheme":"http","host":"h","actualPort":81,"path":"/p","query":null,"protocolVersion":"HTTP/1.1",
        "request":{"sizes":{"body":4},"header":{"firstLine":"POST /p HTTP/1.1","headers":[{"name":"Host","value":"h"}]},
        "body":{"text":"ab\\u0063d","charset":"UTF-8"}},"response":{"status":204}}]
        """
    private static let burp = """
        <?xml version="1.1"?><!DOCTYPE items [<!ELEMENT items (item*)>]><items burpVersion="1"><item>
        <url><![CDATA[https://h/a]]></url><host ip="10.1.2.3">h</host><port>443</port><protocol>https</protocol>
        <request base64="true"><![CDATA[R0VUIC9hIEhUVFAvMS4xDQoNCg==]]></request><response base64="true"></response></item>
        <item><url>x</url></item></items>
        """
    private static let trace = """
        == Info: Connected to h (10.0.0.1) port 8080 (#0)
        => Send header, 18 bytes (0x12)
        0000: 50 55 54 20 2f 20 48 54 54 50 2f 31 2e 31 0d 0a PUT / HTTP/1.1..
        0010: 0d 0a                                           ..
        => Send data, 2 bytes (0x2)
        0000: 00 ff                                           ..
        <= Recv header, 17 bytes (0x11)
        0000: 48 54 54 50 2f 31 2e 31 20 32 30 30 20 4f 4b 0d HTTP/1.1 200 OK.
        0010: 0a                                              .
        """
    private static let flow =
        "223:8:response;0:~7:request;165:4:path;2:/p,6:scheme;4:http,4:host;1:h;6:method;4:POST,4:port;2:80#7"
        + ":content;4:body,7:headers;15:11:4:Host,1:h,]]12:http_version;8:HTTP/1.1,15:timestamp_start;3:1.5^}4:"
        + "type;4:http;7:version;2:21#}6:9:abc;}13:4:type;3:tcp;}"

    private static let texts: [(format: CaptureFormat, text: String)] = [
        (.har, har), (.charlesXML, charles), (.charlesJSON, charlesJSON), (.burpXML, burp),
        (.curlTrace, trace),
        (.mitmproxy, flow),
    ]

    @Test(arguments: texts)
    func `a log is read the same in whatever blocks, and wherever it is cut off`(
        format: CaptureFormat,
        text: String
    ) {
        ParserVerifier.verifyBlocks(of: Array(text.utf8)) { Self.read($0, in: $1, as: format) }
    }

    @Test(arguments: CaptureFolder.captures.filter { !$0.holdsPackets })
    func `a real log is read the same in whatever blocks, and wherever it is cut off`(_ capture: CaptureFile)
        throws
    {
        let bytes = try capture.bytes()
        let format = try #require(CaptureFormat(sniffing: Array(bytes.prefix(CaptureFormat.sniffLength))))
        guard !TestScope.isWhole else {
            ParserVerifier.verifyBlocks(of: bytes, splitLimit: 0) { Self.read($0, in: $1, as: format) }
            return
        }
        let whole = Self.read(bytes, in: bytes.count, as: format)
        for length in InputDivision.chunkSizes {
            #expect(Self.read(bytes, in: length, as: format) == whole, "blocks of \(length)")
        }
    }

    /// Archives whose members are stored and deflated: Fiddler's sessions, a session of Charles 5, and a HAR with a file
    /// beside it.
    private static let archives: [(format: CaptureFormat, bytes: [UInt8])] = {
        var fiddler = ZipBuilder()
        fiddler.add("raw/1_c.txt", "PUT http://h/a HTTP/1.1\r\nContent-Length: 4\r\n\r\nbody", deflated: true)
        fiddler.add("raw/1_s.txt", "HTTP/1.1 200 OK\r\nA: b\r\n\r\nyes")
        let flags = "<SessionFlags><SessionFlag N=\"x-clientip\" V=\"10.0.0.1\"/></SessionFlags>"
        fiddler.add("raw/1_m.xml", "<Session>\(flags)</Session>", deflated: true)
        fiddler.add("raw/2_c.txt", "GET http://h/b HTTP/1.1\r\n\r\n")
        var charles = ZipBuilder()
        let transaction = String(charlesJSON.dropFirst().dropLast())
        charles.add("0-meta.json", transaction, deflated: true)
        charles.add("0-req.bin", "body")
        charles.add("0-res.bin", "answer", deflated: true)
        charles.add("1-meta.json", "{\"method\":")
        var archive = ZipBuilder()
        let file = #"{"mimeType":"a/b","_file":"1.bin"}"#
        archive.add(
            "a.har",
            #"{"log":{"entries":[{"request":{"method":"POST","url":"http://h/","headers":[],"postData":\#(file)}}]}}"#,
            deflated: true
        )
        archive.add("1.bin", "content")
        return [(.saz, fiddler.bytes), (.charlesZip, charles.bytes), (.har, archive.bytes)]
    }()

    @Test(arguments: archives)
    func `a log in a zip archive is read the same in whatever blocks, and wherever it is cut off`(
        format: CaptureFormat,
        bytes: [UInt8]
    ) {
        guard case .told(let whole) = Self.read(bytes, in: bytes.count, as: format) else {
            Issue.record("\(format) is refused")
            return
        }
        #expect(!whole.entries.isEmpty && whole.entries.contains { !$0.requestBytes.isEmpty })
        ParserVerifier.verifyBlocks(of: bytes) { Self.read($0, in: $1, as: format) }
    }

    @Test func `a stream of Java's objects is read the same in whatever blocks, and wherever it is cut off`()
    {
        var stream = ObjectStreamBuilder()
        stream.raw(0x73)
        stream.newClass("Child", fields: [("I", "count"), ("L", "name")], ends: false)
        stream.raw(0x78)
        stream.newClass("Parent", fields: [("Z", "flag"), ("J", "big")])
        stream.raw(1)
        stream.number(-5, bytes: 8)
        stream.number(7, bytes: 4)
        stream.string("a\u{E9}b")
        stream.raw(0x75)
        stream.newClass("[B")
        stream.raw(0, 0, 0, 3, 1, 2, 3)
        ParserVerifier.verifyBlocks(of: stream.bytes) { bytes, length in
            var reader = ObjectStreamReader(ByteStore(bytes, blockSize: length))
            let fault = reader.read()
            return "\(fault.map { "\($0)" } ?? "-") \(reader.graph.objects)"
        }
    }
}
