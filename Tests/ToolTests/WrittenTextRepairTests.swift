import Shell
import TestSupport
import Testing

/// `partwise repair` of forms that are a text in the source of a program, or that an editor has changed.
struct WrittenTextRepairTests {
    private static let head = "Content-Disposition: form-data; name="

    @Test(arguments: ["  ", "\t"], ["⏎", "\n"])
    func `the blanks before each line go, also before values`(_ blanks: String, _ lineEnd: String) throws {
        let lines = [
            "", "\(blanks)--AaB03x", "\(blanks)\(Self.head)\"a\"", "", "\(blanks)x", "\(blanks)\(blanks)y",
            "\(blanks)--AaB03x", "\(blanks)\(Self.head)\"f\"; filename=\"x.txt\"",
            "\(blanks)Content-Type: text/plain", "", "\(blanks)z", "\(blanks)--AaB03x--", blanks,
        ]
        let repair = try RepairRun(body: lines.joined(separator: lineEnd))
        let request = try #require(repair.request, "\(repair.run.diagnostics)")
        let value = lineEnd == "\n" ? "x\n\(blanks)y" : "x\r\n\(blanks)y"
        let text = String(decoding: request, as: UTF8.self)
        #expect(text.contains("\(Self.head)\"a\"\r\n\r\n\(value)\r\n--"))
        #expect(try StrictForm(request).parts.map(\.size) == [value.utf8.count, 1])
        #expect(repair.edits.contains { $0.hasPrefix("removed the indentation of a content") })
        #expect(repair.check?.status == .fine, "\(repair.check?.output ?? "")")
        #expect(try RepairRun(request: request).request == request, "what was repaired stays as it is")
    }

    @Test func `a text whose first line stands beside the quotes is indented after it`() throws {
        let repair = try RepairRun(body: "--AaB03x⏎  \(Self.head)\"a\"⏎⏎  x⏎  --AaB03x--⏎")
        let request = try #require(repair.request, "\(repair.run.diagnostics)")
        #expect(try StrictForm(request).parts.map(\.size) == [1])
    }

    @Test func `where another line is not indented it does not show what the value is`() throws {
        let repair = try RepairRun(body: "  --AaB03x⏎  \(Self.head)\"a\"⏎⏎  x⏎y⏎  --AaB03x--⏎")
        #expect(repair.request == nil)
        #expect(repair.run.diagnostics.contains("its contents begin with the blanks"))
    }

    @Test func `a value that is not indented stays as it is`() throws {
        let repair = try RepairRun(body: "  --AaB03x⏎\(Self.head)\"a\"⏎⏎x⏎  --AaB03x--⏎")
        let request = try #require(repair.request, "\(repair.run.diagnostics)")
        #expect(try StrictForm(request).parts.map(\.size) == [1])
    }

    @Test(arguments: [
        ("Content-Disposition=form-data; name=\"a\"", "wrote the colon after `Content-Disposition`"),
        ("Content-Disposition form-data; name=\"a\"", "wrote the colon after `Content-Disposition`"),
        (
            "\u{FEFF}Content-Disposition: form-data; name=\"a\"",
            "removed a byte order mark before a header line"
        ),
    ])
    func `a header line that is nearly a field becomes one`(_ line: String, _ edit: String) throws {
        let repair = try RepairRun(body: "--AaB03x⏎\(line)⏎⏎x⏎--AaB03x--⏎")
        let request = try #require(repair.request, "\(repair.run.diagnostics)")
        #expect(try StrictForm(request).parts.map(\.name) == ["a"])
        #expect(repair.edits.contains { $0.hasPrefix(edit) }, "\(repair.edits)")
        #expect(repair.check?.status == .fine, "\(repair.check?.output ?? "")")
    }

    @Test(arguments: [
        "Content-Disposition=form-data; name=\"b\"⏎⏎", "Content-Disposition=form-data; name=\"b\"⏎",
        "Content-Disposition form-data; name=\"b\"⏎", "Content-Disposition: form-data; name=\"b\"⏎",
    ])
    func `the header of a later part is no data, whatever it lacks`(_ header: String) throws {
        let first = "--AaB03x⏎\(Self.head)\"a\"⏎⏎1⏎"
        for body in ["\(first)--AaB03x⏎\(header)22⏎--AaB03x--⏎", "--AaB03x⏎\(header)22⏎\(first)--AaB03x--⏎"] {
            let repair = try RepairRun(body: body)
            let request = try #require(repair.request, "\(repair.run.diagnostics)")
            #expect(
                Set(try StrictForm(request).parts.map { "\($0.name ?? "") \($0.size)" }) == ["a 1", "b 2"]
            )
            #expect(repair.check?.status == .fine, "\(repair.check?.output ?? "")")
        }
    }

    @Test(arguments: ["Content-Disposition;form-data; name=\"b\"⏎⏎", "⏎", "Content-Type: text/plain⏎⏎"])
    func `a part without Content-Disposition gets one with the name that the user gives`(
        _ header: String
    ) throws {
        let body = "--AaB03x⏎\(Self.head)\"a\"⏎⏎1⏎--AaB03x⏎\(header)22⏎--AaB03x--⏎"
        let refused = try RepairRun(body: body)
        #expect(refused.request == nil)
        #expect(refused.edits == ["part 2 has no name; --name 2=NAME gives it one"])
        let repair = try RepairRun(body: body, ["--name", "2=b"])
        let request = try #require(repair.request, "\(repair.run.diagnostics)")
        #expect(try StrictForm(request).parts.map(\.name) == ["a", "b"])
        #expect(try StrictForm(request).parts.map(\.size) == [1, 2])
        #expect(repair.check?.status == .fine, "\(repair.check?.output ?? "")")
    }

    @Test func `a close delimiter with a typographic dash is written with hyphens`() throws {
        let repair = try RepairRun(body: "--AaB03x⏎\(Self.head)\"a\"⏎⏎x⏎--AaB03x—⏎")
        let request = try #require(repair.request, "\(repair.run.diagnostics)")
        #expect(try StrictForm(request).parts.map(\.size) == [1])
        #expect(repair.check?.status == .fine, "\(repair.check?.output ?? "")")
    }

    @Test func `a form with the lengths of its texts is not written`() throws {
        let repair = try RepairRun(
            body: "\u{0}\u{38}--Xyz12345⏎\(Self.head)\"a\"⏎⏎\u{0}\u{1}x\u{0}\u{10}⏎--Xyz12345--⏎",
            contentType: "multipart/form-data; boundary=Xyz12345"
        )
        #expect(repair.request == nil)
        #expect(repair.run.diagnostics.contains("the length of each text stands before it"))
    }
}
