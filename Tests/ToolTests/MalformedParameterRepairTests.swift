import Shell
import TestSupport
import Testing

/// `partwise repair` of labels in parameters that do not read `name=value`.
struct MalformedParameterRepairTests {
    @Test(arguments: [
        (#"name="f"; filename: "a;b.txt""#, "a;b.txt"), (#"name="f"; filename:"x.txt""#, "x.txt"),
        (#"name="f"; filename "x.txt""#, "x.txt"), (#"name="f"; "filename"="x.txt""#, "x.txt"),
        ("name=&quot;f&quot;; filename=&quot;x.txt&quot;", "x.txt"),
        (#"name="f"; filename="x.txt"; Content-Type: text/plain"#, "x.txt"),
        (#"name=""f""; filename=""x.txt"""#, "x.txt"), (#"name="f; filename="x.txt""#, "x.txt"),
        (#"name=f"; filename=x.txt""#, "x.txt"), (#"name=\"f\"; filename=\"x.txt\""#, "x.txt"),
        ("name=“f”; filename=“x.txt”", "x.txt"), (#"name="f"; filename="x.txt"; filename*=UTF-8''"#, "x.txt"),
    ])
    func `a label is written as it was meant`(_ parameters: String, _ filename: String) throws {
        let repair = try RepairRun(body: Self.body(parameters))
        let request = try #require(repair.request, "\(repair.run.diagnostics)")
        let part = try #require(try StrictForm(request).parts.first)
        #expect(part.name == "f")
        #expect(part.filename == filename)
        #expect(repair.check?.status == .fine, "\(repair.check?.output ?? "")")
    }

    @Test(arguments: [
        (#"name="f"; filename"#, "`filename` in part 1 has no value"),
        (#"name="f"; filename="x"; x.txt"#, "`x.txt` in part 1 is no parameter"),
        (#"name="f"; filename: "x.txt"#, "in part 1 has no value"),
        (#"name="f"&filename="x.txt""#, "the filename of part 1 stands where it is not read"),
        ("name=\"f\"⏎; filename=\"x.txt\"", "the filename of part 1 stands where it is not read"),
        ("name=\"f\"; filename=\"x⏎⏎y.txt\"", "an empty line stands in the filename of part 1"),
        (#"name=3D"f""#, "its body is coded as quoted-printable"),
    ])
    func `a label that does not show is not written`(_ parameters: String, _ reason: String) throws {
        let repair = try RepairRun(body: Self.body(parameters))
        #expect(repair.request == nil)
        #expect(repair.run.diagnostics.contains(reason), "\(repair.run.diagnostics)")
    }

    @Test(arguments: [
        #"name="f"; filename="a\"b.txt""#, #"name="a\"b""#, #"name="f"; filename="x.txt"; size=1"#,
        #"name="f"; filename="a%22b.txt"; size="1""#,
    ])
    func `a label that is right stays as it is written`(_ parameters: String) throws {
        let repair = try RepairRun(body: Self.body(parameters))
        let text = try String(decoding: #require(repair.request, "\(repair.run.diagnostics)"), as: UTF8.self)
        #expect(text.contains("form-data; \(parameters)\r\n"), "\(text)")
    }

    @Test func `a filename that is named replaces one without a value`() throws {
        let repair = try RepairRun(body: Self.body(#"name="f"; filename"#), ["--filename", "1=x.txt"])
        #expect(try StrictForm(try #require(repair.request)).parts.first?.filename == "x.txt")
    }

    private static func body(_ parameters: String) -> String {
        "--AaB03x⏎Content-Disposition: form-data; \(parameters)⏎Content-Type: text/plain⏎⏎1⏎--AaB03x--⏎"
    }
}
