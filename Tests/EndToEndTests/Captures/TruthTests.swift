import Bytes
import Cryptography
import Exchanges
import Forms
import Inspection
import Pipeline
import TestSupport
import Testing

/// Captures of real clients, held to what the server that took the uploads wrote down.
struct TruthTests {
    /// Uploads of which a strict reader makes something else than ours does, because they are broken that way.
    ///
    /// The truth files hold a strict reading. Ours is tolerant, so that it can say what was meant.
    static let readDifferently: Set<String> = [
        "glued-close", "no-blank-line", "lf-headers", "lf-only", "wrong-boundary", "dashes-in-boundary",
        "no-boundary", "urlencoded-type", "chunked-not-chunked", "folded-header",
    ]

    @Test(arguments: CaptureFolder.captures.filter(\.holdsPackets))
    func `a capture of the project is read as the server saw it`(_ capture: CaptureFile) throws {
        try expectTruth(capture)
    }

    @Test(
        .needs(.captures),
        arguments: Corpora.captures.files.filter {
            $0.isPlainCapture && $0.truthPath != nil && !$0.name.hasPrefix("mitm")
        }
    )
    func `a recorded client is read as the server saw it`(_ capture: CaptureFile) throws {
        try expectTruth(capture)
    }

    private func expectTruth(_ capture: CaptureFile) throws {
        let truth = try capture.truth()
        let collected = try CollectedCapture.read(capture.path)
        let uploads = collected.posts
        #expect(uploads.count == truth.requests.count)
        for (upload, expected) in zip(uploads, truth.requests) {
            let request = try #require(upload.exchange.request)
            #expect(upload.exchange.requestLine == expected.requestLine)
            let fields = upload.exchange.fieldLines
            guard !request.head.hasGap else {
                #expect(expected.requestHeaders.starts(with: fields), "what is left of the head is as sent")
                continue
            }
            #expect(fields == expected.requestHeaders)
            if truth.captureDefect == nil || request.content.missingBytes == 0 {
                try expectBody(upload, expected, variant: truth.variant ?? "")
            } else {
                #expect(request.content.bodyLength == expected.bodyLength, "a gap counts as long as it is")
            }
        }
    }

    private func expectBody(_ upload: InspectedExchange, _ expected: TruthRequest, variant: String) throws {
        let request = try #require(upload.exchange.request)
        guard variant != "chunked-not-chunked" else { return }
        #expect(request.content.bodyLength == expected.bodyLength)
        let body = upload.body ?? []
        #expect(HashFunction.sha256.digest(of: body).text == expected.bodySHA256)
        guard !Self.readDifferently.contains(variant), let parts = expected.parts else { return }
        guard let form = upload.form else {
            #expect(parts.isEmpty)
            return
        }
        #expect(form.preamble.count == expected.preambleLength ?? 0)
        #expect((form.close != nil) == expected.hasCloseDelimiter)
        #expect(form.parts.count == parts.count)
        for (index, (part, truth)) in zip(form.parts, parts).enumerated() {
            #expect(part.name.map(Array.init) == truth.name.map(Truth.bytes(of:)))
            #expect(part.filename.map(Array.init) == truth.filename.map(Truth.bytes(of:)))
            let type = part.mediaType.map { Array(part.header[$0.line.value]) }
            #expect(type == truth.contentType.map(Truth.bytes(of:)))
            #expect(part.content.count == truth.size)
            #expect(upload.digests[index] == truth.sha256)
        }
    }
}

extension Exchange {
    /// The request line; of HTTP/2 as HTTP/1.1 would write it.
    fileprivate var requestLine: String {
        guard let request else { return "" }
        if request.http2 != nil { return "\(method) \(target) \(request.head.version)" }
        return String(decoding: request.head.startLine, as: UTF8.self)
    }

    /// The field lines as a server's application sees them: of HTTP/2 the authority as Host, and no other
    /// pseudo-header field.
    fileprivate var fieldLines: [String] {
        guard let fields = request?.head.fields else { return [] }
        return fields.lines.compactMap { line in
            let name = fields.text(line.name)
            if name == ":authority" { return "host: " + fields.text(line.value) }
            return name.hasPrefix(":") ? nil : name + ": " + fields.text(line.value)
        }
    }
}
