import Bytes
import Exchanges
import Forms
import InspectionRules
import Testing

@testable import Profiles

struct RequestComparisonTests {
    /// A request whose head has `fields` and whose body has `parts`, each a header and a content.
    private func request(
        _ fields: [String],
        boundary: String = "AaB03x",
        parts: [(header: String, content: String)],
        end: String = "\r\n",
        isClosed: Bool = true
    ) -> ComparedRequest {
        var body = ""
        for part in parts { body += "--\(boundary)\r\n\(part.header)\r\n\r\n\(part.content)\r\n" }
        if isClosed { body += "--\(boundary)--\(end)" }
        var message = MessageDraft()
        message.head.framing = .contentLength
        message.head.version = "HTTP/1.1"
        message.content.bodyLength = body.utf8.count
        message.head.declaredLength = body.utf8.count
        let type = "Content-Type: multipart/form-data; boundary=\(boundary)"
        let lines = (fields + [type]).map { $0 + "\r\n" }.joined()
        message.head.fields = FieldSection(parsing: Array(lines.utf8), base: 0)
        var exchange = Exchange(connection: 1, client: nil, server: nil)
        exchange.method = "POST"
        exchange.target = "/"
        exchange.request = Message(message)
        var reader = FormReader(declared: [Array(boundary.utf8)])
        let bytes = Array(body.utf8)
        reader.push(bytes.span.bytes)
        let form = reader.finish()
        return ComparedRequest(
            label: "x",
            exchange: exchange,
            form: form,
            contents: form.parts.map { .bytes(Array(bytes[$0.content])) }
        )
    }

    private func field(_ name: String, _ content: String = "1") -> (header: String, content: String) {
        ("Content-Disposition: form-data; name=\"\(name)\"", content)
    }

    private func compare(_ left: ComparedRequest, _ right: ComparedRequest) -> [String] {
        RequestComparison([left, right], rules: .ofForms).differences.map { difference in
            let values = difference.values.map { $0 ?? "–" }.joined(separator: " | ")
            return "\(difference.weight.rawValue): \(difference.subject), \(difference.trait): \(values)"
        }
    }

    @Test func `requests that differ in the boundary's text only are alike`() {
        let left = request(["Host: a"], boundary: "AaB03x", parts: [field("a")])
        let right = request(["Host: a"], boundary: "Zz9Qqy", parts: [field("a")])
        #expect(compare(left, right).isEmpty)
    }

    /// A request of HTTP/2 whose body came in DATA frames of some sizes.
    private func request(inFrames sizes: [Int]) -> ComparedRequest {
        var request = ComparedRequest.written("--b\r\n\r\n\r\n--b--\r\n", boundary: "b", fields: []) {
            message,
            _ in
            message.head.version = "HTTP/2"
            message.head.framing = .h2Data
        }
        request.pieces = sizes
        return request
    }

    @Test(arguments: [
        ([16_384, 16_384, 16_384, 16_383, 1, 9], [16_384, 16_384, 16_384, 16_384, 9], true),
        ([16_384, 16_384, 16_384, 16_383, 1, 9], [16_384, 16_384, 16_384, 16_384, 8, 1], false),
        // As Chromium has them: the window of two runs opened at different times.
        (
            [16_375, 16_375, 16_375, 16_375, 35, 16_340, 7], [16_375, 16_375, 16_375, 16_375, 16_375, 7], true
        ),
        ([16_375, 16_375, 16_375, 16_375, 16_375, 7], [16_384, 16_384, 16_384, 16_384, 16_346], false),
        // Before a window can be full, the client has cut them.
        ([10, 6, 16], [16, 16], false),
    ])
    func `frames that a window has cut are no difference`(one: [Int], other: [Int], isSame: Bool) {
        let differences = compare(request(inFrames: one), request(inFrames: other))
        #expect(differences.isEmpty == isSame, "\(differences)")
        #expect(differences.allSatisfy { $0.contains("framing, DATA frames") })
    }

