import Bytes
import Exchanges
import Forms
import Inspection
import InspectionRules
import Testing

/// What the rules say of a Content-Length that is wrong: one headline, and the arithmetic in words.
struct LengthTests {
    static let field = "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--AaB03x--⏎"

    static func field(_ value: String) -> String {
        "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎\(value)⏎--AaB03x--⏎"
    }

    struct Case: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var declared: Int
        var text: String
        var fields = ""
        var headline: String
        var message: String
        var place = Finding.Place.head
    }

    static let cases = [
        Case(
            testDescription: "cut nowhere in particular",
            declared: 60,
            text: field,
            headline: "length/too-short",
            message:
                "the declared length of 60 bytes is 9 less than the 69 sent: the server never sees the last 9"
        ),
        Case(
            testDescription: "the close delimiter not counted",
            declared: 55,
            text: field,
            headline: "length/short-by-close-delimiter",
            message:
                "the declared length of 55 bytes is 14 less than the 69 sent: the close delimiter is not counted"
        ),
        Case(
            testDescription: "the last CRLF not counted",
            declared: 67,
            text: field,
            headline: "length/off-by-2",
            message: "the declared length of 67 bytes is 2 less than the 69 sent: "
                + "the CRLF after the close delimiter is not counted"
        ),
        Case(
            testDescription: "a NUL counted",
            declared: 70,
            text: field,
            headline: "length/off-by-1",
            message: "the declared length of 70 bytes is 1 more than the 69 sent"
        ),
        Case(
            testDescription: "UTF-16 code units, which come before off-by-2",
            declared: 70,
            text: field("😀"),
            headline: "length/characters-not-bytes",
            message: "the declared length of 70 bytes is 2 less than the 72 sent: "
                + "70 is the number of its UTF-16 code units, not of its bytes"
        ),
        Case(
            testDescription: "grapheme clusters of a text with combining marks",
            declared: 64,
            text: field("e\u{301}"),
            headline: "length/graphemes-crlf",
            message: "the declared length of 64 bytes is 7 less than the 71 sent: "
                + "64 is the number of its grapheme clusters (`String.count` in Swift), of which each CRLF is one"
        ),
        Case(
            testDescription: "lines, from a client that is not Swift",
            declared: 64,
            text: field,
            fields: "User-Agent: Java/17⏎",
            headline: "length/short-by-line-count",
            message: "the declared length of 64 bytes is 5 less than the 69 sent: "
                + "each of the 5 CRLF is counted as one byte"
        ),
        Case(
            testDescription: "lines, from a client that is Swift",
            declared: 64,
            text: field,
            fields: "User-Agent: App/1 CFNetwork/1410 Darwin/22.6⏎",
            headline: "length/graphemes-crlf",
            message: "the declared length of 64 bytes is 5 less than the 69 sent: "
                + "64 is the number of its grapheme clusters (`String.count` in Swift), of which each CRLF is one"
        ),
        Case(
            testDescription: "the size of the file",
            declared: 2000,
            text: field(String(repeating: "x", count: 2000)),
            headline: "length/equals-file-size",
            message: "the declared length of 2000 bytes is 68 less than the 2068 sent: "
                + "2000 is the size of the content of one part"
        ),
        Case(
            testDescription: "the size of a file that is too large to be kept",
            declared: 200_000,
            text: field(String(repeating: "x", count: 200_000)),
            headline: "length/equals-file-size",
            message: "the declared length of 200000 bytes is 68 less than the 200068 sent: "
                + "200000 is the size of the content of one part"
        ),
        Case(
            testDescription: "nothing counted",
            declared: 0,
            text: field,
            headline: "length/zero-with-body",
            message: "the declared length of 0 bytes is 69 less than the 69 sent, which begin a form: "
                + "`--AaB03x␍␊Content-Disposition: form-data…`"
        ),
        Case(
            testDescription: "a client that waits for ever",
            declared: 80,
            text: field,
            headline: "length/too-long",
            message: "the declared length of 80 bytes is 11 more than the 69 sent before the client closed: "
                + "the server waits for the rest"
        ),
        Case(
            testDescription: "a close delimiter that was counted and not sent",
            declared: 69,
            text: "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1",
            headline: "body/truncated",
            message: "the client closed the connection after 55 of 69 bytes: "
                + "the close delimiter was counted but not sent",
            place: .body
        ),
        Case(
            testDescription: "a client that closes in the middle of a form",
            declared: 200,
            text: "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1",
            headline: "body/truncated",
            message: "the client closed the connection after 55 of 200 bytes, in the middle of the form",
            place: .body
        ),
        Case(
            testDescription: "counted with CRLF and sent with LF",
            declared: 69,
            text: "--AaB03x␊Content-Disposition: form-data; name=\"a\"␊␊1␊--AaB03x--␊",
            headline: "length/short-by-line-count",
            message: "the declared length of 69 bytes is 5 more than the 64 sent: "
                + "each of the 5 LF is counted as the two bytes of CRLF"
        ),
    ]

    @Test(arguments: cases)
    func `a wrong length has one headline, which gives the numbers`(_ testCase: Case) throws {
        let request = SentRequest(
            declaring: testCase.declared,
            sending: testCase.text,
            fields: testCase.fields
        )
        let context = request.context
        let findings = Inspector.standard.judge(context).filter {
            $0.severity != .note && !$0.rule.hasPrefix("line/")
        }
        #expect(findings.map(\.rule) == [testCase.headline])
        let finding = try #require(findings.first)
        #expect(finding.message == testCase.message)
        #expect(finding.place == testCase.place)
        guard testCase.place == .head else { return }
        #expect(context.fields[finding.range].elementsEqual("\(testCase.declared)".utf8))
    }

    @Test func `the length of a body before compression is recognised`() throws {
        var request = SentRequest(declaring: 69, sending: "compressed", fields: "Content-Encoding: gzip⏎")
        request.decoded = RuleExample.bytes(of: Self.field).bytes
        let findings = Inspector.standard.judge(request.context).filter { $0.severity == .error }
        #expect(findings.map(\.rule) == ["length/pre-compression"])
        #expect(
            findings.first?.message == "the declared length of 69 bytes is 59 more than the 10 sent: "
                + "69 is its size before `gzip`"
        )
    }

    @Test func `a CRLF after a complete body is not the length's fault`() {
        let findings = Inspector.standard.judge(SentRequest(declaring: 69, sending: Self.field + "⏎").context)
        #expect(findings.filter { $0.severity != .note }.map(\.rule) == ["framing/bytes-after-body"])
        #expect(findings.contains { $0.severity == .warning })
    }

    @Test(arguments: [MessageCompletion.captureEnded, .reset])
    func `nobody's length is wrong where the connection did not end by itself`(
        _ completion: MessageCompletion
    ) {
        var request = SentRequest(
            declaring: 200,
            sending: "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1"
        )
        request.completion = completion
        let rules = Inspector.standard.judge(request.context).map(\.rule)
        #expect(!rules.contains { $0.hasPrefix("length/") })
        #expect(rules.contains("body/truncated") == (completion == .reset))
        #expect(rules.contains("capture/stream-gap") == (completion == .captureEnded))
    }

    @Test func `a reset says how much had been sent`() throws {
        var request = SentRequest(
            declaring: 200,
            sending: "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1"
        )
        request.completion = .reset
        let findings = Inspector.standard.judge(request.context)
        let finding = try #require(findings.first { $0.rule == "body/truncated" })
        #expect(finding.severity == .note)
        #expect(
            finding.message == "the connection was reset after 55 of 200 bytes, in the middle of the form"
        )
    }

    @Test func `a client that was refused is not blamed for stopping`() throws {
        var request = SentRequest(
            declaring: 200,
            sending: "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1"
        )
        request.outcome = .rejectedEarly
        request.status = 413
        let findings = Inspector.standard.judge(request.context)
        let finding = try #require(findings.first { $0.rule == "semantics/rejected-early" })
        #expect(findings.allSatisfy { $0.severity == .note })
        #expect(
            finding.message
                == "the server answered 413 before the upload was complete, and the client stopped after 55 of 200 bytes"
        )
        #expect(Set(finding.consequences.map(\.rule)).isSuperset(of: ["length/too-long", "body/truncated"]))
    }

    @Test func `a client that had finished its form is blamed for its length whatever the server says`() {
        var request = SentRequest(declaring: 80, sending: Self.field)
        request.outcome = .rejectedEarly
        request.status = 408
        let findings = Inspector.standard.judge(request.context).filter { $0.severity == .error }
        #expect(findings.map(\.rule) == ["length/too-long"])
    }

    @Test(arguments: [
        (
            "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--AaB03x--⏎", "length/too-long",
            "the declared length of 80 bytes is 11 more than the 69 sent: the server waits for the rest"
        ),
        (
            "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1", "body/truncated",
            "the body ends after 55 of 80 bytes, in the middle of the form"
        ),
    ])
    func `a file does not tell that the client closed`(text: String, rule: String, message: String) throws {
        var request = SentRequest(declaring: 80, sending: text)
        request.hasConnection = false
        let findings = Inspector.standard.judge(request.context)
        let found = try #require(findings.first { $0.severity == .error })
        #expect(found.rule == rule)
        #expect(found.message == message)
        #expect(!findings.flatMap(\.consequences).contains { $0.message.contains("client") })
    }

    @Test func `many bytes that are not counted are explained as few are`() {
        let text = Self.field(String(repeating: "é", count: 20_000))
        let request = SentRequest(declaring: 20_068, sending: text)
        let found = Inspector.standard.judge(request.context).first { $0.severity == .error }
        #expect(found?.rule == "length/characters-not-bytes")
    }

    @Test func `gaps in the capture silence the arithmetic`() {
        var request = SentRequest(declaring: 80, sending: Self.field)
        request.completion = .complete
        request.excess = Array("x".utf8)
        request.gaps = [.init(range: 20..<31, cause: "the capture lost them")]
        let findings = Inspector.standard.judge(request.context)
        #expect(!findings.contains { $0.rule.hasPrefix("length/") })
        #expect(
            findings.first { $0.rule == "capture/stream-gap" }?.message
                .hasPrefix("11 bytes of the body are not in the capture (the capture lost them)") ?? false
        )
    }
}
