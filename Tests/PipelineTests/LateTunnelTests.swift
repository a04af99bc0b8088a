import Exchanges
import Inspection
import InspectionRules
import Pipeline
import TestSupport
import Testing

/// Tunnels on connections that have carried requests before: a client keeps its connection to a proxy open, and asks for the
/// tunnel on it (RFC 9110 §9.3.6).
struct LateTunnelTests {
    private struct Handler: InspectionHandler {
        var exchanges: [String] = []

        mutating func inspected(_ exchange: consuming InspectedExchange) {
            let rules = exchange.findings.filter { $0.finding.severity == .error }.map(\.finding.rule)
            let frame = exchange.exchange.request?.arrival.firstFrame ?? 0
            exchanges.append("\(frame) \(exchange.exchange.method) \(rules.joined())")
        }
    }

    private typealias Message = (isFromClient: Bool, bytes: [UInt8])

    /// A request that is answered, and one for a tunnel.
    private static let opening: [Message] = [
        (true, Array("GET http://h.test/ HTTP/1.1\r\nHost: h.test\r\n\r\n".utf8)),
        (false, Array("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".utf8)),
        (true, Array("CONNECT h.test:80 HTTP/1.1\r\nHost: h.test:80\r\n\r\n".utf8)),
        (false, Array("HTTP/1.1 200 Yes\r\n\r\n".utf8)),
    ]

    /// An upload that lacks its closing delimiter.
    private static let upload: [Message] = [
        (
            true,
            Array(
                """
                POST /up HTTP/1.1\r\nHost: h.test\r\nContent-Type: multipart/form-data; boundary=4NqF7uZy1Lr0pKxT\r
                Content-Length: 67\r\n\r\n--4NqF7uZy1Lr0pKxT\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n
                """.utf8
            )
        ), (false, Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".utf8)),
    ]

    private static func inspect(
        _ messages: [Message]
    ) throws -> (exchanges: [String], capture: InspectedCapture) {
        var handler = Handler()
        let capture = try CaptureInspection(options: InspectionOptions(.standard)).inspect(
            WrittenCapture.bytes(messages),
            name: "late.pcap",
            as: .capture(format: nil),
            into: &handler
        )
        return (handler.exchanges, capture)
    }

    @Test func `an upload inside is judged`() throws {
        let (exchanges, capture) = try Self.inspect(Self.opening + Self.upload)
        #expect(exchanges == ["4 GET ", "6 CONNECT ", "8 POST delimiter/missing-close"])
        #expect(capture.opaque.isEmpty)
    }

    @Test func `nothing is missed of a tunnel through which nothing goes`() throws {
        let (exchanges, capture) = try Self.inspect(Self.opening)
        #expect(exchanges == ["4 GET ", "6 CONNECT "])
        #expect(capture.opaque.isEmpty)
    }

    @Test func `what stands in one packet with the answer belongs to the tunnel`() throws {
        var messages = Self.opening
        messages[3].bytes += Array("SSH-2.0-server\r\n".utf8)
        messages.append((true, Array("SSH-2.0-client\r\n".utf8)))
        let (exchanges, capture) = try Self.inspect(messages)
        #expect(exchanges == ["4 GET ", "6 CONNECT "])
        #expect(capture.opaque == ["unknown": 1])
    }

    @Test func `tunnels are read to a depth, and that they are not read below it is said`() throws {
        let shallow = try Self.inspect((0..<5).flatMap { _ in Self.opening } + Self.upload)
        #expect(shallow.exchanges.last == "24 POST delimiter/missing-close")
        #expect(shallow.capture.opaque.isEmpty)
        let deep = try Self.inspect((0..<1_000).flatMap { _ in Self.opening } + Self.upload)
        #expect(deep.exchanges.count == 12)
        #expect(deep.capture.opaque == ["tunnel": 1])
    }
}
