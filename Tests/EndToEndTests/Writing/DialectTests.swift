import Bytes
import Exchanges
import Forms
import Pipeline
import Repair
import TestSupport
import Testing

/// Every dialect of a client writes, boundary aside, what the client was recorded to send for the same form.
struct DialectTests {
    /// A recorded upload and the dialect that must be able to write it.
    struct Recording: Sendable, CustomTestStringConvertible {
        /// The name of the capture, without its extension.
        let capture: String
        /// The dialect's name.
        let dialect: String
        /// Whether the client was told the types of the files.
        var isTyped = true

        var testDescription: String { "\(dialect): \(capture)" }

        /// The recordings of clients by their variants.
        static func of(_ client: String, _ dialect: String, isTyped: Bool = true, _ variants: String...)
            -> [Recording]
        {
            variants.map { Recording(capture: "\(client)-\($0)", dialect: dialect, isTyped: isTyped) }
        }
    }

    static let recordings: [Recording] = [
        Recording.of("chromium-form", "whatwg", "plain", "tricky"),
        Recording.of("chromium-fetch", "whatwg", "plain", "tricky"),
        Recording.of("chromium-xhr", "whatwg", "tricky"),
        Recording.of("chromium-blobs", "whatwg", "names"),
        Recording.of("chromium-fetch", "like:chromium", "plain", "tricky"),
        Recording.of("curl", "like:curl", "plain", "tricky", "names", "stdin", "nested-mixed"),
        Recording.of("requests", "like:requests", "plain", "tricky", "names", "umlaut"),
        Recording.of("requests-notype", "like:requests", isTyped: false, "tricky"),
        Recording.of("httpx", "like:httpx", "plain", "tricky", "names", "umlaut", "chunked"),
        Recording.of("go", "like:go", isTyped: false, "plain", "tricky", "names", "umlaut", "pipe"),
        Recording.of("go-typed", "like:go", "tricky"),
        Recording.of("okhttp", "like:okhttp", "plain", "tricky", "names", "umlaut"),
        Recording.of("node-fetch", "like:undici", "plain", "tricky", "names", "umlaut", "stream"),
        Recording.of("swift", "like:urlsession", "plain", "tricky", "names", "umlaut", "stream"),
    ].flatMap(\.self)

    /// Those recordings that are in the project, by the names that the others have.
    private static let project: [String: CaptureFile] = Dictionary(
        CaptureFolder.captures.map { capture in
            (capture.stem.replacing("swift-urlsession", with: "swift").replacing("/", with: "-"), capture)
        },
        uniquingKeysWith: { first, _ in first }
    )

    @Test(arguments: recordings.filter { project[$0.capture] != nil })
    func `a dialect writes what its client sent in the project's captures`(_ recording: Recording) throws {
        try expectWritten(recording, #require(Self.project[recording.capture]))
    }

    @Test(.needs(.captures), arguments: recordings)
    func `a dialect writes what its client sent`(_ recording: Recording) throws {
        try expectWritten(
            recording,
            #require(Corpora.captures.files.first { $0.stem == recording.capture })
        )
    }

    private func expectWritten(_ recording: Recording, _ capture: CaptureFile) throws {
        let collected = try CollectedCapture.read(capture.path)
        let upload = try #require(collected.posts.first { $0.form != nil })
        let form = try #require(upload.form)
        let body = try #require(upload.body)
        let request = try #require(upload.exchange.request)
        let dialect = try #require(MultipartDialect(named: recording.dialect))
        let boundary = try #require(form.boundary)

        let meant = IntendedForm(recording, read: form, body: body)
        let writer = try MultipartWriter(
            meant.parts,
            dialect: dialect,
            boundary: String(decoding: boundary, as: UTF8.self)
        )
        let written = meant.withRecordedInnerBoundary(try writer.bytes(), in: body)
        #expect(String(decoding: written, as: UTF8.self) == String(decoding: body, as: UTF8.self))
        #expect(written == body)

        guard recording.dialect != "whatwg" else { return }
        let url = try #require(upload.exchange.url())
        let isChunked = request.head.framing == .chunked
        let head = try RequestHead(method: upload.exchange.method, url: url)
            .bytes(for: writer, dialect: dialect, isChunked: isChunked)
        let recorded = request.head.fields.lines.map { request.head.fields.text($0.range) }
            // What the page was that sent the form is nothing that a writer can know.
            .filter { !$0.hasPrefix("Referer:") }
        #expect(
            String(decoding: head, as: UTF8.self)
                == String(decoding: request.head.startLine, as: UTF8.self) + "\r\n" + recorded.joined()
                + "\r\n"
        )
    }

