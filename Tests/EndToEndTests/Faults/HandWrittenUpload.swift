import Inspection

/// An upload whose body a program wrote by itself, with one fault: the bytes, and the rules that have to name it.
struct HandWrittenUpload: Sendable {
    /// What is wrong, in a few words.
    let fault: String
    /// The request, written as in ``RuleExample``.
    let request: String
    /// The rules of its findings above notes, in order.
    let rules: [String]
    /// Words that the first message has to hold.
    let words: String
    /// Words that the first fix has to hold.
    let fix: String

    init(
        _ fault: String,
        boundary: String = "Boundary-5F1C9E07",
        agent: String = swift,
        length: Int? = nil,
        _ body: String,
        rules: [String],
        words: String,
        fix: String = ""
    ) {
        self.fault = fault
        let count = length ?? RuleExample.bytes(of: body).bytes.count
        request =
            "POST /photos HTTP/1.1⏎Host: photos.test⏎User-Agent: \(agent)⏎"
            + "Content-Type: multipart/form-data; boundary=\(boundary)⏎Content-Length: \(count)⏎⏎\(body)"
        self.rules = rules
        self.words = words
        self.fix = fix
    }

    static let swift = "Album/3 CFNetwork/1494 Darwin/23.4.0"
    static let browser = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/120 Safari/537.36"

    /// A PNG of a few bytes.
    static let png = "⟨89⟩PNG⏎⟨1A⟩␊⟨00⟩⟨00⟩⟨00⟩⏎IHDR⟨00⟩⟨FF⟩"

    /// A delimiter's text; the boundary is the default one unless another is given.
    static func line(_ boundary: String = "Boundary-5F1C9E07") -> String { "--\(boundary)" }

    /// A part without its delimiter.
    static func field(_ name: String, _ value: String) -> String {
        "⏎Content-Disposition: form-data; name=\"\(name)\"⏎⏎\(value)"
    }

    /// A file without its delimiter.
    static func file(_ name: String, _ content: String = png, type: String = "image/png") -> String {
        "⏎Content-Disposition: form-data; name=\"\(name)\"; filename=\"sea.png\"⏎Content-Type: \(type)⏎⏎\(content)"
    }
}
