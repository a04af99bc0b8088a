import Inspection
import Pipeline
import Testing

/// What is found in a request only by what went before it, or by the file that it comes from.
struct SecondAttemptTests {
    private static func upload(header: String, body: String) -> String {
        let body =
            "--\(body)\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--\(body)--\r\n"
        return "POST /u HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data; boundary=\(header)\r\n"
            + "Content-Length: \(body.utf8.count)\r\n\r\n" + body
    }

    private static func findings(_ requests: String...) throws -> [String: [String]] {
        let collected = try CollectedCapture.read(
            Array(requests.joined().utf8),
            name: "attempts.http",
            as: .request
        )
        let warnings = collected.findings.filter { $0.severity > .note }
        return Dictionary(uniqueKeysWithValues: warnings.map { ($0.rule, $0.consequences.map(\.rule)) })
    }

    @Test func `a second attempt under the first one's Content-Type is told as that`() throws {
        let found = try Self.findings(
            Self.upload(header: "K3vYx8QpLmZ2nR", body: "K3vYx8QpLmZ2nR"),
            Self.upload(header: "K3vYx8QpLmZ2nR", body: "W7tBc5HdJfGs9u")
        )
        #expect(found == ["semantics/retry-different-boundary": ["boundary/mismatch"]])
    }

    @Test func `a mismatch without a first attempt is told as what it is`() throws {
        let found = try Self.findings(
            Self.upload(header: "W7tBc5HdJfGs9u", body: "W7tBc5HdJfGs9u"),
            Self.upload(header: "K3vYx8QpLmZ2nR", body: "W7tBc5HdJfGs9u")
        )
        #expect(found == ["boundary/mismatch": []])
    }

    @Test func `a request pasted with LF is blamed on the file first`() throws {
        let text = Self.upload(header: "K3vYx8QpLmZ2nR", body: "K3vYx8QpLmZ2nR")
            .replacing("\r\n", with: "\n")
        let collected = try CollectedCapture.read(Array(text.utf8), name: "pasted.http", as: .request)
        #expect(collected.rules(.error).isEmpty)
        #expect(collected.rules(.note).contains("capture/line-endings-normalised"))
        #expect(collected.rules(.warning) == ["line/bare-lf-everywhere"])
    }
}
