import Foundation
import Testing

@testable import Trials

struct ProbeAnswerTests {
    private static func body() throws -> LabBody { try #require(LabBody.named("ok-two-fields")) }

    private static func result(
        _ content: String,
        status: Int? = 200,
        end: ProbeAnswer.End = .ended,
        reading: ProbeReading = .echo,
        without extra: String? = nil
    ) throws -> ProbeResult {
        let answer = ProbeAnswer(status: status, content: Array(content.utf8), end: end)
        return try reading.result(of: answer, to: body(), without: extra)
    }

    private static let one = "[\"a\", null, 1, \"\(ReadField.digest(of: [0x31]))\"]"
    private static let two = "[\"z\", null, 1, \"\(ReadField.digest(of: [0x32]))\"]"

    @Test func `what an adapter answers is compared with what was meant`() throws {
        #expect(try Self.result("[\(Self.two), \(Self.one)]").sign == .asMeant)
        #expect(try Self.result("[\(Self.one)]").sign == .loses)
        #expect(try Self.result("[\(Self.one), \(Self.two), \(Self.two)]").sign == .differs)
        #expect(try Self.result("[]").sign == .empty)
    }

    @Test(arguments: [
        "", "ok", "{}", "[[\"a\"]]", "[[\"a\", null, -1, \"\(ReadField.digest(of: []))\"]]",
        "[[\"a\", null, 1, \"6b86\"]]", "[[1, null, 1, \"\(ReadField.digest(of: []))\"]]",
        String(repeating: "[", count: 100_000),
    ])
    func `an answer of another shape is not taken for a reading`(content: String) throws {
        #expect(try Self.result(content).sign == .unread)
    }

    @Test func `an escaped surrogate without its other half stands for bytes that are no text`() throws {
        let digest = ReadField.digest(of: [0x31])
        let result = try Self.result(#"[["a\udce9\ud83d\ude00\\udce9", null, 1, "\#(digest)"]]"#)
        #expect(result.form?.map(\.name) == [#"a\#u{FFFD}😀\udce9"#])
    }

    @Test func `what is no reading is said by its kind`() throws {
        let all = "[\(Self.one), \(Self.two)]"
        #expect(try Self.result(all, status: 400).sign == .refused)
        #expect(try Self.result(all, status: 503).sign == .refused)
        #expect(try Self.result(all, status: 302).sign == .unread)
        #expect(try Self.result(all, end: .timedOut).sign == .hangs)
        #expect(try Self.result(all, end: .tooLong(limit: 9)).sign == .unread)
        #expect(try Self.result("", status: nil, end: .timedOut).sign == .hangs)
        #expect(try Self.result("", status: nil, end: .closed(reason: "reset")).effects == ["reset"])
    }

    @Test func `the field that a server needs is no part of what is compared`() throws {
        let token = "[\"token\", null, 3, \"\(ReadField.digest(of: Array("abc".utf8)))\"]"
        let content = "[\(token), \(Self.one), \(Self.two)]"
        #expect(try Self.result(content, without: "token").sign == .asMeant)
        #expect(try Self.result(content).sign == .differs)
    }

    @Test func `contents are found at paths of the answer`() throws {
        let form = ProbeReading.json(try ["form", "files"].map { try #require(JSONPath($0)) })
        #expect(
            try Self.result(#"{"form": {"a": "1", "z": ["2"]}, "files": {}}"#, reading: form).sign == .asMeant
        )
        #expect(try Self.result(#"{"form": {"a": 1}, "files": {"z": "2"}}"#, reading: form).sign == .asMeant)
        #expect(try Self.result(#"{"form": {"a": "1"}}"#, reading: form).sign == .loses)
        #expect(try Self.result(#"{"form": {}}"#, reading: form).sign == .empty)
        #expect(try Self.result(#"{"data": {}}"#, reading: form).sign == .unread)
        #expect(try Self.result("<html>", reading: form).sign == .unread)
        let one = ProbeReading.json([try #require(JSONPath("form.a"))])
        #expect(try Self.result(#"{"form": {"a": "1"}}"#, reading: one).sign == .asMeant)
        #expect(try Self.result(#"{"form": {"a": "0"}}"#, reading: one).sign == .differs)
        let whole = ProbeReading.json([try #require(JSONPath("."))])
        #expect(try Self.result(#"{"a": "1", "z": "2"}"#, reading: whole).sign == .asMeant)
        #expect(JSONPath("a..b") == nil && JSONPath("") == nil)
    }

    @Test func `a report that is written can be read again`() throws {
        var report = ProbeReport(version: "1", url: "http://x/", label: "x", date: "", results: [])
        report.results = [
            try Self.result("[\(Self.one)]"), try Self.result("", status: nil, end: .timedOut),
        ]
        let read = try ProbeReport(json: Data(report.json.utf8))
        #expect(read.results == report.results)
        #expect(read.json == report.json)
        #expect(throws: ProbeReport.Failure.self) { try ProbeReport(json: Data("{}".utf8)) }
    }
}
