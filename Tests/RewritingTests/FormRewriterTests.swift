import Bytes
import TestSupport
import Testing

@testable import Forms
@testable import Rewriting

/// Forms of which fields are replaced by files.
struct FormRewriterTests {
    private typealias Sample = RewritingSample
    private let contents = ["/sea.png": Array("\u{89}PNG sea".utf8), "/b.txt": Array("b\r\n".utf8)]

    private func sea(_ field: String, dropping: [String] = [], heldLimit: Int = FormRewriting.heldBytes)
        -> FormRewriting
    {
        let file = Sample.file("/sea.png", "sea \"1\".png", "image/png", contents["/sea.png"]?.count ?? 0)
        return Sample.rewriting(field, [file], dropping: dropping, heldLimit: heldLimit)
    }

    private func filled(_ name: String) -> String {
        Sample.filePart(name, "sea %221%22.png", "image/png", "\u{89}PNG sea")
    }

    private func run(_ rewriting: FormRewriting, _ body: String) -> RewriterRun {
        let bytes = Array(body.utf8)
        let run = RewriterRun(rewriting, [bytes[...]], contents: contents, declaredLength: bytes.count)
        #expect(run.isEnded)
        #expect(run.framing?.length == nil || run.framing?.length == run.body.count)
        return run
    }

    @Test(arguments: [0, 1, 2])
    func `a file takes the place of a field, wherever that stands`(_ index: Int) {
        var parts = ["a", "b", "c"].map { Sample.part($0, "value of \($0)") }
        let body = parts.joined() + "--B--\r\n"
        let name = ["a", "b", "c"][index]
        parts[index] = filled(name)
        let run = run(sea(name), body)
        #expect(run.text == parts.joined() + "--B--\r\n")
        #expect(run.framing == RewrittenFraming(length: run.body.count, boundary: nil, isChanged: true))
        #expect(run.files == ["/sea.png 9"])
        #expect(run.changes == ["'\(name)' holds /sea.png (9 bytes)"])
        #expect(run.remarks.isEmpty)
    }

    @Test(arguments: [0, 1, 2])
    func `the result does not depend on how the form arrives`(_ index: Int) {
        let body =
            "preamble\r\n" + Sample.part("a", "1") + Sample.part("b", "x TOKEN y") + Sample.part("c", "3")
            + "--B--\r\n"
        let rewriting = [
            sea("b", dropping: ["c"]), sea("*TOKEN*", dropping: ["a"]), sea("nothing", heldLimit: 0),
        ][index]
        let contents = contents
        ParserVerifier.verify(Array(body.utf8)) { chunks in
            var run = RewriterRun(rewriting, chunks, contents: contents)
            run.lag = 0
            return run
        }
    }