    @Test func `every client's dialect is held to recordings but for two clients that were only described`() {
        let held = Set(Self.recordings.map(\.dialect))
        let all = Set(MultipartDialect.all.map(\.name))
        #expect(all.subtracting(held) == ["rfc7578", "like:firefox", "like:objc-stream"])
        #expect(Self.recordings.count { Self.project[$0.capture] != nil } >= 9)
    }
}

/// The form that was given to a client, its long contents taken from what the client sent.
private struct IntendedForm {
    /// The parts.
    let parts: [FormPart]

    init(_ recording: DialectTests.Recording, read form: Form, body: [UInt8]) {
        func content(_ name: String) -> PartContent {
            guard let part = form.parts.last(where: { $0.name.map { Array($0) } == Array(name.utf8) }) else {
                return .bytes([])
            }
            return .bytes(Array(body[part.content]))
        }
        func file(_ name: String, _ filename: String, _ type: String, _ content: PartContent) -> FormPart {
            FormPart(
                name: name,
                filename: filename,
                contentType: recording.isTyped ? type : nil,
                content: content
            )
        }
        func text(_ name: String, _ value: String) -> FormPart { FormPart(name: name, content: .text(value)) }
        let reqtype = text("reqtype", "fileupload")
        let hash = text("userhash", "caa3dce4fcb36cfdf9258ad9c")
        let context = text("context", "a text value with \"quotes\" & umlauts ä€😀")
        switch recording.capture.split(separator: "-").last {
        case "tricky":
            parts = [
                reqtype, hash, context, text("empty", ""),
                text("multiline", "line one\r\nline two\r\n\r\n--not-a-boundary\r\nlast line\r\n"),
                text("tags[]", "one"), text("tags[]", "two"),
                file("image_file", "photo.png", "image/png", content("image_file")),
                file("fileToUpload", "na\"me;x=\\y é😀.txt", "text/plain", content("fileToUpload")),
                file("emptyfile", "empty.bin", "application/octet-stream", .bytes([])),
            ]
        case "names":
            let isBlob = recording.capture.hasPrefix("chromium")
            let value = isBlob ? "blob of fileToUpload" : "file whose name has a line break\n"
            parts = [
                reqtype, text("we\"ird näme", "odd field name"),
                file("fileToUpload", "new\r\nline %22 100%.txt", "text/plain", .bytes(Array(value.utf8))),
            ]
        case "umlaut":
            parts = [
                reqtype, hash, context, text("empty", ""),
                file("fileToUpload", "größe é😀 (1).txt", "text/plain", content("fileToUpload")),
            ]
        case "mixed":
            let nested = form.parts.last.map { Array(body[$0.content]) } ?? []
            let type = form.parts.last?.mediaType
            let inner = type.flatMap { $0.declaredBoundaries.first } ?? []
            var reader = FormReader(declared: [inner])
            reader.push(nested.span.bytes)
            let files = reader.finish().parts.map { part in
                FormPart(
                    name: [],
                    filename: part.filename.map { Array($0) },
                    contentType: part.mediaType.map { part.header.text($0.line.value) },
                    content: .bytes(Array(nested[part.content]))
                )
            }
            parts = [reqtype, FormPart(name: "files", content: .files(files))]
        default:
            parts = [reqtype, hash, file("fileToUpload", "image.png", "image/png", content("fileToUpload"))]
        }
    }

    /// What was written with the boundary of a nested form that was recorded, both being random.
    func withRecordedInnerBoundary(_ written: [UInt8], in body: [UInt8]) -> [UInt8] {
        let mark = Array("multipart/mixed; boundary=".utf8)
        guard let own = Self.value(after: mark, in: written), let recorded = Self.value(after: mark, in: body)
        else {
            return written
        }
        var result: [UInt8] = []
        var index = 0
        while index < written.count {
            if written[index...].starts(with: own) {
                result += recorded
                index += own.count
            } else {
                result.append(written[index])
                index += 1
            }
        }
        return result
    }

    private static func value(after mark: [UInt8], in bytes: [UInt8]) -> ArraySlice<UInt8>? {
        guard let start = bytes.indices.first(where: { bytes[$0...].starts(with: mark) }) else { return nil }
        return bytes[(start + mark.count)...].prefix { $0 != 0x0D }
    }
}
