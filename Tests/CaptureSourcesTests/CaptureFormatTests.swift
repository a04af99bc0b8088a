import CaptureSources
import Testing

@Suite struct CaptureFormatTests {
    private static let texts: [(CaptureFormat?, String)] = [
        (.http, "POST /upload HTTP/1.1\r\nHost: x\r\n\r\n"),
        (.http, "GET http://host/ HTTP/1.0\n\n"),
        (.http, "HTTP/1.1 200 OK\r\n\r\n"),
        (.body, "--boundary\r\nContent-Disposition: form-data\r\n"),
        (.body, "\r\n------WebKitFormBoundary\r\n"),
        (nil, "---\ntitle: x\n---\n"), (nil, "-----BEGIN X-----\nAA\n"), (nil, "--- a/x\n+++ b/x\n"),
        (.curlTrace, "0000: 50 4f 53 54 20 2f POST /\n"), (.curlTrace, "0017: Host: x\n"),
        (nil, "1234: text"),
        (.har, "\u{FEFF}{\n  \"log\": {\"version\": \"1.2\"}}"),
        (.charlesJSON, "[{\"status\":\"COMPLETE\"}]"),
        (.charlesXML, "<?xml version='1.0'?><!DOCTYPE charles-session SYSTEM 'x'><charles-session>"),
        (.burpXML, "<?xml version=\"1.1\"?>\n<items burpVersion=\"1\">"),
        (.curlTrace, "== Info: Trying 127.0.0.1\n=> Send header, 10 bytes (0xa)\n"),
        (.curlTrace, "12:00:00.123456 == Info: Trying\n"), (.curlTrace, "[0-0] == Info: Trying\n"),
        (.curlTrace, "12:00:00.123456 [0-x] == Info: Trying\n"),
        (.curlTrace, "  % Total    % Received % Xferd  Average Speed   Time\n"),
        (.curlTrace, "<= Recv header, 17 bytes (0x11)\n"),
        (.mitmproxy, "1234:9:websocket;0:~"),
        (nil, "Dear Sir, "), (nil, "{\"a\": 1}"), (nil, "<html>"), (nil, "-- "), (nil, "\r\n"), (nil, ""),
    ]

    @Test(arguments: texts.indices)
    func `tells text formats by their first line`(index: Int) {
        let (format, text) = Self.texts[index]
        #expect(CaptureFormat(sniffing: Array(text.utf8)) == format)
    }

    @Test(arguments: [
        (CaptureFormat?.some(.saz), "raw/1_c.txt"), (.charlesZip, "0-meta.json"), (nil, "word/a.xml"),
    ])
    func `tells zip archives by their first member`(format: CaptureFormat?, name: String) {
        let header: [UInt8] =
            [0x50, 0x4B, 3, 4] + [UInt8](repeating: 0, count: 22) + [UInt8(name.utf8.count), 0, 0, 0]
        #expect(CaptureFormat(sniffing: header + Array(name.utf8) + [1, 2, 3]) == format)
    }

    @Test func `a beginning is taken for no other format, but where its first line is cut off`() {
        let others: [(CaptureFormat?, [UInt8])] = [
            (.charles, [0xAC, 0xED, 0, 5, 0]), (.pcapng, [0x0A, 0x0D, 0x0D, 0x0A, 0]),
            (nil, [0x50, 0x4B, 3, 4] + [UInt8](repeating: 0xFF, count: 40)),
        ]
        for (format, input) in Self.texts.map({ ($0.0, Array($0.1.utf8)) }) + others {
            for length in 0...input.count {
                let beginning = Array(input[..<length])
                let found = CaptureFormat(sniffing: beginning)
                let line = String(decoding: beginning, as: UTF8.self)
                // Of the boundary or the number of bytes that these begin with, more may be to come.
                let isOpen =
                    found == .body && line.hasPrefix("--")
                    || found == .mitmproxy && line.first?.isNumber == true
                #expect(found == nil || found == format || isOpen && !beginning.contains(0x0A), "\(line)")
            }
            #expect(CaptureFormat(sniffing: input) == format, "\(input)")
        }
    }

    private func failure(_ bytes: [UInt8]) throws -> String? {
        var source = try ByteSource(name: "x.bin", bytes: bytes)
        var recorder = PacketRecorder()
        do {
            _ = try CaptureReader.read(&source, into: &recorder)
            return nil
        } catch {
            return error.description
        }
    }

    @Test func `says what a file is that is not read`() throws {
        #expect(
            try failure([0xAC, 0xED, 0, 5, 0x73])
                == "x.bin: is a Charles session, which holds no packets"
        )
        #expect(
            try failure([0x7F, 0x45, 0x4C, 0x46])
                == "x.bin: is not in a known capture format (it begins with 7F 45 4C 46, \"\\x7FELF\")"
        )
        #expect(
            try failure(Array("GET / HTTP/1.1\r\n\r\n".utf8))
                == "x.bin: is a raw HTTP message, which holds no packets"
        )
    }
}
