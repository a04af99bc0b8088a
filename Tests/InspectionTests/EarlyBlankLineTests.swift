import Bytes
import Forms
import Inspection
import Testing

@testable import InspectionRules

/// Where header lines in a content are those of its part, and where they are of a message that was uploaded.
struct EarlyBlankLineTests {
    private static func isFound(_ header: String, _ content: String) -> Bool {
        let body = "--AaB03x⏎\(header)⏎⏎\(content)⏎--AaB03x--⏎"
        var reader = FormReader(declared: [Array("AaB03x".utf8)])
        let bytes = RuleExample.bytes(of: body).bytes
        reader.push(bytes.span.bytes)
        return reader.finish().parts.contains { EarlyBlankLine($0) != nil }
    }

    private static func disposition(_ filename: String?) -> String {
        "Content-Disposition: form-data; name=\"f\"" + (filename.map { "; filename=\"\($0)\"" } ?? "")
    }

    @Test(
        arguments: [
            ("x.txt", "Content-Type: text/plain⏎⏎1"), ("x.TXT", "content-type:text/plain; charset=utf-8⏎⏎1"),
            ("x.png", "Content-Type: image/png⏎⏎1"), ("x.bin", "Content-Type: application/octet-stream⏎⏎1"),
            ("blob", "Content-Type: image/png⏎Content-Transfer-Encoding: binary⏎⏎⟨89⟩PNG⏎⟨1A⟩␊⟨00⟩"),
            ("x.png", "Content-Transfer-Encoding: base64⏎⏎iVBO"), ("x", "Content-Length: 3⏎⏎1⏎"),
            (nil, "Content-Type: application/json⏎⏎{}"), (nil, "Content-Length: 1⏎⏎1"),
        ] as [(String?, String)]
    )
    func `the lines of a part's own header are found in its content`(filename: String?, content: String) {
        #expect(Self.isFound(Self.disposition(filename), content))
        #expect(Self.isFound("Content-Type: text/plain", Self.disposition(filename) + "⏎⏎1"))
    }

    @Test(
        arguments: [
            ("x.eml", "Content-Type: text/plain⏎⏎1"), ("x.http", "Content-Length: 1⏎⏎1"),
            ("x.mht", "Content-Type: text/html⏎⏎1"), ("message", "Content-Type: text/plain⏎⏎1"),
            ("x.txt", "Content-Type: text/html⏎⏎1"), ("x.txt", "Content-Type: multipart/mixed⏎⏎1"),
            ("x.txt", "Content-Type: text/plain␊␊1"), ("x.txt", "Content-Type: text/plain⏎Subject: x⏎⏎1"),
            ("x.txt", "Content-Type: text/plain⏎1"), ("x.txt", "Content-Type: text⏎⏎1"),
            ("x.txt", "Content-Transfer-Encoding: base64⏎⏎MQ=="), ("x.txt", "Content-Length: 5⏎⏎1"),
            ("x.txt", "Content-Encoding: gzip⏎⏎1"), ("x.txt", "Content-Type:⏎⏎1"),
            ("x.txt", "Content-Type: text/plain⏎Content-Transfer-Encoding: 7bit⏎⏎1"),
            ("x.log", "Content-Type: text/plain⏎⏎1"),
            (nil, "Content-Type: text/plain⏎⏎1"), (nil, "Content-Type: application/json⏎⏎see there"),
        ] as [(String?, String)]
    )
    func `a message that is uploaded, and a text about one, are left alone`(
        filename: String?,
        content: String
    ) {
        #expect(!Self.isFound(Self.disposition(filename), content))
    }

    @Test func `a field that the header has already is content`() {
        let header = Self.disposition("x.txt") + "⏎Content-Type: text/plain"
        #expect(!Self.isFound(header, "Content-Type: text/plain⏎⏎1"))
        #expect(!Self.isFound(Self.disposition(nil), Self.disposition("x.txt") + "⏎⏎1"))
        #expect(
            !Self.isFound(Self.disposition("x") + "⏎Content-Type: message/rfc822", "Content-Length: 1⏎⏎1")
        )
    }
}
