import Bytes
import Exchanges
import TestSupport
import Testing

/// Requests that are sent before the responses to earlier ones came (RFC 9112 §9.3.2).
struct PipeliningTests {
    private static func request(_ number: Int) -> String {
        // Every tenth response has no content, whatever its length field says.
        "\(number.isMultiple(of: 10) ? "HEAD" : "GET") /\(number) HTTP/1.1\r\nHost: h\r\n\r\n"
    }

    private static func response(_ number: Int) -> String {
        let content = number.isMultiple(of: 10) ? "" : "abc"
        return "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nNumber: \(number)\r\n\r\n\(content)"
    }

    private static func requests(_ numbers: Range<Int>) -> Step {
        .client(numbers.map { request($0) }.joined())
    }

    private static func responses(_ numbers: Range<Int>) -> Step {
        .server(numbers.map { response($0) }.joined())
    }

    /// The number of the response that each request has; `nil` where it has none.
    private static func answers(_ told: Recorder) -> [String: String?] {
        var answers: [String: String?] = [:]
        for record in told.records where record.exchange?.request != nil {
            let number = record.exchange?.response?.head.fields.value(named: "number")
            answers[record.exchange?.target ?? ""] = .some(number.map { String(decoding: $0, as: UTF8.self) })
        }
        return answers
    }

    private static func alone(_ told: Recorder) -> Int {
        told.records.count { $0.exchange?.request == nil }
    }

    @Test(arguments: [Cut.whole, .pieces(1_000)])
    func `1,000 requests that wait at once are matched with their responses`(cut: Cut) {
        let told = play([Self.requests(0..<1_000), Self.responses(0..<1_000)], cut: cut)
        #expect(told.records.map { $0.exchange?.target } == (0..<1_000).map { "/\($0)" })
        #expect(told.records.allSatisfy { $0.exchange?.status == 200 })
        #expect(Self.answers(told).allSatisfy { "/\($0.value ?? "")" == $0.key })
        #expect(told.records.map(\.responseText) == (0..<1_000).map { $0 % 10 == 0 ? "" : "abc" })
    }

    @Test func `requests that come while others wait are matched with their responses`() {
        var script = [Self.requests(0..<500)]
        for number in 0..<500 {
            script += [Self.requests(number + 500..<number + 501), Self.responses(number..<number + 1)]
        }
        let told = play(script + [Self.responses(500..<1_000)])
        #expect(told.records.count == 1_000)
        #expect(Self.answers(told).allSatisfy { "/\($0.value ?? "")" == $0.key })
    }

    @Test func `where there is no memory for all, those that wait for longest lose their responses`() {
        let memory = MemoryBudget(limit: 1 << 20)
        let told = play([Self.requests(0..<2_000), Self.responses(0..<2_000)], memory: memory)
        let answers = Self.answers(told)
        let lost = answers.count { $0.value == nil }
        #expect((1_000..<1_900).contains(lost))
        #expect((0..<2_000).allSatisfy { answers["/\($0)"] == .some($0 < lost ? nil : "\($0)") })
        #expect(Self.alone(told) == lost)
        #expect(memory.refusals == [.waitingRequests: lost])
        #expect(memory.takenBytes == 0)
    }

    @Test func `requests that no response comes for cost no others theirs`() {
        let memory = MemoryBudget(limit: 1 << 20)
        let told = play([Self.requests(0..<2_000)], memory: memory)
        #expect(told.records.map { $0.exchange?.target } == (0..<2_000).map { "/\($0)" })
        #expect(told.records.allSatisfy { $0.exchange?.request?.content.completion == .complete })
        #expect(memory.refusals.isEmpty)
    }

    @Test func `as many requests wait as are allowed whatever they take`() {
        let memory = MemoryBudget(limit: 0)
        let told = play([Self.requests(0..<64), Self.responses(0..<64)], memory: memory)
        #expect(Self.answers(told).allSatisfy { "/\($0.value ?? "")" == $0.key })
        #expect(memory.refusals.isEmpty)
    }

    @Test func `responses that were captured before their requests are matched up to a limit`() {
        let told = play([Self.responses(1..<10), Self.requests(1..<10)])
        #expect(Self.answers(told).allSatisfy { "/\($0.value ?? "")" == $0.key })
        let many = play([Self.responses(1..<100), Self.requests(1..<100)])
        #expect(Self.alone(many) == 99)
    }

    @Test(arguments: [Cut.whole, .pieces(3)])
    func `a response to bytes that are no request is not that of a later request`(cut: Cut) {
        let refusal = "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n"
        let told = play(
            [
                .client("garbage line\r\n"), .server(refusal), Self.requests(1..<3), Self.responses(1..<3),
            ],
            cut: cut
        )
        #expect(told.records.map { $0.exchange?.target } == ["", "/1", "/2"])
        #expect(told.records.map { $0.exchange?.status } == [400, 200, 200])
        #expect(Self.answers(told) == ["/1": "1", "/2": "2"])
        // Blank lines before a request are none.
        let blank = play([.client("\r\n"), Self.responses(1..<2), Self.requests(1..<2)], cut: cut)
        #expect(Self.answers(blank) == ["/1": "1"])
    }
}
