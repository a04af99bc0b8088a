import Bytes
import Exchanges
import Pipeline
import TestSupport
import Testing

/// Content codings taken off.
@Suite struct ContentDecoderTests {
    static let form = Array(
        "--AaB03x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--AaB03x--\r\n".utf8
    )
    static let gzip = bytes(
        "1f8b0800000000000003d3d5754c743230aee0e572cecf2b49cd2bd175c92c2ec82fce2cc9cccfb35248cb2fcad54d492c49b456"
            + "c84bcc4db5554a54e2e5e2e532e4e5d2856ad4d5e5e502007557d9ca45000000"
    )
    static let zlib = bytes(
        "789cd3d5754c743230aee0e572cecf2b49cd2bd175c92c2ec82fce2cc9cccfb35248cb2fcad54d492c49b456c84bcc4db5554a54"
            + "e2e5e2e532e4e5d2856ad4d5e5e50200ed891381"
    )
    static let brotli = bytes(
        "1b4400802d8e7718aee6c0afa5e8896e844a6f85968698d91044946130693583d7223b4273c02107ac2d6c510094c9eb22ea1129"
            + "35039512fff567764ea54e1400e604c800"
    )
    static let zstandard = bytes(
        "28b52ffd2445fd0100d2830d11a06fa0646b9bc0df2c3d79650f5f15ac42dceedc839b3b7c380d7e04e6ed3387543a50a27cf655"
            + "39eb5b6e63b3512aee4b447ae41e0100c90905059858c73a"
    )
    /// 32 MiB of zeros in Zstandard: blocks that repeat a byte (RFC 8878 §3.1.1.2.2), under a window of 8 MiB.
    static let repetition: [UInt8] = {
        let block: [UInt8] = [0x02, 0x00, 0x10, 0x00]
        return [0x28, 0xB5, 0x2F, 0xFD, 0x00, 0x68] + [[UInt8]](repeating: block, count: 256).joined()
    }()
    /// 32 MiB of zeros in Brotli.
    static let bomb = bytes(
        "cbffff3ff82700e2b14020f7fe8fffff7ff04f00c4611180eefd1fffffffe09f0088c30200ddfbbffcffffc33f0110870500baf7"
            + "7f"
    )
    /// Plain deflate: the zlib body without its header and its check.
    static let deflate = Array(zlib.dropFirst(2).dropLast(4))

    static let coded: [(String, [UInt8])] = [
        ("gzip", gzip), ("x-gzip", gzip), ("GZIP", gzip), ("deflate", zlib), ("deflate", deflate),
        ("br", brotli), ("identity , gzip", gzip), ("gzip", gzip + gzip), ("zstd", zstandard),
        ("ZSTD", [0x5A, 0x2A, 0x4D, 0x18, 2, 0, 0, 0, 1, 2] + zstandard),
    ]

    @Test(arguments: coded)
    func `takes a coding off, however its data are cut`(coding: String, body: [UInt8]) throws {
        let expected = body.count > 2 * Self.gzip.count - 1 ? Self.form + Self.form : Self.form
        let whole = try Self.decode(coding, [body[...]])
        #expect(whole.text == expected)
        #expect(whole.result.outcome == .complete)
        #expect(whole.result.encodedLength == body.count)
        #expect(whole.result.decodedLength == expected.count)
        try ParserVerifier.verify(body) { chunks in
            let decoded = try Self.decode(coding, chunks)
            return Decoded(text: decoded.text, result: decoded.result)
        }
    }

    /// What came out, and what is said of it.
    private struct Decoded: Equatable {
        var text: [UInt8]
        var result: ContentDecoding
    }

