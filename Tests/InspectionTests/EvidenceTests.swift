import Exchanges
import Forms
import Inspection
import InspectionRules
import Testing

/// What a rule looked at, and whether the capture has it.
struct EvidenceTests {
    private static let start = "--AaB03x⏎Content-Disposition: form-data; name=a b⏎⏎"
    private static let sample = String(repeating: "0123456789abcdef", count: 128)

    /// What is found in a body of which the capture has no more than this.
    private static func rules(inCaptured text: String, losing missing: Int = 0) -> Set<String> {
        var request = SentRequest(declaring: 9_000, sending: text)
        request.completion = .captureEnded
        if missing > 0 {
            request.gaps = [.init(range: request.body.count..<(request.body.count + missing), cause: "lost")]
        }
        return Set(Inspector.standard.judge(request.context).map(\.rule))
    }

    @Test func `what is wrong with the header lines of a part holds when these are known`() {
        #expect(Self.rules(inCaptured: Self.start + "1").contains("disposition/unquoted-illegal"))
        #expect(Self.rules(inCaptured: Self.start + "1", losing: 50).contains("disposition/unquoted-illegal"))
        let isWithheld = Self.rules(inCaptured: String(Self.start.dropLast(1)), losing: 50)
        #expect(!isWithheld.contains("disposition/unquoted-illegal"))
    }

    @Test func `what is wrong with a content holds when as much of it is known as is looked at`() {
        let start =
            "--AaB03x⏎Content-Disposition: form-data; name=a; filename=a.png⏎Content-Type: image/png⏎⏎%PDF-1.7"
        #expect(Self.rules(inCaptured: start + Self.sample).contains("part/type-mismatch"))
        #expect(!Self.rules(inCaptured: start).contains("part/type-mismatch"))
        #expect(!Self.rules(inCaptured: start, losing: 50).contains("part/type-mismatch"))
    }

    @Test func `what was not told from a delimiter before a gap is not looked at`() {
        var reader = FormReader(declared: [Array("AaB03x".utf8)])
        let start =
            "--AaB03x⏎Content-Disposition: form-data; name=f⏎Content-Transfer-Encoding: base64⏎⏎aGVsbG8="
        let bytes = RuleExample.bytes(of: start + "⏎--AaB0").bytes
        reader.push(bytes.span.bytes)
        reader.gap(length: 50)
        let context = RuleContext(contentType: RuleExample.contentType, form: reader.finish())
        #expect(!Inspector.standard.judge(context).contains { $0.rule.contains("transfer-encoding") })
    }

    @Test func `what is wrong with a delimiter holds when its whole line is known`() {
        let start = "--AaB03x⏎Content-Disposition: form-data; name=a⏎⏎1␊--AaB03x"
        #expect(Self.rules(inCaptured: start + "⏎Content-").contains("delimiter/lf-before"))
        #expect(Self.rules(inCaptured: start + "⏎Content-", losing: 50).contains("delimiter/lf-before"))
        #expect(!Self.rules(inCaptured: start, losing: 50).contains("delimiter/lf-before"))
    }
}
