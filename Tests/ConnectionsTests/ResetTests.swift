import Bytes
import Connections
import Testing

private let fin = SegmentBuilder.Flags.fin
private let syn = SegmentBuilder.Flags.syn
private let rst = SegmentBuilder.Flags.rst
private let ack = SegmentBuilder.Flags.ack

/// RSTs as receivers see them (RFC 9293 §3.10.7.4, RFC 5961 §3).
struct ResetTests {
    private static let ends: [SegmentScript.Event] = [
        .ended(1, .initiator, .reset), .ended(1, .responder, .reset), .closed(1),
    ]

    /// A connection on which the server has acknowledged three bytes of the client.
    private static func begun(_ limits: ReassemblyLimits = ReassemblyLimits()) -> SegmentScript {
        var script = SegmentScript(limits: limits)
        script.handshake()
        script.client(0, "abc")
        script.server(0, ack: 3)
        return script
    }

    @Test(arguments: [true, false])
    func `a RST with the next number ends both streams where nothing follows`(isFromClient: Bool) {
        var script = Self.begun()
        if isFromClient { script.client(3, flags: rst) } else { script.server(0, ack: 3, flags: rst) }
        #expect(Array(script.finish().dropFirst()) == [.sent("abc")] + Self.ends)
    }

    @Test(arguments: [-1_000_000, -2, 1_000_000])
    func `a RST outside of the window is dropped`(offset: Int) {
        for isFromClient in [true, false] {
            var script = Self.begun()
            if isFromClient {
                script.client(3 + offset, flags: rst)
            } else {
                script.server(offset, ack: 3, flags: rst)
            }
            script.client(3, "def")
            #expect(
                script.finish().dropFirst() == [
                    .sent("abcdef"), .ended(1, .initiator, .captureEnded),
                    .ended(1, .responder, .captureEnded),
                    .closed(1),
                ]
            )
        }
    }

    @Test(arguments: [0, 1_000])
    func `a RST in the window changes nothing where its receiver acknowledges what its sender sends after it`(
        offset: Int
    ) {
        var script = Self.begun()
        script.client(3 + offset, flags: rst)
        script.client(3, "def")
        script.server(0, ack: 6)
        script.client(6, flags: fin)
        script.server(0, "ok", ack: 7, flags: fin)
        #expect(
            script.finish().dropFirst() == [
                .sent("abcdef"), .ended(1, .initiator, .finished), .answered("ok"),
                .ended(1, .responder, .finished), .closed(1),
            ]
        )
    }

    @Test func `a RST changes nothing where its sender acknowledges what came after it`() {
        var script = Self.begun()
        script.server(0, ack: 3, flags: rst)
        script.client(3, "def")
        script.server(0, ack: 6)
        #expect(script.finish().suffix(3).first == .ended(1, .initiator, .captureEnded))
    }

    @Test
    func `bytes on the way and a response after a RST are read, and it ends the connection all the same`() {
        var script = Self.begun()
        script.client(3, flags: rst)
        script.server(0, "answer", ack: 3)
        #expect(Array(script.finish().dropFirst()) == [.sent("abc"), .answered("answer")] + Self.ends)
    }

    @Test func `a connection that went on can be reset later`() {
        var script = Self.begun()
        script.client(3, flags: rst)
        script.client(3, "def")
        script.server(0, ack: 6)
        script.client(6, flags: rst)
        #expect(Array(script.finish().dropFirst()) == [.sent("abcdef")] + Self.ends)
    }

    @Test(arguments: [(0, false), (3, true)])
    func `the window is scaled where both ends agreed to that`(scale: UInt8, isInWindow: Bool) {
        var script = SegmentScript()
        script.packet(Self.opening(isFromClient: true, scale: scale))
        script.packet(Self.opening(isFromClient: false, scale: scale))
        script.client(0, "abc")
        script.server(0, ack: 3)
        // The windows are of 65,535 bytes, not scaled.
        script.client(100_000, flags: rst)
        #expect((script.finish().suffix(3) == Self.ends[...]) == isInWindow)
    }

    @Test func `a RST after bytes that the capture lost is heeded`() {
        var script = Self.begun()
        script.client(500_000, "later")
        script.client(500_005, flags: rst)
        #expect(script.finish().suffix(3) == Self.ends[...])
    }

    @Test func `a RST on a connection that was open before the capture is heeded`() {
        var script = SegmentScript()
        script.client(700, "abc")
        script.server(900, ack: 703, flags: rst)
        #expect(script.finish().suffix(3) == Self.ends[...])
    }

    @Test func `a new connection on the same ports begins after a RST`() {
        var script = Self.begun()
        script.client(3, flags: rst)
        script.clientStart = 90_000
        script.handshake()
        #expect(
            Array(script.events.dropFirst()) == [.sent("abc")] + Self.ends + [.opened(2, handshake: true)]
        )
    }

    @Test(arguments: [true, false])
    func `a RST is waited for only so long`(byCount: Bool) {
        var limits = ReassemblyLimits()
        if byCount { limits.resetConnections = 2 } else { limits.packetsBeforeReset = 5 }
        var script = SegmentScript(limits: limits)
        for port: UInt16 in 1...40 {
            script.port = port
            script.client(-1, flags: syn)
            script.client(0, flags: rst)
        }
        let closed = script.events.count { if case .closed = $0 { true } else { false } }
        #expect(closed == 37)
        #expect(script.finish().count { if case .closed = $0 { true } else { false } } == 40)
    }

    private static func opening(isFromClient: Bool, scale: UInt8) -> [UInt8] {
        SegmentBuilder(
            sequence: isFromClient ? 999 : 4_999_999,
            acknowledgement: isFromClient ? 0 : 1_000,
            flags: isFromClient ? syn : syn | ack,
            options: [1, 3, 3, scale],
            isFromClient: isFromClient
        )
        .ipv4()
    }
}
