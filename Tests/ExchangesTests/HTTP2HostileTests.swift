import Bytes
import TestSupport
import Testing

@testable import Exchanges

/// Frames that no sender should write.
@Suite struct HTTP2HostileTests {
    private static let long = [UInt8](repeating: 0, count: 20_000)
    private static let begun = HTTP2Bytes.frame(1, stream: 1, [0x83])

    @Test(arguments: [
        (
            "a frame above the limit", HTTP2Bytes.frame(0, stream: 1, long),
            HTTP2Error.frameSize(type: "DATA", length: 20_000, limit: 16_384)
        ),
        ("DATA on no stream", HTTP2Bytes.frame(0), .stream(type: "DATA", stream: 0)),
        ("HEADERS on no stream", HTTP2Bytes.frame(1), .stream(type: "HEADERS", stream: 0)),
        (
            "HEADERS on an even stream", HTTP2Bytes.headers([":method: GET"], stream: 2),
            .stream(type: "HEADERS", stream: 2)
        ),
        ("SETTINGS on a stream", HTTP2Bytes.frame(4, stream: 1), .stream(type: "SETTINGS", stream: 1)),
        (
            "SETTINGS of five bytes", HTTP2Bytes.frame(4, [1, 2, 3, 4, 5]),
            .frameLength(type: "SETTINGS", length: 5)
        ),
        (
            "an acknowledgement with settings", HTTP2Bytes.frame(4, flags: 1, [0, 1, 0, 0, 0, 0]),
            .frameLength(type: "SETTINGS", length: 6)
        ),
        ("PING of one byte", HTTP2Bytes.frame(6, [1]), .frameLength(type: "PING", length: 1)),
        (
            "RST_STREAM of one byte", HTTP2Bytes.frame(3, stream: 1, [1]),
            .frameLength(type: "RST_STREAM", length: 1)
        ),
        ("a client's PUSH_PROMISE", HTTP2Bytes.frame(5, flags: 4, stream: 1, [0, 0, 0, 2]), .pushByClient),
        ("padding without end", HTTP2Bytes.frame(0, flags: 8, stream: 1, [9, 0, 0]), .padding(type: "DATA")),
        (
            "padding without its length", HTTP2Bytes.frame(0, flags: 8, stream: 1),
            .frameLength(type: "DATA", length: 0)
        ),
        (
            "CONTINUATION of nothing", HTTP2Bytes.frame(9, flags: 4, stream: 1),
            .continuation(type: "CONTINUATION")
        ),
        ("a block that is interrupted", begun + HTTP2Bytes.settings(), .continuation(type: "SETTINGS")),
        (
            "a block that goes on elsewhere", begun + HTTP2Bytes.frame(9, flags: 4, stream: 3),
            .continuation(type: "CONTINUATION")
        ),
        (
            "an unknown table entry", HTTP2Bytes.frame(1, flags: 5, stream: 1, [0xFF, 0xFF, 0x01]),
            .compression("byte 0 of the header block names table entry 382, which does not exist")
        ),
    ])
    func `ends the reading of a connection that breaks the rules, and says why`(
        name: String,
        frames: [UInt8],
        error: HTTP2Error
    ) {
        let script: [Step] = [
            .serverBytes(HTTP2Bytes.settings()),
            .clientBytes(
                HTTP2Bytes.preface + HTTP2Bytes.post("/", stream: 5) + HTTP2Bytes.data("abc", stream: 5)
            ),
            .clientBytes(frames), .clientBytes(HTTP2Bytes.data("def", stream: 5, ends: true)),
        ]
        for cut in [Cut.whole, .pieces(1)] {
            let told = play(script, cut: cut)
            #expect(told.opaque == [.brokenHTTP2], "\(name)")
            #expect(told.diagnostics == [.http2Error(error)], "\(name)")
            #expect(told.records.map(\.text) == ["abc"], "\(name)")
            #expect(told.records.map { $0.exchange?.request?.content.completion } == [.captureEnded])
        }
    }

    @Test func `says of a server that answers in HTTP/1.1 that it speaks no HTTP/2`() {
        let script: [Step] = [
            .clientBytes(HTTP2Bytes.preface + HTTP2Bytes.settings()),
            .serverBytes(Array("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n".utf8)),
        ]
        for cut in [Cut.whole, .pieces(1)] {
            let told = play(script, cut: cut)
            #expect(told.diagnostics == [.http2Error(.answeredInHTTP1)])
            #expect(told.opaque == [.brokenHTTP2])
        }
    }

    @Test func `bounds a flood of CONTINUATION`() {
        var limits = ExchangeLimits()
        limits.headBytes = 1_000
        let flood = (0..<500).flatMap { _ in HTTP2Bytes.frame(9, stream: 1, [0x82, 0x82, 0x82]) }
        let told = play([.clientBytes(HTTP2Bytes.preface + Self.begun + flood)], limits: limits)
        #expect(told.diagnostics == [.http2Error(.headerBlock(limit: 1_000))])
        // Empty ones cost nothing but their bytes.
        let empty = (0..<10_000).flatMap { _ in HTTP2Bytes.frame(9, stream: 1) }
        let calm = play([
            .clientBytes(
                HTTP2Bytes.preface + Self.begun + empty + HTTP2Bytes.frame(9, flags: 4, stream: 1, [0x84])
            )
        ])
        #expect(calm.records.map { $0.exchange?.target } == ["/"])
    }

    @Test func `survives any change of any byte, and completes all that begins`() throws {
        for (name, script) in HTTP2Tests.scripts {
            for seed in 0..<400 {
                let told = play(script.damaged(by: UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1))
                for record in told.records {
                    let count = record.calls.filter { $0 == "completed" }.count
                    #expect(count == 1, "\(name), seed \(seed)")
                }
            }
        }
    }
}

extension [Step] {
    /// The script with some bytes of each step changed.
    fileprivate func damaged(by seed: UInt64) -> [Step] {
        var state = seed
        func next(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % Swift.max(bound, 1)
        }
        func damage(_ bytes: [UInt8]) -> [UInt8] {
            var bytes = bytes
            for _ in 0..<next(3) where !bytes.isEmpty { bytes[next(bytes.count)] = UInt8(next(256)) }
            return bytes
        }
        return map { step in
            switch step {
            case .clientBytes(let bytes): .clientBytes(damage(bytes))
            case .serverBytes(let bytes): .serverBytes(damage(bytes))
            case .clientGap: .clientGap(next(60) + 1)
            default: step
            }
        }
    }
}
