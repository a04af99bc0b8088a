/// One entry of the form that an encoder is asked to send.
package struct TrialPart: Sendable {
    /// What it holds.
    enum Content: Sendable {
        /// Text that a person typed, or bytes that are text.
        case text(String)
        /// A UTF-16 code unit that is no character: U+D800 (WHATWG, "scalar value string").
        case unpairedSurrogate
        /// A delimiter line with the boundary of the client's last request, and a part after it.
        case lastDelimiter
        /// Bytes of a file.
        case bytes([UInt8])
        /// A file of so many bytes that look random, the same each time.
        case random(Int)
        /// A file of so many zeros, which takes no place on the disk.
        case zeros(Int)
        /// The file of a field in which none was chosen.
        case noFile
    }

    /// The field's name.
    var name: String
    /// The filename; `nil` for a text.
    var filename: String?
    /// The media type; `nil` where the client decides.
    var type: String?
    /// The content.
    var content: Content

    /// A text field.
    static func field(_ name: String, _ value: String) -> TrialPart {
        TrialPart(name: name, content: .text(value))
    }

    /// A file with a content of a few bytes, unless another is given.
    static func file(
        _ filename: String,
        name: String = "file",
        type: String? = "application/octet-stream",
        _ content: Content = .bytes(Array("file content\n".utf8))
    ) -> TrialPart {
        TrialPart(name: name, filename: filename, type: type, content: content)
    }

    /// Whether it is a file, or the field of one.
    var isFile: Bool {
        if case .noFile = content { return true }
        return filename != nil
    }
}

/// What a client must be able to do besides sending a form.
package enum TrialNeed: String, Sendable, CaseIterable {
    /// Contents from a source that does not tell its length.
    case unknownLength = "unknown-length"
    /// A pause of two seconds in the middle of a content.
    case pause
    /// A file field in which no file was chosen.
    case noFileChosen = "no-file-chosen"
    /// TLS, with a certificate that is given.
    case tls
    /// HTTP/2 (RFC 9113).
    case http2
    /// Following 307 with the same method and content (RFC 9110 §15.4.8).
    case redirect
    /// Sending credentials once they are asked for (RFC 9110 §11).
    case credentials
    /// `Expect: 100-continue` (RFC 9110 §10.1.1).
    case expect
    /// Text with a code unit that is no character.
    case unpairedSurrogate = "unpaired-surrogate"
}
