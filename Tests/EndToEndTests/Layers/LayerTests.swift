import Exchanges
import Forms
import Inspection
import Pipeline
import TestSupport
import Testing

/// Uploads under HTTP/2 and under content codings, from packets to findings.
struct LayerTests {
    private static let form = "--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--B--\r\n"
    /// The form above as gzip, in one stored block.
    private static let gzip: [UInt8] = {
        let count = form.utf8.count
        let head: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 1, UInt8(count), 0, ~UInt8(count), 0xFF]
        return head + Array(form.utf8) + little(crc(Array(form.utf8))) + little(UInt32(count))
    }()

    private static func post(_ body: [UInt8], coding: String, length: Int) -> [UInt8] {
        let head = """
            POST /u HTTP/1.1\r\nHost: h\r\nContent-Type: multipart/form-data; boundary=B\r\n\
            Content-Encoding: \(coding)\r\nContent-Length: \(length)\r\n\r\n
            """
        return Array(head.utf8) + body
    }

    @Test func `judges the form under a coding, and says in which layer offsets count`() throws {
        let collected = try Self.read(Self.post(Self.gzip, coding: "gzip", length: Self.gzip.count))
        let upload = try #require(collected.exchanges.first)
        #expect(upload.form?.parts.first?.name.map { Array($0) } == [0x61])
        #expect(upload.form?.length == Self.form.utf8.count)
        #expect(upload.exchange.request?.content.bodyLength == Self.gzip.count)
        #expect(upload.decoding?.outcome == .complete)
        #expect(collected.rules(atLeast: .warning) == ["body/content-encoded"])
        let unclosed = Self.gzip.map { $0 == 0x42 ? 0x43 : $0 }
        let broken = try Self.read(Self.post(unclosed, coding: "gzip", length: unclosed.count))
        let finding = try #require(broken.exchanges.first?.findings.first { $0.finding.place == .body })
        #expect(finding.coding == "gzip")
        #expect(finding.frame == 4)
    }

    @Test func `finds a length from before compression`() throws {
        let collected = try Self.read(Self.post(Self.repetitive, coding: "gzip", length: 2058))
        #expect(collected.rules(.error).contains("length/pre-compression"))
    }

    @Test func `says where coded data break off, and blames no form for it`() throws {
        let cut = Array(Self.gzip.dropLast(20))
        let collected = try Self.read(Self.post(cut, coding: "gzip", length: cut.count))
        #expect(collected.rules(.error) == ["body/coding-damaged"])
    }

    @Test func `names the DATA frame of a finding, and the length that HTTP/2 belies`() throws {
        let body = Array(Self.form.replacing("--B--", with: "--B-").utf8)
        let collected = try Self.read(
            Self.preface,
            Self.head(["content-length: 99"]) + Self.frame(0, 0, 1, Array(body[..<20])),
            Self.frame(0, 0, 1, Array(body[20..<40])),
            Self.frame(0, 1, 1, Array(body[40...]))
        )
        #expect(collected.rules(.error).contains("length/h2-mismatch"))
        let findings = try #require(collected.exchanges.first?.findings)
        let head = try #require(findings.first { $0.finding.rule == "length/h2-mismatch" })
        #expect(head.http2 == HTTP2Place(stream: 1, dataFrame: nil))
        #expect(head.frame == 5)
        #expect(String(decoding: head.excerpt, as: UTF8.self).contains("content-length: 99"))
        let last = try #require(findings.last { $0.finding.place == .body })
        #expect(last.http2 == HTTP2Place(stream: 1, dataFrame: 3))
        #expect(last.frame == 7)
    }

    /// A load balancer opens two connections for one client.
    @Test func `clients with the same address keep their connections, and findings their packets`() throws {
        let uploads = ["a", "bc"].map { name in
            let form = "--B\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n1\r\n--B\r\n"
            let head = """
                PROXY TCP4 192.0.2.7 198.51.100.1 40000 443\r\nPOST /\(name) HTTP/1.1\r\nHost: h\r\n\
                Content-Type: multipart/form-data; boundary=B\r\nContent-Length: \(form.utf8.count)\r\n\r\n
                """
            return Array((head + form).utf8)
        }
        let collected = try CollectedCapture.read(WrittenCapture.interleaved(uploads), name: "written.pcap")
        let exchanges = collected.exchanges.map(\.exchange)
        #expect(exchanges.map { $0.client.map { "\($0)" } } == ["192.0.2.7:40000", "192.0.2.7:40000"])
        #expect(exchanges.map(\.connection) == [1, 2])
        #expect(exchanges.map(\.target) == ["/a", "/bc"])
        #expect(
            collected.exchanges.map { $0.form?.parts.first?.name.map { Array($0) } } == [
                [0x61], [0x62, 0x63],
            ]
        )
        #expect(exchanges.map { $0.request?.arrival.firstFrame } == [2, 4])
        let unclosed = collected.exchanges.map { $0.findings.first { $0.finding.severity == .error } }
        #expect(unclosed.map { $0?.finding.rule } == ["delimiter/missing-close", "delimiter/missing-close"])
        #expect(unclosed.map { $0?.frame } == [5, 7])
        #expect(collected.problems.isEmpty)
    }

    @Test(
        arguments: [
            (frame(3, 0, 1, [0, 0, 0, 2]), "the server reset the stream with INTERNAL_ERROR after 50", []),
            (frame(3, 0, 1, [0, 0, 0, 7]), "the server refused before", ["http2-unprocessed"]),
            (
                frame(7, 0, 0, [0, 0, 0, 0, 0, 0, 0, 11]), "the server refused before",
                ["http2-goaway", "http2-unprocessed"]
            ),
        ]
    )
    func `says who ended a stream of HTTP/2, why, and whether the request was processed`(
        answer: [UInt8],
        event: String,
        problems: [String]
    ) throws {
        let request = Self.preface + Self.head([]) + Self.frame(0, 0, 1, Array(Self.form.utf8.prefix(50)))
        let written = WrittenCapture.bytes([(true, request), (false, Self.frame(4, 0, 0, []) + answer)])
        let collected = try CollectedCapture.read(written, name: "written.pcap")
        let findings = collected.exchanges.first?.findings.map(\.finding.message) ?? []
        #expect(findings.contains { $0.hasPrefix(event) }, "\(findings)")
        #expect(collected.problems == Set(problems))
        #expect(collected.rules(.error).isEmpty)
    }

    private static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + frame(4, 0, 0, [])

    /// The HEADERS frame of an upload on stream 1.
    private static func head(_ more: [String]) -> [UInt8] {
        let fields = [
            ":method: POST", ":scheme: http", ":authority: h", ":path: /u",
            "content-type: multipart/form-data; boundary=B",
        ]
        let block = (fields + more).flatMap { line -> [UInt8] in
            let colon = line.dropFirst().firstIndex(of: ":") ?? line.endIndex
            let name = Array(line[..<colon].utf8)
            let value = Array(line[colon...].dropFirst(2).utf8)
            return [0, UInt8(name.count)] + name + [UInt8(value.count)] + value
        }
        return frame(1, 4, 1, block)
    }

    private static func frame(_ type: UInt8, _ flags: UInt8, _ stream: UInt8, _ payload: [UInt8]) -> [UInt8] {
        [0, 0, UInt8(payload.count), type, flags, 0, 0, 0, stream] + payload
    }

    /// A form with a field of 2,000 times `x`, 2058 bytes, as gzip.
    private static let repetitive: [UInt8] = [
        0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0xFF, 0xED, 0xC1, 0xC1, 0x09, 0x80, 0x30,
        0x0C, 0x05, 0xD0, 0x7B, 0x20, 0x3B, 0x94, 0xDE, 0xFF, 0x02, 0x8A, 0x97, 0xEA, 0x22, 0x01, 0x2B,
        0xE4, 0xD0, 0x44, 0x6C, 0x0E, 0x8E, 0xEF, 0x1C, 0x42, 0xDE, 0x03, 0x1A, 0xD3, 0xEE, 0x16, 0xDD,
        0x02, 0x87, 0xCE, 0xDB, 0xA7, 0x86, 0xBA, 0x2D, 0xE5, 0xF2, 0x67, 0xE0, 0x94, 0x90, 0xB5, 0x98,
        0x8C, 0xBE, 0x55, 0xA9, 0x4C, 0x4C, 0x6F, 0x4A, 0x29, 0xA5, 0x94, 0x7E, 0x8F, 0x09, 0x68, 0x00,
        0xD3, 0x07, 0xB7, 0xBF, 0x0E, 0xA6, 0x0A, 0x08, 0x00, 0x00,
    ]

    private static func read(_ messages: [UInt8]...) throws -> CollectedCapture {
        try CollectedCapture.read(WrittenCapture.bytes(messages.map { (true, $0) }), name: "written.pcap")
    }

    private static func little(_ value: UInt32) -> [UInt8] {
        [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    /// The check of gzip (RFC 1952 §8).
    private static func crc(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(UInt32.max) { value, byte in
            (0..<8).reduce(value ^ UInt32(byte)) { rest, _ in rest >> 1 ^ (rest & 1 == 1 ? 0xEDB8_8320 : 0) }
        }
    }
}
