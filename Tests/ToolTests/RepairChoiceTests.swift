import Shell
import TestSupport
import Testing

@testable import Tool

/// What the bytes do not tell, and the options that do.
struct RepairChoiceTests {
    private static let field = "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎"
    private static let file =
        "--AaB03x⏎Content-Disposition: form-data; name=\"f\"; filename=\"a.txt\"⏎Content-Type: text/plain⏎⏎x⏎y⏎"

    private func sizes(_ repair: RepairRun) throws -> [Int] {
        try StrictForm(try #require(repair.request, "\(repair.run.diagnostics)")).parts.map(\.size)
    }

    private func isRefused(_ repair: RepairRun, naming options: String...) -> Bool {
        repair.request == nil && repair.run.status == .findings
            && options.allSatisfy { repair.run.diagnostics.contains($0) }
    }

    @Test func `a line break at the end of a text file that nothing closes is decided by the user`() throws {
        #expect(isRefused(try RepairRun(body: Self.file), naming: "--keep-trailing", "--drop-trailing"))
        #expect(try sizes(RepairRun(body: Self.file, ["--keep-trailing"])) == [6])
        #expect(try sizes(RepairRun(body: Self.file, ["--drop-trailing"])) == [4])
    }

    @Test func `a line break at the end of a value that nothing closes is not content`() throws {
        #expect(try sizes(RepairRun(body: Self.field)) == [1])
        #expect(try sizes(RepairRun(body: Self.field, ["--keep-trailing"])) == [3])
    }

    @Test func `the same fields after the close delimiter are decided by the user`() throws {
        let twice = Self.field + "--AaB03x--⏎" + Self.field + "--AaB03x--⏎"
        #expect(isRefused(try RepairRun(body: twice), naming: "--keep-after-close", "--drop-after-close"))
        #expect(try sizes(RepairRun(body: twice, ["--keep-after-close"])) == [1, 1])
        #expect(try sizes(RepairRun(body: twice, ["--drop-after-close"])) == [1])
    }

    @Test func `a second form under another boundary is left out where the user says so`() throws {
        let other = Self.field.replacing("AaB03x", with: "other") + "--other--⏎"
        let body = Self.field + "--AaB03x--⏎" + other
        #expect(isRefused(try RepairRun(body: body), naming: "--drop-after-close"))
        #expect(try sizes(RepairRun(body: body, ["--drop-after-close"])) == [1])
    }

    @Test func `parts after an early close delimiter belong to the form`() throws {
        let early = Self.field + "--AaB03x--⏎Content-Disposition: form-data; name=\"b\"⏎⏎22⏎--AaB03x--⏎"
        #expect(try sizes(RepairRun(body: early)) == [1, 2])
        #expect(try sizes(RepairRun(body: early, ["--drop-after-close"])) == [1])
    }

    @Test func `a part without a name gets the one that the user gives`() throws {
        let nameless = "--AaB03x⏎Content-Disposition: form-data; filename=\"x\"⏎⏎1⏎--AaB03x--⏎"
        #expect(isRefused(try RepairRun(body: nameless), naming: "--name 1=NAME"))
        let repair = try RepairRun(body: nameless, ["--name", "1=photo"])
        #expect(try StrictForm(try #require(repair.request)).parts.map(\.name) == ["photo"])
    }

    @Test func `of two filenames the user says which it is`() throws {
        let double =
            "--AaB03x⏎Content-Disposition: form-data; name=\"f\"; filename=\"x\"; filename=\"y\"⏎⏎1⏎--AaB03x--⏎"
        #expect(isRefused(try RepairRun(body: double), naming: "--filename 1=NAME"))
        let repair = try RepairRun(body: double, ["--filename", "1=y"])
        #expect(try StrictForm(try #require(repair.request)).parts.map(\.filename) == ["y"])
    }

    @Test func `of two Content-Dispositions that differ the user says what they should have said`() throws {
        let line = { (name: String) in "Content-Disposition: form-data; name=\"\(name)\"; filename=\"x\"⏎" }
        let same = "--AaB03x⏎\(line("f"))\(line("f"))⏎1⏎--AaB03x--⏎"
        #expect(try sizes(RepairRun(body: same)) == [1])
        let double = "--AaB03x⏎\(line("f"))\(line("g"))⏎1⏎--AaB03x--⏎"
        #expect(isRefused(try RepairRun(body: double), naming: "--name 1=NAME says"))
        let repair = try RepairRun(body: double, ["--name", "1=g"])
        #expect(try StrictForm(try #require(repair.request)).parts.map(\.name) == ["g"])
    }

    @Test func `a filename that cannot be decoded is given by the user`() throws {
        let lost =
            "--AaB03x⏎Content-Disposition: form-data; name=\"f\"; filename*=foo''%zz.txt⏎⏎1⏎--AaB03x--⏎"
        #expect(isRefused(try RepairRun(body: lost), naming: "`foo''%zz.txt`", "--filename 1=NAME"))
        let repair = try RepairRun(body: lost, ["--filename", "1=y"])
        #expect(try StrictForm(try #require(repair.request)).parts.map(\.filename) == ["y"])
    }

    @Test func `the boundary within a content is decided by the user`() throws {
        let within = Self.field.replacing("1⏎", with: "1⏎--AaB03x⏎2⏎") + "--AaB03x--⏎"
        #expect(isRefused(try RepairRun(body: within), naming: "content of part 1,", "--boundary-is-data"))
        #expect(try sizes(RepairRun(body: within, ["--boundary-is-data"])) == [14])
    }

    @Test func `a delimiter among header lines is decided by the user`() throws {
        let inside = "--AaB03x⏎Content-Disposition: form-data; name=\"b\"⏎" + Self.field + "--AaB03x--⏎"
        #expect(isRefused(try RepairRun(body: inside), naming: "--as-read"))
        #expect(try sizes(RepairRun(body: inside, ["--as-read"])) == [0, 1])
    }

    @Test func `the description of an object can be kept as a value`() throws {
        let printed = Self.field.replacing("⏎1⏎", with: "⏎[object Object]⏎") + "--AaB03x--⏎"
        #expect(isRefused(try RepairRun(body: printed), naming: "--keep-printed"))
        #expect(try sizes(RepairRun(body: printed, ["--keep-printed"])) == [15])
    }

    @Test(
        arguments: [
            ([0x73, 0xF6, 0x2E, 0x74], [], "sö.t"),
            ([0x82, 0xA0, 0x2E, 0x74], ["--charset", "shift_jis"], "あ.t"),
            ([0x82, 0xA0, 0x2E, 0x74], [], nil),
        ] as [([UInt8], [String], String?)]
    )
    func `a filename that is not UTF-8 is read as Latin-1 where it shows, else as the user says`(
        bytes: [UInt8],
        options: [String],
        filename: String?
    ) throws {
        let start = Array("--AaB03x\r\nContent-Disposition: form-data; name=\"f\"; filename=\"".utf8)
        let body = start + bytes + Array("\"\r\n\r\n1\r\n--AaB03x--\r\n".utf8)
        let head = "POST / HTTP/1.1\r\nHost: h\r\nContent-Type: multipart/form-data; boundary=AaB03x\r\n"
        let request = Array("\(head)Content-Length: \(body.count)\r\n\r\n".utf8) + body
        let repair = try RepairRun(request: request, options)
        guard let filename else {
            #expect(isRefused(repair, naming: "--charset"))
            return
        }
        #expect(try StrictForm(try #require(repair.request)).parts.map(\.filename) == [filename])
    }

    @Test(arguments: [
        ["--keep-trailing", "--drop-trailing"], ["--keep-after-close", "--drop-after-close"],
        ["--charset", "klingon"], ["--name", "photo"], ["--name", "0=x"],
    ])
    func `choices that cannot be meant are errors of the command line`(options: [String]) throws {
        let repair = try RepairRun(body: Self.field + "--AaB03x--⏎", options)
        #expect(repair.run.status == .usage)
        #expect(repair.request == nil)
    }

    @Test func `nothing had to be changed is said of what no rule finds anything in`() throws {
        let right = try RepairRun(
            body: Self.field.replacing("AaB03x", with: "Kd83jfLmQ0xZ5tRvB1nC") + "--Kd83jfLmQ0xZ5tRvB1nC--⏎",
            contentType: "multipart/form-data; boundary=Kd83jfLmQ0xZ5tRvB1nC"
        )
        #expect(right.edits == ["nothing had to be changed"], "\(right.run.output)")
        let weak = try RepairRun(body: Self.field + "--AaB03x--⏎")
        #expect(weak.edits == ["nothing was changed"])
        #expect(weak.run.output.contains("stays "))
    }
}
