import Forms
import PartwiseForms
import TestSupport
import Testing

/// Forms that are written, judged by our rules, and read by readers that are not ours.
struct WrittenFormTests {
    @Test(arguments: ["whatwg", "rfc7578"])
    func `no rule finds an error in generated forms, whatever their bytes`(name: String) throws {
        let dialect = try #require(MultipartDialect(named: name))
        var generator = SeededGenerator(9)
        for _ in 0..<(TestScope.isWhole ? 1_000 : 250) {
            let form = GeneratedForm(namesOf: name == "rfc7578" ? .text() : .bytes(), using: &generator)
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
        for length in TestScope.sample(of: 1...300, atMost: 60, seed: 1) + [65_535, 65_536, 70_000] {
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

    @Test(
        .enabled(if: FormJudge.python != nil, "needs Python with multipart, python-multipart or Werkzeug"),
        arguments: [
            // No backslash: the package reads names as browsers write them, and leaves a doubled one doubled.
            Writing(dialect: "whatwg", names: .text(with: "\r\n\t\u{1}\u{1B}\u{7F}\u{85}\u{202E}")),
            Writing(dialect: "rfc7578", names: .text(with: "\t", except: "%")),
        ]
    )
    func `a Python package reads generated forms as they were meant`(writing: Writing) throws {
        try expectReadBack(by: #require(FormJudge.python), writing)
    }

    @Test(
        .enabled(if: FormJudge.go != nil, "needs Go"),
        arguments: [
            Writing(dialect: "whatwg", names: .bytes(except: "\\")),
            Writing(dialect: "rfc7578", names: .text(with: "\\\t", except: "%")),
            Writing(dialect: "like:go", names: .bytes(except: "\r\n")),
        ]
    )
    func `Go's mime/multipart reads generated forms as they were meant`(writing: Writing) throws {
        try expectReadBack(by: #require(FormJudge.go), writing)
    }

    private func expectReadBack(by judge: FormJudge, _ writing: Writing) throws {
        let dialect = try #require(MultipartDialect(named: writing.dialect))
        var generator = SeededGenerator(11)
        let folder = try TemporaryFolder()
        let forms = (0..<(TestScope.isWhole ? 500 : 150)).map { _ in
            GeneratedForm(namesOf: writing.names, using: &generator)
        }
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

    /// The text with percent-encoded bytes and line breaks read as one: some readers do that, and some leave them.
    private static func resolved(_ text: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var rest = text[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"),
                let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                rest = rest.dropFirst(2)
                result.append(value)
            } else {
                result.append(byte)
            }
        }
        return result.enumerated().compactMap { index, byte in
            guard byte == UInt8(ascii: "\r") else { return byte }
            return result.dropFirst(index + 1).first == UInt8(ascii: "\n") ? nil : UInt8(ascii: "\n")
        }
    }
}

/// How forms are written that another reader reads.
struct Writing: CustomTestStringConvertible {
    /// The name of the dialect.
    var dialect: String
    /// What names are made of.
    var names: NameAlphabet
    /// What it is called in results.
    var testDescription: String { dialect }
}
