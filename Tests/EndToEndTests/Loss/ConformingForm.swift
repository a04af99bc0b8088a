import Testing

/// A form as a client writes it that makes no mistake.
///
/// Between them the forms hold what rules look for, written as it must be: lines of dashes, text of several bytes a
/// character, files without a name or content, contents longer than a sample, encoded contents, forms inside of parts.
struct ConformingForm: Sendable {
    /// What it is called in reports.
    let name: String
    /// The value of its Content-Type field.
    let contentType: String
    /// Its bytes.
    let body: [UInt8]

    private init(_ name: String, boundary: String, _ parts: [(header: [String], content: [UInt8])]) {
        self.name = name
        contentType = "multipart/form-data; boundary=\(boundary)"
        var body: [UInt8] = []
        for part in parts {
            body += Array("--\(boundary)\r\n".utf8)
            for line in part.header { body += Array("\(line)\r\n".utf8) }
            body += [0x0D, 0x0A] + part.content + [0x0D, 0x0A]
        }
        self.body = body + Array("--\(boundary)--\r\n".utf8)
    }

    /// Five forms.
    static let all = [browser, text, names, encoded, long]

    private static let image: [UInt8] =
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0x0D] + Array("IHDR".utf8) + Array(0..<60)

    private static let browser = ConformingForm(
        "browser",
        boundary: "----WebKitFormBoundary7MA4YWxkTrZu0gW",
        [
            ([#"Content-Disposition: form-data; name="a""#], Array("1".utf8)),
            (
                [
                    #"Content-Disposition: form-data; name="file"; filename="x.png""#,
                    "Content-Type: image/png",
                ], image
            ),
            (
                [
                    #"Content-Disposition: form-data; name="t"; filename="t.txt""#,
                    "Content-Type: text/plain; charset=UTF-8",
                ], Array("\u{E9}\u{20AC} line\r\nline2 --dash\r\n-- \r\n".utf8)
            ),
        ]
    )

    private static let text = ConformingForm(
        "text",
        boundary: "3f1c2b7e9a4d4f0c8e6b5a7d1c2e3f40",
        [
            ([#"Content-Disposition: form-data; name="_charset_""#], Array("UTF-8".utf8)),
            (
                [
                    #"Content-Disposition: form-data; name="n\#u{F6}%22x"; filename="\#u{4E2D};x=y.json""#,
                    "Content-Type: application/json",
                ], Array(#"{"a":"b\#u{1F600}"}"#.utf8)
            ),
            (
                [
                    #"Content-Disposition: form-data; name="e"; filename="""#,
                    "Content-Type: application/octet-stream",
                ], []
            ),
        ]
    )

    private static let names = ConformingForm(
        "names",
        boundary: "----geckoformboundary9d6f2a1e7c3b5d8f4a6c0e2b",
        [
            ([#"Content-Disposition: form-data; name="a[b][]""#], Array("x\r\n\r\ny".utf8)),
            ([#"Content-Disposition: form-data; name="a[b][]""#], Array("Content-Length: 4\r\nA: b".utf8)),
            (
                [
                    #"Content-Disposition: form-data; name="up"; filename="a b'c.pdf""#,
                    "Content-Type: application/pdf",
                ], Array("%PDF-1.7\n%\u{E2}\u{E3}\n1 0 obj\n".utf8)
            ),
            ([#"Content-Disposition: form-data; name="last""#], []),
        ]
    )

    private static let encoded = ConformingForm(
        "encoded",
        boundary: "X-FORM-6b0e3d5a9c8f4e21",
        [
            (
                [
                    #"Content-Disposition: form-data; name="b"; filename="x.png""#,
                    "Content-Type: image/png", "Content-Transfer-Encoding: binary",
                ], image
            ),
            (
                [
                    #"Content-Disposition: form-data; name="n""#, "Content-Length: 1",
                    "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: 8bit",
                ], Array("7".utf8)
            ),
            (
                [
                    #"Content-Disposition: form-data; name="j"; filename="d.bin""#,
                    "Content-Type: application/octet-stream",
                ], Array((0..<127).map { $0 })
            ),
        ]
    )

    private static let long = ConformingForm(
        "long",
        boundary: "------------------------d74496d66958873e",
        [
            (
                [#"Content-Disposition: form-data; name="note""#],
                Array(String(repeating: "\u{6F22}\u{5B57} \u{20AC} text. ", count: 60).utf8)
            ),
            (
                [
                    #"Content-Disposition: form-data; name="data"; filename="data.bin""#,
                    "Content-Type: application/octet-stream",
                ], (0..<1_500).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 / 11) }
            ),
            ([#"Content-Disposition: form-data; name="end""#], Array("done".utf8)),
        ]
    )
}

extension ConformingForm: CustomTestStringConvertible {
    var testDescription: String { name }
}
