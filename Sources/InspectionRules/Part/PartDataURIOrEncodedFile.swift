import Bytes
import Exchanges
import Forms
import Inspection

/// `part/data-uri-or-base64-file`: a file's content is a `data:` URI or Base64 text, not the file.
struct PartDataURIOrEncodedFile: Rule {
    let id = "part/data-uri-or-base64-file"
    let title = "Base64 text in place of a file"
    let severity = Severity.note
    let clauses = [Clause.practice("servers store the content of a part as it is")]
    let rationale = """
        Canvas and file readers of JavaScript give pictures as `data:` URIs, mobile bridges give Base64. Appended to a \
        form as they are, they arrive as text under the name of a picture, and nothing opens the file. It is a warning \
        where Content-Type says image, video, audio or PDF: the file is no such thing.
        """
    let hint =
        "Append the bytes: decode the Base64, or get a Blob (`canvas.toBlob`, `fetch(uri).blob()`)."
    let evidence = Evidence.sample
    let concerns: FormTraits = .encodedFile

    var examples: [RuleExample] {
        [
            .violating(
                header:
                    "Content-Disposition: form-data; name=\"f\"; filename=\"x.png\"⏎Content-Type: image/png",
                content: "▸data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAA",
                remark: "a data: URI"
            ),
            .violating(
                header:
                    "Content-Disposition: form-data; name=\"f\"; filename=\"x.png\"⏎Content-Type: image/png",
                content: "▸iVBORw0KGgoAAAANSUhEUgAA",
                remark: "the Base64 of a PNG"
            ),
            .nearMiss(
                header:
                    "Content-Disposition: form-data; name=\"f\"; filename=\"x.b64\"⏎Content-Type: text/plain",
                content: "iVBORw0KGgoAAAANSUhEUgAA",
                remark: "a file that is Base64 by its name"
            ),
            .nearMiss(
                header:
                    "Content-Disposition: form-data; name=\"f\"; filename=\"x.csv\"⏎Content-Type: text/csv",
                content: "data: 1, 2, 3, 4, 5, 6",
                remark: "text that begins like a URI"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        var found = Recurrence()
        for part in context.formDataParts where part.isFile && !Self.isEncodedByName(part) {
            guard part.header.first(named: "content-transfer-encoding") == nil,
                let message = Self.message(part)
            else { continue }
            let end = min(part.content.lowerBound + 24, part.content.upperBound)
            found.add(
                message,
                at: part.content.lowerBound..<end,
                part: part.number,
                severity: Self.isDeclaredBinary(part) ? .warning : nil
            )
        }
        found.report(as: self, to: &report)
    }

    /// Whether Content-Type names a kind of file that is no text, so that nothing reads the Base64 as meant.
    private static func isDeclaredBinary(_ part: BodyPart) -> Bool {
        guard let line = part.header.first(named: "content-type") else { return false }
        let type = part.header[line.value]
        return !type.startsIgnoringCase(with: "image/svg")
            && (type.startsIgnoringCase(with: "image/") || type.startsIgnoringCase(with: "video/")
                || type.startsIgnoringCase(with: "audio/") || type.equalsIgnoringCase("application/pdf"))
    }

    /// Whether the filename says that the content is encoded.
    private static func isEncodedByName(_ part: BodyPart) -> Bool {
        guard let name = part.filename, let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return false }
        let ending = name[(dot + 1)...]
        return ending.equalsIgnoringCase("b64") || ending.equalsIgnoringCase("base64")
            || ending.equalsIgnoringCase("pem") || ending.equalsIgnoringCase("eml")
            || ending.equalsIgnoringCase("txt")
    }

    private static func message(_ part: BodyPart) -> String? {
        let sample = part.facts.sample[...]
        if sample.starts(with: "data:".utf8) {
            let head = sample.prefix { $0 != UInt8(ascii: ",") }
            guard head.count < sample.count, head.contains(UInt8(ascii: "/")),
                head.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
            else { return nil }
            return
                "the content of \(part.words) is the URI `\(PrintableText.text(head, limit: 40)),…`, not the file"
        }
        guard let signature = FileSignature(decodingBase64: sample) else { return nil }
        return "the content of \(part.words) is the Base64 text of a file of the kind \(signature.rawValue)"
    }
}

extension FileSignature {
    /// Recognises the Base64 form of a file by its first 16 characters; all that is there must be Base64.
    fileprivate init?(decodingBase64 text: ArraySlice<UInt8>) {
        guard text.count >= 16, text.allSatisfy({ Self.isBase64($0) || $0.isLineBreak }) else { return nil }
        var bytes: [UInt8] = []
        var bits = 0
        var value = 0
        for byte in text.prefix(16) {
            guard let digit = byte.base64Value else { return nil }
            value = (value << 6 | digit) & 0xFFFF
            bits += 6
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: value >> bits))
            }
        }
        self.init(bytes[...])
    }

    private static func isBase64(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "=") || byte.base64Value != nil
    }
}
