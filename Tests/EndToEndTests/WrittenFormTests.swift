import Forms
import Inspection
import TestSupport
import Testing

/// Forms that are written, judged by our rules, and read by readers that are not ours.
struct WrittenFormTests {
    @Test(arguments: ["whatwg", "rfc7578"])
    func `no rule finds an error in generated forms, whatever their bytes`(name: String) throws {
        let dialect = try #require(MultipartDialect(named: name))
        var generator = SeededGenerator(9)
        for _ in 0..<1_000 {
            let form = GeneratedForm(withReadableNames: name == "rfc7578", using: &generator)
            let writer = try MultipartWriter(form.parts, dialect: dialect, using: &generator)
            let check = FormCheck(body: try writer.bytes(), contentType: writer.contentType)
            #expect(check.findings.filter { $0.severity == .error } == [])
            #expect(check.partCount == form.parts.count)
        }
    }

    @Test func `nothing at all is found in a form with plain names, whatever the lengths of its contents`()
        throws
    {
        var generator = SeededGenerator(10)
        // An empty file earns a note.
        for length in Array(1...300) + [65_535, 65_536, 70_000] {
            let content = (0..<length).map { _ in UInt8.random(in: 0x21...0x7E, using: &generator) }
            let parts = [
                FormPart(name: "text", content: .bytes(content)),
                FormPart(name: "file", filename: "a b.bin", content: .bytes(content)),
            ]
            let writer = try MultipartWriter(parts, using: &generator)
            let check = FormCheck(body: try writer.bytes(), contentType: writer.contentType)
            #expect(check.findings == [])
        }
    }

    @Test(.enabled(if: FormJudge.python != nil, "needs Python with multipart, python-multipart or Werkzeug"))
    func `a Python package reads generated forms as they were meant`() throws {
        try expectReadBack(by: #require(FormJudge.python), dialect: .whatwg)
    }

    @Test(
        .enabled(if: FormJudge.go != nil, "needs Go"),
        arguments: ["whatwg", "like:go"]
    )
    func `Go's mime/multipart reads generated forms as they were meant`(name: String) throws {
        try expectReadBack(by: #require(FormJudge.go), dialect: #require(MultipartDialect(named: name)))
    }

    private func expectReadBack(by judge: FormJudge, dialect: MultipartDialect) throws {
        var generator = SeededGenerator(11)
        let folder = try TemporaryFolder()
        let forms = (0..<500).map { _ in GeneratedForm(withReadableNames: true, using: &generator) }
        for (index, form) in forms.enumerated() {
            let writer = try MultipartWriter(form.parts, dialect: dialect, using: &generator)
            _ = try folder.write(try writer.bytes(), to: "\(index).body")
            _ = try folder.write(Array(writer.contentType.utf8), to: "\(index).type")
        }
        let read = try judge.read(folder.path)
        try #require(read.count == forms.count)
        for (parts, form) in zip(read, forms) {
            #expect(parts.map(\.content) == form.contents)
            #expect(parts.map { Self.resolved($0.name) } == form.parts.map { Self.resolved($0.name) })
            #expect(
                parts.map { $0.filename.map(Self.resolved) }
                    == form.parts.map { $0.filename.map(Self.resolved) }
            )
        }
    }

    /// The text with `%22` read as a quote: some readers do that, and some leave it.
    private static func resolved(_ text: [UInt8]) -> String {
        String(decoding: text, as: UTF8.self).replacing("%22", with: "\"")
    }
}
