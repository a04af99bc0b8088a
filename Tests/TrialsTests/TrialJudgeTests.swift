import TestSupport
import Testing

@testable import Trials

struct TrialJudgeTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func written(_ id: String) throws -> WrittenTrial {
        let trial = try #require(TrialCase.all.first { $0.id == id })
        return try WrittenTrial(trial, in: folder.path, boundary: "the-boundary")
    }

    private func result(_ id: String, replacing text: String, with other: String) throws -> TrialResult {
        try written(id).changed { body in
            body = Array(String(decoding: body, as: UTF8.self).replacing(text, with: other).utf8)
        }.result()
    }

    @Test(arguments: [
        ("name=\"a\"", "name=\"b\"", "the name `a` arrives as `b`"),
        (
            "\r\n\r\n1\r\n", "\r\n\r\n2\r\n",
            "the content of `a` is changed: the length is right (1 byte), and the bytes are others"
        ),
        ("\r\n\r\n1\r\n", "\r\n\r\n1 \r\n", "the content of `a` is changed: 2 bytes arrive of 1"),
        ("name=\"a\"", "name=\"a\"; filename=\"f\"", "a text arrives as a file"),
        (
            "--the-boundary--",
            "--the-boundary\r\nContent-Disposition: form-data; name=\"c\"\r\n\r\nx\r\n--the-boundary--",
            "1 part was asked for, and 2 arrive"
        ),
        (
            "--the-boundary\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n", "",
            "1 part was asked for, and none arrives"
        ),
    ])
    func `what is lost, changed or split fails`(text: String, other: String, reason: String) throws {
        let result = try result("form/one-field", replacing: text, with: other)
        #expect(result.outcome == .fail)
        #expect(result.reasons.contains(reason), "\(result.reasons)")
    }

    @Test func `an error of a rule fails, and names the rule and the byte`() throws {
        let result = try result("form/one-field", replacing: "--the-boundary--", with: "--the-boundary")
        #expect(result.outcome == .fail)
        #expect(result.rules == ["delimiter/missing-close"])
        #expect(result.reasons.first?.contains("(byte ") ?? false)
    }

    @Test(arguments: [
        (
            "--the-boundary--\r\n", "--the-boundary--",
            "nothing follows the close delimiter, where browsers write CR LF"
        ),
        (
            "name=\"a\"", "name=a",
            "part 1: `Content-Disposition: form-data; name=a`, where browsers write `Content-Disposition: form-data; name=\"a\"`"
        ),
        (
            "name=\"a\"\r\n", "name=\"a\"\r\nContent-Type: text/plain\r\n",
            "part 1: `Content-Type: text/plain`, which browsers do not write"
        ),
    ])
    func `what is legal and different is non-strict, with the first difference`(
        text: String,
        other: String,
        reason: String
    ) throws {
        let result = try result("form/one-field", replacing: text, with: other)
        #expect(result.outcome == .nonStrict)
        #expect(result.reasons.contains(reason), "\(result.reasons)")
    }

    @Test func `parts in another order are non-strict`() throws {
        let part = { (name: String, value: String) in
            "--the-boundary\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n"
        }
        let (one, two) = (part("tags[]", "a"), part("tags[]", "b"))
        let result = try result("form/same-name", replacing: one + two, with: two + one)
        #expect(result.outcome == .nonStrict)
        #expect(result.reasons.first == "the parts arrive in another order")
    }

    @Test(arguments: [
        ("filename=\"größe.txt\"", "filename*=UTF-8''gr%C3%B6%C3%9Fe.txt", TrialOutcome.fail),
        (
            "filename=\"größe.txt\"", "filename=\"gr__e.txt\"; filename*=UTF-8''gr%C3%B6%C3%9Fe.txt",
            .fail
        ),
        ("größe.txt\"", "größe.txt\"; filename*=UTF-8''gr%C3%B6%C3%9Fe.txt", .nonStrict),
        ("größe.txt\"", "größe.txt\"; filename*=UTF-8''gr%F6%DFe.txt", .fail),
        ("größe.txt\"", "größe.txt\"; filename*=iso-8859-1''gr%F6%DFe.txt", .fail),
        ("größe.txt", "gr??e.txt", .fail),
        // RFC 7578 §2 allows it.
        ("größe.txt", "gr%C3%B6%C3%9Fe.txt", .nonStrict),
    ])
    func `a filename that some receivers read as another one fails`(
        text: String,
        other: String,
        outcome: TrialOutcome
    ) throws {
        let result = try result("filename/non-ascii", replacing: text, with: other)
        #expect(result.outcome == outcome, "\(result.reasons)")
    }

    @Test(arguments: [
        ("a%22b", "a\\\"b", TrialOutcome.nonStrict), ("a%22b", "a\"b", .fail), ("a%22b", "ab", .fail),
    ])
    func `a quote is escaped as browsers do, or by a backslash`(
        text: String,
        other: String,
        outcome: TrialOutcome
    ) throws {
        let result = try result("name/quote", replacing: text, with: other)
        #expect(result.outcome == outcome, "\(result.reasons)")
    }

    @Test(arguments: [
        ("http/413-early", DriverEnd(.exited(1), output: "413"), TrialOutcome.pass),
        ("http/413-early", DriverEnd(.exited(1), errors: "broken pipe"), .nonStrict),
        ("http/413-early", DriverEnd(.exited(0), output: "200"), .fail),
        ("http/413-early", DriverEnd(.timedOut), .fail),
        ("http/cut", DriverEnd(.exited(1), errors: "connection reset"), .pass),
        ("http/cut", DriverEnd(.exited(0)), .fail),
        ("http/417", DriverEnd(.exited(1), errors: "417"), .pass),
        ("form/one-field", DriverEnd(.exited(0)), .fail),
        ("form/one-field", DriverEnd(.exited(1), errors: "no"), .fail),
        ("form/one-field", DriverEnd(.exited(69), errors: "cannot"), .unsupported),
        ("form/one-field", DriverEnd(.signalled(11)), .fail),
        ("form/one-field", DriverEnd(.notStarted), .fail),
        ("name/crlf", DriverEnd(.exited(1), errors: "no line breaks"), .refused),
        ("name/crlf", DriverEnd(.exited(126), errors: "permission denied"), .fail),
        ("name/crlf", DriverEnd(.exited(127), errors: "not found"), .fail),
        ("file/shrinks", DriverEnd(.exited(1), errors: "the file ended"), .informational),
        ("file/shrinks", DriverEnd(.timedOut), .informational),
    ])
    func `what a client says without a request is judged by the case`(
        id: String,
        end: DriverEnd,
        outcome: TrialOutcome
    ) throws {
        let trial = try #require(TrialCase.all.first { $0.id == id })
        let form = try WrittenForm(trial, in: folder.path, certificate: "", lastBoundary: nil)
        let result = TrialJudge.result(of: trial, form, TrialRecord(requests: [], end: end))
        #expect(result.outcome == outcome, "\(result.reasons)")
        #expect(outcome == .pass || !(result.reasons + result.notes).isEmpty)
    }

    @Test func `a client that says it failed though the form was taken fails`() throws {
        let result = try written("form/one-field").result(DriverEnd(.exited(1), errors: "timeout"))
        #expect(result.outcome == .fail)
        #expect(result.reasons == ["the client says that it failed, though the form was taken: timeout"])
    }

    @Test func `a client that stops at a redirect does not support it`() throws {
        let result = try written("http/307").result(status: 307, DriverEnd(.exited(1), output: "307"))
        #expect(result.outcome == .unsupported)
    }
}
