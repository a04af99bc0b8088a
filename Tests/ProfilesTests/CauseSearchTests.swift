import Exchanges
import Forms
import Inspection
import InspectionRules
import Testing

@testable import Profiles

/// Which of several differences is named as the cause of a refusal, and in what words.
struct CauseSearchTests {
    /// A part, as it is written.
    private struct Part {
        var header: String
        var content: String
    }

    private func field(_ name: String, _ content: String = "1") -> Part {
        Part(header: "Content-Disposition: form-data; name=\"\(name)\"", content: content)
    }

    private func file(_ name: String, _ filename: String = "a.txt", _ content: String = "1") -> Part {
        let disposition = "Content-Disposition: form-data; name=\"\(name)\"; filename=\"\(filename)\""
        return Part(header: "\(disposition)\r\nContent-Type: text/plain", content: content)
    }

    /// A request that was answered with a status, after some informational ones.
    private func request(
        _ status: Int?,
        _ parts: [Part],
        target: String = "/",
        fields: [String] = [],
        informational: [Int] = [],
        end: String = "--AaB03x--\r\n"
    ) -> ComparedRequest {
        let body = parts.map { "--AaB03x\r\n\($0.header)\r\n\r\n\($0.content)\r\n" }.joined() + end
        return .written(
            body,
            boundary: "AaB03x",
            fields: ["Host: a"] + fields + ["Content-Type: multipart/form-data; boundary=AaB03x"],
            target: target,
            digests: parts.map(\.content),
            contents: parts.map { .bytes(Array($0.content.utf8)) }
        ) { _, exchange in
            exchange.status = status
            exchange.informational = informational
        }
    }

    private func verdict(_ requests: ComparedRequest...) -> ComparisonVerdict {
        RequestComparison(requests, rules: .ofForms).verdict
    }

    private let photo = String(repeating: "photo ", count: 20)

    // MARK: Texts that look alike

