import Shell
import TestSupport
import Testing

@testable import Tool

/// Parts that receivers do not see, since a delimiter is missing or misspelt: repaired, they are there again.
struct LostPartRepairTests {
    private static let header = "Content-Disposition: form-data; name="
    private static let a = "\(header)\"a\"⏎⏎1⏎"
    private static let b = "\(header)\"b\"⏎⏎22⏎"
    private static let line = "--Xb1234567890abcdefX"
    private static let type = "multipart/form-data; boundary=Xb1234567890abcdefX"

    private func repair(_ body: String) throws -> RepairRun {
        try RepairRun(body: body, contentType: Self.type)
    }

    private func names(_ body: String, says words: String) throws -> [String?] {
        let repair = try repair(body)
        let request = try #require(repair.request, "\(repair.run.diagnostics)")
        #expect(repair.edits.contains { $0.hasPrefix(words) }, "\(repair.edits)")
        #expect(repair.check?.status == .fine)
        #expect(try RepairRun(request: request).request == request, "what was repaired stays as it is")
        return try StrictForm(request).parts.map(\.name)
    }

    @Test(arguments: [
        a + "\(line)⏎" + b, "⏎" + a + "\(line)⏎" + b, String(a.dropFirst(3)) + "\(line)⏎" + b, a + b,
    ])
    func `a part before the first delimiter gets a delimiter`(_ parts: String) throws {
        let names = try names(parts + "\(Self.line)--⏎", says: "inserted a delimiter")
        #expect(names == ["a", "b"])
    }

    @Test func `two parts of one name without a delimiter of their own are no repetition of the form`() throws
    {
        let names = try names(Self.a + Self.a + "\(Self.line)--⏎", says: "inserted a delimiter")
        #expect(names == ["a", "a"])
        let later = "\(Self.line)⏎" + Self.a + Self.a + "\(Self.line)--⏎"
        #expect(try self.names(later, says: "inserted a delimiter at ") == ["a", "a"])
    }

    @Test func `a first delimiter that differs from the others and the header is corrected`() throws {
        let body = "--Xb123456789abcdefX⏎" + Self.a + "\(Self.line)⏎" + Self.b + "\(Self.line)--⏎"
        #expect(try names(body, says: "boundary replaced at 0") == ["a", "b"])
        let single = "--other⏎" + Self.a + "\(Self.line)--⏎"
        #expect(try names(single, says: "boundary replaced at 0") == ["a"])
    }

    @Test(arguments: [1, 2]) func `a first delimiter without its dashes gets them`(count: Int) throws {
        let body = "\(Self.line.dropFirst(count))⏎" + Self.a + "\(Self.line)⏎" + Self.b + "\(Self.line)--⏎"
        #expect(try names(body, says: "") == ["a", "b"])
    }

    @Test(arguments: [
        "⏎--\\(boundary)--⏎", "⏎--other--⏎", "\(line)⏎", "Xb1234567890abcdefX--", "⏎--⏎", "⏎----",
    ])
    func `what was meant as the close delimiter is no content`(end: String) throws {
        let file = "\(Self.header)\"f\"; filename=\"x.txt\"⏎Content-Type: text/plain⏎⏎text"
        let repair = try repair("\(Self.line)⏎" + Self.a + "\(Self.line)⏎" + file + end)
        let request = try #require(repair.request, "\(repair.run.diagnostics)")
        #expect(try StrictForm(request).parts.last?.size == 4)
    }

    @Test(arguments: ["\0", ",", "—", "\n"]) func `what is written before a delimiter is no content`(
        _ stray: String
    ) throws {
        let file = "\(Self.header)\"f\"; filename=\"x.txt\"⏎Content-Type: text/plain⏎⏎text⏎"
        let body = "\(Self.line)⏎" + Self.a + "\(stray)\(Self.line)⏎" + file + "\(stray)\(Self.line)--⏎"
        let repair = try repair(body)
        let request = try #require(repair.request, "\(repair.run.diagnostics)")
        #expect(repair.check?.status == .fine)
        let parts = try StrictForm(request).parts
        #expect(parts.map(\.name) == ["a", "f"])
        #expect(parts.map(\.size) == [1, 4])
    }

