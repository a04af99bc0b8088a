import Inspection
import Pipeline
import Testing

/// Uploads written by hand: each has one finding, which names the fault, what is lost by it and how to fix it.
struct HandWrittenTests {
    private typealias Upload = HandWrittenUpload

    static let uploads: [HandWrittenUpload] = delimiters + boundaries + contents

    private static let delimiters: [HandWrittenUpload] = [
        Upload(
            "two dashes too many before the file",
            Upload.line() + Upload.field("album", "sea") + "⏎--" + Upload.line() + Upload.file("image") + "⏎"
                + Upload.line() + "--⏎",
            rules: ["delimiter/extra-dashes"],
            words:
                "the delimiter of part 2 has 2 dashes too many: PHP, Go, busboy, Werkzeug and python-multipart read "
                + "file field `image` as content of field `album` and lose it; Django finds it"
        ),
        Upload(
            "a dash too many before the first delimiter",
            "-" + Upload.line() + Upload.field("album", "sea") + "⏎" + Upload.line() + Upload.file("image")
                + "⏎" + Upload.line() + "--⏎",
            rules: ["delimiter/extra-dashes"],
            words: "has 1 dash too many"
        ),
        Upload(
            "two dashes too many before the close delimiter",
            Upload.line() + Upload.field("album", "sea") + "⏎--" + Upload.line() + "--⏎",
            rules: ["delimiter/extra-dashes"],
            words: "the close delimiter has 2 dashes too many"
        ),
        Upload(
            "the second of three parts ends in a close delimiter",
            Upload.line() + Upload.field("album", "sea") + "⏎" + Upload.line()
                + Upload.field("title", "waves")
                + "⏎" + Upload.line() + "--" + Upload.file("image") + "⏎" + Upload.line() + "--⏎",
            rules: ["delimiter/part-after-close"],
            words:
                "the close delimiter after field `title` ends the form before its last part: PHP, Go, busboy, "
                + "Werkzeug, python-multipart and multipart (Python) lose `image`; Django reads all 3 fields as meant"
        ),
        Upload(
            "a close delimiter after each part",
            Upload.line() + Upload.field("album", "sea") + "⏎" + Upload.line() + "--⏎" + Upload.line()
                + Upload.file("image") + "⏎" + Upload.line() + "--⏎",
            rules: ["delimiter/part-after-close"],
            words: "lose `image`; PHP and Django read all 2 fields as meant"
        ),
        Upload(
            "no CRLF after a value",
            Upload.line() + Upload.field("album", "sea") + Upload.line() + Upload.file("image") + "⏎"
                + Upload.line() + "--⏎",
            rules: ["delimiter/missing-crlf-before"],
            words: "read file field `image` as content of field `album` and lose it",
            fix: "body.append"
        ),
    ]

    private static let boundaries: [HandWrittenUpload] = [
        Upload(
            "a UUID at each use, the file first",
            boundary: "Boundary-5F1C9E07-0B1D-4C1E-9D59-3B6A7B1C2D3E",
            Upload.line("Boundary-A1C9E077-1B2D-4C1E-8D59-4B6A7B1C2D3F")
                + Upload.file("image", Upload.png + String(repeating: "⟨80⟩⏎", count: 2000)) + "⏎"
                + Upload.line("Boundary-B2C9E078-2B3D-4C1E-9D59-5B6A7B1C2D40") + Upload.field("album", "sea")
                + "⏎"
                + Upload.line("Boundary-C3C9E079-3B4D-4C1E-AD59-6B6A7B1C2D41") + "--⏎",
            rules: ["boundary/new-each-time"],
            words: "each use of the boundary has a new one: Content-Type declares `Boundary-5F1C9E07",
            fix: "let boundary"
        ),
        Upload(
            "a number at each use, of more or fewer digits",
            boundary: "form987654321",
            agent: Upload.browser,
            Upload.line("form12345") + Upload.field("album", "sea") + "⏎" + Upload.line("form777123456")
                + Upload.field("title", "waves") + "⏎" + Upload.line("form9911") + "--⏎",
            rules: ["boundary/new-each-time"],
            words: "`form12345` at offset 0, `form777123456` at offset",
            fix: "Pass the FormData"
        ),
        Upload(
            "the first delimiter agrees with the header, the others are new",
            boundary: "----x7Gh2kQ",
            agent: "ShopSync/1",
            Upload.line("----x7Gh2kQ") + Upload.field("album", "sea") + "⏎" + Upload.line("----p0Lm9aZ")
                + Upload.field("title", "waves") + "⏎" + Upload.line("----w3Er8bY") + "--⏎",
            rules: ["boundary/new-each-time"],
            words: "the delimiters are `----x7Gh2kQ` at offset 0, `----p0Lm9aZ` at offset",
            fix: "Create the boundary once"
        ),
    ]

    private static let contents: [HandWrittenUpload] = [
        Upload(
            "a blank line too many before a JPEG",
            Upload.line() + Upload.file("image", "⏎⟨FF⟩⟨D8⟩⟨FF⟩⟨E0⟩⟨00⟩", type: "image/jpeg") + "⏎"
                + Upload.line() + "--⏎",
            rules: ["line/content-starts-with-crlf"],
            words:
                "the JPEG in file field `image` starts 2 bytes late, after a stray CRLF: servers store a broken file"
        ),
        Upload(
            "two blank lines too many before a ZIP",
            Upload.line() + Upload.file("image", "⏎⏎PK⟨03⟩⟨04⟩⟨14⟩⟨00⟩", type: "application/zip") + "⏎"
                + Upload.line() + "--⏎",
            rules: ["line/content-starts-with-crlf"],
            words: "the ZIP in file field `image` starts 4 bytes late"
        ),
        Upload(
            "a printed optional",
            Upload.line() + Upload.field("album", "Optional(42)") + "⏎" + Upload.line() + "--⏎",
            rules: ["part/stringified-object"],
            words: "a Swift optional",
            fix: "Unwrap the optional"
        ),
        Upload(
            "the client closes in the middle of the file",
            length: 4000,
            Upload.line() + Upload.field("album", "sea") + "⏎" + Upload.line() + Upload.file("image"),
            rules: ["body/truncated"],
            words: "in the middle of the form"
        ),
        Upload(
            "the client closes after a whole form, which is shorter than declared",
            length: 400,
            Upload.line() + Upload.field("album", "sea") + "⏎" + Upload.line() + "--⏎",
            rules: ["length/too-long"],
            words: "the server waits for the rest"
        ),
    ]

    @Test(arguments: uploads.indices)
    func `one finding names the fault`(_ index: Int) throws {
        let upload = Self.uploads[index]
        let bytes = RuleExample.bytes(of: upload.request).bytes
        let findings = try CollectedCapture.read(bytes, name: "upload", as: .request).findings
            .filter { $0.severity > .note }
        #expect(findings.map(\.rule) == upload.rules, "\(upload.fault)")
        let first = try #require(findings.first)
        #expect(first.message.contains(upload.words), "\(upload.fault): \(first.message)")
        #expect(first.hint.contains(upload.fix), "\(upload.fault): \(first.hint)")
    }

    @Test func `a form as it should be, written by hand, has no finding`() throws {
        let upload = Upload(
            "nothing",
            Upload.line() + Upload.field("album", "sea") + "⏎" + Upload.line() + Upload.file("image") + "⏎"
                + Upload.line() + "--⏎",
            rules: [],
            words: ""
        )
        let bytes = RuleExample.bytes(of: upload.request).bytes
        #expect(
            try CollectedCapture.read(bytes, name: "upload", as: .request).rules(atLeast: .warning).isEmpty
        )
    }
}
