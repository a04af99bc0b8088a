import Forms
import TestSupport
import Testing

@testable import Shell

/// The grammar of `-F`, which is curl's.
struct FormArgumentTests {
    private func part(_ text: String) throws -> FormPart { try FormArgument(text).part }

    private func text(_ part: FormPart) -> String? {
        guard case .text(let text) = part.content else { return nil }
        return text
    }

    private func path(_ part: FormPart) -> String? {
        guard case .file(let path) = part.content else { return nil }
        return path
    }

    private func name(_ part: FormPart) -> String? {
        part.filename.map { String(decoding: $0, as: UTF8.self) }
    }

    @Test(arguments: [
        ("a=b", "b", nil, nil), ("a=b=c", "b=c", nil, nil), ("a=", "", nil, nil),
        ("a= b ", "b", nil, nil), (#"a=" b ""#, " b ", nil, nil), (#"a="x;y""#, "x;y", nil, nil),
        (#"a="q\"\\\n""#, #"q"\\n"#, nil, nil), (#"a="open"#, #""open"#, nil, nil),
        ("a=b;type=text/html", "b", "text/html", nil),
        ("a=b;type=text/plain;charset=utf-8;filename=f", "b", "text/plain;charset=utf-8", "f"),
        (#"a=b;filename="x;y.txt";type=a/b"#, "b", "a/b", "x;y.txt"),
        ("a=b; type= a/b ; filename= f ", "b", "a/b", "f"),
        ("a=b;TYPE=a/b", "b", "a/b", nil), ("a=1,2", "1,2", nil, nil),
    ])
    func `a value has its options after semicolons`(
        text: String,
        value: String,
        type: String?,
        filename: String?
    ) throws {
        let part = try part(text)
        #expect(part.name == [0x61])
        #expect(self.text(part) == value)
        #expect(part.contentType == type)
        #expect(name(part) == filename)
    }

    @Test(arguments: [
        ("a=@/x/y.png", "/x/y.png", "y.png"), (#"a=@"/x/a;b,c.txt""#, "/x/a;b,c.txt", "a;b,c.txt"),
        ("a=@/x/y.png;filename=z", "/x/y.png", "z"), (#"a=@f;filename="na\"me.txt""#, "f", "na\"me.txt"),
        (#"a=@f;filename="""#, "f", ""),
    ])
    func `a file has the last component of its path for a filename`(
        text: String,
        path: String,
        filename: String
    ) throws {
        let part = try part(text)
        #expect(self.path(part) == path)
        #expect(name(part) == filename)
    }

    @Test func `several files of a name keep their own options`() throws {
        let group = try part("a=@1.txt;type=a/b,2.txt;filename=z,\"3,4.txt\"")
        guard case .files(let files) = group.content else {
            Issue.record("not several files")
            return
        }
        #expect(files.map(path) == ["1.txt", "2.txt", "3,4.txt"])
        #expect(files.map(name) == ["1.txt", "z", "3,4.txt"])
        #expect(files.map(\.contentType) == ["a/b", nil, nil])
    }

    @Test func `a file can be a value`() throws {
        let argument = try FormArgument("a=<x/y.txt;type=text/plain;filename=z")
        #expect(path(argument.part) == "x/y.txt")
        #expect(argument.part.filename == nil)
        #expect(argument.part.contentType == "text/plain")
        #expect(argument.remarks.count == 1)
    }

    @Test func `standard input is a file without a path`() throws {
        let argument = try FormArgument("a=@-;filename=x")
        #expect(argument.readsStandardInput)
        #expect(name(argument.part) == "x")
    }

    @Test func `fields of the header are given by themselves or in a file`() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(Array("# a remark\r\nX-B: 2\r\n\r\nX-C: 3".utf8), to: "h")
        let part = try part("a=b;headers=\"X-A: 1;2\";headers=@\(file)")
        #expect(part.fields.map { "\($0.name)=\($0.value)" } == ["X-A=1;2", "X-B=2", "X-C=3"])
    }

    @Test func `what stands for itself is not taken apart, and keeps its place`() throws {
        let arguments = FormArgument.markingLiterals([
            "encode", "-F", "a=b", "--form-string", "c=@x;type=y", "--form-string=d=<z", "-F", "e=f",
        ])
        #expect(arguments.count == 8)
        let parts = try [arguments[4], String(arguments[5].dropFirst("--form=".count))].map { try part($0) }
        #expect(arguments[3] == "--form")
        #expect(parts.map(text) == ["@x;type=y", "<z"])
        #expect(
            FormArgument.markingLiterals(["check", "--form-string", "x"]) == ["check", "--form-string", "x"]
        )
    }

    @Test(arguments: [
        "a", "=b", "a=(b", "a=@", "a=b;type=x", "a=b;type=a/", "a=b;encoder=base64", "a=b;headers=x",
    ])
    func `what cannot be understood is refused`(text: String) {
        #expect(throws: CommandFailure.self) { try FormArgument(text) }
    }

    @Test(arguments: [
        ("a=b;bogus", "';bogus' is left out"), (#"a="b"c"#, "'c' after a closing quote is left out"),
    ])
    func `what is left out is said`(text: String, remark: String) throws {
        #expect(try FormArgument(text).remarks.contains { $0.contains(remark) })
    }
}
