import Forms
import Testing

@testable import Inspection
@testable import InspectionRules

/// One bug, one headline: what follows from a cause is listed under it.
struct CascadeTests {
    /// A cause, what must be folded into it, and what must stay beside it, each as a rule and a part.
    struct Case: CustomTestStringConvertible, Sendable {
        var root: String
        var part: Int?
        var folded: [(String, Int?)]
        var kept: [(String, Int?)] = [("part/empty-file", nil)]

        var testDescription: String { root }
    }

    static let cases = [
        Case(
            root: "boundary/mismatch",
            folded: [("delimiter/none-found", nil), ("delimiter/missing-close", nil)],
            kept: [("disposition/filename-star", 1)]
        ),
        Case(root: "boundary/header-includes-dashes", folded: [("delimiter/missing-close", nil)]),
        Case(root: "boundary/body-missing-dashes", folded: [("delimiter/none-found", nil)]),
        Case(root: "boundary/body-extra-dashes", folded: [("delimiter/none-found", nil)]),
        Case(root: "boundary/case-mismatch", folded: [("delimiter/missing-close", nil)]),
        Case(
            root: "semantics/retry-different-boundary",
            folded: [("boundary/mismatch", nil), ("delimiter/none-found", nil)]
        ),
        Case(root: "content-type/boundary-overwritten", folded: [("delimiter/none-found", nil)]),
        Case(root: "content-type/whitespace-around-equals", folded: [("boundary/mismatch", nil)]),
        Case(
            root: "boundary/needs-quoting",
            folded: [("boundary/mismatch", nil), ("delimiter/none-found", nil)]
        ),
        Case(root: "boundary/unterminated-quote", folded: [("boundary/mismatch", nil)]),
        Case(
            root: "line/bare-lf-everywhere",
            folded: [
                ("line/mixed", nil), ("delimiter/lf-before", 1), ("delimiter/lf-after", 2),
                ("delimiter/lf-after-close", nil), ("line/lf-in-part-headers", 1),
            ]
        ),
        Case(
            root: "line/lf-in-part-headers",
            part: 1,
            folded: [("line/mixed", nil)],
            kept: [("delimiter/lf-before", 2)]
        ),
        Case(
            root: "length/short-by-close-delimiter",
            folded: [
                ("length/too-short", nil), ("delimiter/missing-close", nil),
                ("delimiter/truncated-close", nil),
                ("framing/bytes-after-body", nil), ("body/truncated", 1),
            ],
            kept: [("delimiter/padding", nil)]
        ),
        Case(root: "length/characters-not-bytes", folded: [("length/too-short", nil)]),
        Case(root: "length/off-by-2", folded: [("length/too-long", nil)]),
        Case(
            root: "length/too-short",
            folded: [("delimiter/truncated-close", nil), ("framing/bytes-after-body", nil)]
        ),
        Case(
            root: "body/truncated",
            part: 2,
            folded: [("length/too-long", nil)]
        ),
        Case(root: "length/too-long", folded: [("delimiter/missing-close", 2)]),
        Case(
            root: "boundary/new-each-time",
            folded: [
                ("boundary/mismatch", nil), ("boundary/lookalike-delimiter", 1),
                ("delimiter/missing-close", 1),
                ("part/nul-in-field", 1), ("part/empty-file", nil),
            ],
            kept: [("disposition/filename-star", 1)]
        ),
        Case(
            root: "line/content-starts-with-crlf",
            part: 1,
            folded: [("part/type-mismatch", 1)],
            kept: [("part/type-mismatch", 2)]
        ),
        Case(
            root: "disposition/junk-after-value",
            part: 1,
            folded: [("part/binary-without-filename", 1)],
            kept: [("part/binary-without-filename", 2)]
        ),
        Case(root: "length/missing", folded: [("body/empty", nil), ("framing/bytes-after-body", nil)]),
        Case(
            root: "boundary/occurs-in-content",
            part: 1,
            folded: [
                ("part-header/no-colon", 2), ("part-header/none", 2),
                ("part-header/missing-content-disposition", 2),
                ("line/missing-blank-line", 2), ("delimiter/empty-body-without-crlf", 2),
            ],
            kept: [("part-header/no-colon", 4), ("delimiter/empty-body-without-crlf", 3)]
        ),
        Case(
            root: "disposition/raw-crlf",
            part: 2,
            folded: [
                ("part-header/no-colon", 2), ("disposition/unterminated-quote", 2),
                ("disposition/raw-quote", 2),
            ],
            kept: [("disposition/raw-quote", 3)]
        ),
        Case(
            root: "line/missing-blank-line",
            part: 1,
            folded: [("part-header/no-colon", 1)],
            kept: [("part-header/no-colon", 2)]
        ),
        Case(root: "delimiter/missing-crlf-before", part: 2, folded: [("boundary/midline-in-content", 1)]),
        Case(
            root: "delimiter/truncated-close",
            folded: [("delimiter/missing-close", 1), ("body/truncated", 1)]
        ),
        Case(
            root: "body/format-is-other",
            folded: [("delimiter/none-found", nil), ("part/stringified-object", nil)]
        ),
        Case(
            root: "line/utf16-body",
            folded: [("delimiter/none-found", nil), ("body/format-is-other", nil)]
        ),
        Case(root: "body/encoded-but-undeclared", folded: [("delimiter/none-found", nil)]),
        Case(
            root: "body/chunk-framing-leaked",
            folded: [("delimiter/preamble", nil), ("delimiter/epilogue", nil)]
        ),
        Case(
            root: "body/chunk-framing-leaked",
            folded: [("line/cr-cr-lf", 1)],
            kept: [("line/lf-in-part-headers", 1)]
        ),
        Case(root: "length/duplicate-different", folded: [("delimiter/none-found", nil)]),
        Case(root: "framing/chunk-missing-terminator", folded: [("body/truncated", nil)]),
        Case(root: "framing/chunked-twice", folded: [("framing/te-obfuscated", nil)]),
        Case(
            root: "semantics/rejected-early",
            folded: [
                ("body/truncated", 2), ("delimiter/missing-close", nil), ("length/too-long", nil),
                ("framing/chunk-missing-terminator", nil),
            ],
            kept: [("disposition/filename-star", 1)]
        ),
        Case(root: "semantics/redirect-dropped-body", folded: [("body/empty", nil)]),
        Case(root: "body/empty", folded: [("semantics/expect-without-body", nil)]),
        Case(
            root: "capture/line-endings-normalised",
            folded: [("length/too-long", nil), ("length/short-by-line-count", nil)],
            kept: [("line/bare-lf-everywhere", nil)]
        ),
        Case(
            root: "capture/boundary-only-in-one-place",
            folded: [("content-type/boundary-overwritten", nil)]
        ),
        Case(
            root: "delimiter/missing-crlf-before",
            part: 1,
            folded: [
                ("part/nul-in-field", 1), ("part/text-not-utf8", 1), ("boundary/midline-in-content", 1),
            ],
            kept: [("part/empty-file", 2)]
        ),
        Case(
            root: "part/type-mismatch",
            part: 1,
            folded: [("part/extension-mismatch", 1)],
            kept: [("part/extension-mismatch", 2)]
        ),
        Case(
            root: "part/binary-without-filename",
            part: 1,
            folded: [("part/nul-in-field", 1)],
            kept: [("part/nul-in-field", 2)]
        ),
    ]

