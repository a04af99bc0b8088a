import Bytes
import TestSupport
import Testing

@testable import Exchanges

/// HPACK, held to the examples of RFC 7541 Appendix C.
@Suite struct HPACKTests {
    /// One block of a sequence, and what follows from it.
    struct Example: Sendable {
        var block: String
        var lines: [String]
        /// What the dynamic table counts for afterwards.
        var tableSize: Int
    }

    private static let firstRequest = [
        ":method: GET", ":scheme: http", ":path: /", ":authority: www.example.com",
    ]
    private static let secondRequest = firstRequest + ["cache-control: no-cache"]
    private static let thirdRequest = [
        ":method: GET", ":scheme: https", ":path: /index.html", ":authority: www.example.com",
        "custom-key: custom-value",
    ]
    private static let firstResponse = response("302", 21)
    private static let secondResponse = response("307", 21)
    private static let thirdResponse =
        response("200", 22) + [
            "content-encoding: gzip",
            "set-cookie: foo=ASDJKHQKBZXOQWEOPIUAXQWEOIU; max-age=3600; version=1",
        ]

    private static func response(_ status: String, _ second: Int) -> [String] {
        [
            ":status: \(status)", "cache-control: private", "date: Mon, 21 Oct 2013 20:13:\(second) GMT",
            "location: https://www.example.com",
        ]
    }

    /// The sequences of C.2 to C.6, with the table size that their encoder uses.
    static let sequences: [(name: String, capacity: Int, examples: [Example])] = [
        (
            "C.2.1 literal with indexing", 4096,
            [
                Example(
                    block: "400a637573746f6d2d6b65790d637573746f6d2d686561646572",
                    lines: ["custom-key: custom-header"],
                    tableSize: 55
                )
            ]
        ),
        (
            "C.2.2 literal without indexing", 4096,
            [Example(block: "040c2f73616d706c652f70617468", lines: [":path: /sample/path"], tableSize: 0)]
        ),
        (
            "C.2.3 literal never indexed", 4096,
            [Example(block: "100870617373776f726406736563726574", lines: ["password: secret"], tableSize: 0)]
        ),
        ("C.2.4 indexed", 4096, [Example(block: "82", lines: [":method: GET"], tableSize: 0)]),
        (
            "C.3 requests", 4096,
            [
                Example(
                    block: "828684410f7777772e6578616d706c652e636f6d",
                    lines: firstRequest,
                    tableSize: 57
                ),
                Example(block: "828684be58086e6f2d6361636865", lines: secondRequest, tableSize: 110),
                Example(
                    block: "828785bf400a637573746f6d2d6b65790c637573746f6d2d76616c7565",
                    lines: thirdRequest,
                    tableSize: 164
                ),
            ]
        ),
        (
            "C.4 requests in Huffman code", 4096,
            [
                Example(block: "828684418cf1e3c2e5f23a6ba0ab90f4ff", lines: firstRequest, tableSize: 57),
                Example(block: "828684be5886a8eb10649cbf", lines: secondRequest, tableSize: 110),
                Example(
                    block: "828785bf408825a849e95ba97d7f8925a849e95bb8e8b4bf",
                    lines: thirdRequest,
                    tableSize: 164
                ),
            ]
        ),
        (
            "C.5 responses", 256,
            [
                Example(
                    block:
                        "4803333032580770726976617465611d4d6f6e2c203231204f637420323031332032303a31333a3231"
                        + "20474d546e1768747470733a2f2f7777772e6578616d706c652e636f6d",
                    lines: firstResponse,
                    tableSize: 222
                ),
                Example(block: "4803333037c1c0bf", lines: secondResponse, tableSize: 222),
                Example(
                    block: "88c1611d4d6f6e2c203231204f637420323031332032303a31333a323220474d54c05a04677a6970"
                        + "7738666f6f3d4153444a4b48514b425a584f5157454f50495541585157454f49553b206d61782d6167"
                        + "653d333630303b2076657273696f6e3d31",
                    lines: thirdResponse,
                    tableSize: 215
                ),
            ]
        ),
        (
            "C.6 responses in Huffman code", 256,
            [
                Example(
                    block: "488264025885aec3771a4b6196d07abe941054d444a8200595040b8166e082a62d1bff6e919d29ad"
                        + "171863c78f0b97c8e9ae82ae43d3",
                    lines: firstResponse,
                    tableSize: 222
                ),
                Example(block: "4883640effc1c0bf", lines: secondResponse, tableSize: 222),
                Example(
                    block: "88c16196d07abe941054d444a8200595040b8166e084a62d1bffc05a839bd9ab77ad94e7821dd7f2"
                        + "e6c7b335dfdfcd5b3960d5af27087f3672c1ab270fb5291f9587316065c003ed4ee5b1063d5007",
                    lines: thirdResponse,
                    tableSize: 215
                ),
            ]
        ),
    ]

    @Test(arguments: sequences.map(\.name))
    func `decodes the examples of the RFC, and has their tables`(name: String) throws {
        let sequence = try #require(Self.sequences.first { $0.name == name })
        var decoder = HPACKDecoder()
        if sequence.capacity != 4096 {
            // As an encoder with a table of 256 bytes would begin: 001 and 256 − 31 in one and two bytes.
            #expect(try Self.decode([0x3F, 0xE1, 0x01], &decoder).isEmpty)
        }
        for example in sequence.examples {
            #expect(try Self.decode(Self.bytes(example.block), &decoder) == example.lines)
            #expect(Self.table(of: decoder).map(\.size).reduce(0, +) == example.tableSize)
        }
    }