    @Test(arguments: [
        ("gr\u{F6}\u{DF}e.txt", "gro\u{308}\u{DF}e.txt", "decomposed, NFD"),
        ("a.txt", "a.txt ", "ends in a space"), ("a.txt", " a.txt", "begins with a space"),
    ])
    func `a filename that only looks alike is the cause, and told apart`(
        _ good: String,
        _ bad: String,
        _ mark: String
    ) {
        let verdict = verdict(request(200, [file("photo", good)]), request(400, [file("photo", bad)]))
        #expect(verdict.kind == .cause)
        #expect(
            verdict.sentence.hasSuffix(
                "the filename of part 1 \"photo\": \(bad) (\(mark)) in B, \(good) in A"
            ),
            "\(verdict.sentence)"
        )
    }

    @Test func `values that are the same as far as they are shown are different all the same`() {
        let token = String(repeating: "x", count: 500)
        let verdict = verdict(
            request(200, [field("a")], fields: ["Authorization: \(token)1"]),
            request(401, [field("a")], fields: ["Authorization: \(token)2"])
        )
        #expect(verdict.kind == .cause)
        #expect(verdict.sentence.contains("the likeliest cause is the field `authorization`: "))
    }

    // MARK: Renamed, extra and repeated parts

    @Test func `a renamed part is the cause, not one that is there besides`() {
        let comparison = RequestComparison(
            [
                request(200, [field("title"), field("token", "2"), file("photo", "a.txt", photo)]),
                request(
                    400,
                    [
                        field("title"), field("token", "2"), file("image", "a.txt", photo),
                        field("submit", "3"),
                    ]
                ),
            ],
            rules: .ofForms
        )
        let words = ": the likeliest cause is that B has `image` in place of `photo`"
        #expect(comparison.verdict.sentence.hasSuffix(words))
        let weights = comparison.differences.prefix(2).map(\.weight)
        #expect(weights == [.partMissing, .partMissing])
        #expect(comparison.differences.first?.trait == "name")
        #expect(comparison.differences.first?.severity == .error)
    }

    @Test func `a renamed part is the cause, not a filename that one receiver reads differently`() {
        let verdict = verdict(
            request(200, [file("photo", "a.txt", photo)]),
            request(400, [file("image", "gr\u{F6}\u{DF}e.txt", photo)])
        )
        #expect(verdict.sentence.hasSuffix("the likeliest cause is that B has `image` in place of `photo`"))
    }

    @Test func `a fault against a rule outweighs a renamed part`() {
        let verdict = verdict(request(200, [field("a")]), request(400, [field("b")], end: ""))
        #expect(verdict.sentence.contains("the likeliest cause is delimiter/missing-close: "))
    }

    @Test(arguments: [
        ("na%22me", "na\\\"me"), ("n\u{E4}me", "n?me"), ("tags[0]", "tags[1]"),
    ])
    func `a name that is written in another way is not another name`(_ left: String, _ right: String) {
        let comparison = RequestComparison(
            [request(200, [field(left)]), request(200, [field(right)])],
            rules: .ofForms
        )
        #expect(comparison.differences.contains { $0.trait == "name" })
        #expect(!comparison.differences.contains { $0.weight == .partMissing })
    }

    @Test func `a name that is percent-encoded as a whole is another name, since servers do not decode it`() {
        let verdict = verdict(
            request(200, [field("gr\u{F6}\u{DF}e")]),
            request(400, [field("gr%C3%B6%C3%9Fe")])
        )
        #expect(verdict.sentence.hasSuffix("B has `gr%C3%B6%C3%9Fe` in place of `gr\u{F6}\u{DF}e`"))
    }

    @Test func `both accepted, a renamed part is told as one that is missing`() {
        let verdict = verdict(request(200, [file("photo")]), request(302, [file("image")]))
        #expect(
            verdict.sentence
                == "both answered 200 and 302, which does not show what was read: B has `image` in place of `photo`"
        )
    }

    @Test(arguments: [(1, "is in B twice, in A once"), (2, "is in B 3 times, in A once")])
    func `a part that is sent again is not said to be missing`(_ more: Int, _ words: String) {
        let again = Array(repeating: field("token", "secret"), count: more)
        let comparison = RequestComparison(
            [
                request(200, [field("token", "secret"), file("photo")]),
                request(200, [field("token", "secret"), file("photo")] + again),
            ],
            rules: .ofForms
        )
        #expect(
            comparison.verdict.sentence
                == "both answered 200, which does not show what was read: `token` \(words)"
        )
        #expect(comparison.differences.first?.remark == "`token` \(words)")
    }

    @Test func `a part that is sent again is not put together with one that is new`() {
        let comparison = RequestComparison(
            [
                request(200, [field("a")]), request(200, [field("a"), field("a"), field("b")]),
            ],
            rules: .ofForms
        )
        #expect(comparison.differences.map(\.remark) == ["`a` is in B twice, in A once", nil])
        #expect(comparison.differences.map(\.parts) == [[1], [2]])
    }

    @Test func `several missing parts are named together`() {
        let verdict = verdict(
            request(nil, [field("a"), field("b", "2"), field("c", "2")]),
            request(nil, [field("a")])
        )
        #expect(
            verdict.sentence
                == "no answer to A and B is known; what matters most is that `b` and `c` are in A, and not in B"
        )
    }

    // MARK: What answers say

    @Test(arguments: [
        (400, false, false), (422, false, false), (400, true, false), (408, false, true), (417, false, true),
    ])
    func `an expectation is the cause of what is answered to it alone`(
        _ status: Int,
        _ wasMet: Bool,
        _ isCause: Bool
    ) {
        let comparison = RequestComparison(
            [
                request(200, [field("a")]),
                request(
                    status,
                    [field("a")],
                    fields: ["Expect: 100-continue"],
                    informational: wasMet ? [100] : []
                ),
            ],
            rules: .ofForms
        )
        #expect(comparison.verdict.kind == (isCause ? .cause : .unexplained))
        let weight = comparison.differences.first { $0.trait == "field expect" }?.weight
        #expect(weight == (wasMet ? .cosmetic : .receiversDiffer))
    }

    @Test func `413 is about the part that grew, not about a small one more`() {
        let verdict = verdict(
            request(200, [file("photo", "a.txt", photo)]),
            request(413, [file("photo", "a.txt", photo + photo + photo), field("submit")])
        )
        #expect(
            verdict.sentence.hasSuffix(
                ": the likeliest cause is the size of part 1 \"photo\": 360 bytes in B, 120 bytes in A"
            )
        )
    }

    @Test(arguments: [(400, false), (422, false), (413, true), (500, true)])
    func `a limit on the size of bodies explains no answer to what is in them`(
        _ status: Int,
        _ isBlamed: Bool
    ) {
        let large = String(repeating: "x", count: 1_100_000)
        let verdict = verdict(
            request(200, [file("photo", "a.txt", photo)]),
            request(status, [file("photo", "a.txt", large)])
        )
        #expect(verdict.sentence.contains("limits/body-size") == isBlamed, "\(verdict.sentence)")
    }

    // MARK: Several differences of one weight

    private let further = ["X-A: 1", "X-B: 1", "X-C: 1", "X-D: 1"]

    @Test func `differences that may matter alike are listed`() {
        let parts = [field("a")]
        let several = verdict(request(200, parts, fields: further), request(200, parts))
        #expect(
            several.sentence
                == "both answered 200, and no rule is broken on one side only; 4 differences may matter: "
                + "the field `x-a`, the field `x-b`, the field `x-c` and 1 more"
        )
        let one = verdict(request(200, parts), request(200, parts, target: "/b"))
        #expect(one.sentence.hasSuffix("; what may matter is the target"))
    }

    @Test func `of several that may explain a refusal the number is told`() {
        let parts = [field("a")]
        let verdict = verdict(request(200, parts, fields: further), request(400, parts))
        #expect(
            verdict.sentence.hasSuffix(
                ": no rule is broken; 4 differences may explain it, first of all the field `x-a`, "
                    + "which is in A, and not in B: 1"
            )
        )
    }

    @Test func `what receivers treat differently is named with the rules of each side`() {
        let verdict = verdict(
            request(200, [file("photo", "gr\u{F6}\u{DF}e.txt")]),
            request(200, [file("photo", "gr%C3%B6%C3%9Fe.txt")])
        )
        #expect(
            verdict.sentence.hasSuffix(
                ": receivers differ in how they treat the filename of part 1 \"photo\" "
                    + "(A: part-header/non-ascii-name; B: disposition/percent-encoded-name)"
            ),
            "\(verdict.sentence)"
        )
    }
}
