import Bytes
import Exchanges
import Forms
import InspectionRules
import Testing

@testable import Inspection

/// Uploads that are judged without making their forms, beside what a judgement with the form says of the same.
struct FormlessVerdictTests {
    private static let boundary = "q3fX9sLwT2ZkVb7P"

    private static let base: [UInt8] = Array(
        """
        --\(boundary)\r\nContent-Disposition: form-data; name="title"\r\n\r\none\r\ntwo\r\n--\(boundary)\r\n\
        Content-Disposition: form-data; name="tags[]"\r\n\r\nsea\r\n--\(boundary)\r\n\
        Content-Disposition: form-data; name="f"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\n1, 2\r\n\
        --\(boundary)--\r\n
        """.utf8
    )

    /// The base, and it with one byte changed, inserted or removed, or cut off.
    private static var bodies: [[UInt8]] {
        var bodies = [base]
        for offset in base.indices {
            for byte: UInt8 in [0x00, 0x0A, 0x0D, 0x22, 0x2D, 0x43, 0x5B, 0x66, 0xE9] {
                bodies.append(base)
                bodies[bodies.count - 1][offset] = byte
                bodies.append(base)
                bodies[bodies.count - 1].insert(byte, at: offset)
            }
            bodies.append(base)
            bodies[bodies.count - 1].remove(at: offset)
            bodies.append(Array(base[..<offset]))
        }
        return bodies
    }

    /// An upload of a body, with further lines in its head.
    private static func upload(
        _ body: [UInt8],
        method: String = "POST",
        boundary: String = boundary,
        version: String = "HTTP/1.1",
        lines more: String = "Host: a\r\n"
    ) -> Exchange {
        let lines =
            "\(more)Content-Type: multipart/form-data; boundary=\(boundary)\r\nContent-Length: \(body.count)\r\n"
        var message = MessageDraft()
        message.head.startLine = Array("\(method) / \(version)".utf8)
        message.head.version = version
        message.head.fields = FieldSection(
            parsing: Array(lines.utf8),
            base: message.head.startLine.count + 2
        )
        message.head.framing = .contentLength
        message.head.declaredLength = body.count
        message.content.bodyLength = body.count
        message.content.wireLength = body.count
        var exchange = Exchange(connection: 1, client: nil, server: nil)
        exchange.method = method
        exchange.request = Message(message)
        return exchange
    }