    @Test func `says what it does not know where the table's beginning was not captured`() throws {
        var decoder = HPACKDecoder()
        decoder.forget()
        var lines = DecodedFieldLines(limits: ExchangeLimits())
        // An entry from before, one that is added with an unknown name, the latter again, the former one further on.
        let block: [UInt8] = [0x83, 0xBE, 0x7E, 1, 0x76, 0xBE, 0xBF]
        try decoder.decode(block.span.bytes, into: &lines)
        #expect(lines.lines.count == 1)
        #expect(
            lines.unknown == [
                UnknownFieldLine(index: 1, value: nil), UnknownFieldLine(index: 1, value: [0x76]),
                UnknownFieldLine(index: 1, value: [0x76]), UnknownFieldLine(index: 1, value: nil),
            ]
        )
        // A table that was emptied is known again.
        let emptied: [UInt8] = [0x20, 0xBE]
        #expect(throws: HPACKDecoder.Failure.index(62, at: 1)) {
            try decoder.decode(emptied.span.bytes, into: &lines)
        }
    }

    @Test(arguments: [
        ([0x80], HPACKDecoder.Failure.index(0, at: 0)),
        ([0xBE], .index(62, at: 0)),
        ([0x82, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F], .integer(at: 1)),
        ([0xFF, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x00], .integer(at: 0)),
        ([0xFF, 0x80], .truncated(at: 0)),
        ([0x3F, 0xE2, 0x1F], .tableSize(4097, at: 0)),
        ([0x82, 0x20], .tableSize(0, at: 1)),
        ([0x00, 0x05, 0x61], .truncated(at: 1)),
        ([0x00, 0x01, 0x61], .truncated(at: 3)),
        ([0x00, 0x01, 0x61, 0x84, 0xFF, 0xFF, 0xFF, 0xFF], .huffman(at: 3)),
        ([0x00, 0x01, 0x61, 0x81, 0x00], .huffman(at: 3)),
        ([0x00, 0x01, 0x61, 0x82, 0x1F, 0xFF], .huffman(at: 3)),
        ([0x40], .truncated(at: 1)),
    ])
    func `refuses what no encoder writes, and says where`(block: [UInt8], failure: HPACKDecoder.Failure) {
        var decoder = HPACKDecoder()
        #expect(throws: failure) { try Self.decode(block, &decoder) }
    }

    @Test func `keeps no more of a table than it must, and knows that it does not know the rest`() throws {
        var decoder = HPACKDecoder()
        decoder.allow(1 << 24)
        // A table of 16 MiB, and 20 entries of 100,000 bytes.
        var block: [UInt8] = [0x3F, 0xE1, 0xFF, 0xFF, 0x07]
        for index in 0..<20 {
            block += [0x40, 1, 0x61 + UInt8(index), 0x7F, 0xA1, 0x8C, 0x06]
            block += [UInt8](repeating: 0x62, count: 100_000)
        }
        var lines = DecodedFieldLines(limits: ExchangeLimits())
        try decoder.decode(block.span.bytes, into: &lines)
        #expect(lines.isCut)
        let table = Self.table(of: decoder)
        #expect(table.prefix { $0 != .unknown }.map(\.name) == (10..<20).reversed().map { [0x61 + $0] })
        #expect(table.prefix { $0 != .unknown }.map(\.size).reduce(0, +) <= HPACKTable.keptBytes)
        #expect(table.count > 20 && table.dropFirst(10).allSatisfy { $0 == .unknown })
    }

    @Test func `a list of lines is cut where it passes the limit, and the table goes on`() throws {
        var decoder = HPACKDecoder()
        var lines = DecodedFieldLines(limits: ExchangeLimits())
        // An entry of 4,000 bytes, and a thousand references to it.
        var block: [UInt8] = [0x40, 1, 0x61, 0x7F, 0xA1, 0x1E] + [UInt8](repeating: 0x62, count: 4_000)
        block += [UInt8](repeating: 0xBE, count: 1_000)
        try decoder.decode(block.span.bytes, into: &lines)
        #expect(lines.isCut)
        #expect(lines.section.bytes.count <= 256 << 10)
        #expect(lines.lines.count > 60)
    }

    private static func decode(_ block: [UInt8], _ decoder: inout HPACKDecoder) throws -> [String] {
        var lines = DecodedFieldLines(limits: ExchangeLimits())
        try decoder.decode(block.span.bytes, into: &lines)
        let section = lines.section
        return section.lines.map { section.text($0.name) + ": " + section.text($0.value) }
    }

    /// The entries of the dynamic table, the newest first, as an encoder refers to them from index 62 on: of a table
    /// with unknown entries as many as an index of one byte reaches.
    private static func table(of decoder: HPACKDecoder) -> [HPACKField] {
        var limits = ExchangeLimits()
        limits.headBytes = 1 << 20
        var decoder = decoder
        var entries: [HPACKField] = []
        for index: UInt8 in 62..<127 {
            var lines = DecodedFieldLines(limits: limits)
            let block = [0x80 | index]
            guard (try? decoder.decode(block.span.bytes, into: &lines)) != nil else { break }
            let section = lines.section
            entries.append(
                section.lines.first.map { line in
                    HPACKField(name: Array(section[line.name]), value: Array(section[line.value]))
                } ?? .unknown
            )
        }
        return entries
    }

    private static func bytes(_ text: String) -> [UInt8] {
        stride(from: 0, to: text.count, by: 2).map { offset in
            UInt8(text.dropFirst(offset).prefix(2), radix: 16) ?? 0
        }
    }
}
