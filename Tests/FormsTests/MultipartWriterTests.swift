import Forms
import TestSupport
import Testing

/// The writer of forms: what it writes, byte for byte, and that it is what was promised.
struct MultipartWriterTests {
    private func text(_ parts: [FormPart], _ dialect: String = "whatwg") throws -> String {
        let dialect = try #require(MultipartDialect(named: dialect))
        let writer = try MultipartWriter(parts, dialect: dialect, boundary: "B")
        return String(decoding: try writer.bytes(), as: UTF8.self)
    }

    @Test func `a form is delimiters, headers and contents`() throws {
        let parts = [
            FormPart(name: "title", content: .text("Größe")),
            FormPart(name: "f", filename: "a.PNG", content: .bytes([0x2D, 0x2D])),
        ]
        #expect(
            try text(parts) == "--B\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\nGröße\r\n"
                + "--B\r\nContent-Disposition: form-data; name=\"f\"; filename=\"a.PNG\"\r\n"
                + "Content-Type: image/png\r\n\r\n--\r\n--B--\r\n"
        )
    }

    @Test(arguments: [
        ("like:chromium", "a.csv", "text/csv"), ("whatwg", "a.WEBP", "image/webp"),
        ("like:firefox", "a.xml", "text/xml"), ("like:curl", "a.xml", "application/xml"),
        ("like:curl", "a.csv", "application/octet-stream"),
        ("like:chromium", "a.xyz", "application/octet-stream"),
        ("like:chromium", "csv", "application/octet-stream"),
    ])
    func `a file has the type that the client writes for its extension`(
        dialect: String,
        filename: String,
        type: String
    ) throws {
        let written = try text([FormPart(name: "f", filename: filename, content: .bytes([]))], dialect)
        #expect(written.contains("\r\nContent-Type: \(type)\r\n"))
    }

    @Test func `a field that is added takes the place of the dialect's`() throws {
        let dialect = try #require(MultipartDialect(named: "like:curl"))
        let writer = try MultipartWriter([], dialect: dialect, boundary: "B")
        let head = try RequestHead(method: "POST", url: "http://h/").bytes(
            for: writer,
            dialect: dialect,
            isChunked: false,
            adding: [("host", "other"), ("User-Agent", "me"), ("X-A", "1"), ("X-A", "2")]
        )
        #expect(
            String(decoding: head, as: UTF8.self).hasPrefix(
                "POST / HTTP/1.1\r\nHost: other\r\nUser-Agent: me\r\nAccept: */*\r\n"
            )
        )
        #expect(String(decoding: head, as: UTF8.self).hasSuffix("\r\nX-A: 1\r\nX-A: 2\r\n\r\n"))
    }

    @Test func `a form without parts is its close delimiter`() throws {
        #expect(try text([]) == "--B--\r\n")
    }

    @Test(arguments: [
        ("whatwg", #"name="a%22\b%0D%0A%0D%0A"; filename="q%22\é%0D%""#),
        ("rfc7578", #"name="a\"\\b"; filename="q%22%5C%C3%A9%0D%25""#),
        ("like:httpx", #"name="a%22\\b%0D%0A"; filename="q%22\\é%0D%""#),
        ("like:curl", #"name="a%22\b%0D%0A"; filename="q%22\é%0D%""#),
        ("like:go", "name=\"a\\\"\\\\b\r\n\"; filename=\"q\\\"\\\\é\r%\""),
        ("like:urlsession", "name=\"a\"\\b\r\n\"; filename=\"q\"\\é\r%\""),
    ])
    func `names are escaped as the dialect does`(dialect: String, expected: String) throws {
        var name = "a\"\\b\r\n"
        if dialect == "rfc7578" { name.removeLast() }
        if dialect == "whatwg" { name = "a\"\\b\r\n" + "\n" }
        let written = try text([FormPart(name: name, filename: "q\"\\é\r%", content: .text(""))], dialect)
        #expect(written.contains("Content-Disposition: form-data; \(expected)\r\n"))
    }

    @Test func `a browser's text has CRLF for every line break, and bytes stay as they are`() throws {
        let lines = "a\nb\rc\r\nd\r\r\n"
        let written = try text([
            FormPart(name: "t", content: .text(lines)),
            FormPart(name: "b", content: .bytes(Array(lines.utf8))),
        ])
        #expect(written.contains("\r\n\r\na\r\nb\r\nc\r\nd\r\n\r\n\r\n--B"))
        #expect(written.contains("\r\n\r\n\(lines)\r\n--B"))
        let kept = try text([FormPart(name: "t", content: .text(lines))], "rfc7578")
        #expect(kept.contains("\r\n\r\n\(lines)\r\n--B"))
    }

    @Test func `several files of a name are parts of their own, and nested where curl nests them`() throws {
        let files = ["1.txt", "2.bin"].map { FormPart(name: "x", filename: $0, content: .text($0)) }
        let group = FormPart(name: "f", content: .files(files))
        let flat = try text([group])
        #expect(
            flat.contains("name=\"f\"; filename=\"1.txt\"") && flat.contains("name=\"f\"; filename=\"2.bin\"")
        )
        #expect(!flat.contains("mixed"))
        let nested = try text([group], "like:curl")
        #expect(nested.contains("name=\"f\"\r\nContent-Type: multipart/mixed; boundary=---"))
        #expect(nested.contains("Content-Disposition: attachment; filename=\"2.bin\""))
    }

    @Test(arguments: ["whatwg", "like:curl"])
    func `a group of files in a group is refused`(dialect: String) {
        let inner = FormPart(name: "i", content: .files([]))
        let outer = FormPart(name: "o", content: .files([inner]))
        #expect(throws: MultipartFailure.nestedTooDeep(part: 1)) { try text([outer], dialect) }
    }

    @Test func `the faults of hand-made encoders are written when they are asked for`() throws {
        let parts = [
            FormPart(name: "ä", content: .text("ABCDE")),
            FormPart(name: "f", filename: "a\"b", content: .text("x")),
        ]
        let written = try text(parts, "like:objc-stream")
        #expect(written.contains("Content-Transfer-Encoding: 8bit\r\n\r\n<41424344 45>\r\n"))
        #expect(written.contains("filename=\"a\"b\"\r\n"))
        #expect(written.contains("Content-Transfer-Encoding: binary\r\n\r\nx\r\n"))
        let dialect = try #require(MultipartDialect(named: "like:objc-stream"))
        let writer = try MultipartWriter(parts, dialect: dialect)
        #expect(writer.boundary == "0xKhTmLbOuNdArY")
        #expect(writer.declaredLength == writer.contentLength.map { $0 - 1 })
    }

    @Test(arguments: ["whatwg", "rfc7578", "like:go", "like:urlsession"])
    func `a name with NUL is refused, but not where the client would send it`(dialect: String) throws {
        let parts = [FormPart(name: "a\0b", content: .text(""))]
        #expect(throws: MultipartFailure.unwritable(label: "name", text: [0x61, 0, 0x62], byte: 0)) {
            try text(parts, dialect)
        }
        #expect(try text(parts, "like:chromium").contains("name=\"a\0b\""))
    }

    @Test
    func
        `a name that ends in a backslash is refused, but not where it is escaped or the client would send it`()
        throws
    {
        let parts = [FormPart(name: "a", filename: "b\\", content: .text(""))]
        #expect(throws: MultipartFailure.unwritable(label: "filename", text: [0x62, 0x5C], byte: 0x5C)) {
            try text(parts)
        }
        #expect(try text(parts, "rfc7578").contains("filename=\"b%5C\""))
        #expect(try text(parts, "like:chromium").contains("filename=\"b\\\""))
    }

    @Test func `a line break in a type or a field does not become a header line`() {
        let type = FormPart(name: "a", contentType: "text/plain\r\nX: y", content: .text(""))
        let field = FormPart(name: "a", fields: [.init(name: "X", value: "\n")], content: .text(""))
        let name = FormPart(name: "a", fields: [.init(name: "X:", value: "")], content: .text(""))
        for part in [type, field, name] {
            #expect(throws: MultipartFailure.self) { try MultipartWriter([part]) }
        }
    }

    @Test(arguments: ["", "a ", "ä", "a\"", String(repeating: "x", count: 71)])
    func `what is no boundary is refused`(boundary: String) {
        #expect(throws: MultipartFailure.invalidBoundary(boundary)) {
            try MultipartWriter([], boundary: boundary)
        }
    }

    @Test func `a boundary that is no token is quoted`() throws {
        #expect(
            try MultipartWriter([], boundary: "a b").contentType == "multipart/form-data; boundary=\"a b\""
        )
    }

    @Test func `a given boundary that occurs in a value is named with its place`() {
        let parts = [
            FormPart(name: "a", content: .text("1")), FormPart(name: "b", content: .text("x\r\n--BB")),
        ]
        #expect(throws: MultipartFailure.boundaryOccurs(boundary: "B", part: 2, offset: 3)) {
            try MultipartWriter(parts, boundary: "B")
        }
    }

    @Test(arguments: [1, 2, 3, 7, 64, 65536])
    func `a given boundary is found in a file while that is written, however it is read`(size: Int) throws {
        let content = Array("0123456789\r\n--Boundary--".utf8)
        let part = FormPart(
            name: "f",
            filename: "f",
            content: .stream(length: content.count) { MemorySource(content) }
        )
        let writer = try MultipartWriter([part], boundary: "Boundary")
        #expect(throws: MultipartFailure.boundaryOccurs(boundary: "Boundary", part: 1, offset: 12)) {
            try writer.bytes(inPiecesOf: size)
        }
    }

    @Test func `a drawn boundary that occurs in the form is replaced`() throws {
        var generator = SeededGenerator(1)
        let first = try MultipartWriter([], using: &generator).boundary
        generator = SeededGenerator(1)
        let part = FormPart(name: "a", content: .text("--" + first))
        let second = try MultipartWriter([part], using: &generator).boundary
        #expect(second != first)
    }

    @Test(arguments: MultipartDialect.all.map(\.name))
    func `two boundaries of a dialect differ and are ones that need no quotes`(dialect: String) throws {
        let dialect = try #require(MultipartDialect(named: dialect))
        let boundaries = try (0..<2).map { _ in try MultipartWriter([], dialect: dialect).boundary }
        #expect((boundaries[0] == boundaries[1]) == (dialect.name == "like:objc-stream"))
        #expect(boundaries.allSatisfy { $0.utf8.count <= 70 && !$0.contains(" ") })
    }

    @Test func `lengths that cannot be added are refused`() {
        let parts = [0, 1].map { _ in
            FormPart(name: "a", content: .stream(length: .max) { MemorySource([]) })
        }
        #expect(throws: MultipartFailure.tooLong) { try MultipartWriter(parts) }
    }
}