    @Test func `the boundary's form is compared`() {
        let left = request([], boundary: "AaB03x", parts: [field("a")])
        let right = request([], boundary: "----1234567", parts: [field("a")])
        #expect(
            compare(left, right) == [
                "cosmetic: boundary, length: 6 characters | 11 characters",
                "cosmetic: boundary, leading dashes: none | 4",
                "cosmetic: boundary, characters: letters and digits | digits",
            ]
        )
    }

    @Test(
        arguments: [
            // Sixteen random hexadecimal digits of which none is a letter: one in two thousand.
            ("------------------------7410553261673524", "------------------------74105b3a6a53d735", true),
            ("7410553261673524", "AF10553261673524", true),
            // Forty are never so by chance, nor are sixteen letters all hexadecimal.
            (
                "7410553261673524741055326167352474105532", "74105b3a6a53d73574105b3a6a53d73574105b3a", false
            ),
            ("74105b3a6a53d735", "zq10553xo1673w24", false),
            // Who writes fewer characters, or other ones besides, is another client.
            ("741055326167352", "74105b3a6a53d735", false),
            ("=410553261673524", "74105b3a6a53d735", false),
        ]
    )
    func `what a random boundary lacks by chance is no difference`(
        _ left: String,
        _ right: String,
        areAlike: Bool
    ) {
        let requests = [left, right].map { request([], boundary: $0, parts: [field("a")]) }
        #expect(compare(requests[0], requests[1]).isEmpty == areAlike)
        #expect(compare(requests[1], requests[0]).isEmpty == areAlike)
    }

    @Test func `field lines are compared by presence, order, letters and value`() {
        let left = request(["Host: a", "Accept: x", "Expect: 100-continue"], parts: [field("a")])
        let right = request(["accept: y", "Host: a"], parts: [field("a")])
        #expect(
            compare(left, right) == [
                "receivers-differ: head, field expect: 100-continue | –",
                "cosmetic: head, field accept: x | y",
                "cosmetic: head, order of fields: host, accept, content-type | accept, host, content-type",
                "cosmetic: head, letters of field names: Accept | accept",
            ]
        )
    }

    @Test func `parts are compared with those of the same name`() {
        let left = request([], parts: [field("a"), field("b"), field("c")])
        let right = request([], parts: [field("b"), field("a")])
        #expect(
            compare(left, right) == [
                "part-missing: part 3 \"c\", presence: a field of 1 byte | –",
                "may-matter: body, order of parts: a, b | b, a",
            ]
        )
    }

    @Test func `a name escaped in different ways is still the same part`() {
        let left = request([], parts: [field("x"), field("na%22me")])
        let right = request([], parts: [field("x"), field("na\\\"me")])
        #expect(
            compare(left, right) == [
                "may-matter: part 2 \"na%22me\", name: na%22me | na\\\"me"
            ]
        )
    }

    @Test func `contents are compared byte by byte`() {
        let left = request([], parts: [field("a", "one\ntwo"), field("b", "same"), field("c", "abc")])
        let right = request([], parts: [field("a", "one\r\ntwo"), field("b", "same"), field("c", "abX")])
        #expect(
            compare(left, right) == [
                "may-matter: part 1 \"a\", bytes: 7 bytes | 8 bytes, the same but for line breaks",
                "may-matter: part 3 \"c\", bytes: 3 bytes | 3 bytes, differs from byte 2 on",
            ]
        )
    }

    @Test(arguments: [
        ("photo", "pho", "5 bytes | ends after 3 of 5 bytes"),
        ("photo", "", "5 bytes | ends after 0 of 5 bytes"),
        ("pho", "photo", "3 bytes | 5 bytes, goes on after the same 3 bytes"),
        ("", "photo", "0 bytes | 5 bytes"),
        ("photo", "phone", "5 bytes | 5 bytes, differs from byte 3 on"),
    ])
    func `a content that begins another one ends too early`(_ left: String, _ right: String, _ words: String)
    {
        let requests = [left, right].map { request([], parts: [field("a", $0)]) }
        #expect(compare(requests[0], requests[1]) == ["may-matter: part 1 \"a\", bytes: \(words)"])
    }

    @Test func `names that look alike are compared by their bytes`() {
        let names = ["\u{E9}", "e\u{301}"]
        let requests = [names, Array(names.reversed())].map { request([], parts: $0.map { field($0) }) }
        // Each name is in both requests, in another order.
        #expect(compare(requests[0], requests[1]).map { $0.prefix(27) } == ["may-matter: body, order of "])
        let renamed = compare(request([], parts: [field(names[0])]), request([], parts: [field(names[1])]))
        #expect(
            renamed == [
                "part-missing: part 1 \"\(names[0])\", name: \(names[0]) | \(names[1]) (decomposed, NFD)"
            ]
        )
    }

    @Test func `headers of a part are compared`() {
        let left = request([], parts: [("Content-Disposition: form-data; name=a", "1")])
        let right = request(
            [],
            parts: [("Content-Disposition: form-data;name=\"a\"\r\nContent-Transfer-Encoding: binary", "1")]
        )
        #expect(
            compare(left, right) == [
                "may-matter: part 1 \"a\", quoting of name: without quotation marks | between quotation marks",
                "may-matter: part 1 \"a\", field content-transfer-encoding: – | binary",
                "cosmetic: part 1 \"a\", between parameters: \"; \" | \";\"",
            ]
        )
    }

    @Test func `a field that a part has twice is compared as both together`() {
        let twice =
            "Content-Disposition: form-data; name=\"a\"\r\nContent-Type: x/y\r\nContent-Type: text/plain"
        let once = "Content-Disposition: form-data; name=\"a\"\r\nContent-Type: text/plain"
        let differences = compare(request([], parts: [(twice, "1")]), request([], parts: [(once, "1")]))
        #expect(
            differences.contains(
                "may-matter: part 1 \"a\", field content-type: x/y | text/plain | text/plain"
            )
        )
    }

    @Test func `what follows the close delimiter is compared`() {
        let left = request([], parts: [field("a")], end: "")
        let right = request([], parts: [field("a")], end: "\r\n")
        #expect(
            compare(left, right) == ["may-matter: body, after the close delimiter: nothing | a line break"]
        )
    }

    @Test func `the line break before a missing close delimiter is no content`() {
        let left = request([], parts: [field("a"), field("b")])
        #expect(
            compare(left, request([], parts: [field("a"), field("b")], isClosed: false)) == [
                "may-matter: body, close delimiter: two dashes | none"
            ]
        )
    }

    @Test func `a close delimiter that the declared length leaves out is not said to be missing`() {
        let left = request([], parts: [field("a")])
        var right = request([], parts: [field("a")], isClosed: false)
        right.exchange.request = right.exchange.request?.changed {
            $0.content.excess = Array("--AaB03x--\r\n".utf8)
            $0.content.excessLength = 12
        }
        #expect(
            compare(left, right).contains(
                "may-matter: body, close delimiter: two dashes | none within the declared length"
            )
        )
    }

    @Test func `three requests are laid side by side`() {
        let requests = ["a", "a", "b"].map { request(["User-Agent: \($0)"], parts: [field("f")]) }
        let differences = RequestComparison(requests, rules: .ofForms).differences
        #expect(differences.map(\.values) == [["a", "a", "b"]])
    }

    @Test func `a part that only a later request has is compared too`() {
        let requests = [
            [field("a")], [field("a"), field("b"), field("c")],
            [field("a"), field("b"), field("c"), field("d")],
        ]
        .map { request([], parts: $0) }
        let differences = RequestComparison(requests, rules: .ofForms).differences
        #expect(differences.map(\.values).contains([nil, nil, "a field of 1 byte"]))
        #expect(differences.map(\.values).contains([nil, "a field of 1 byte", "a field of 1 byte"]))
    }

    @Test func `twenty thousand parts of one name are aligned with work that grows as their number does`() {
        let work = [10_000, 20_000].map { count in
            let left = request([], parts: Array(repeating: field("a", ""), count: count))
            let alignment = PartAlignment([left, left])
            #expect(alignment.rows.count == count)
            #expect(alignment.rows.allSatisfy { $0[0] == $0[1] })
            return alignment.work
        }
        #expect(work[1] <= 2 * work[0])
        #expect(work[1] <= 10 * 20_000)
    }
}
