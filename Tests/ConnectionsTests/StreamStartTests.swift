import Bytes
import Connections
import Testing

private let fin = SegmentBuilder.Flags.fin
private let syn = SegmentBuilder.Flags.syn
private let ack = SegmentBuilder.Flags.ack
private let rst = SegmentBuilder.Flags.rst

@Suite struct StreamStartTests {
    @Test func `begins in mid-stream with the first bytes seen`() {
        var script = SegmentScript()
        script.client(500, "request")
        script.server(900, "answer", ack: 507)
        script.client(507, ack: 906)
        #expect(script.events == [.opened(1, handshake: false), .sent("request"), .answered("answer")])
    }

    @Test func `puts a segment first that comes just after the first one seen`() {
        var script = SegmentScript()
        script.client(503, "uest")
        script.client(500, "req")
        script.server(900, "answer", ack: 507)
        #expect(script.events == [.opened(1, handshake: false), .sent("request")])
        #expect(script.finish().contains(.answered("answer")))
    }

    @Test func `hands on a stream of which only one direction was captured`() {
        var script = SegmentScript()
        for index in 0..<10 { script.client(index * 3, "abc") }
        #expect(
            script.finish() == [
                .opened(1, handshake: false), .sent(String(repeating: "abc", count: 10)),
                .ended(1, .initiator, .captureEnded), .ended(1, .responder, .captureEnded), .closed(1),
            ]
        )
    }

    @Test func `takes the SYN that comes after the first bytes for their own`() {
        var script = SegmentScript()
        script.client(0, "abc")
        script.client(-1, flags: syn)
        script.server(-1, flags: syn | ack)
        script.client(3, "d")
        #expect(script.events == [.opened(1, handshake: false), .sent("abcd")])
    }

    @Test func `takes first numbers from an answer when the SYN is not there`() {
        var script = SegmentScript()
        script.server(-1, flags: syn | ack)
        script.client(3, "def")
        script.client(0, "abc")
        #expect(script.events == [.opened(1, handshake: false), .sent("abcdef")])
        #expect(script.recorder.initiators.first?.port == 40_000)
    }

    @Test func `takes the byte of a keep-alive probe at the start for none`() {
        var script = SegmentScript()
        script.client(499, "\0")
        script.client(500, "request")
        #expect(script.events == [.opened(1, handshake: false), .sent("request")])
    }

    @Test func `does not take a repeated SYN for a new connection`() {
        var script = SegmentScript()
        script.client(-1, flags: syn)
        script.client(-1, flags: syn)
        script.server(-1, flags: syn | ack)
        script.server(-1, flags: syn | ack)
        script.client(0, "abc")
        script.client(-1, flags: syn)
        #expect(script.events == [.opened(1, handshake: true), .sent("abc")])
    }

    @Test func `opens a new connection on the same ports for a SYN with another number`() {
        var script = SegmentScript()
        script.handshake()
        script.client(0, "abc")
        script.client(5, "waiting")
        script.clientStart = 77_000_000
        script.handshake()
        script.client(0, "def")
        #expect(
            script.events == [
                .opened(1, handshake: true), .sent("abc"), .gap(1, .initiator, at: 3, 2, .notCaptured),
                .sent("waiting", at: 5), .ended(1, .initiator, .replaced), .ended(1, .responder, .replaced),
                .closed(1), .opened(2, handshake: true), .bytes(2, .initiator, at: 0, Array("def".utf8)),
            ]
        )
    }

    @Test func `opens a new connection on the ports of a closed one`() {
        var script = SegmentScript()
        script.handshake()
        script.client(0, "abc", flags: fin)
        script.server(0, ack: 4, flags: fin)
        script.client(4, ack: 1)
        script.clientStart = 500
        script.serverStart = 900
        script.handshake()
        #expect(script.events.suffix(2) == [.closed(1), .opened(2, handshake: true)])
    }

    @Test func `tries a refused connection again with the same number`() {
        var script = SegmentScript()
        script.client(-1, flags: syn)
        script.server(0, flags: rst | ack)
        script.handshake()
        script.client(0, "abc")
        #expect(script.events.last == .bytes(2, .initiator, at: 0, Array("abc".utf8)))
    }

    @Test func `takes the second number of a server that kept no state`() {
        var script = SegmentScript()
        script.client(-1, flags: syn)
        script.server(-1, flags: syn | ack)
        script.serverStart = 42
        script.server(-1, flags: syn | ack)
        script.server(0, "answer")
        #expect(script.events == [.opened(1, handshake: true), .answered("answer")])
    }
}
