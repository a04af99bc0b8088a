import Bytes
import CaptureSources
import Testing

/// Content of responses in HTTP Archives, by the habits of those who write them.
struct HARResponseTests {
    private func read(_ response: String, creator: String = "WebInspector", headers: [String: String] = [:])
        throws -> LogRecorder.Entry
    {
        let lines = headers.map { #"{"name":"\#($0.key)","value":"\#($0.value)"}"# }.joined(separator: ",")
        let archive =
            #"{"log":{"creator":{"name":"\#(creator)"},"entries":[{"request":{"method":"GET","url":"http://h/"},"#
            + #""response":{"status":200,"headers":[\#(lines)],\#(response)}}]}}"#
        let log = try LogRecorder.read(archive, as: .har)
        #expect(log.problems.isEmpty)
        return try #require(log.entries.first)
    }

    @Test(
        arguments: [
            (#""content":{"size":1,"text":"/w==","encoding":"base64"}"#, "WebInspector", "image/png", [0xFF]),
            (#""content":{"size":1,"text":"ÿ"}"#, "mitmproxy", "image/png", [0xFF]),
            (#""content":{"size":2,"text":"ÿ"}"#, "mitmproxy", "text/plain; charset='UTF-8'", [0xC3, 0xBF]),
            (#""content":{"size":2,"text":"ÿ"}"#, "mitmproxy", "text/html", [0xC3, 0xBF]),
            (#""content":{"size":1,"text":"ÿ"}"#, "mitmproxy", "text/html; charset=ISO-8859-1", [0xFF]),
        ] as [(String, String, String, [UInt8])]
    )
    func `gets the bytes back where the dialect kept them`(
        _ content: String,
        _ creator: String,
        _ type: String,
        _ bytes: [UInt8]
    ) throws {
        let entry = try read(content, creator: creator, headers: ["Content-Type": type])
        #expect(entry.responseBytes == bytes)
        #expect(entry.response?.representation == .decoded)
        #expect(entry.response?.heldLength == bytes.count)
    }

    @Test func `keeps apart what was sent and what is held`() throws {
        let entry = try read(
            #""bodySize":3,"content":{"size":5,"text":"hello"}"#,
            headers: ["Content-Encoding": "gzip", "Content-Length": "3"]
        )
        #expect(entry.responseText == "hello" && entry.response?.representation == .text)
        #expect(entry.response?.content == .counted(length: 3) && entry.response?.heldLength == 5)
    }

    @Test func `takes bytes for coded that are as many as were sent`() throws {
        let entry = try read(
            #""bodySize":1,"content":{"size":1,"text":"/w==","encoding":"base64"}"#,
            headers: ["Content-Encoding": "gzip", "Content-Length": "1"]
        )
        #expect(entry.response?.representation == .sent)
    }

    @Test func `counts the size by mitmproxy as that under the content coding`() throws {
        let entry = try read(
            #""bodySize":3,"content":{"size":3,"compression":2,"text":"hello"}"#,
            creator: "mitmproxy",
            headers: ["Content-Type": "text/html", "Content-Encoding": "gzip"]
        )
        #expect(entry.response?.heldLength == 5 && entry.responseText == "hello")
    }

    @Test(arguments: [
        ("utf-8", 9 as Int?), ("UTF-16LE", nil), ("shift_jis", 9),
    ])
    func `expects no length of a character set whose text has another`(_ charset: String, _ length: Int?)
        throws
    {
        let entry = try read(
            #""content":{"size":9,"text":"hello"}"#,
            headers: ["Content-Type": "text/plain;charset=\(charset)"]
        )
        #expect(entry.response?.heldLength == length)
    }

    @Test(
        arguments: [
            (#""bodySize":7"#, [:], LoggedContent.absent(length: 7)),
            (#""bodySize":-1,"content":{"size":8}"#, [:], .absent(length: 8)),
            (#""bodySize":7344"#, ["Content-Length": "0"], .none),
            (#""bodySize":1192,"content":{"size":1192}"#, ["Content-Length": "620"], .absent(length: 620)),
            (#""bodySize":-1"#, ["Transfer-Encoding": "chunked"], .absent(length: nil)),
            (#""bodySize":0,"content":{"size":0,"text":""}"#, ["Transfer-Encoding": "chunked"], .none),
            (#""bodySize":0,"content":{"size":0,"text":""}"#, [:], .none),
        ] as [(String, [String: String], LoggedContent)]
    )
    func `says of content that is not there how much there was`(
        _ response: String,
        _ headers: [String: String],
        _ content: LoggedContent
    ) throws {
        #expect(try read(response, headers: headers).response?.content == content)
    }
}