    @Test func `several files take the place of one field, and fields are left out`() {
        let files = [
            Sample.file("/sea.png", "sea.png", "image/png", 9),
            Sample.file("/b.txt", "b.txt", "text/plain", 3),
        ]
        let body =
            Sample.part("drop", "x") + Sample.part("photo", "") + Sample.part("last", "y") + "--B--\r\n"
        let run = run(Sample.rewriting("photo", files, dropping: ["drop", "last", "none"]), body)
        #expect(
            run.text
                == Sample.filePart("photo", "sea.png", "image/png", "\u{89}PNG sea")
                + Sample.filePart("photo", "b.txt", "text/plain", "b\r\n") + "--B--\r\n"
        )
        #expect(
            run.changes == [
                "'drop' was left out", "'photo' holds /sea.png (9 bytes)", "'photo' holds /b.txt (3 bytes)",
                "'last' was left out",
            ]
        )
        let all = self.run(
            FormRewriting([], dropped: [Placeholder(Array("a".utf8))]),
            Sample.part("a", "") + "--B--\r\n"
        )
        #expect(all.text == "--B--\r\n")
    }

    @Test func `an empty file input is a placeholder, and its name is kept as it was sent`() {
        let empty = Sample.filePart("na%22me", "", "application/octet-stream", "")
        let run = run(sea("na\"me"), empty + "--B--\r\n")
        #expect(run.text == filled("na%22me") + "--B--\r\n")
    }

    @Test func `a token is found in names and in values`() {
        let inValue = run(sea("*@@FILE@@*"), Sample.part("photo", "put @@FILE@@ here") + "--B--\r\n")
        #expect(inValue.text == filled("photo") + "--B--\r\n")
        let inName = run(sea("*@@FILE@@*"), Sample.part("photo@@FILE@@[]", "x") + "--B--\r\n")
        #expect(inName.text == filled("photo[]") + "--B--\r\n")
        let isName = run(sea("*FILE*"), Sample.part("FILE", "x") + "--B--\r\n")
        #expect(isName.text == filled("FILE") + "--B--\r\n")
        let plain = Sample.part("photo", "FILE") + Sample.part("FILES", "") + "--B--\r\n"
        #expect(run(sea("FILE"), plain).text == plain)
        // A token in the content of a file is content.
        let file = Sample.filePart("x", "x.txt", "text/plain", "@@FILE@@") + "--B--\r\n"
        #expect(run(sea("*@@FILE@@*"), file).text == file)
        let far = Sample.part("x", String(repeating: "-", count: 5000) + "@@FILE@@") + "--B--\r\n"
        #expect(run(sea("*@@FILE@@*"), far).text == far)
    }

    @Test func `a field that is in no form is remarked, and nothing is changed`() {
        let body = Sample.part("a", "1") + "--B--\r\n"
        let run = run(sea("photo"), body)
        #expect(run.text == body && run.clientCount == body.utf8.count)
        #expect(run.framing == RewrittenFraming(length: body.utf8.count, boundary: nil, isChanged: false))
        #expect(run.searches.isEmpty)
        #expect(run.remarks == ["no field of the form is 'photo', so no file was put into it"])
    }

    @Test func `a field that is there twice is filled once`() {
        let run = run(sea("photo"), Sample.part("photo", "") + Sample.part("photo", "2") + "--B--\r\n")
        #expect(run.text == filled("photo") + Sample.part("photo", "2") + "--B--\r\n")
        #expect(run.remarks == ["part 2 is 'photo' too: it was left as it is"])
    }

    @Test func `a value may take the place of a field`() throws {
        let part = FormPart(name: Array("a".utf8), content: .text("two\nlines"))
        let run = run(FormRewriting([try Attachment(part)]), Sample.part("a", "1") + "--B--\r\n")
        #expect(run.text == Sample.part("a", "two\r\nlines") + "--B--\r\n")
        #expect(run.changes == ["'a' holds another value (10 bytes)"])
    }

    @Test(arguments: [
        (Sample.part("photo", "x"), "the form was passed on as it is: it ends before its close delimiter"),
        (
            "--B\r\nContent-Disposition: form-data; name=\"photo\"",
            "the form was passed on as it is: it ends before its close delimiter"
        ),
        (
            "no form at all",
            "the form was passed on as it is: the boundary of its Content-Type does not occur in it"
        ),
        ("", "the form was passed on as it is: the boundary of its Content-Type does not occur in it"),
        (
            "--B\nContent-Disposition: form-data; name=\"photo\"\n\nx\n--B--\n",
            "the form was passed on as it is: a delimiter, or the header of a part, at offset 0 is not regular"
        ),
        (
            Sample.part("photo", "x") + "--B\r\n--B--\r\n",
            "the form was passed on as it is: a delimiter, or the header of a part, at offset 61 is not regular"
        ),
        (
            Sample.part("photo", "x --B y") + "--B--\r\n",
            "the form was passed on as it is: the boundary stands within a part, at offset 55"
        ),
        (
            Sample.part("photo", "x") + "--B--\r\n" + Sample.part("photo", "x"),
            "the form was passed on as it is: a delimiter, or the header of a part, at offset 63 is not regular"
        ),
        (
            "--C\r\nContent-Disposition: form-data; name=\"photo\"\r\n\r\nx\r\n--C--\r\n",
            "the form was passed on as it is: the boundary of its Content-Type does not occur in it"
        ),
    ])
    func `a form that is not regular passes as it is`(_ body: String, _ remark: String) {
        let run = run(sea("photo"), body)
        #expect(run.text == body && run.changes.isEmpty && run.framing?.isChanged == false)
        #expect(run.remarks == [remark])
    }

    @Test func `a form that is cut off anywhere passes as it is`() {
        let body = Array((Sample.part("photo", "x") + Sample.part("b", "y") + "--B--\r\n").utf8)
        for length in 0..<(body.count - 2) {
            let run = RewriterRun(sea("photo"), [body[..<length]], contents: contents)
            #expect(
                run.body == Array(body[..<length]) && run.changes.isEmpty && run.remarks.count == 1,
                "\(length)"
            )
        }
    }
}
