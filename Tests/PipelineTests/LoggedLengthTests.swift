import Bytes
import CaptureSources
import Exchanges
import TestSupport
import Testing

@testable import Pipeline

/// What the length of a logged request's content shows.
struct LoggedLengthTests {
    private func read(
        _ body: String,
        _ representation: KeptRepresentation = .text,
        noted: Int? = nil,
        fields: [LoggedField] = []
    ) throws -> Exchange {
        var head = LoggedRequest(
            method: "POST",
            target: "/p",
            version: "HTTP/1.1",
            fields: [LoggedField("Host", "h")] + fields,
            content: .kept
        )
        head.representation = representation
        head.notedLength = noted
        let numbers = ExchangeNumbers()
        var messages = LoggedMessages(
            head,
            of: LoggedExchange(form: .text),
            numbers: numbers,
            responseContents: .all
        )
        var recorder = Recorder()
        messages.begin(&recorder)
        let bytes = Array(body.utf8)
        messages.pushRequest(bytes.span.bytes, &recorder)
        messages.finish(&recorder, as: .complete)
        return try #require(recorder.records.first?.exchange)
    }

    @Test(
        arguments: [
            (5, [], 5), (3, [], nil), (2, [], nil), (nil, [], nil),
            (5, [LoggedField("Content-Encoding", "gzip")], nil),
            (5, [LoggedField("Content-Length", "4")], 4),
        ] as [(Int?, [LoggedField], Int?)]
    )
    func `a noted length counts as declared where the log holds less, and proves nothing`(
        _ noted: Int?,
        _ fields: [LoggedField],
        _ declared: Int?
    ) throws {
        let exchange = try read("abc", noted: noted, fields: fields)
        #expect(exchange.request?.head.declaredLength == declared)
        #expect(exchange.request?.content.bodyLength == 3 && exchange.fidelity == .text)
    }

    @Test(
        arguments: [
            ("abc", .text, 3, nil, .sent), ("abc", .text, 4, nil, .text), ("\u{FFFD}", .text, 3, nil, .text),
            ("abc", .text, nil, 3, .text), ("abc", .decoded, 3, nil, .sent), ("abc", .decoded, nil, 3, .sent),
            ("abc", .decoded, 4, 3, .decoded), ("abc", .decoded, nil, nil, .decoded),
        ] as [(String, KeptRepresentation, Int?, Int?, KeptRepresentation)]
    )
    func `content of just the length that was sent is as it was sent`(
        _ body: String,
        _ logged: KeptRepresentation,
        _ declared: Int?,
        _ noted: Int?,
        _ representation: KeptRepresentation
    ) throws {
        let fields = declared.map { [LoggedField("Content-Length", "\($0)")] } ?? []
        let exchange = try read(body, logged, noted: noted, fields: fields)
        #expect(exchange.request?.content.representation == representation)
    }
}
