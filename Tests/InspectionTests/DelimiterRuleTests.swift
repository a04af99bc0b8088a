import Bytes
import Exchanges
import Forms
import Inspection
import InspectionRules
import Testing

/// What the examples of the rules about delimiters and line ends cannot show: words, counts, severities.
struct DelimiterRuleTests {
    private static let first = "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1"
    private static let second = "--AaB03x⏎Content-Disposition: form-data; name=\"z\"⏎⏎2⏎--AaB03x--⏎"

    @Test(arguments: [
        ("delimiter/missing-crlf-before", first + second),
        ("delimiter/lf-before", first + "␊" + second),
        ("delimiter/cr-before", first + "␍" + second),
        ("delimiter/leading-whitespace", first + "⏎␠␠" + second),
    ])
    func `a delimiter that receivers pass over names the field that is lost and the one that takes it in`(
        _ id: String,
        _ body: String
    ) throws {
        let finding = try #require(judge(body).first { $0.rule == id })
        #expect(finding.message.contains("field `z` as content of field `a`"))
        #expect(finding.part == 2)
    }

    @Test func `a second form after a long one is among what receivers ignore`() throws {
        let line = "Content-Disposition: form-data; name=\"a-name-that-is-as-long-as-those-of-some-fields\""
        let long =
            "--AaB03x⏎Content-Disposition: form-data; name=\"f\"; filename=\"x\"⏎⏎"
            + String(repeating: "text", count: 50_000)
        let second =
            "--another-boundary-of-thirty-letters⏎\(line)⏎⏎\(String(repeating: "text", count: 50_000))"
        let finding = try #require(
            judge(long + "⏎--AaB03x--⏎" + second).first { $0.rule == "delimiter/epilogue" }
        )
        #expect(finding.severity == .error)
        #expect(finding.message.contains("another form is among them"))
    }

    @Test(arguments: [
        ("", "\\r\\n", "the 4 characters `\\r\\n`"),
        ("\"", "\\r\\n", "the 4 characters `\\r\\n`"),
        ("", "\\n", "the 2 characters `\\n`"),
        ("", "%0d%0A", "the 6 characters `%0D%0A`"),
        ("", "`r`n", "the 4 characters \"`r`n\""), ("", "&#13;&#10;", "the 10 characters `&#13;&#10;`"),
        ("", "\\u000d\\u000a", "the 12 characters `\\u000d\\u000a`"),
        ("", "\\\\r\\\\n", "the 6 characters `\\\\r\\\\n`"),
        ("", " x", "does not occur in the body"), ("x", "\\r\\n", "does not occur in the body"),
    ])
    func `a body whose line ends are written out names how they are written`(
        _ start: String,
        _ lineEnd: String,
        _ words: String
    ) throws {
        let lines = ["--AaB03x", "Content-Disposition: form-data; name=a", "", "1", "--AaB03x--", ""]
        let body = start + lines.joined(separator: lineEnd)
        let finding = try #require(judge(body).first { $0.rule == "delimiter/none-found" })
        #expect(finding.message.contains(words), "\(finding.message)")
    }

    @Test(arguments: [
        ("⟨0B⟩", "", "PHP, Go and busboy lose field `a`, and python-multipart refuses the form"),
        ("⟨00⟩", "", "Go, busboy and Werkzeug lose field `a`, and python-multipart refuses the form"),
        ("x", "", "PHP, Go, busboy and Werkzeug lose field `a`, and python-multipart refuses the form"),
        (
            "", "⟨00⟩",
            "busboy loses field `z`; Go, Werkzeug and python-multipart read it as content of field `a`"
        ),
        (
            "", "⟨00⟩x",
            "busboy loses field `z`; Go, Werkzeug and python-multipart read it as content of field `a`"
        ),
        (
            "", "⟨0B⟩",
            "PHP and busboy lose field `z`; Go and python-multipart read it as content of field `a`"
        ),
        (
            "", "⟨0C⟩␠",
            "PHP and busboy lose field `z`; Go and python-multipart read it as content of field `a`"
        ),
        ("", "␠⟨0B⟩", "PHP and busboy lose field `z`, and Go and python-multipart refuse the form"),
        (
            "", "⟨0B⟩x",
            "PHP and busboy lose field `z`; Go, Werkzeug and python-multipart read it as content of field `a`"
        ),
        (
            "", "␠⟨00⟩",
            "PHP and busboy lose field `z`, Werkzeug reads it as content of field `a`, and Go and python-multipart "
                + "refuse the form"
        ),
    ])
    func `a receiver that reads over the bytes after a delimiter is not named`(
        afterFirst: String,
        afterSecond: String,
        loss: String
    ) throws {
        let part = "⏎Content-Disposition: form-data; name="
        let body =
            "--AaB03x\(afterFirst)\(part)\"a\"⏎⏎1⏎--AaB03x\(afterSecond)\(part)\"z\"⏎⏎2⏎--AaB03x--⏎"
        let finding = try #require(judge(body).first { $0.rule == "delimiter/junk-after" })
        #expect(finding.message.hasSuffix(" on its line: \(loss)"), "\(finding.message)")
    }

    @Test func `a name that would turn the line around is shown as what it is`() throws {
        let body = "--AaB03x⏎Content-Disposition: form-data; name=\"a\u{202E}\"⏎⏎1" + Self.second
        let finding = try #require(judge(body).first { $0.rule == "delimiter/missing-crlf-before" })
        #expect(finding.message.contains("field `a\\u{202e}`"))
    }

    @Test func `a fault at each of many delimiters is told sixteen times, not more`() {
        let body = String(repeating: Self.first, count: 100) + "⏎--AaB03x--⏎"
        #expect(judge(body).count { $0.rule == "delimiter/missing-crlf-before" } == 16)
    }

    @Test func `white space after many delimiters is told once, with the number of the others`() throws {
        let part = "--AaB03x␠⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎"
        let found = judge(String(repeating: part, count: 100) + "--AaB03x--⏎").filter {
            $0.rule == "delimiter/padding"
        }
        #expect(found.count == 1)
        #expect(try #require(found.first).message.hasSuffix("(and 99 more like it)"))
    }

    @Test func `a body without parts is an error in other multipart types than form-data`() throws {
        let found = judge("--AaB03x--⏎", contentType: "multipart/mixed; boundary=AaB03x")
        #expect(try #require(found.first { $0.rule == "delimiter/zero-parts" }).severity == .error)
    }

    @Test(arguments: [("-", "1 byte, `-`"), ("", "2 bytes, `--`"), ("⌫⌫", "4 bytes, `3x--`")])
    func `a cut close delimiter is told with the bytes that are missing`(_ end: String, _ missing: String)
        throws
    {
        var body = RuleExample.bytes(of: Self.first + "⏎--AaB03x").bytes
        if end == "-" { body.append(0x2D) } else { body.removeLast(end.count) }
        let finding = try #require(judge(body).first { $0.rule == "delimiter/truncated-close" })
        #expect(finding.message.contains(missing))
    }

    @Test func `an all-LF body is told once, with the number of its line ends`() throws {
        let body = (Self.first + "⏎" + Self.second).replacing("⏎", with: "␊")
        let found = judge(body).filter { $0.rule == "line/bare-lf-everywhere" }
        #expect(found.count == 1)
        #expect(try #require(found.first).message.contains("all 8 line ends"))
        #expect(!judge(body).contains { $0.rule == "line/mixed" })
    }

    @Test(arguments: ["⏎--AaB03x--⏎", "␍␍␊--AaB03x--⏎", "␍⏎--AaB03x--"])
    func `content that ends in CR is no fault of the delimiter after it`(_ end: String) {
        let rules = judge("--AaB03x⏎Content-Disposition: form-data; name=\"f\"; filename=\"x\"⏎⏎1" + end).map(
            \.rule
        )
        #expect(!rules.contains { $0.hasPrefix("line/") || $0 == "delimiter/cr-before" })
    }

    @Test(arguments: [(MessageFraming.chunked, "flush the writer"), (.contentLength, "set Content-Length")])
    func `a close delimiter that no length has cut off was not written to its end`(
        _ framing: MessageFraming,
        _ words: String
    ) throws {
        let body = Self.first + "⏎--AaB03x"
        let length = RuleExample.bytes(of: body).bytes.count
        let request =
            framing == .chunked
            ? SentRequest(framing: .chunked, sending: body) : SentRequest(declaring: length, sending: body)
        let found = Inspector.standard.judge(request.context).first { $0.rule == "delimiter/truncated-close" }
        #expect(try #require(found).hint.contains(words))
    }

    @Test func `nothing is found in what a browser sends`() {
        let body =
            Self.first + "⏎--AaB03x⏎Content-Disposition: form-data; name=\"f\"; filename=\"\"⏎"
            + "Content-Type: application/octet-stream⏎⏎⏎" + Self.second
        #expect(judge(body).isEmpty)
    }

    private func judge(_ text: String, contentType: String = RuleExample.contentType) -> [Finding] {
        judge(RuleExample.bytes(of: text).bytes, contentType: contentType)
    }

    private func judge(_ body: [UInt8], contentType: String = RuleExample.contentType) -> [Finding] {
        var reader = FormReader(declared: [Array("AaB03x".utf8)])
        reader.push(body.span.bytes)
        let rules = RuleCatalogue.ofForms.all.filter {
            $0.id.hasPrefix("delimiter/") || $0.id.hasPrefix("line/")
        }
        return Inspector(rules: rules, of: .ofForms).findings(
            RuleContext(contentType: contentType, form: reader.finish())
        )
    }
}
