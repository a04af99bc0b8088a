import Bytes

/// How a HAR entry encodes the body of a request, or the content of a response.
///
/// HAR 1.2 has no encoding for request bodies; tools use their own:
/// - `postData.encoding` is `base64` (a proposal for HAR 1.3; Flutter DevTools);
/// - `_content.text` in base64 (HTTP Toolkit, for what is not valid UTF-8);
/// - mitmproxy decodes multipart bodies as Latin-1, or as UTF-8 with escapes where the Content-Type has that
///   charset or mentions JSON, XML, HTML, CSS or JavaScript anywhere: both are lossless;
/// - `postData._file` names a file beside the archive (Playwright);
/// - browsers decode as UTF-8, and omit the contents of files;
/// - some proxies write base64 and do not say so, see ``takenForBase64(in:declared:counted:)``.
///
/// Response content is text too, or base64 where `content.encoding` says so; its content coding is removed.
struct HARBody {
    /// How to get the bytes.
    enum Encoding {
        /// The text is the body in UTF-8, which may differ from the bytes as sent.
        case text
        /// The text is base64.
        case base64
        /// The text was decoded without loss of bytes.
        case latin(LatinBytes.Decoding)
        /// The bytes are in a file beside the HAR.
        case file(String)
    }

    /// The text.
    let text: LogText
    /// How it encodes the bytes.
    let encoding: Encoding

    /// Finds the body of a request; `nil` where the entry has none.
    init?(_ request: LogValue, contentType: String, creator: String) {
        if let content = request["_content"], content["encoding"]?.string == "base64",
            let text = content["text"]?.text, !text.isEmpty
        {
            self.init(text: text, encoding: .base64)
            return
        }
        if let name = request["postData"]?["_file"]?.string, !name.isEmpty {
            self.init(text: LogText([UInt8]()), encoding: .file(name))
            return
        }
        guard let post = request["postData"] else { return nil }
        self.init(text: post, Self.decoding(contentType, by: creator))
    }

    /// Finds the content of a response; `nil` where the entry has none.
    init?(content: LogValue, contentType: String, creator: String) {
        if let name = content["_file"]?.string, !name.isEmpty {
            self.init(text: LogText([UInt8]()), encoding: .file(name))
            return
        }
        self.init(text: content, Self.decoding(contentType, by: creator))
    }

    private init?(text value: LogValue, _ decoding: LatinBytes.Decoding?) {
        guard let text = value["text"]?.text, !text.isEmpty else { return nil }
        if value["encoding"]?.string?.lowercased() == "base64" {
            self.init(text: text, encoding: .base64)
        } else {
            self.init(text: text, encoding: decoding.map { .latin($0) } ?? .text)
        }
    }

    /// How mitmproxy decoded the bytes; `nil` for other tools, and where decoding was lossy.
    private static func decoding(_ contentType: String, by creator: String) -> LatinBytes.Decoding? {
        guard isMitmproxy(creator) else { return nil }
        switch HARCharset(of: contentType) {
        case .utf8: return .utf8WithEscapes
        case .latin1: return .latin1
        case .wide, .other: return nil
        case nil:
            let words = ["json", "xml", "html", "css", "javascript"]
            return words.contains { contentType.lowercased().contains($0) } ? .utf8WithEscapes : .latin1
        }
    }

    /// Whether the creator is mitmproxy, whose lengths are those with the content coding.
    static func isMitmproxy(_ creator: String) -> Bool { creator.lowercased().contains("mitmproxy") }

    /// Makes a body of a text.
    init(text: LogText, encoding: Encoding) {
        self.text = text
        self.encoding = encoding
    }

    /// Whether the bytes are certainly those of the body.
    var isExact: Bool {
        switch encoding {
        case .base64, .file: true
        case .text, .latin: false
        }
    }

    /// Whether the text is base64 of a length, which some tools give for that of the bytes.
    func isBase64(ofLength length: Int?) -> Bool {
        if case .base64 = encoding { text.length == length } else { false }
    }

    /// The name of the file with the bytes; `nil` where they are in the HAR itself.
    var fileName: String? {
        if case .file(let name) = encoding { name } else { nil }
    }

    /// Passes the bytes to `body`, piece by piece.
    func forEachPiece(
        in store: ByteStore,
        _ sideFiles: HARSideFiles,
        _ body: (RawSpan) -> Void
    ) throws(CaptureProblem) {
        switch encoding {
        case .file(let name): try sideFiles.read(name, body)
        case .text: text.forEachPiece(in: store, body)
        case .base64:
            var reading = Base64Reading()
            text.forEachPiece(in: store) { reading.push($0, into: body) }
            reading.finish(into: body)
        case .latin(let decoding):
            var reading = LatinBytes(decoding)
            text.forEachPiece(in: store) { reading.push($0, into: body) }
        }
    }
}

extension HARBody {
    /// What the recorder did to it: what is text is decoded, and what became of bytes is given.
    func representation(ofBytes bytes: KeptRepresentation) -> KeptRepresentation {
        switch encoding {
        case .text: .text
        case .latin: .decoded
        case .base64, .file: bytes
        }
    }
}
