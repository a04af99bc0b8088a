import Exchanges
import Inspection
import InspectionRules
import Testing

@testable import Profiles

struct ComparisonVerdictTests {
    /// A request that was answered with a status.
    private func request(
        _ status: Int?,
        fields: [String] = [],
        body: String = "--AaB03x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--AaB03x--\r\n",
        role: ComparedRequest.Role = .recorded
    ) -> ComparedRequest {
        .written(
            body,
            boundary: "AaB03x",
            fields: ["Host: a"] + fields + ["Content-Type: multipart/form-data; boundary=AaB03x"],
            role: role
        ) { $1.status = status }
    }

    private func verdict(_ requests: ComparedRequest...) -> ComparisonVerdict {
        RequestComparison(requests, rules: .ofForms).verdict
    }

    private let unclosed = "--AaB03x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1"

    @Test func `a fault of the refused request alone is the likeliest cause`() {
        let verdict = verdict(request(200, fields: ["Host: a"]), request(400, body: unclosed))
        #expect(verdict.kind == .cause)
        #expect(
            verdict.sentence.hasPrefix(
                "B was refused (400) and A was accepted (200): the likeliest cause is delimiter/missing-close: "
            )
        )
    }

    @Test func `a fault of the accepted request alone explains nothing`() {
        let verdict = verdict(request(200, body: unclosed), request(400))
        #expect(verdict.kind == .unexplained)
        #expect(verdict.sentence.contains("nothing in which the requests differ explains it"))
    }

    @Test func `cosmetic differences explain nothing`() {
        let verdict = verdict(request(200, fields: ["Accept: a"]), request(500, fields: ["Accept: b"]))
        #expect(verdict.kind == .unexplained)
    }

    @Test(arguments: [
        (401, "Authorization: x", "field authorization"), (419, "Cookie: XSRF-TOKEN=a", "field cookie"),
        (417, "Expect: 100-continue", "field expect"),
    ])
    func `a status code points at what it complains of`(status: Int, field: String, trait: String) throws {
        let comparison = RequestComparison(
            [
                request(200, fields: status == 417 ? ["X-Other: 1"] : ["X-Other: 1", field]),
                request(status, fields: status == 417 ? [field] : []),
            ],
            rules: .ofForms
        )
        let index = try #require(comparison.verdict.difference)
        #expect(comparison.verdict.kind == .cause)
        #expect(comparison.differences[index].trait == trait)
    }

    @Test func `a body that a server refuses for its size is named by the rule that knows the limits`() throws
    {
        let value = String(repeating: "x", count: 1_100_000)
        let comparison = RequestComparison(
            [
                request(200, body: field("\"a\"") + close),
                request(413, fields: ["Expect: 100-continue"], body: field("\"a\"", value) + close),
            ],
            rules: .ofForms
        )
        #expect(
            comparison.verdict.sentence.contains(
                "the likeliest cause is limits/body-size: the body has 1,100,0"
            )
        )
        // It is listed before what matters as much.
        let index = try #require(comparison.verdict.difference)
        #expect(index == comparison.differences.firstIndex { $0.weight == .receiversDiffer })
        #expect(comparison.differences[index].breaches.first?.rule == "limits/body-size")
    }

    @Test func `a legal difference is named with reserve`() {
        let verdict = verdict(request(200, fields: ["X-Key: 1"]), request(400))
        #expect(
            verdict.sentence
                == "B was refused (400) and A was accepted (200): no rule is broken, and what may explain it best is "
                + "the field `x-key`, which is in A, and not in B: 1"
        )
    }

    @Test(arguments: [(403, true), (400, false)])
    func `a refusal as firewalls answer is put down to User-Agent, where nothing else differs`(
        _ status: Int,
        _ isNamed: Bool
    ) throws {
        let requests = [
            request(200, fields: ["User-Agent: Mozilla/5.0"]), request(status, fields: ["User-Agent: app/1"]),
        ]
        let comparison = RequestComparison(requests, rules: .ofForms)
        let verdict = comparison.verdict
        #expect(verdict.kind == .unexplained)
        #expect(verdict.sentence.contains("User-Agent") == isNamed, "\(verdict.sentence)")
        let trait = verdict.difference.map { comparison.differences[$0].trait }
        #expect(trait == (isNamed ? "field user-agent" : nil))
    }

    @Test func `what all do wrong is named where all were refused`() {
        let verdict = verdict(
            request(400, fields: ["Accept: a"], body: unclosed),
            request(400, body: unclosed)
        )
        #expect(verdict.kind == .refused)
        #expect(verdict.sentence.contains("all break delimiter/missing-close"))
    }

    @Test func `a model is good unless it was refused`() {
        #expect(verdict(request(nil, role: .model), request(400, body: unclosed)).kind == .cause)
        #expect(verdict(request(400, role: .model), request(400, body: unclosed)).kind == .refused)
    }

    @Test func `without answers no cause is told`() {
        let verdict = verdict(request(nil), request(nil, body: unclosed))
        #expect(verdict.kind == .unanswered)
        #expect(
            verdict.sentence.hasPrefix(
                "no answer to A and B is known; what matters most is that B breaks delimiter/missing-close: the body "
            )
        )
    }

    @Test func `of three requests the one that was refused is explained`() {
        let verdict = verdict(request(200), request(400, body: unclosed), request(201))
        #expect(verdict.sentence.hasPrefix("B was refused (400) and A and C were accepted (200 and 201)"))
        #expect(verdict.kind == .cause)
    }

    private func field(_ name: String, _ value: String = "1") -> String {
        "--AaB03x\r\nContent-Disposition: form-data; name=\(name)\r\n\r\n\(value)\r\n"
    }

    private let close = "--AaB03x--\r\n"

    @Test func `two answers of 200 do not show that a part was read`() {
        let whole = field("\"a\"") + field("\"userhash\"") + close
        let lost = verdict(
            request(200, body: whole),
            request(200, body: field("\"a\"") + field("userhash \"") + close)
        )
        #expect(lost.kind == .accepted)
        #expect(
            lost.sentence.hasPrefix(
                "both answered 200, which does not show what was read: B's `userhash` is likely lost "
                    + "(disposition/unquoted-illegal: "
            )
        )
        let missing = verdict(request(200, body: whole), request(200, body: field("\"a\"") + close))
        #expect(
            missing.sentence
                == "both answered 200, which does not show what was read: `userhash` is in A, and not in B"
        )
    }

    @Test func `a missing part is not called legal, and outweighs all but violations`() throws {
        let comparison = RequestComparison(
            [
                request(400, body: field("\"a\"") + close),
                request(200, fields: ["X-Key: 1"], body: field("\"a\"") + field("\"b\"") + close),
            ],
            rules: .ofForms
        )
        #expect(comparison.differences.first?.weight == .partMissing)
        #expect(comparison.differences.first?.severity == .error)
        #expect(
            comparison.verdict.sentence.hasSuffix(
                "the likeliest cause is part 2 \"b\", which is in B, and not in A"
            )
        )
    }

    @Test func `differences without effect are named as that`() {
        let verdict = verdict(request(200, fields: ["Accept: a"]), request(201, fields: ["Accept: b"]))
        #expect(verdict.sentence == "both answered 200 and 201, and the differences are cosmetic")
    }
}
