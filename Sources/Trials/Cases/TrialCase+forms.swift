extension TrialCase {
    /// A PNG of one pixel.
    static let png: [UInt8] = [
        0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0x0D, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1, 0,
        0, 0,
        1,
        8, 6, 0, 0, 0, 0x1F, 0x15, 0xC4, 0x89, 0, 0, 0, 0x0D, 0x49, 0x44, 0x41, 0x54, 0x78, 0x9C, 0x63, 0, 1,
        0, 0,
        5, 0, 1, 0x0D, 0x0A, 0x2D, 0xB4, 0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82,
    ]
    /// The beginning and the end of a JPEG.
    static let jpeg: [UInt8] = [
        0xFF, 0xD8, 0xFF, 0xE0, 0, 0x10, 0x4A, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0, 0xFF, 0xD9,
    ]
    /// The clause that says what a form is on the wire.
    static let whatwg = "WHATWG HTML §4.10.22.7"

    static let forms: [TrialCase] = [
        TrialCase("form/one-field", "one field", "RFC 7578 §4.2", [.field("a", "1")]),
        TrialCase(
            "form/tutorial",
            "two fields and a picture, as the tutorial on uploads to Catbox has them",
            "RFC 7578 §4",
            [
                .field("reqtype", "fileupload"), .field("userhash", "caa3dce4fcb36cfdf9258ad9c"),
                .file("photo.png", name: "fileToUpload", type: "image/png", .bytes(png)),
            ]
        ),
        TrialCase(
            "form/photo-picker",
            "the text and the picture of a photo picker",
            "RFC 7578 §4",
            [
                .field("context", "9f1c"),
                .file("photopicker.jpg", name: "image_file", type: "image/jpeg", .bytes(jpeg)),
            ]
        ),
        TrialCase("form/no-fields", "a form without fields: a close delimiter alone", whatwg, []) {
            $0.isInformational = true
        },
        TrialCase("form/empty-value", "an empty value", "RFC 2046 §5.1.1", [.field("a", "")]),
        TrialCase("form/empty-name", "an empty name", "RFC 7578 §4.2", [.field("", "1")]) {
            $0.isInformational = true
            $0.mayRefuse = true
        },
        TrialCase(
            "form/fields-1000",
            "a thousand fields, in order",
            "RFC 7578 §5.2",
            (1...1_000).map { .field("f" + String(String(10_000 + $0).dropFirst()), "\($0)") }
        ),
        TrialCase(
            "form/same-name",
            "three fields of one name: three parts",
            "RFC 7578 §5.2",
            ["a", "b", "c"].map { .field("tags[]", $0) }
        ),
        TrialCase(
            "form/same-name-mixed",
            "one name as a field, a file, and a field",
            "RFC 7578 §5.2",
            [.field("x", "1"), .file("x.bin", name: "x"), .field("x", "2")]
        ),
        TrialCase(
            "form/file-between-fields",
            "fields and files by turns, in order",
            "RFC 7578 §5.2",
            [
                .field("a", "1"), .file("b.bin", name: "b"), .field("c", "3"), .file("d.bin", name: "d"),
            ]
        ),
        TrialCase(
            "form/name-5000",
            "a name of 5,000 characters",
            "RFC 7578 §4.2",
            [.field(String(repeating: "n", count: 5_000), "1")]
        ),
        TrialCase(
            "form/value-1MiB",
            "a text of 1 MiB",
            "RFC 7578 §4",
            [.field("a", String(repeating: "0123456789abcde\u{20}", count: 65_536))]
        ),
    ]

    static let files: [TrialCase] = [
        TrialCase(
            "file/empty",
            "a file of no bytes",
            "RFC 2046 §5.1.1",
            [.file("empty.txt", type: "text/plain", .bytes([]))]
        ),
        TrialCase(
            "file/none-chosen",
            "a file field in which no file was chosen",
            "WHATWG HTML §4.10.22.4",
            [TrialPart(name: "file", content: .noFile)]
        ) {
            $0.isInformational = true
            $0.needs = [.noFileChosen]
        },
        TrialCase(
            "file/borders",
            "files at the borders of buffers",
            "RFC 2046 §5.1.1",
            [1, 4_095, 4_096, 4_097, 65_535, 65_536, 65_537].map {
                .file("\($0).bin", name: "f\($0)", .random($0))
            }
        ),
        TrialCase(
            "file/all-bytes",
            "every byte, 16 times",
            "RFC 7578 §4.7",
            [.file("bytes.bin", .bytes((0..<16).flatMap { _ in (UInt8.min...UInt8.max).map(\.self) }))]
        ),
        TrialCase("file/64MiB", "a file of 64 MiB", "RFC 9112 §6.2", [.file("large.bin", .random(64 << 20))])
        {
            $0.demands = [.tellsMemory]
            $0.timeLimit = 120
        },
        TrialCase(
            "file/5GiB",
            "a file of 5 GiB: lengths beyond 32 bits",
            "RFC 9112 §6.2",
            [.file("huge.bin", .zeros(5 << 30))]
        ) {
            $0.isOptional = true
            $0.demands = [.tellsMemory]
            $0.timeLimit = 900
        },
        TrialCase(
            "file/two-one-name",
            "two files under one name: two parts",
            "RFC 7578 §4.3",
            [
                .file("a.txt", name: "files", type: "text/plain"),
                .file("b.txt", name: "files", type: "text/plain"),
            ]
        ),
        TrialCase(
            "file/bom-and-utf16",
            "files with byte order marks",
            "RFC 7578 §4.7",
            [
                .file("utf8.txt", name: "a", type: "text/plain", .bytes([0xEF, 0xBB, 0xBF, 0x61])),
                .file("utf16.txt", name: "b", type: "text/plain", .bytes([0xFF, 0xFE, 0x61, 0, 0x0A, 0])),
            ]
        ),
        TrialCase(
            "file/crlf-mix",
            "line breaks of every kind in a file: none is changed",
            "RFC 7578 §4.7",
            [.file("lines.txt", type: "text/plain", .bytes(Array("a\r\nb\nc\rd\n\re".utf8)))]
        ),
        TrialCase(
            "file/shrinks",
            "the file becomes shorter while it is sent: an error, and nothing that looks complete",
            "RFC 9112 §6.3",
            [.file("shrinking.bin", .random(64 << 20))]
        ) {
            $0.isInformational = true
            $0.ending = .shrunk
            $0.timeLimit = 15
        },
    ]
}
