import Forms

/// The content of a part as text, as far as it was kept.
struct ContentText {
    /// The greatest number of bytes of a value that are compared or matched: what is kept of each part's content.
    static let byteLimit = FormLimits().contentSample

    /// The text, bytes that are not valid UTF-8 replaced by U+FFFD; `nil` where not all of the content was kept.
    let whole: String?
    /// The kept bytes, from the content's first on.
    let kept: [UInt8]

    /// Reads the content of a part.
    init(of part: BodyPart) {
        kept = part.facts.sample
        let isWhole = part.facts.missingBytes == 0 && part.content.count <= part.facts.sample.count
        whole = isWhole ? String(decoding: kept, as: UTF8.self) : nil
    }
}
