import Bytes
import Forms
import Foundation
import TestSupport
import Testing

/// Header lines that are longer than the reader takes.
struct LongHeaderTests {
    private static let limits = {
        var limits = FormLimits()
        limits.header = 80
        limits.wholeBody = 64
        limits.opening = 48
        limits.contentSample = 40
        return limits
    }()

    /// Bodies of which the first part's header has about as many bytes as the limit, in one line or in several.
    private static let bodies: [String] = (70...86).flatMap { length -> [String] in
        let disposition = "Content-Disposition: form-data; name=\"a\"\r\n"
        let field = "X-Long: " + String(repeating: "x", count: length - disposition.utf8.count - 10) + "\r\n"
        let whole =
            "Content-Disposition: form-data; name=\"" + String(repeating: "x", count: length - 41) + "\"\r\n"
        return [disposition + field, whole].map { header in
            "--B\r\n\(header)\r\n1\r\n--B\r\nContent-Disposition: form-data; name=\"b\"\r\n\r\n2\r\n--B--\r\n"
        }
    }

    @Test(arguments: bodies)
    func `a header near the limit is read the same however it arrives`(_ body: String) {
        ParserVerifier.verify(Array(body.utf8), stepLimit: 4_000) { pieces in
            ReadForm(pieces, limits: Self.limits)
        }
    }

    @Test(arguments: bodies)
    func `a line that passes the limit is content, and what comes before it is not`(_ body: String) throws {
        let form = ReadForm([Array(body.utf8)], limits: Self.limits).form
        let part = try #require(form.parts.first)
        let end = try #require(body.range(of: "\r\n\r\n"))
        let length = body[..<end.lowerBound].utf8.count + 2 - "--B\r\n".utf8.count
        #expect(part.headerEnd == (length > 80 ? .limit : .blankLine))
        #expect(
            part.header.lines.count
                == (length > 80 ? body.contains("X-Long") ? 1 : 0 : body.contains("X-Long") ? 2 : 1)
        )
        #expect(form.parts.count == 2)
        #expect(form.parts.last?.name.map { Array($0) } == Array("b".utf8))
    }
}
