import PartwiseForms
import TestSupport
import Testing

/// The calls that a library's own tests make.
struct FormCheckTests {
    private let right = Upload.body(Upload.part + Upload.close)
    private let unclosed = Upload.body(Upload.part)

    @Test func `a right body conforms`() {
        let check = FormCheck(body: right, contentType: Upload.type)
        #expect(check.conforms, "\(check)")
        #expect(check.findings.isEmpty)
        #expect(check.partCount == 1)
        #expect(check.bodyLength == right.count)
        #expect(check.description == "1 part (\(right.count) bytes) conforms")
    }

    @Test func `an unclosed body is named by rule and offset`() throws {
        let check = FormCheck(body: unclosed, contentType: Upload.type)
        #expect(!check.conforms)
        let finding = try #require(check.findings.first { $0.rule == "delimiter/missing-close" })
        #expect(finding.isInBody)
        #expect(finding.offset == unclosed.count)
        #expect(finding.part == 1)
        #expect(finding.severity == .error)
    }

    @Test func `a request that declares its length conforms`() {
        let check = FormCheck(request: Upload.request(right))
        #expect(check.conforms, "\(check)")
        #expect(check.partCount == 1)
    }

    @Test(arguments: [-9, 7])
    func `a declared length that is not that of the body is found`(difference: Int) {
        let check = FormCheck(request: Upload.request(right, length: right.count + difference))
        #expect(!check.conforms)
        #expect(check.findings.contains { $0.rule.hasPrefix("length/") && $0.severity == .error }, "\(check)")
    }

    @Test func `chunks are judged`() {
        let head =
            "POST /up HTTP/1.1\r\nHost: h\r\nContent-Type: \(Upload.type)\r\nTransfer-Encoding: chunked\r\n\r\n"
        let size = String(right.count, radix: 16)
        let request = { (size: String) in
            Array("\(head)\(size)\r\n".utf8) + right + Array("\r\n0\r\n\r\n".utf8)
        }
        #expect(FormCheck(request: request(size)).conforms)
        let wrong = FormCheck(request: request("x" + size))
        #expect(!wrong.conforms)
        #expect(wrong.findings.contains { $0.rule.hasPrefix("framing/") }, "\(wrong)")
    }

    @Test func `what carries no form does not conform`() {
        let get = FormCheck(request: Array("GET / HTTP/1.1\r\nHost: h\r\n\r\n".utf8))
        #expect(!get.conforms)
        #expect(get.description == "not judged: the request carries no form")
        #expect(FormCheck(request: []).description == "not judged: there is no HTTP request")
        #expect(FormCheck(request: right).unreadReason == "there is no HTTP request")
        #expect(!FormCheck(body: Array("{}".utf8), contentType: "application/json").conforms)
    }

    @Test func `a coded body is not taken for one that conforms`() {
        let request = Upload.request(Array("coded".utf8), field: "Content-Encoding: gzip")
        let check = FormCheck(request: request)
        #expect(!check.conforms)
        #expect(check.unreadReason == "the body is coded as gzip, which is not decoded here")
    }

    @Test func `of several requests the first one is judged`() {
        let check = FormCheck(request: Upload.request(right) + Upload.request(unclosed))
        #expect(check.conforms, "\(check)")
        #expect(check.bodyLength == right.count)
    }

    @Test(arguments: [0, -9, 7])
    func `the verdict on a request does not depend on how it is divided`(difference: Int) {
        let request = Upload.request(right, length: right.count + difference)
        ParserVerifier.verify(request, stepLimit: 10_000) { chunks in
            var stream = FormCheck.Stream()
            for chunk in chunks { stream.push(chunk) }
            return "\(stream.finish())"
        }
    }

    @Test func `the verdict on a body does not depend on how it is divided`() {
        ParserVerifier.verify(unclosed) { chunks in
            var stream = FormCheck.Stream(contentType: Upload.type)
            for chunk in chunks { stream.push(chunk) }
            let check = stream.finish()
            return check.findings.map { "\($0)" } + ["\(check)"]
        }
    }
}

/// A small upload.
enum Upload {
    static let type = "multipart/form-data; boundary=4NqF7uZy1Lr0pKxTt2Wc"
    static let part = "--4NqF7uZy1Lr0pKxTt2Wc\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n"
    static let emptyFile =
        "--4NqF7uZy1Lr0pKxTt2Wc\r\nContent-Disposition: form-data; name=\"f\"; filename=\"a.txt\"\r\n"
        + "Content-Type: text/plain\r\n\r\n\r\n"
    static let close = "--4NqF7uZy1Lr0pKxTt2Wc--\r\n"

    static func body(_ text: String) -> [UInt8] { Array(text.utf8) }

    /// A request with a body, and the length that it declares: by default the right one.
    static func request(_ body: [UInt8], length: Int? = nil, field: String? = nil) -> [UInt8] {
        let lines = [
            "POST /upload HTTP/1.1", "Host: example.com", "Content-Type: \(type)",
            "Content-Length: \(length ?? body.count)",
        ]
        return Array(((lines + [field].compactMap(\.self)).joined(separator: "\r\n") + "\r\n\r\n").utf8)
            + body
    }
}
