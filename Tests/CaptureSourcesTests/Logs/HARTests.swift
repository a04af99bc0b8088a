import Bytes
import CaptureSources
import Testing

/// HTTP Archives in their dialects, and broken ones.
struct HARTests {
    private func archive(_ entries: String, creator: String = "WebInspector") -> String {
        #"{"log":{"version":"1.2","creator":{"name":"\#(creator)"},"entries":[\#(entries)]}}"#
    }

    private func entry(_ postData: String, headers: String = "", more: String = "") -> String {
        #"{"startedDateTime":"2026-11-21T01:58:09Z","request":{"method":"POST","url":"http://h:81/p?q#f","#
            + #""httpVersion":"HTTP/1.1","headers":[\#(headers)]\#(more)\#(postData)},"response":{"status":204}}"#
    }

    @Test(arguments: ["", "\u{FEFF}"])
    func `reads an entry, a byte order mark before it or not`(_ mark: String) throws {
        let log = try LogRecorder.read(mark + archive(entry(#","postData":{"text":"a\r\n"}"#)), as: .har)
        let read = try #require(log.entries.first)
        #expect(log.problems.isEmpty && log.entries.count == 1)
        #expect(read.request?.target == "/p?q")
        #expect(read.note.url == "http://h:81/p?q#f")
        #expect(read.requestText == "a\r\n")
        #expect(read.note.form == .text)
        #expect(read.response?.status == 204)
    }

    @Test(arguments: [
        (#","postData":{"text":"/w==","encoding":"base64"}"#, "WebInspector", LoggedForm.content),
        (#","_content":{"text":"/w==","encoding":"base64"}"#, "HTTP Toolkit", .content),
        (#","postData":{"text":"ÿ"}"#, "mitmproxy", .text),
        (
            #","postData":{"mimeType":"multipart/form-data; charset=UTF-8","text":"\udcff"}"#, "mitmproxy",
            .text
        ),
    ])
    func `gets the bytes back where the dialect kept them`(
        _ postData: String,
        _ creator: String,
        _ form: LoggedForm
    ) throws {
        let log = try LogRecorder.read(archive(entry(postData), creator: creator), as: .har)
        #expect(log.entries.first?.requestBytes == [0xFF])
        #expect(log.entries.first?.note.form == form)
    }

    @Test(arguments: [
        (#"{"name":"Content-Length","value":"9"}"#, "", LoggedContent.absent(length: 9)),
        ("", #","bodySize":7"#, .absent(length: 7)),
        ("", #","bodySize":-1,"postData":{"params":[{"name":"a"}]}"#, .absent(length: nil)),
        ("", #","_requestBodyStatus":"discarded:too-large""#, .absent(length: nil)),
        (
            #"{"name":"Content-Type","value":"multipart/form-data; boundary=B"}"#, #","bodySize":-1"#,
            .absent(length: nil)
        ),
        (#"{"name":"Content-Type","value":"application/json"}"#, #","postData":null"#, .absent(length: nil)),
        (#"{"name":"Content-Type","value":"multipart/form-data; boundary=B"}"#, #","bodySize":0"#, .none),
        (
            #"{"name":"Content-Type","value":"multipart/form-data"},{"name":"Content-Length","value":"0"}"#,
            #","bodySize":-1"#, .none
        ),
        ("", #","bodySize":-1"#, .none),
    ])
    func `says of a body that was not kept that it is absent, and of none that there was none`(
        _ headers: String,
        _ more: String,
        _ content: LoggedContent
    ) throws {
        let log = try LogRecorder.read(archive(entry("", headers: headers, more: more)), as: .har)
        #expect(log.entries.first?.request?.content == content)
    }

    @Test(
        arguments: [
            ("LS1CDQo=", 5, 5, "--B\r\n"), ("LS1CDQo=", nil, 5, "--B\r\n"), ("LS1CDQo=", 5, -1, "--B\r\n"),
            (#"LS1C\r\nDQo="#, 5, 12, "--B\r\n"), ("LS1CDQo=", 8, 5, nil), ("LS1CDQo=", nil, 8, nil),
            ("LS1CDQo=", nil, -1, nil), ("LS1CDQo=", 4, 6, nil), ("--B: a b", 5, 5, nil),
        ] as [(String, Int?, Int, String?)]
    )
    func `takes a text for base64 that decodes to as many bytes as were sent`(
        _ text: String,
        _ declared: Int?,
        _ counted: Int,
        _ body: String?
    ) throws {
        let headers = declared.map { #"{"name":"Content-Length","value":"\#($0)"}"# } ?? ""
        let more = #","bodySize":\#(counted),"postData":{"text":"\#(text)"}"#
        let log = try LogRecorder.read(archive(entry("", headers: headers, more: more)), as: .har)
        let read = try #require(log.entries.first)
        let form: LoggedForm = body == nil ? .text : .content
        #expect(read.note.form == form)
        if let body { #expect(read.requestText == body) }
    }

    @Test func `takes a long text for base64, escapes in it`() throws {
        let text = String(repeating: #"LS1C\/w0K"#, count: 10_000)
        let more = #","bodySize":60000,"postData":{"text":"\#(text)"}"#
        let log = try LogRecorder.read(archive(entry("", more: more)), as: .har)
        let bytes = try #require(log.entries.first?.requestBytes)
        #expect(bytes.count == 60_000 && bytes.prefix(6) == [0x2D, 0x2D, 0x42, 0xFF, 0x0D, 0x0A])
    }

    @Test(arguments: [
        (#"{"text":"a"}"#, "x", KeptRepresentation.text), (#"{"text":"a"}"#, "mitmproxy", .decoded),
        (#"{"text":"YQ==","encoding":"base64"}"#, "x", .decoded),
    ])
    func `says what was done to a body under a content coding, and how long it was`(
        _ postData: String,
        _ creator: String,
        _ representation: KeptRepresentation
    ) throws {
        let headers = #"{"name":"Content-Encoding","value":"gzip"}"#
        let more = #","bodySize":21,"postData":\#(postData)"#
        let text = archive(entry("", headers: headers, more: more), creator: creator)
        let request = try #require(try LogRecorder.read(text, as: .har).entries.first?.request)
        #expect(request.representation == representation && request.notedLength == 21)
    }

    @Test func `reads headers that are pairs`() throws {
        let log = try LogRecorder.read(archive(entry("", headers: #"["Host","h"]"#)), as: .har)
        #expect(log.entries.first?.request?.fields == [LoggedField("Host", "h")])
    }

    @Test func `reads a long body piece by piece, escapes on all borders`() throws {
        let text = String(repeating: #"\u00e9\r\n"#, count: 60_000)
        let log = try LogRecorder.read(archive(entry(#","postData":{"text":"\#(text)"}"#)), as: .har)
        #expect(log.entries.first?.requestText == String(repeating: "é\r\n", count: 60_000))
    }

    @Test(arguments: [
        #"{"startedDateTime":"x","request":[}"#, #"{"startedDateTime":1,"request":{}}"#, "{]", "7",
    ])
    func `one broken entry does not lose the others`(_ broken: String) throws {
        let good = entry("")
        let log = try LogRecorder.read(archive("\(good),\(broken),\(good)"), as: .har)
        #expect(log.entries.count == 2)
        #expect(log.problems.count >= 1)
        #expect(log.problems.allSatisfy { $0.offset != nil })
    }

    @Test func `gives what came before the end of a file that is cut off, at every byte`() throws {
        let entry = Array(entry(#","postData":{"text":"a"}"#).utf8)
        let whole = Array(archive(String(decoding: entry + [0x2C] + entry, as: UTF8.self)).utf8)
        let first = try #require(whole.firstRange(of: entry)).upperBound
        for end in 2..<whole.count {
            do {
                let log = try LogRecorder.read(Array(whole[..<end]), as: .har)
                #expect(!log.problems.isEmpty)
                let count = end < first ? 0 : end < first + 1 + entry.count ? 1 : 2
                #expect(log.entries.count { $0.hasEnded && !$0.isBrokenOff } == count, "\(end)")
                #expect(log.entries.prefix(count).allSatisfy { $0.requestText == "a" }, "\(end)")
                #expect(log.entries.count <= count + 1, "\(end)")
            } catch let failure as CaptureReader.Failure {
                #expect(end < 60, "\(failure)")
            }
        }
    }

    @Test func `is not overwhelmed by depth`() throws {
        let deep = String(repeating: "[", count: 200_000) + String(repeating: "]", count: 200_000)
        let log = try LogRecorder.read(archive(entry("", more: #","x":\#(deep)"#)), as: .har)
        #expect(log.entries.count == 1)
    }

    @Test func `is not overwhelmed by an entry of many values`() throws {
        let many = String(repeating: "0,", count: 150_000) + "0"
        let good = entry("")
        let log = try LogRecorder.read(archive(entry("", more: #","x":[\#(many)]"#) + "," + good), as: .har)
        #expect(log.entries.count == 1)
        #expect(log.problems.first?.kind == .limit)
    }
}
