import Bytes
import Exchanges
import Forms
import Inspection
import InspectionRules
import Pipeline
import Testing

/// Exchanges that are handed on once they are answered, before they are complete.
struct AnsweredExchangeTests {
    private var workspace: InspectionWorkspace
    private var connection = ConnectionInspection(
        ConnectionSummary(number: 1, initiator: nil, responder: nil, sawHandshake: true)
    )
    private var offsets = (initiator: 0, responder: 0)
    private var frame = 0

    private static let boundary = "4NqF7uZy1Lr0pKxTt2Wc"
    private static let close = "--\(boundary)--\r\n"

    init() throws {
        var options = InspectionOptions(.standard)
        options.answersRequests = true
        options.reportsAnswers = true
        workspace = try InspectionWorkspace(options: options)
    }

    /// An upload, with a boundary in its body that may be another than the declared one, and so many bytes after the end
    /// that Content-Length declares.
    private static func upload(delimitedBy boundary: String = boundary, excess: Int = 0) -> String {
        let body =
            "--\(boundary)\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--\(boundary)--\r\n"
        return "POST /up HTTP/1.1\r\nHost: h\r\n"
            + "Content-Type: multipart/form-data; boundary=\(Self.boundary)\r\n"
            + "Content-Length: \(body.utf8.count - excess)\r\n\r\n\(body)"
    }

    private static func answer(_ status: Int) -> String {
        "HTTP/1.1 \(status) Answered\r\nContent-Length: 2\r\n\r\nok"
    }

    private mutating func send(_ text: some StringProtocol, from side: Side) -> [InspectionResult] {
        let bytes = Array(text.utf8)
        let offset = side == .initiator ? offsets.initiator : offsets.responder
        frame += 1
        connection.received(
            bytes.span.bytes,
            from: side,
            ByteOrigin(offset: offset, frame: frame),
            &workspace
        )
        if side == .initiator { offsets.initiator += bytes.count } else { offsets.responder += bytes.count }
        return workspace.takeResults()
    }

    private static func answered(_ results: [InspectionResult]) -> [InspectedExchange] {
        results.compactMap { if case .answered(let exchange) = $0 { exchange } else { nil } }
    }

    private static func completed(_ results: [InspectionResult]) -> [InspectedExchange] {
        results.compactMap { if case .completed(let exchange) = $0 { exchange } else { nil } }
    }

    @Test mutating func `an exchange of which nothing more comes is the one that was answered`() throws {
        let sent = send(Self.upload(), from: .initiator)
        #expect(Self.answered(sent).isEmpty)
        #expect(sent.contains { if case .requestEnded(exchange: 1, _) = $0 { true } else { false } })
        let answer = send(Self.answer(200), from: .responder)
        let answered = try #require(Self.answered(answer).first)
        #expect(answered.exchange.status == 200)
        #expect(answered.exchange.response != nil)
        #expect(answered.form?.partCount == 1)
        #expect(Self.completed(answer).isEmpty)
        let next = Self.completed(send(Self.upload(), from: .initiator))
        #expect(next.count == 1)
        #expect(next[0] === answered)
    }

    @Test mutating func `one that came in many packets is none the less`() throws {
        // Where each of them arrived is not handed on.
        let text = Self.upload()
        for start in stride(from: 0, to: text.count, by: 30) {
            _ = send(text.dropFirst(start).prefix(30), from: .initiator)
        }
        let answered = try #require(Self.answered(send(Self.answer(200), from: .responder)).first)
        let complete = try #require(Self.completed(send(Self.upload(), from: .initiator)).first)
        #expect(complete === answered)
    }

    @Test mutating func `bytes after an answered request amend what is said of it`() throws {
        let text = Self.upload(excess: Self.close.utf8.count)
        _ = send(text.dropLast(Self.close.count), from: .initiator)
        let answered = try #require(Self.answered(send(Self.answer(200), from: .responder)).first)
        #expect(answered.findings.map(\.finding.rule).contains("delimiter/missing-close"))
        _ = send(Self.close, from: .initiator)
        let complete = try #require(Self.completed(send(Self.upload(), from: .initiator)).first)
        #expect(complete !== answered)
        #expect(complete.number == answered.number)
        #expect(complete.findings.map(\.finding.rule).contains("length/short-by-close-delimiter"))
    }

    @Test mutating func `an upload that was refused is remembered for its retry`() throws {
        _ = send(Self.upload(), from: .initiator)
        #expect(Self.answered(send(Self.answer(401), from: .responder)).count == 1)
        _ = send(Self.upload(delimitedBy: "Zz98765"), from: .initiator)
        let retry = try #require(Self.answered(send(Self.answer(200), from: .responder)).first)
        #expect(retry.findings.map(\.finding.rule).contains("semantics/retry-different-boundary"))
    }

    @Test mutating func `what is answered before it has ended is handed on when it is complete`() {
        let text = Self.upload()
        _ = send(text.dropLast(10), from: .initiator)
        #expect(Self.answered(send(Self.answer(413), from: .responder)).isEmpty)
        _ = send(text.suffix(10), from: .initiator)
        let complete = Self.completed(send(Self.upload(), from: .initiator))
        #expect(complete.map(\.exchange.status) == [413])
    }
}
