import Exchanges
import Forms
import InspectionRules
import Testing

@testable import Profiles

/// What a record does not tell is no difference, and no agreement either.
struct UnrecordedTests {
    /// A request of one part, the file `name`, as a record of some fidelity holds it.
    private func request(
        _ fidelity: Fidelity,
        target: String = "/u",
        filename: String = "x.txt",
        content: String = "1",
        fields: [String] = ["Host: h", "Content-Type: multipart/form-data; boundary=B7q"],
        status: Int? = nil,
        _ change: (inout MessageDraft) -> Void = { _ in }
    ) -> ComparedRequest {
        let part = "Content-Disposition: form-data; name=\"f\"; filename=\"\(filename)\""
        let body = "--B7q\r\n\(part)\r\nContent-Type: text/plain\r\n\r\n\(content)\r\n--B7q--\r\n"
        return .written(
            body,
            boundary: "B7q",
            fields: fields,
            target: target,
            contents: [.bytes(Array(content.utf8))]
        ) { message, exchange in
            change(&message)
            exchange.status = status
            exchange.fidelity = fidelity
        }
    }

    private func differences(_ requests: ComparedRequest...) -> [String] {
        RequestComparison(requests, rules: .ofForms).differences.map { "\($0.subject), \($0.trait)" }
    }

    @Test func `a record without a body is alike in what it holds alone`() {
        let comparison = RequestComparison([request(.wire), request(.heads)], rules: .ofForms)
        #expect(comparison.differences.isEmpty)
        #expect(
            comparison.verdict.sentence
                == "A and B are alike in what is recorded of them, but for the text of the boundary"
        )
        #expect(comparison.requests.map(\.unrecorded) == [[], [.body]])
    }

    @Test(arguments: [(Fidelity.text, Unrecorded.contents), (.body, .framing)])
    func `a log says what it does not hold`(fidelity: Fidelity, lost: Unrecorded) {
        #expect(request(fidelity).unrecorded == [lost])
        #expect(request(.wire).unrecorded.isEmpty)
    }

    @Test func `a log with dots for bytes says that names may be other ones`() {
        var masked = request(.text)
        masked.exchange.isMasked = true
        #expect(masked.unrecorded == [.contents, .maskedBytes])
    }

    @Test func `a cause is not denied where something is not recorded`() {
        let verdict = RequestComparison(
            [request(.wire, status: 400), request(.heads, status: 200)],
            rules: .ofForms
        ).verdict
        #expect(verdict.sentence.contains("nothing in which the requests are known to differ explains it"))
    }

    @Test func `what stands in a log for bytes that it cannot show is no other name`() {
        let packets = request(.wire, filename: "na é😀.txt")
        #expect(differences(packets, request(.text, filename: "na .......txt")).isEmpty)
        #expect(differences(packets, request(.text, filename: "na \u{FFFD}.txt")).isEmpty)
        #expect(differences(packets, request(.text, filename: "no .......txt")) == ["part 1 \"f\", filename"])
        #expect(differences(request(.wire, filename: "é.txt"), request(.text, filename: "ö.txt")).count == 1)
    }

    @Test func `a rule that could not be run on one request tells of no difference`() {
        let empty = request(.wire, content: "")
        func breaches(_ other: ComparedRequest) -> [String] {
            RequestComparison([empty, other], rules: .ofForms).differences.flatMap(\.breaches).map(\.rule)
        }
        #expect(breaches(request(.wire)).contains("part/empty-file"))
        #expect(breaches(request(.text, content: "")).isEmpty)
    }

    @Test func `fields and framing after a cut in the head are not known`() {
        let cut = request(.wire, fields: ["Host: other"]) { message in
            message.head.hasGap = true
            message.head.framing = .none
            message.head.declaredLength = nil
            message.content.bodyLength = 0
        }
        #expect(differences(request(.wire), cut) == ["head, field host"])
        #expect(cut.unrecorded == [.headBytes])
    }

    @Test func `the form of a target differs where it is known, and its scheme and host never`() {
        let whole = "http://h/u?q"
        #expect(
            differences(request(.wire, target: "/u?q"), request(.wire, target: whole))
                == ["request line, form of the target"]
        )
        #expect(differences(request(.body, target: "/u?q"), request(.wire, target: whole)).isEmpty)
        #expect(differences(request(.wire), request(.wire, target: "/v")) == ["request line, target"])
    }

    @Test(arguments: [
        ("/a?b", "/a?b", "origin-form"), ("http://h", "/", "absolute-form"),
        ("https://h:1?q", "/?q", "absolute-form"), ("*", "*", "asterisk-form"),
        ("h:443", "h:443", "authority-form"),
    ])
    func `a target is taken apart`(target: String, resource: String, form: String) {
        #expect(ParsedTarget(target).resource == resource)
        #expect(ParsedTarget(target).form == form)
    }
}
