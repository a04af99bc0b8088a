import Bytes
import Exchanges
import Forms
import Inspection
import InspectionRules
import Pipeline
import Synchronization
import TestSupport
import Testing

/// Connections that are inspected without a capture, as those of a server's sockets are.
struct ConnectionInspectionTests {
    /// What is found in an exchange, as it is whatever brought the bytes.
    private struct Verdict: Hashable, Sendable {
        var method: String
        var status: Int?
        var partCount: Int
        var findings: [Site]

        struct Site: Hashable, Sendable {
            var rule: String
            var message: String
            var place: Finding.Place
            var range: Range<Int>
        }

        init(_ inspected: InspectedExchange) {
            method = inspected.exchange.method
            status = inspected.exchange.status
            partCount = inspected.form?.partCount ?? 0
            findings = inspected.findings.map {
                Site(
                    rule: $0.finding.rule,
                    message: $0.finding.message,
                    place: $0.finding.place,
                    range: $0.finding.range
                )
            }
        }
    }

    private struct Captured: InspectionHandler {
        var verdicts: [Verdict] = []

        mutating func inspected(_ exchange: consuming InspectedExchange) {
            verdicts.append(Verdict(exchange))
        }
    }

    private static func request(_ body: String, length: Int? = nil, type: String? = nil) -> [UInt8] {
        let type = type ?? "multipart/form-data; boundary=4NqF7uZy1Lr0pKxTt2Wc"
        return Array(
            ("POST /up HTTP/1.1\r\nHost: h\r\nContent-Type: \(type)\r\n"
                + "Content-Length: \(length ?? body.utf8.count)\r\n\r\n\(body)").utf8
        )
    }

    private static func body(_ end: String) -> String {
        "--4NqF7uZy1Lr0pKxTt2Wc\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\(end)"
    }

    /// Requests in order and out of order, each with what the verdict must name.
    private static let requests: [(bytes: [UInt8], rule: String?)] = [
        (request(body("\r\n--4NqF7uZy1Lr0pKxTt2Wc--\r\n")), nil),
        (request(body("\r\n")), "delimiter/missing-close"),
        (request(body("--4NqF7uZy1Lr0pKxTt2Wc--\r\n")), "delimiter/missing-crlf-before-close"),
        (request(body("\n--4NqF7uZy1Lr0pKxTt2Wc--\r\n")), "delimiter/lf-before"),
        (
            request(body("\r\n--4NqF7uZy1Lr0pKxTt2Wc--\r\n"), type: "multipart/form-data; boundary=x"),
            "boundary/mismatch"
        ),
    ]

    private static let summary = ConnectionSummary(
        number: 1,
        initiator: nil,
        responder: nil,
        sawHandshake: true
    )

    private static func completed(_ results: [InspectionResult]) -> [Verdict] {
        results.compactMap { if case .completed(let exchange) = $0 { Verdict(exchange) } else { nil } }
    }

