import Connections
import Testing

private let fin = SegmentBuilder.Flags.fin
private let syn = SegmentBuilder.Flags.syn
private let ack = SegmentBuilder.Flags.ack
private let rst = SegmentBuilder.Flags.rst

@Suite struct StreamStartTests {
    @Test func `begins in mid-stream with the first bytes seen`() {
        var dialogue = Dialogue()
        dialogue.client(500, "request")
        dialogue.server(900, "answer", ack: 507)
        dialogue.client(507, ack: 906)
        #expect(dialogue.events == [.opened(1, handshake: false), .sent("request"), .answered("answer")])
    }

    @Test func `puts a segment first that comes just after the first one seen`() {
        var dialogue = Dialogue()
        dialogue.client(503, "uest")
        dialogue.client(500, "req")
        dialogue.server(900, "answer", ack: 507)
        #expect(dialogue.events == [.opened(1, handshake: false), .sent("request")])
        #expect(dialogue.finish().contains(.answered("answer")))
    }

    @Test func `hands on a stream of which only one direction was captured`() {
        var dialogue = Dialogue()
        for index in 0..<10 { dialogue.client(index * 3, "abc") }
        #expect(
            dialogue.finish() == [
                .opened(1, handshake: false), .sent(String(repeating: "abc", count: 10)),
                .ended(1, .initiator, .captureEnded), .ended(1, .responder, .captureEnded), .closed(1),
            ]
        )
    }

    @Test func `takes the SYN that comes after the first bytes for their own`() {
        var dialogue = Dialogue()
        dialogue.client(0, "abc")
        dialogue.client(-1, flags: syn)
        dialogue.server(-1, flags: syn | ack)
        dialogue.client(3, "d")
        #expect(dialogue.events == [.opened(1, handshake: false), .sent("abcd")])
    }

    @Test func `takes first numbers from an answer when the SYN is not there`() {
        var dialogue = Dialogue()
        dialogue.server(-1, flags: syn | ack)
        dialogue.client(3, "def")
        dialogue.client(0, "abc")
        #expect(dialogue.events == [.opened(1, handshake: false), .sent("abcdef")])
        #expect(dialogue.recorder.initiators.first?.port == 40_000)
    }

    @Test func `takes the byte of a keep-alive probe at the start for none`() {
        var dialogue = Dialogue()
        dialogue.client(499, "\0")
        dialogue.client(500, "request")
        #expect(dialogue.events == [.opened(1, handshake: false), .sent("request")])
    }

    @Test func `does not take a repeated SYN for a new connection`() {
        var dialogue = Dialogue()
        dialogue.client(-1, flags: syn)
        dialogue.client(-1, flags: syn)
        dialogue.server(-1, flags: syn | ack)
        dialogue.server(-1, flags: syn | ack)
        dialogue.client(0, "abc")
        dialogue.client(-1, flags: syn)
        #expect(dialogue.events == [.opened(1, handshake: true), .sent("abc")])
    }

    @Test func `opens a new connection on the same ports for a SYN with another number`() {
        var dialogue = Dialogue()
        dialogue.handshake()
        dialogue.client(0, "abc")
        dialogue.client(5, "waiting")
        dialogue.clientStart = 77_000_000
        dialogue.handshake()
        dialogue.client(0, "def")
        #expect(
            dialogue.events == [
                .opened(1, handshake: true), .sent("abc"), .gap(1, .initiator, at: 3, 2, .notCaptured),
                .sent("waiting", at: 5), .ended(1, .initiator, .replaced), .ended(1, .responder, .replaced),
                .closed(1), .opened(2, handshake: true), .bytes(2, .initiator, at: 0, Array("def".utf8)),
            ]
        )
    }

    @Test func `opens a new connection on the ports of a closed one`() {
        var dialogue = Dialogue()
        dialogue.handshake()
        dialogue.client(0, "abc", flags: fin)
        dialogue.server(0, ack: 4, flags: fin)
        dialogue.client(4, ack: 1)
        dialogue.clientStart = 500
        dialogue.serverStart = 900
        dialogue.handshake()
        #expect(dialogue.events.suffix(2) == [.closed(1), .opened(2, handshake: true)])
    }

    @Test func `tries a refused connection again with the same number`() {
        var dialogue = Dialogue()
        dialogue.client(-1, flags: syn)
        dialogue.server(0, flags: rst | ack)
        dialogue.handshake()
        dialogue.client(0, "abc")
        #expect(dialogue.events.last == .bytes(2, .initiator, at: 0, Array("abc".utf8)))
    }

    @Test func `takes the second number of a server that kept no state`() {
        var dialogue = Dialogue()
        dialogue.client(-1, flags: syn)
        dialogue.server(-1, flags: syn | ack)
        dialogue.serverStart = 42
        dialogue.server(-1, flags: syn | ack)
        dialogue.server(0, "answer")
        #expect(dialogue.events == [.opened(1, handshake: true), .answered("answer")])
    }
}