    @Test func `takes several codings off in the order in which they must be`() throws {
        // gzip of the Brotli body, in one stored block.
        let length = UInt8(Self.brotli.count)
        let stored = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 1, length, 0, ~length, 0xFF] + Self.brotli
        let decoded = try Self.decode("br, gzip", [stored[...]])
        #expect(decoded.text == Self.form)
        // Its check is not there.
        #expect(decoded.result.outcome == .cutOff)
        #expect(decoded.result.name == "br, gzip")
        let swapped = try Self.decode("gzip, br", [stored[...]])
        #expect(swapped.text.isEmpty)
    }

    @Test(
        arguments: [
            ("gzip", gzip), ("deflate", zlib), ("deflate", deflate), ("br", brotli), ("zstd", zstandard),
        ]
    )
    func `knows data that break off, at every byte`(coding: String, body: [UInt8]) throws {
        for count in 1..<body.count {
            let decoded = try Self.decode(coding, [body[..<count]])
            #expect(decoded.result.outcome == .cutOff, "\(count)")
            #expect(Self.form.starts(with: decoded.text))
        }
    }

    @Test(arguments: [("gzip", gzip, 60), ("deflate", zlib, 40), ("br", brotli, 30), ("zstd", zstandard, 30)])
    func `says where data are damaged`(coding: String, body: [UInt8], offset: Int) throws {
        var body = body
        for index in offset..<(offset + 8) { body[index] ^= 0xA5 }
        let outcome = try Self.decode(coding, [body[...]]).result.outcome
        guard case .damaged(let name, let place, let reason) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(name == coding)
        #expect(place > 0 && place <= body.count)
        #expect(!reason.isEmpty && !reason.contains("\n"))
    }

    @Test(
        arguments: [
            ("gzip", Array("plain text".utf8)), ("zstd", Array("plain text".utf8)),
            ("gzip", gzip + [1, 2, 3]), ("br", brotli + [0]), ("zstd", zstandard + [0]),
        ]
    )
    func `refuses other data, and what follows their end`(coding: String, body: [UInt8]) throws {
        guard case .damaged = try Self.decode(coding, [body[...]]).result.outcome else {
            Issue.record("not refused")
            return
        }
    }

    @Test(arguments: [("br", bomb), ("zstd", repetition)])
    func `stops where a few bytes expand without measure`(coding: String, body: [UInt8]) throws {
        let decoded = try Self.decode(coding, [body[...]])
        guard case .expanded(let bytes, let times) = decoded.result.outcome else {
            Issue.record("\(decoded.result.outcome)")
            return
        }
        #expect((16 << 20...17 << 20).contains(bytes))
        #expect(times > 100)
    }

    @Test func `refuses a window that takes more memory than a receiver need give`() throws {
        var body = Self.repetition
        body[5] = 0x70
        let decoded = try Self.decode("zstd", [body[...]])
        #expect(decoded.text.isEmpty)
        let reason = "frame requires too much memory for decoding"
        #expect(decoded.result.outcome == .damaged(coding: "zstd", offset: 5, reason: reason))
    }

    @Test func `decodes no more than a number of bytes`() throws {
        var limits = ExpansionLimits()
        limits.bytes = 50
        let small = try Self.decode("gzip", [Self.gzip[...]], limits: limits)
        #expect(small.result.outcome == .expanded(bytes: 69, times: 0))
    }

    @Test(arguments: ["compress", "gzip, foo", "gzip, gzip, gzip, gzip, gzip"])
    func `says what it does not take off`(coding: String) throws {
        let decoded = try Self.decode(coding, [Self.gzip[...]])
        #expect(decoded.text.isEmpty)
        guard case .unsupported(let name) = decoded.result.outcome else {
            Issue.record("\(decoded.result.outcome)")
            return
        }
        #expect(coding.hasSuffix(name))
        #expect(!decoded.result.isDecoded)
    }

    @Test(arguments: ["", "identity", " , "])
    func `has nothing to do where no coding is declared`(coding: String) {
        #expect(ContentDecoder(Self.fields(coding)) == nil)
    }

    private static func fields(_ coding: String) -> FieldSection {
        FieldSection(parsing: Array("Content-Encoding: \(coding)\r\n".utf8), base: 0)
    }

    @Test(arguments: [("zstd", repetition), ("br", bomb), ("gzip", gzip)])
    func `what the libraries keep is taken from the memory of the capture, and given back at the end`(
        coding: String,
        body: [UInt8]
    ) throws {
        let memory = MemoryBudget()
        let decoder = try #require(ContentDecoder(Self.fields(coding), memory: memory))
        #expect(memory.takenBytes == 0)
        let half = Array(body.prefix(body.count / 2))
        decoder.push(half.span.bytes) { _ in }
        #expect(memory.takenBytes > 32 << 10)
        decoder.finish()
        #expect(memory.takenBytes == 0)
    }

    @Test(arguments: [("zstd", repetition), ("br", bomb), ("gzip", gzip)])
    func `a body for which there is no memory is not decoded further`(coding: String, body: [UInt8]) throws {
        let memory = MemoryBudget(limit: 40 << 10)
        let decoder = try #require(ContentDecoder(Self.fields(coding), memory: memory))
        decoder.push(body.span.bytes) { _ in }
        decoder.finish()
        #expect(decoder.result.outcome == .captureLimit)
        #expect(!decoder.result.isWhole)
        #expect(memory.refusals == [.decoder: 1])
        #expect(memory.takenBytes == 0)
    }

    @Test func `bodies expand no further together than a limit of the capture`() throws {
        let memory = MemoryBudget()
        var outcomes: [ContentDecoding.Outcome] = []
        var length = 0
        // Each expands to 16 MiB before a limit of its own ends it.
        let open = Array(Self.repetition.prefix(6 + 4 * 120))
        for _ in 0..<30 {
            let decoder = try #require(ContentDecoder(Self.fields("zstd"), memory: memory))
            decoder.push(open.span.bytes) { length += $0.byteCount }
            decoder.finish()
            outcomes.append(decoder.result.outcome)
        }
        #expect(outcomes.first == .cutOff)
        #expect(outcomes.last == .captureLimit)
        #expect(length <= MemoryBudget.bodyExpansionLimit + 30 * (1 << 20))
        #expect(memory.refusals[.expansion] == outcomes.filter { $0 == .captureLimit }.count)
    }

    @Test func `a window for which there is no memory is never filled`() throws {
        let memory = MemoryBudget(limit: 4 << 20)
        let decoder = try #require(ContentDecoder(Self.fields("br"), memory: memory))
        var length = 0
        decoder.push(Self.bomb.span.bytes) { length += $0.byteCount }
        // Its window has 16 MiB, of which the library gives nothing out before it is full.
        #expect(length == 0)
        #expect(decoder.result.outcome == .captureLimit)
        #expect(memory.refusals == [.decoder: 1])
        #expect(memory.takenBytes == 0)
    }

    @Test func `no window is filled once bodies have expanded as far as all of them may`() throws {
        let memory = MemoryBudget()
        #expect(memory.expandBody(MemoryBudget.bodyExpansionLimit))
        #expect(!memory.expandBody(1))
        let decoder = try #require(ContentDecoder(Self.fields("br"), memory: memory))
        decoder.push(Self.bomb.span.bytes) { _ in Issue.record("expanded") }
        #expect(decoder.result.outcome == .captureLimit)
        // Bodies that need no window of that length are decoded as ever.
        let small = try #require(ContentDecoder(Self.fields("br"), memory: memory))
        var text: [UInt8] = []
        small.push(Self.brotli.span.bytes) { piece in piece.withUnsafeBytes { text.append(contentsOf: $0) } }
        #expect(text == Self.form)
    }

    private static func decode(
        _ coding: String,
        _ chunks: [ArraySlice<UInt8>],
        limits: ExpansionLimits = ExpansionLimits()
    ) throws -> (text: [UInt8], result: ContentDecoding) {
        let decoder = try #require(ContentDecoder(fields(coding), limits: limits))
        var text: [UInt8] = []
        for chunk in chunks {
            decoder.push(chunk.span.bytes) { piece in piece.withUnsafeBytes { text.append(contentsOf: $0) } }
        }
        decoder.finish()
        return (text, decoder.result)
    }

    private static func bytes(_ text: String) -> [UInt8] {
        stride(from: 0, to: text.count, by: 2).map { offset in
            UInt8(text.dropFirst(offset).prefix(2), radix: 16) ?? 0
        }
    }
}