    @Test func `thousands of connections on four threads are judged as their packets are`() async throws {
        let expected = try Self.requests.map { request in
            var captured = Captured()
            _ = try CaptureInspection(options: InspectionOptions(.standard)).inspect(
                WrittenCapture.bytes([(true, request.bytes)]),
                name: "one.pcap",
                as: .capture(format: nil),
                into: &captured
            )
            return captured.verdicts
        }
        #expect(expected.allSatisfy { $0.count == 1 })
        for (verdicts, request) in zip(expected, Self.requests) {
            let rules = Set(verdicts.flatMap(\.findings).map(\.rule))
            #expect(request.rule.map(rules.contains) ?? rules.isEmpty, "\(rules)")
        }
        // What several threads share: the numbers of exchanges, and what is remembered of earlier requests.
        let numbers = ExchangeNumbers()
        let history = RetryHistory()
        let (threads, perThread) = (4, TestScope.isWhole ? 2_500 : 750)
        try await withThrowingTaskGroup(of: [[Verdict]].self) { group in
            for thread in 0..<threads {
                group.addTask {
                    try await Self.interleave(perThread, from: thread, numbers: numbers, history: history)
                }
            }
            for try await verdicts in group {
                #expect(verdicts.count == perThread)
                for (index, found) in verdicts.enumerated() { #expect(found == expected[index % 5]) }
            }
        }
        #expect(numbers.last == threads * perThread)
    }

    /// Feeds connections in turn, byte by byte; gives the verdicts of each.
    ///
    /// After each turn other tests may run: those that wait for a process are few, and keep a core busy while they wait.
    /// At the desk one in twenty gets single bytes, the others pieces of up to 64.
    private static func interleave(
        _ count: Int,
        from thread: Int,
        numbers: ExchangeNumbers,
        history: RetryHistory
    ) async throws -> [[Verdict]] {
        var workspace = try InspectionWorkspace(
            options: InspectionOptions(.standard),
            numbers: numbers,
            history: history
        )
        var connections = (0..<count).map { index in
            var summary = summary
            summary.number = thread * count + index + 1
            summary.initiator = Endpoint(addressLow: UInt64(summary.number), port: 1)
            return ConnectionInspection(summary)
        }
        var verdicts = [[Verdict]](repeating: [], count: count)
        var offsets = [Int](repeating: 0, count: count)
        var open = Array(0..<count)
        while !open.isEmpty {
            for index in open {
                let bytes = requests[index % requests.count].bytes
                let length = TestScope.isWhole || index.isMultiple(of: 20) ? 1 : index % 64 + 1
                let start = offsets[index]
                let end = min(start + length, bytes.count)
                let origin = ByteOrigin(offset: start)
                offsets[index] = start < bytes.count ? end : .max
                if start < bytes.count {
                    let piece = bytes.span.bytes.extracting(start..<end)
                    connections[index].received(piece, from: .initiator, origin, &workspace)
                } else {
                    connections[index].ended(.finished, from: .initiator, origin, &workspace)
                    connections[index].closed(&workspace)
                }
                if workspace.hasResults { verdicts[index] += completed(workspace.takeResults()) }
            }
            open.removeAll { offsets[$0] == .max }
            await Task.yield()
        }
        return verdicts
    }

    @Test func `each verdict of a connection is there before its next byte comes`() throws {
        var options = InspectionOptions(.standard)
        options.reportsRequests = true
        var workspace = try InspectionWorkspace(options: options)
        var connection = ConnectionInspection(Self.summary)
        var offset = 0
        var answered = 0
        for (bytes, rule) in Self.requests + Self.requests {
            for (index, byte) in bytes.enumerated() {
                let piece = [byte]
                connection.received(
                    piece.span.bytes,
                    from: .initiator,
                    ByteOrigin(offset: offset),
                    &workspace
                )
                offset += 1
                let verdicts = workspace.takeResults().compactMap { result in
                    if case .judged(let exchange) = result { exchange } else { nil }
                }
                #expect(verdicts.count == (index == bytes.count - 1 ? 1 : 0))
                guard let verdict = verdicts.first else { continue }
                let rules = Set(verdict.findings.map(\.finding.rule))
                #expect(rule.map(rules.contains) ?? rules.isEmpty, "\(rules)")
                #expect(verdict.exchange.request?.arrival.firstFrame == nil)
            }
            let answer = Array("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".utf8)
            connection.received(
                answer.span.bytes,
                from: .responder,
                ByteOrigin(offset: answered),
                &workspace
            )
            answered += answer.count
        }
    }

    @Test func `bytes after the body amend the verdict`() throws {
        var options = InspectionOptions(.standard)
        options.reportsRequests = true
        var workspace = try InspectionWorkspace(options: options)
        var connection = ConnectionInspection(Self.summary)
        let body = Self.body("\r\n--4NqF7uZy1Lr0pKxTt2Wc--\r\n")
        let close = "--4NqF7uZy1Lr0pKxTt2Wc--\r\n"
        let bytes = Self.request(body, length: body.utf8.count - close.utf8.count)
        let end = bytes.count - close.utf8.count
        func feed(_ range: Range<Int>) {
            let piece = Array(bytes[range])
            connection.received(
                piece.span.bytes,
                from: .initiator,
                ByteOrigin(offset: range.lowerBound),
                &workspace
            )
        }
        feed(0..<end)
        let first = try #require(workspace.takeResults().first)
        guard case .judged(let early) = first else {
            Issue.record("the request has ended, and there is no verdict")
            return
        }
        #expect(early.findings.contains { $0.finding.rule == "delimiter/missing-close" })
        feed(end..<bytes.count)
        connection.ended(.finished, from: .initiator, ByteOrigin(offset: bytes.count), &workspace)
        connection.closed(&workspace)
        let late = Self.completed(workspace.takeResults())
        #expect(late.count == 1)
        #expect(late[0].findings.contains { $0.rule == "length/short-by-close-delimiter" })
        // The same bytes in one piece have one verdict.
        var whole = try InspectionWorkspace(options: options)
        var other = ConnectionInspection(Self.summary)
        other.received(bytes.span.bytes, from: .initiator, ByteOrigin(offset: 0), &whole)
        guard case .judged(let verdict) = try #require(whole.takeResults().first) else { return }
        #expect(Verdict(verdict).findings == late[0].findings)
    }
}
