import Bytes
import TestSupport
import Testing

@testable import Exchanges

/// The readers below messages say the same however their bytes are cut.
@Suite struct DivisionTests {
    /// A frame of HTTP/2.
    private struct Frame: Equatable {
        var header: HTTP2FrameHeader
        var start: Int
        var payload: [UInt8] = []
        var hasEnded = false
    }

    /// The frames, and how much of the last one's payload is still to come.
    private struct Frames: Equatable {
        var frames: [Frame] = []
        var remaining = 0
    }

    @Test func `frames of HTTP/2`() {
        let input =
            HTTP2Bytes.settings(5, 1 << 20) + HTTP2Bytes.data("abc", stream: 1)
            + HTTP2Bytes.frame(0xFF, flags: 3, stream: 9) + HTTP2Bytes.post("/up", stream: 3, length: 7)
            + HTTP2Bytes.data("", stream: 1, ends: true) + [0, 0]
        ParserVerifier.verify(input) { chunks in
            var reader = HTTP2FrameReader()
            var told = Frames()
            var base = 0
            // What is held at the end is the beginning of the header that these bytes complete.
            for chunk in chunks + [[UInt8](repeating: 0, count: HTTP2FrameHeader.length)[...]] {
                var position = 0
                steps: while true {
                    switch reader.step(chunk.span.bytes, from: &position, base: base) {
                    case .moreNeeded: break steps
                    case .header(let header):
                        told.frames.append(Frame(header: header, start: reader.frameStart))
                    case .payload(let range):
                        told.frames[told.frames.count - 1].payload += Array(chunk)[range]
                    case .end(let header):
                        #expect(told.frames.last?.header == header)
                        told.frames[told.frames.count - 1].hasEnded = true
                    }
                }
                base += chunk.count
            }
            told.remaining = reader.remaining
            return told
        }
    }

    /// What the chunked coding comes to.
    private struct Unchunked: Equatable {
        var data: [UInt8] = []
        var places: [Int] = []
        var end = "-"
        var faults: [FramingFault] = []
        var trailers = FieldSection()
        var remainingData = 0
        /// Where what is no chunks, or no whole line, begins, and its bytes.
        var restStart: Int?
        var rest: [UInt8] = []
        var isBroken = false
    }

    private static func unchunk(_ chunks: [ArraySlice<UInt8>], limits: ExchangeLimits) -> Unchunked {
        var coding = ChunkedCoding(limits: limits)
        var told = Unchunked()
        var base = 0
        for chunk in chunks {
            let bytes = Array(chunk)
            var position = 0
            steps: while told.end == "-" {
                switch coding.step(bytes.span.bytes, from: &position, base: base) {
                case .moreNeeded: break steps
                case .data(let range):
                    told.data += bytes[range]
                    told.places += range.map { base + $0 }
                case .complete: told.end = "complete"
                case .broken: told.end = "broken"
                case .tooLong: told.end = "too long"
                }
                if told.end != "-" { told.rest = coding.held }
            }
            if told.end != "-" { told.rest += bytes[position...] }
            base += bytes.count
        }
        if told.end == "-" {
            told.isBroken = coding.end(at: base, isFinished: true)
            told.rest = coding.held
        }
        told.restStart = told.rest.isEmpty || told.end == "complete" ? nil : coding.heldStart
        told.faults = coding.faults
        told.trailers = coding.trailers
        told.remainingData = coding.remainingData
        return told
    }

    @Test(arguments: [
        "3\r\nabc\r\nA;x=y\r\n0123456789\r\n0\r\n\r\nrest", "3 \nabc\n0\r\nA: b\r\nC: d\n\r\nrest",
        "--B\r\nrest\r\n", "a=1&b=2", "\r\nabc", "ffffffffffffffffff\r\nabc", "3\r\nabc\r\n+1\r\nd",
        "3\r\nabcd\r\n0\r\n\r\n", "3\r\nabc\rd", "3\r\nabc\r\n0\r\nA: " + String(repeating: "b", count: 90),
        "3" + String(repeating: ";x", count: 40) + "\r\nabc\r\n0\r\n\r\n",
    ])
    func `the chunked coding`(_ text: String) {
        var limits = ExchangeLimits()
        limits.chunkLineBytes = 60
        limits.headBytes = 80
        ParserVerifier.verify(Array(text.utf8)) { Self.unchunk($0, limits: limits) }
    }

    /// A block is decoded as a whole: cut off, it gives the lines before the cut, and says that it is cut off.
    @Test func `a header block that is cut off at any byte gives the lines before the cut`() throws {
        var block: [UInt8] = [
            0x82, 0x86, 0x84, 0x41, 0x8C, 0xF1, 0xE3, 0xC2, 0xE5, 0xF2, 0x3A, 0x6B, 0xA0, 0xAB, 0x90, 0xF4,
            0xFF,
        ]
        block += HTTP2Bytes.block([
            "content-type: multipart/form-data; boundary=\(String(repeating: "b", count: 150))", "a: b",
        ])
        func decode(_ bytes: [UInt8]) -> (lines: [String], failure: HPACKDecoder.Failure?) {
            var decoder = HPACKDecoder()
            var lines = DecodedFieldLines(limits: ExchangeLimits())
            var failure: HPACKDecoder.Failure?
            do throws(HPACKDecoder.Failure) {
                try decoder.decode(bytes.span.bytes, into: &lines)
            } catch {
                failure = error
            }
            let section = lines.section
            return (section.lines.map { section.text($0.range) }, failure)
        }
        let whole = decode(block)
        #expect(whole.lines.count == 6 && whole.failure == nil)
        for length in block.indices {
            let cut = decode(Array(block[..<length]))
            #expect(whole.lines.starts(with: cut.lines), "\(length)")
            if let failure = cut.failure {
                guard case .truncated(let place) = failure else {
                    Issue.record("\(failure) where the block is cut off after \(length) bytes")
                    continue
                }
                #expect(place <= length)
            }
        }
    }
}
