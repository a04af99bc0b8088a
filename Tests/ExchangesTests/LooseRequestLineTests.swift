import Bytes
import Exchanges
import TestSupport
import Testing

/// Request lines that depart from the grammar of RFC 9112 §3.
struct LooseRequestLineTests {
    /// A line, and what is read of it.
    struct Line: Sendable, CustomTestStringConvertible {
        var text: String
        var method = "POST"
        var target = "/up"
        var version = "HTTP/1.1"
        var faults: [FramingFault]

        var testDescription: String { text.debugDescription }

        static func blank(_ range: Range<Int>) -> FramingFault {
            .init(kind: .requestLineBlank, range: range)
        }
        static func version(_ range: Range<Int>) -> FramingFault {
            .init(kind: .requestLineVersion, range: range)
        }
        static func character(_ offset: Int) -> FramingFault {
            .init(kind: .requestLineCharacter, range: offset..<offset + 1)
        }
    }

    static let lines: [Line] = [
        Line(text: "POST /up HTTP/1.1", faults: []),
        Line(text: "POST /u p HTTP/1.1", target: "/u p", faults: [Line.blank(7..<8)]),
        Line(text: "POST /u\0p HTTP/1.1", target: "/u\0p", faults: [Line.character(7)]),
        Line(
            text: "POST /u\u{7F}\u{1}p HTTP/1.0",
            target: "/u\u{7F}\u{1}p",
            version: "HTTP/1.0",
            faults: [Line.character(7), Line.character(8)]
        ),
        Line(text: " POST /up HTTP/1.1", faults: [Line.blank(0..<1)]),
        Line(text: " \t POST /up HTTP/1.1", faults: [Line.blank(0..<3)]),
        Line(text: "POST\t/up\tHTTP/1.1", faults: [Line.blank(4..<5), Line.blank(8..<9)]),
        Line(text: "POST  /up HTTP/1.1", faults: [Line.blank(4..<6)]),
        Line(text: "POST /up   HTTP/1.1", faults: [Line.blank(8..<11)]),
        Line(text: "POST /up HTTP/1.1  ", faults: [Line.blank(17..<19)]),
        Line(text: "POST /up HTTP/0.9", version: "HTTP/0.9", faults: [Line.version(9..<17)]),
        Line(text: "POST /up HTTP/3.7", version: "HTTP/3.7", faults: [Line.version(9..<17)]),
        Line(text: "POST /up HTTP/1.10", version: "HTTP/1.10", faults: [Line.version(9..<18)]),
        Line(text: "POST /up http/1.1", version: "http/1.1", faults: [Line.version(9..<17)]),
        Line(text: "POST /up HTTP/", version: "HTTP/", faults: [Line.version(9..<14)]),
        Line(
            text: "QUERY /up\u{1} HTTP/1.1",
            method: "QUERY",
            target: "/up\u{1}",
            faults: [Line.character(9)]
        ),
        Line(text: "POST /up", version: "", faults: [Line.version(8..<8)]),
        Line(
            text: "PUT http://h.test/up ",
            method: "PUT",
            target: "http://h.test/up",
            version: "",
            faults: [Line.version(20..<20), Line.blank(20..<21)]
        ),
    ]

    private static let rest = "\r\nHost: h.test\r\nContent-Length: 2\r\n\r\nok"

    @Test(arguments: lines)
    func `is read as far as it can be, and what is wrong with it is known`(line: Line) throws {
        let text = line.text + Self.rest
        let cuts: [Cut] =
            [.whole, .pieces(1), .pieces(3)] + (1..<text.utf8.count).map { .at($0, .initiator) }
        for cut in cuts {
            let told = play(
                [.client(text), .server(Scripts.ok), .clientEnds(.finished), .serverEnds(.finished)],
                cut: cut
            )
            let exchange = try #require(told.records.first?.exchange)
            let request = try #require(exchange.request)
            #expect(told.records.count == 1)
            #expect(exchange.method == line.method)
            #expect(exchange.target == line.target)
            #expect(request.head.version == line.version)
            #expect(request.head.startLine == Array(line.text.utf8))
            #expect(request.content.faults == line.faults)
            #expect(request.content.bodyLength == 2)
            #expect(request.content.completion == .complete)
            #expect(exchange.status == 200)
        }
    }

    @Test(arguments: lines)
    func `is read after another request, too, and after a line break left over from it`(line: Line) throws {
        let first = "POST /first HTTP/1.1" + Self.rest
        for separator in ["", "\r\n"] {
            let told = play([
                .client(first + separator + line.text + Self.rest), .server(Scripts.ok + Scripts.ok),
            ])
            #expect(told.records.map { $0.exchange?.target } == ["/first", line.target])
            let kinds = told.records.last?.exchange?.request?.content.faults.map(\.kind) ?? []
            #expect(kinds == line.faults.map(\.kind))
        }
    }

    @Test(arguments: [
        "get key", "GET key", "OPTIONS * RTSP/1.0", "OPTIONS /up RTSP/1.0", "SOURCE /live ICE/1.0",
        "SSH-2.0-x",
        "REGISTER sip:h.test SIP/2.0", "PRI * HTTP/2.0 ", "HELO up.test", "220 up.test ESMTP", "POST",
        "POST /up x/1",
        "POST(/up) HTTP/1.1", "\u{3}\u{0}\u{0}\u{13}",
    ])
    func `a line of another protocol is none`(text: String) {
        let told = play([.client(text + "\r\nCSeq: 1\r\n\r\n"), .clientEnds(.finished)])
        #expect(told.records.isEmpty)
    }

    @Test func `a line of content is none`() throws {
        let upload = Scripts.upload("Content-Length: 60") + "0123456789"
        let told = play([.client(upload), .clientGap(10), .client("\r\nPOST /up\r\nGET /x http/1.1\r\n\r\n")])
        #expect(told.records.count == 1)
        let middle = play([.client("tail\r\nPOST /up\r\n\r\n")], handshake: false)
        #expect(middle.records.isEmpty)
    }
}
