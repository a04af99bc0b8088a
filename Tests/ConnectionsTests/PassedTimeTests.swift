import Bytes
import Connections
import Testing

/// What the time alone settles on a live capture, where the next packet may come in an hour.
struct PassedTimeTests {
    private static let fin = SegmentBuilder.Flags.fin
    private static let rst = SegmentBuilder.Flags.rst

    private static func second(_ seconds: Double) -> Timestamp {
        Timestamp(nanoseconds: 1_700_000_000_000_000_000 + Int64(seconds * 1_000_000_000))
    }

    /// A connection on which the client has sent three bytes.
    private static func begun() -> SegmentScript {
        var script = SegmentScript()
        script.time = second(0)
        script.handshake()
        script.client(0, "abc")
        script.server(0, ack: 3)
        return script
    }

    @Test func `a RST ends a connection that stays silent`() {
        var script = Self.begun()
        script.client(3, flags: Self.rst)
        script.passed(Self.second(1))
        #expect(!script.events.contains(.closed(1)))
        script.passed(Self.second(3))
        #expect(script.events.suffix(2) == [.ended(1, .responder, .reset), .closed(1)])
    }

    @Test func `bytes that the server has and the capture lacks are given up`() {
        var script = Self.begun()
        script.client(6, "ghi")
        script.server(0, ack: 9)
        script.passed(Self.second(1))
        #expect(script.events.last == .sent("abc"))
        script.passed(Self.second(3))
        #expect(
            script.events.suffix(2) == [
                .gap(1, .initiator, at: 3, 3, .notCaptured), .sent("ghi", at: 6),
            ]
        )
    }

    @Test func `bytes that the server does not have are waited for: they are sent again`() {
        var script = Self.begun()
        script.client(6, "ghi")
        script.server(0, ack: 3)
        script.passed(Self.second(100))
        #expect(script.events.last == .sent("abc"))
        script.time = Self.second(101)
        script.client(3, "def")
        #expect(script.events.last == .sent("abcdefghi"))
    }

    @Test func `a stream whose last bytes the capture lacks ends with its FIN`() {
        var script = Self.begun()
        script.client(6, flags: Self.fin)
        script.server(0, ack: 7, flags: Self.fin)
        script.client(7, ack: 1)
        script.passed(Self.second(3))
        #expect(script.events.contains(.gap(1, .initiator, at: 3, 3, .notCaptured)))
        #expect(script.events.last == .closed(1))
    }

    @Test func `a connection that is silent for hours is forgotten, and begins anew where it goes on`() {
        var script = Self.begun()
        script.passed(Self.second(7_400))
        #expect(!script.events.contains(.closed(1)))
        script.passed(Self.second(7_441))
        #expect(script.events.suffix(2) == [.ended(1, .responder, .limit), .closed(1)])
        script.time = Self.second(7_500)
        script.client(3, "def")
        script.server(0, ack: 6)
        #expect(script.events.contains(.opened(2, handshake: false)))
        #expect(script.events.contains(.bytes(2, .initiator, at: 0, Array("def".utf8))))
    }

    @Test func `a connection that goes on is left alone, and so is one without times`() {
        var script = Self.begun()
        script.client(6, "ghi")
        script.server(0, ack: 9)
        script.time = Self.second(2.5)
        script.server(0, "x", ack: 9)
        script.passed(Self.second(3))
        #expect(!script.events.contains(.gap(1, .initiator, at: 3, 3, .notCaptured)))
        var untimed = SegmentScript()
        untimed.handshake()
        untimed.client(0, "abc")
        untimed.passed(Self.second(1_000))
        #expect(untimed.events.last == .sent("abc"))
    }
}