    @Test(arguments: cases)
    func `a cause takes in what follows from it, and nothing else`(_ testCase: Case) throws {
        let context = RuleContext(contentType: RuleExample.contentType, form: nil)
        for rootIsFirst in [true, false] {
            let root = finding(testCase.root, testCase.part)
            let others = (testCase.folded + testCase.kept).map { finding($0.0, $0.1) }
            var findings = rootIsFirst ? [root] + others : others + [root]
            Cascade.fold(&findings, in: context)
            let kept = Set(findings.map { "\($0.rule) \($0.part ?? 0)" })
            let expected = [(testCase.root, testCase.part)] + testCase.kept
            #expect(kept == Set(expected.map { "\($0.0) \($0.1 ?? 0)" }))
            let cause = try #require(findings.first { $0.rule == testCase.root && $0.part == testCase.part })
            #expect(Set(cause.consequences.map(\.rule)) == Set(testCase.folded.map(\.0)))
        }
    }

    @Test func `each part's damage is told with that part's own cause`() {
        var findings = [
            finding("line/missing-blank-line", 1), finding("part-header/no-colon", 1),
            finding("line/missing-blank-line", 3), finding("part-header/no-colon", 3),
        ]
        Cascade.fold(&findings, in: RuleContext(contentType: RuleExample.contentType, form: nil))
        #expect(findings.map(\.part) == [1, 3])
        #expect(findings.map(\.consequences.count) == [1, 1])
    }