    private static func inspection(_ exchange: Exchange, _ body: [UInt8]) throws -> RequestInspection {
        var inspection = RequestInspection(InspectionSettings(.standard))
        inspection.begin(try #require(exchange.request).head.fields, declaredLength: body.count)
        inspection.push(body.span.bytes)
        inspection.finish()
        return inspection
    }

    @Test
    func
        `in a form that is judged without being made, nothing is found, and it has the extent that was told`()
        throws
    {
        var told = 0
        for body in Self.bodies {
            let exchange = Self.upload(body)
            var inspection = try Self.inspection(exchange, body)
            guard let verdict = inspection.judgeWithoutForm(exchange) else { continue }
            told += 1
            let whole = inspection.judgeByRules(exchange, past: [])
            let form = try #require(whole.form)
            #expect(whole.findings.isEmpty && verdict.findings.isEmpty, "\(body)")
            #expect(verdict.extent.partCount == form.partCount)
            #expect(verdict.extent.length == form.length)
            #expect(verdict.extent.memoryBytes == form.memoryBytes)
        }
        #expect(told > 400)
    }

    @Test(arguments: [
        ("POST", "AaB03x", "HTTP/1.1", "Host: a\r\n", ["boundary/weak"]),
        ("PUT", boundary, "HTTP/1.1", "Host: a\r\n", ["semantics/put-form"]),
        ("GET", "AaB03x", "HTTP/1.1", "Host: a\r\n", ["boundary/weak", "semantics/body-on-get"]),
        ("POST", boundary, "HTTP/1.1", "", ["framing/host"]),
        ("POST", boundary, "HTTP/1.1", "Host: a\r\nHost: b\r\n", ["framing/host"]),
        ("POST", boundary, "HTTP/1.0", "Expect: 100-continue\r\n", ["semantics/expect-http10"]),
        ("POST", boundary, "HTTP/1.1", "Host: a\r\nExpect: a\r\n", ["semantics/expect-unknown"]),
    ])
    func `what rules find in the head alone is found without the form`(
        method: String,
        boundary: String,
        version: String,
        lines: String,
        rules: [String]
    ) throws {
        let body = Array(
            String(decoding: Self.base, as: UTF8.self).replacing(Self.boundary, with: boundary).utf8
        )
        let exchange = Self.upload(body, method: method, boundary: boundary, version: version, lines: lines)
        var inspection = try Self.inspection(exchange, body)
        let judged = inspection.judgeWithoutForm(exchange)
        let verdict = try #require(judged)
        let whole = inspection.judgeByRules(exchange, past: [])
        #expect(verdict.findings.map(\.rule).sorted() == rules)
        #expect(verdict.findings == whole.findings)
        #expect(verdict.extent.memoryBytes == whole.form?.memoryBytes)
        let completed = inspection.completed(verdict)
        #expect(completed.findings == whole.findings && completed.form == whole.form)
    }

    @Test(
        arguments: [
            ("POST", "AaB03x", nil, Severity.warning, Severity.note),
            ("POST", "undefined", nil, .error, .note),
            // It is not below the limit.
            ("POST", "AaB03x", nil, .note, nil),
            ("POST", "AaB03x", .severity(.warning), .error, .warning),
            ("POST", "AaB03x", .severity(.error), .error, nil),
            ("POST", "AaB03x", .off, .error, nil),
            // Another rule has to judge.
            ("GET", "AaB03x", nil, .error, nil),
            ("PUT", boundary, nil, .error, nil),
            ("POST", boundary, nil, .error, nil),
        ] as [(String, String, SeverityPolicy.Override?, Severity, Severity?)]
    )
    func `the only finding is not made where it is known without judging and need only be counted`(
        method: String,
        boundary: String,
        override: SeverityPolicy.Override?,
        limit: Severity,
        unmade: Severity?
    ) throws {
        let body = Array(
            String(decoding: Self.base, as: UTF8.self).replacing(Self.boundary, with: boundary).utf8
        )
        let policy = SeverityPolicy(overrides: override.map { ["boundary/weak": $0] } ?? [:])
        let exchange = Self.upload(body, method: method, boundary: boundary)
        var inspection = RequestInspection(InspectionSettings(Inspector(.ofForms, severities: policy)))
        inspection.begin(try #require(exchange.request).head.fields, declaredLength: body.count)
        inspection.push(body.span.bytes)
        inspection.finish()
        let judged = inspection.judgeWithoutForm(exchange)
        let made = try #require(judged)
        let counted = inspection.judgeWithoutForm(exchange, countingBelow: limit)
        let verdict = try #require(counted)
        #expect(made.unmade == nil && verdict.unmade == unmade)
        #expect(verdict.findings == (unmade == nil ? made.findings : []))
        if let unmade { #expect(made.findings.map(\.severity) == [unmade]) }
        #expect(verdict.extent.length == made.extent.length)
    }

    @Test func `room for a body is made in few sizes, and little of it is to spare`() {
        let rooms = (1...16_384).map { RequestInspection.room(for: $0) }
        #expect(rooms.enumerated().allSatisfy { $1 >= $0 + 1 && $1 <= $0 + 1 + ($0 + 1) / 8 })
        #expect(Set(rooms.filter { $0 >= 1024 }).count == 33)
        // A long one grows as it comes.
        #expect(RequestInspection.room(for: 1 << 40) == 16_384)
        #expect(RequestInspection.room(for: 0) == 0)
    }

    @Test func `the traits of a form in regular form are those of the form that is made of it`() {
        var limits = FormLimits()
        limits.contentSample = 7
        for body in Self.bodies {
            var regular = RegularForm()
            let boundary = Array(Self.boundary.utf8)
            guard regular.read(body, boundary: boundary[...], limits: limits) else { continue }
            let form = Form(regular, of: body, declared: [boundary], limits: limits)
            #expect(FormTraits(regular, of: body, sampleLimit: 7) == FormTraits(form), "\(body)")
        }
    }

    @Test func `what the head, the outcome or the source leaves open is not judged without the form`() throws
    {
        func isTold(_ change: (inout Exchange) -> Void = { _ in }) throws -> Bool {
            var exchange = Self.upload(Self.base)
            change(&exchange)
            var inspection = try Self.inspection(exchange, Self.base)
            return inspection.judgeWithoutForm(exchange) != nil
        }
        #expect(try isTold())
        #expect(try !isTold { $0.isDamaged = true })
        #expect(try !isTold { $0.fidelity = .heads })
        #expect(try !isTold { $0.outcome = .rejectedEarly })
        #expect(
            try !isTold { exchange in
                exchange.request = exchange.request?.changed { $0.content.completion = .captureEnded }
            }
        )
        #expect(
            try !isTold { exchange in
                exchange.request = exchange.request?.changed { $0.content.excessLength = 1 }
            }
        )
    }
}