    @Test(arguments: [
        ("\(line):" + a + "\(line)⏎" + b + "\(line)--⏎", "a part stands before its first delimiter"),
        (
            "\(line)⏎" + a + "\(line)--⏎--other⏎" + b + "--other--⏎",
            "another form stands after its close delimiter"
        ),
        (
            "\(line)⏎\(header)\"f\"; filename=\"x\"⏎Content-Type: text/plain⏎⏎"
                + String(repeating: "text", count: 50_000)
                + "⏎\(line)--⏎--a-boundary-that-is-as-long-as-those-of-browsers⏎" + b
                + "--a-boundary-that-is-as-long-as-those-of-browsers⏎"
                + String(repeating: "text", count: 50_000),
            "another form stands after its close delimiter"
        ),
        (
            "--other⏎" + a + "--other--⏎\(line)⏎" + b + "\(line)--⏎",
            "another form stands after its close delimiter"
        ),
        (
            "\(line)⏎\(header)\"f\"; filename=\"x\"⏎Content-Type: image/png\u{89}PNG⏎\u{1A}⏎\(line)--⏎",
            "the content of part 1 begins in the line of its Content-Type"
        ),
    ])
    func `a form is not written without what stands outside of it`(_ body: String, _ reason: String) throws {
        let repair = try repair(body)
        #expect(repair.request == nil)
        #expect(repair.run.diagnostics.contains(reason), "\(repair.run.diagnostics)")
    }

    @Test func `line feeds after CRLF belong to no part`() throws {
        let file = "\(Self.header)\"f\"; filename=\"x.txt\"⏎Content-Type: text/plain⏎⏎text⏎"
        let body = "\(Self.line)⏎" + Self.a + "\(Self.line)⏎" + file + "\(Self.line)--⏎"
        let repair = try repair(body.replacing("⏎", with: "⏎\n"))
        let request = try #require(repair.request, "\(repair.run.diagnostics)")
        #expect(
            repair.edits.contains { $0.hasPrefix("CR LF LF replaced by CRLF in 10 places") },
            "\(repair.edits)"
        )
        #expect(repair.check?.status == .fine)
        let parts = try StrictForm(request).parts
        #expect(parts.map(\.name) == ["a", "f"])
        #expect(parts.map(\.size) == [1, 4])
    }

    @Test(arguments: ["\u{FEFF}\(line)⏎" + a, "\(line)⏎\(header)\"a\"⏎⏎Grüße"])
    func `text before the delimiter of an empty file is no file`(start: String) throws {
        let file = "\(Self.header)\"f\"; filename=\"x.png\"⏎Content-Type: image/png⏎⏎⏎"
        let repair = try repair(start + "\(Self.line)⏎" + file + "\(Self.line)--⏎")
        let request = try #require(repair.request, "\(repair.run.diagnostics)")
        #expect(try StrictForm(request).parts.map(\.name) == ["a", "f"])
    }

    @Test func `a file before its header is not thrown away`() throws {
        let header = "\(Self.header)\"f\"; filename=\"x.png\"⏎Content-Type: image/png⏎⏎"
        let file = "PNG⏎\u{1A}\u{0}\u{0}"
        for body in [file + "\(Self.line)⏎" + Self.a, "\(Self.line)⏎" + Self.a.dropLast() + file] {
            let repair = try repair(body + "\(Self.line)⏎" + header + "⏎\(Self.line)--⏎")
            #expect(repair.request == nil)
            #expect(repair.run.diagnostics.contains("the bytes of a file stand before its header"))
        }
    }

    @Test(arguments: [
        ("--Xb1234567890abdefX--", "boundary replaced"), ("--Xb1234567890abdefX", "boundary replaced"),
        ("Xb1234567890abcdefX--", "inserted 2 dashes before the boundary"),
        ("-Xb1234567890abcdefX--", "inserted a dash before the boundary"),
    ])
    func `a close delimiter that is misspelt is corrected, and not kept as content`(
        _ close: String,
        _ words: String
    ) throws {
        let file = "\(Self.header)\"f\"; filename=\"x.txt\"⏎Content-Type: text/plain⏎⏎text⏎"
        for last in [Self.a, file] {
            let body = "\(Self.line)⏎" + last + "\(close)⏎"
            _ = try names(body, says: words)
            let request = try #require(try repair(body).request)
            #expect(try StrictForm(request).parts.map(\.size) == [last == file ? 4 : 1])
        }
    }

    @Test func `header lines after a blank line that comes too early are header lines again`() throws {
        let body =
            "\(Self.line)⏎\(Self.header)\"f\"; filename=\"x.txt\"⏎⏎Content-Type: text/plain⏎⏎text⏎\(Self.line)--⏎"
        _ = try names(body, says: "moved the blank line after the header")
        let request = try #require(try repair(body).request)
        #expect(try StrictForm(request).parts.map(\.size) == [4])
    }
}