    @Test func `what follows from a consequence goes with it`() {
        var findings = [
            finding("delimiter/missing-close", nil), finding("body/truncated", nil),
            finding("length/too-short", nil), finding("length/graphemes-crlf", nil),
        ]
        Cascade.fold(&findings, in: RuleContext(contentType: RuleExample.contentType, form: nil))
        #expect(findings.map(\.rule) == ["length/graphemes-crlf"])
        #expect(findings.first?.consequences.count == 3)
    }

    @Test func `a body under a boundary of its own is judged by that, and what is found comes second`() throws
    {
        let body = """
            --OTHER\r\nContent-Disposition: form-data; name="a"; filename*=UTF-8''x\r\n\r\n1\r\n\
            --OTHER \r\nContent-Disposition: form-data; name="b"\r\n\r\n2\r\n
            """
        var reader = FormReader(declared: [Array("AaB03x".utf8)])
        reader.push(Array(body.utf8).span.bytes)
        let findings = Inspector.standard.judge(
            RuleContext(contentType: RuleExample.contentType, form: reader.finish())
        )
        let cause = try #require(findings.first { $0.rule == "boundary/mismatch" })
        #expect(!cause.isSecondary)
        #expect(cause.consequences.map(\.rule) == ["delimiter/missing-close"])
        let others = findings.filter { $0.rule != "boundary/mismatch" && $0.severity > .note }
        #expect(Set(others.map(\.rule)) == ["disposition/filename-star", "delimiter/padding"])
        #expect(others.allSatisfy { $0.isSecondary })
    }

    @Test func `line ends count one degree less where the file seems to have changed them`() {
        var findings = [
            finding("capture/line-endings-normalised", nil), finding("line/bare-lf-everywhere", nil),
            finding("disposition/filename-star", 1),
        ]
        Cascade.fold(&findings, in: RuleContext(contentType: RuleExample.contentType, form: nil))
        let severities = Dictionary(uniqueKeysWithValues: findings.map { ($0.rule, $0.severity) })
        #expect(severities["line/bare-lf-everywhere"] == .warning)
        #expect(severities["disposition/filename-star"] == .error)
    }

    @Test func `findings without a cause stay as they are`() {
        let untouched = [finding("delimiter/padding", 1), finding("disposition/filename-star", 1)]
        var findings = untouched
        Cascade.fold(&findings, in: RuleContext(contentType: RuleExample.contentType, form: nil))
        #expect(findings == untouched)
    }

    @Test func `header lines that the end of the body cuts are no faults of their own`() {
        var reader = FormReader(declared: [Array("AaB03x".utf8)])
        reader.push(
            Array("--AaB03x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--AaB03x\r\nCon".utf8)
                .span.bytes
        )
        let form = reader.finish()
        #expect(form.ending == .inHeader)
        var findings = [
            finding("part-header/no-colon", 1), finding("part-header/no-colon", 2),
            finding("body/truncated", 2),
        ]
        Cascade.fold(&findings, in: RuleContext(contentType: RuleExample.contentType, form: form))
        #expect(findings.map(\.part) == [1, 2])
        #expect(findings.last?.consequences.map(\.rule) == ["part-header/no-colon"])
    }

    private func finding(_ rule: String, _ part: Int?) -> Finding {
        Finding(
            rule: rule,
            severity: .error,
            saying: .said("\(rule) in part \(part ?? 0)"),
            place: .body,
            range: 0..<1,
            part: part,
            hint: "",
            clause: nil
        )
    }
}
