import TestSupport
import Testing

@testable import Trials

/// Names, filenames and types that arrive in another way than they were given.
struct TrialLabelTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func result(_ id: String, replacing text: String, with other: String) throws -> TrialResult {
        let trial = try #require(TrialCase.all.first { $0.id == id })
        return try WrittenTrial(trial, in: folder.path, boundary: "the-boundary").changed { body in
            body = Array(String(decoding: body, as: UTF8.self).replacing(text, with: other).utf8)
        }.result()
    }

    @Test func `escapes that receivers keep change the name`() throws {
        let result = try result("name/single-quote", replacing: "a'b", with: "a%27b")
        #expect(result.outcome == .fail)
        let text = "is written percent-encoded, which receivers do not undo"
        #expect(result.reasons.first?.hasSuffix(text) ?? false, "\(result.reasons)")
    }

    @Test(arguments: [
        ("name/crlf", "%0D%0A", "%0d%0a", TrialOutcome.nonStrict), ("name/lf", "%0D%0A", "%0a", .nonStrict),
        ("filename/lf", "%0A", "%0D%0A", .nonStrict), ("filename/backslash", "b\\c", "b\\\\c", .nonStrict),
        ("name/percent", "100%", "100%25", .nonStrict),
        // RFC 7578 §2 allows it for filenames.
        ("filename/backslash", "b\\c", "b%5Cc", .nonStrict),
        ("filename/controls", "b\tc", "b%09c", .nonStrict),
        // What a client does with `%22` is its own choice.
        ("name/percent-22", "a%22b", "a%2522b", .informational),
    ])
    func `escapes that receivers undo are another writing`(
        id: String,
        text: String,
        other: String,
        outcome: TrialOutcome
    ) throws {
        let result = try result(id, replacing: text, with: other)
        #expect(result.outcome == outcome, "\(result.reasons)")
    }

    @Test func `an extended parameter that is wrong is cited, after the rule`() throws {
        let result = try result(
            "filename/non-ascii",
            replacing: "größe.txt\"",
            with: "größe.txt\"; filename*=UTF-8''gr%F6%DFe.txt"
        )
        #expect(result.reasons.first?.hasPrefix("disposition/filename-star: ") ?? false, "\(result.reasons)")
        let text = "the filename `größe.txt` arrives as `UTF-8''gr%F6%DFe.txt` in `filename*`"
        #expect(result.reasons.contains(text), "\(result.reasons)")
        // Where a client is free, such a filename is still another one.
        let free = try self.result(
            "filename/bidi",
            replacing: "gpj.exe\"",
            with: "gpj.exe\"; filename*=UTF-8''other.exe"
        )
        #expect(free.outcome == .fail)
    }

    @Test func `a name in apostrophes fails by its rule`() throws {
        let result = try result("form/one-field", replacing: "name=\"a\"", with: "name='a'")
        #expect(result.outcome == .fail)
        #expect(result.reasons.first?.hasPrefix("disposition/single-quoted: ") ?? false, "\(result.reasons)")
        #expect(!result.reasons.contains { $0.contains("escapes") })
    }

    @Test(arguments: [
        (
            "name/non-ascii", "áə💩", "a\u{301}ə💩",
            "the name `áə💩` arrives decomposed (NFD), as `a\\u{301}\\u{259}\\u{1F4A9}`"
        ),
        (
            "filename/non-ascii", "größe.txt", "gro\u{308}ße.txt",
            "the filename `größe.txt` arrives decomposed (NFD), as `gro\\u{308}\\u{DF}e.txt`"
        ),
    ])
    func `a name that looks the same is told apart`(id: String, text: String, other: String, reason: String)
        throws
    {
        let result = try result(id, replacing: text, with: other)
        #expect(result.outcome == .fail)
        #expect(result.reasons == [reason])
    }

    @Test func `another type fails, but for a case about filenames`() throws {
        let type = "Content-Type: application/octet-stream\r\n"
        for (other, note) in [
            ("Content-Type: text/plain\r\n", "the type `application/octet-stream` arrives as `text/plain`"),
            ("", "the type `application/octet-stream` is left out"),
        ] {
            let filename = try result("filename/non-ascii", replacing: type, with: other)
            #expect(filename.outcome == .pass, "\(filename.reasons)")
            #expect(filename.notes == [note])
            let mixed = try result("form/same-name-mixed", replacing: type, with: other)
            #expect(mixed.outcome == .fail)
            #expect(mixed.reasons.contains(note), "\(mixed.reasons)")
        }
    }

    // MARK: Bytes

    @Test(arguments: [
        (
            "form/empty-name", "name=\"\"\r\n", "name=\"\"\n", TrialOutcome.informational,
            "part 1: `Content-Disposition: form-data; name=\"\"` ends in LF, where browsers write CR LF"
        ),
        (
            "form/empty-name", "name=\"\"\r\n\r\n", "name=\"\"\r\n\n", .informational,
            "part 1: the blank line after the header ends in LF, where browsers write CR LF"
        ),
        (
            "form/name-5000", "n\"\r\n", "n\"; \r\n", .nonStrict,
            "part 1: `…\(String(repeating: "n", count: 39))\"; `, where browsers write `…\(String(repeating: "n", count: 39))\"`"
        ),
        (
            "filename/255", "a.txt\"",
            "a.txt\"; filename*=UTF-8''\(String(repeating: "%C3%A4", count: 125))a.txt", .nonStrict,
            "where browsers write `…"
        ),
    ])
    func `headers that differ where they are not shown are compared`(
        id: String,
        text: String,
        other: String,
        outcome: TrialOutcome,
        reason: String
    ) throws {
        let result = try result(id, replacing: text, with: other)
        #expect(result.outcome == outcome, "\(result.reasons)")
        #expect(result.reasons.contains { $0.contains(reason) }, "\(result.reasons)")
    }
}
