import Bytes
import Testing

@testable import Filters

/// The answers to blocked requests.
struct StandInAnswerTests {
    private func answer(
        _ kind: ResourceKind,
        method: String = "GET",
        rule: String = "||a.example^",
        isShown: Bool = false,
        _ fields: String...
    ) throws -> StandInAnswer {
        let section = FilterSample.section(fields)
        let request = FilterRequest(url: "http://a.example/x", method: method, fields: section, kind: kind)
        return StandInAnswer(
            to: try #require(request),
            fields: section,
            blockedBy: FilterRule(text: Array(rule.utf8), path: "rules.txt", line: 3),
            isShown: isShown
        )
    }

    private func value(_ name: String, _ answer: StandInAnswer) -> String? {
        answer.fields.first { $0.name == name }?.value
    }

    @Test(arguments: ResourceKind.allCases, [false, true])
    func `every answer has a body, its length, and is not stored`(_ kind: ResourceKind, _ isShown: Bool)
        throws
    {
        let answer = try answer(kind, isShown: isShown)
        #expect(answer.status == (kind == .websocket ? 403 : 200))
        #expect(!answer.body.isEmpty && answer.body.count < 1000)
        #expect(value("content-length", answer) == "\(answer.body.count)")
        #expect(value("cache-control", answer) == "no-store")
        let head = String(decoding: answer.head(closing: true), as: UTF8.self)
        #expect(head.hasSuffix("\r\nConnection: close\r\n\r\n"))
        #expect(head.contains("\r\nContent-Length: \(answer.body.count)\r\n"))
        #expect(!String(decoding: answer.head(closing: false), as: UTF8.self).contains("Connection"))
        let names = answer.http2Fields.map(\.name)
        #expect(names.first == ":status" && names.allSatisfy { $0 == $0.lowercased() && $0 != "connection" })
    }

    @Test func `an answer to HEAD has the length and no body`() throws {
        let answer = try answer(.image, method: "HEAD")
        #expect(answer.body.isEmpty && value("content-length", answer) == "43")
    }

    @Test(arguments: [
        (ResourceKind.image, "image/gif", "GIF89a"), (.script, "text/javascript", "/*"),
        (.stylesheet, "text/css", "/*"), (.xmlhttprequest, "text/plain", "0"), (.media, "audio/wav", "RIFF"),
        (.document, "text/html; charset=utf-8", "<!DOCTYPE"), (.subdocument, "text/html", "<!DOCTYPE"),
        (.other, "text/plain", "0"), (.ping, "text/plain", "0"),
    ])
    func `the body fits what was asked for`(_ kind: ResourceKind, _ type: String, _ beginning: String) throws
    {
        let answer = try answer(kind)
        #expect(value("content-type", answer) == type)
        #expect(answer.body.starts(with: beginning.utf8))
    }

    @Test func `who asks for JSON gets an object`() throws {
        let answer = try answer(.xmlhttprequest, "Accept: application/json")
        #expect(answer.body == Array("{}".utf8) && value("content-type", answer) == "application/json")
    }

    @Test func `a page on another origin may read the answer, and its preflight succeeds`() throws {
        let answer = try answer(
            .xmlhttprequest,
            method: "OPTIONS",
            "Origin: https://page.test",
            "Access-Control-Request-Method: PUT",
            "Access-Control-Request-Headers: content-type,x-a"
        )
        #expect(value("access-control-allow-origin", answer) == "https://page.test")
        #expect(value("access-control-allow-credentials", answer) == "true")
        #expect(value("access-control-allow-methods", answer) == "PUT")
        #expect(value("access-control-allow-headers", answer) == "content-type,x-a")
        #expect(value("vary", answer) == "Origin")
        #expect(value("access-control-allow-origin", try self.answer(.xmlhttprequest)) == nil)
    }

    @Test func `nothing of a request gets into a head that would end a line`() throws {
        let answer = try answer(.xmlhttprequest, "Origin: a\u{7}b", "Access-Control-Request-Headers: ü")
        #expect(value("access-control-allow-origin", answer) == nil)
        let folded = try self.answer(.xmlhttprequest, "Origin: https://a.test\r\n X: y")
        #expect(value("access-control-allow-origin", folded) == nil)
    }

    @Test(arguments: ResourceKind.allCases)
    func `what is shown names the rule and stays within its quotation marks`(_ kind: ResourceKind) throws {
        let hostile = "</script></title><svg onload=alert(1)>\"'\\\n&\u{2028}ü*/"
        let answer = try answer(kind, rule: hostile, isShown: true)
        let body = String(decoding: answer.body, as: UTF8.self)
        switch kind {
        case .image, .document, .subdocument, .object:
            #expect(body.contains("&lt;/script&gt;&lt;/title&gt;&lt;svg onload=alert(1)&gt;&quot;&#39;"))
            #expect(!body.contains("<svg onload") && body.contains("rules.txt:3"))
        case .script:
            #expect(body.hasPrefix("console.warn(\"blocked by \\u003c/script\\u003e"))
            #expect(body.filter { $0 == "\"" }.count == 2 && body.hasSuffix("(rules.txt:3)\");\n"))
        case .stylesheet:
            #expect(body.contains("content:\"blocked by \\00003c/script\\00003e"))
            #expect(body.filter { $0 == "\"" }.count == 2)
        case .media: #expect(answer.body.count == 46)
        default: #expect(body.hasPrefix("blocked by </script>") && body.filter(\.isNewline).count == 1)
        }
        let status = try #require(value("proxy-status", answer))
        #expect(status.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F })
        #expect(status.hasPrefix("partwise; error=http_request_denied; details=\"blocked by </script>"))
        #expect(status.contains("onload=alert(1)>\\\"'\\\\"))
    }

    @Test func `unless it is shown, the answer does not name the user's files`() throws {
        for kind in ResourceKind.allCases where kind != .document && kind != .websocket {
            let answer = try answer(kind)
            let all = answer.head(closing: false) + answer.body
            #expect(!String(decoding: all, as: UTF8.self).contains("rules.txt"))
        }
    }
}
