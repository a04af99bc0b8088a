import Bytes
import Forms
import Inspection
import InspectionRules
import Testing

/// What the examples of rules about boundaries cannot express: which of several rules speaks, and how loudly.
struct BoundaryRuleTests {
    @Test(arguments: [
        ("AaB03x", "--OTHER", "boundary/mismatch"),
        ("AaB03x", "--aab03X", "boundary/case-mismatch"),
        ("AaB03x", "----aab03X", "boundary/mismatch"),
        ("AaB03x", "AaB03x", "boundary/body-missing-dashes"),
        ("-AaB03x", "--AaB03x", "boundary/body-missing-dashes"),
        ("----AaB03x", "----AaB03x", "boundary/body-missing-dashes"),
        ("------AaB03x", "------AaB03x", "boundary/header-includes-dashes"),
        ("----AaB03x", "--AaB03x", "boundary/body-missing-dashes"),
        ("--AaB03x", "--AaB03x", "boundary/header-includes-dashes"),
        ("AaB03x", "----AaB03x", "boundary/body-extra-dashes"),
        ("AaB03x", "---AaB03x", "boundary/body-extra-dashes"),
    ])
    func `one rule says how the boundaries of header and body differ`(
        declared: String,
        delimiter: String,
        rule: String
    ) {
        let found = findings(boundary: declared, delimiter: delimiter).filter {
            Self.disagreements.contains($0.rule)
        }
        #expect(found.map(\.rule) == [rule])
        #expect(
            found.allSatisfy { $0.message.hasSuffix("at offset 0") || $0.message.contains("at offset 0:") }
        )
    }

    @Test(arguments: [
        ("AaB03x", "--AaB03x"), ("--AaB03x", "----AaB03x"), ("-", "---"), ("\"AaB03x \"", "--AaB03x"),
        ("\"\"", "--AaB03x"), ("other; boundary=AaB03x", "--AaB03x"),
    ])
    func `boundaries that agree are left alone`(declared: String, delimiter: String) {
        let found = findings(boundary: declared, delimiter: delimiter).map(\.rule)
        #expect(Self.disagreements.isDisjoint(with: found))
    }

    @Test func `a boundary between apostrophes is an error where the body is a form without them`() {
        let meant = findings(boundary: "'AaB03x'", delimiter: "--AaB03x")
        #expect(meant.first { $0.rule == "boundary/single-quoted" }?.severity == .error)
        let other = findings(boundary: "'AaB03x'", delimiter: "no form")
        #expect(other.first { $0.rule == "boundary/single-quoted" }?.severity == .warning)
        let literal = findings(boundary: "'AaB03x'", delimiter: "--'AaB03x'")
        #expect(literal.first { $0.rule == "boundary/single-quoted" }?.severity == .note)
    }

    @Test func `occurrences of one kind become one finding that counts them`() throws {
        let content = String(repeating: "x --AaB03x y\r\n", count: 3)
        let found = findings(boundary: "AaB03x", delimiter: "--AaB03x", content: content).filter {
            $0.rule == "boundary/midline-in-content"
        }
        #expect(found.count == 1)
        #expect(found.first?.message.contains("the first of 6 such places") ?? false)
    }

    @Test(
        arguments: [
            ("--AaB03y⏎\(header)⏎⏎2⏎--AaB03x--⏎", .error), ("-AaB03x⏎\(header)⏎⏎2⏎--AaB03x--⏎", .error),
            ("--other⏎\(header)⏎⏎2⏎--AaB03x--⏎", .warning), ("--AaB03y⏎2⏎--AaB03x--⏎", .warning),
            ("--AaB03y⏎2⏎", .warning), ("--AaB03y⏎2⏎-AaB03x--⏎", .error),
            ("--AaB03y--⏎", .error), ("AaB03x--", .error), ("-AaB03x--⏎", .error),
            ("AaB03x--⏎2⏎--AaB03x--⏎", nil), ("AaB03--⏎", nil), ("see AaB03x--⏎", nil),
        ] as [(String, Severity?)]
    )
    func `a line that is nearly a delimiter is an error where it loses a part or the end of the form`(
        rest: String,
        severity: Severity?
    ) {
        let body = "--AaB03x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n"
        var reader = FormReader(declared: [Array("AaB03x".utf8)])
        reader.push(Array((body + rest.replacing("⏎", with: "\r\n")).utf8).span.bytes)
        let type = "Content-Type: multipart/form-data; boundary=AaB03x\r\n"
        let fields = FieldSection(parsing: Array(type.utf8), base: 0)
        let form = reader.finish()
        let findings = Inspector.standard.judge(RuleContext(fields: fields, form: form))
        #expect(findings.first { $0.rule == "boundary/lookalike-delimiter" }?.severity == severity)
        #expect(form.close != nil || findings.contains { $0.severity == .error })
    }

    private static let header = "Content-Disposition: form-data; name=\"z\""

    @Test(arguments: [
        ("_$mark$_", Severity.warning), ("a!b|c", .warning), ("a$b{c}", .error), ("<b>", .error),
    ])
    func `characters of a token are milder than others`(boundary: String, severity: Severity) {
        let found = findings(boundary: boundary, delimiter: "--\(boundary)").first {
            $0.rule == "boundary/illegal-char"
        }
        #expect(found?.severity == severity)
        #expect(found?.isMild == (severity == .warning))
    }

    @Test(arguments: [
        ("----bbbbbbbbbbbbbbbb", "dashes and one character over and over"),
        ("bbbbbbbbbbbbbbbb", "one character over and over"),
    ])
    func `a boundary of one character is called that`(boundary: String, words: String) {
        let found = findings(boundary: boundary, delimiter: "--\(boundary)").first {
            $0.rule == "boundary/weak"
        }
        #expect(found?.message == "the boundary `\(boundary)` is \(words)")
    }

    @Test(arguments: [
        ("AaB03x", "--aab03x", "of the body"), ("aab03x", "--AaB03x", "do not convert the Content-Type"),
        ("----AaB03x", "-----AaB03x", "Write one more dash before"),
        ("----AaB03x", "--AaB03x", "Write 4 more dashes"),
        ("----AaB03x", "----AaB03x", "Write two more dashes"),
    ])
    func `the fix is for the side that is wrong`(boundary: String, delimiter: String, words: String) {
        let found = findings(boundary: boundary, delimiter: delimiter).first {
            Self.disagreements.contains($0.rule)
        }
        #expect(found?.hint.contains(words) ?? false, "\(found?.hint ?? "")")
    }

    @Test(arguments: [
        ("--q8Wz\r\nContent-Disposition=form-data; name=\"b\"\r\n\r\n2", "part-header/no-colon"),
        ("--q8Wz\r\nContent-Disposition=form-data; name=\"b\"\r\n2", "part-header/none"),
        ("--q8Wz\r\nl2", "boundary/occurs-in-content"),
    ])
    func `a header line that is damaged does not make data of its part`(content: String, rule: String) {
        let found = findings(boundary: "q8Wz", delimiter: "--q8Wz", content: "1\r\n" + content).map(\.rule)
        #expect(found.contains(rule))
        #expect(found.contains("boundary/occurs-in-content") == (rule == "boundary/occurs-in-content"))
    }

    private static let disagreements: Set<String> = [
        "boundary/mismatch", "boundary/case-mismatch", "boundary/body-missing-dashes",
        "boundary/header-includes-dashes", "boundary/body-extra-dashes",
    ]

    private func findings(boundary: String, delimiter: String, content: String = "1") -> [Finding] {
        let fields = FieldSection(
            parsing: Array("Content-Type: multipart/form-data; boundary=\(boundary)\r\n".utf8),
            base: 0
        )
        let part = "\(delimiter)\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n\(content)\r\n"
        var reader = FormReader(declared: MediaType(fields)?.declaredBoundaries ?? [])
        reader.push(Array("\(part)\(part)\(delimiter)--\r\n".utf8).span.bytes)
        return Inspector.standard.findings(RuleContext(fields: fields, form: reader.finish()))
    }
}
