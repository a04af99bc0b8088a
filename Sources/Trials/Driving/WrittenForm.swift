import Bytes
import Cryptography
import Reporting

#if canImport(System)
    import System
#else
    import SystemPackage
#endif

/// What must arrive of one part.
struct ExpectedPart: Sendable {
    /// A content that counts as the right one.
    struct Content: Sendable {
        /// The number of bytes.
        var length: Int
        /// The SHA-256, in lowercase hexadecimal.
        var digest: String
        /// What is said where it is this one; `nil` for the content as it was asked for.
        var note: String?
    }

    /// The name.
    var name: String
    /// The filename; `nil` for a text.
    var filename: String?
    /// The media type; `nil` where the client decides.
    var type: String?
    /// Whether the client may write another type than the one that was asked for, or none.
    var isTypeFree = false
    /// The contents that count as right, the one that was asked for first.
    var contents: [Content]
}

/// The form of a case as a driver gets it: a description in JSON, with files beside it.
package struct WrittenForm: Sendable {
    /// What cannot be written, and why.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String

        /// Makes one.
        init(description: String) { self.description = description }
    }

    /// The name of the description in its folder.
    package static let fileName = "form.json"
    /// The name of the certificate in the folder of a form.
    package static let certificateName = "certificate.pem"

    /// The path of a part's file in the folder of a form; parts are counted from 1.
    package static func path(ofPart number: Int, in folder: String) -> String {
        "\(folder)/part-\(number).bin"
    }

    /// What must arrive.
    let parts: [ExpectedPart]
    /// The boundary of the client's last request, where it stands in a value; `nil` where none does.
    let givenBoundary: [UInt8]?
    /// The description.
    package let json: String

    /// The names of the files beside the description.
    package let files: [String]

    /// Writes the form of a case into a folder.
    ///
    /// - Parameters:
    ///   - trial: the case.
    ///   - folder: the path of a folder that exists.
    ///   - certificate: the certificate of the server, as PEM.
    ///   - lastBoundary: the boundary of the client's last request, where there was one.
    /// - Throws: ``Failure`` where a file cannot be written.
    package init(
        _ trial: TrialCase,
        in folder: String,
        certificate: String,
        lastBoundary: [UInt8]?
    ) throws {
        var expected: [ExpectedPart] = []
        var lines: [String] = []
        var files: [String] = []
        for (index, part) in trial.form.enumerated() {
            var members = ["\"name\": \(JSONText.quoted(part.name))"]
            var contents: [ExpectedPart.Content]
            if part.isFile {
                var file: String?
                (contents, file) = try Self.write(part.content, to: folder, number: index + 1)
                if let file { files.append(file) }
                members.append("\"file\": \(file.map(JSONText.quoted) ?? "null")")
                if let filename = part.filename {
                    members.append("\"filename\": \(JSONText.quoted(filename))")
                }
                if let type = part.type { members.append("\"type\": \(JSONText.quoted(type))") }
            } else {
                var value: String
                (contents, value) = Self.text(part.content, lastBoundary: lastBoundary)
                members.append("\"value\": \(value)")
                if part.name == "_charset_" {
                    contents.append(Self.variant(Array("UTF-8".utf8), note: "the client fills in UTF-8"))
                }
            }
            lines.append("    {\(members.joined(separator: ", "))}")
            let filename = part.isFile ? part.filename ?? "" : nil
            expected.append(
                ExpectedPart(
                    name: part.name,
                    filename: filename,
                    type: part.type,
                    isTypeFree: trial.isAboutFilenames,
                    contents: contents
                )
            )
        }
        var members = [
            "\"case\": \(JSONText.quoted(trial.id))",
            lines.isEmpty ? "\"parts\": []" : "\"parts\": [\n\(lines.joined(separator: ",\n"))\n  ]",
            "\"uploads\": \(trial.uploads)",
            "\"requires\": [\(trial.needs.map { "\"\($0.rawValue)\"" }.joined(separator: ", "))]",
        ]
        if trial.needs.contains(.tls) {
            members.append("\"certificate\": \"\(Self.certificateName)\"")
            try Self.write(Array(certificate.utf8), to: "\(folder)/\(Self.certificateName)")
        }
        if trial.needs.contains(.credentials) {
            members += ["\"user\": \"trial\"", "\"password\": \"s3cret\""]
        }
        parts = expected
        givenBoundary = trial.asksForLastBoundary ? lastBoundary : nil
        self.files = files
        json = "{\n  \(members.joined(separator: ",\n  "))\n}\n"
        try Self.write(Array(json.utf8), to: "\(folder)/\(Self.fileName)")
    }

    // MARK: Texts

    private static func text(_ content: TrialPart.Content, lastBoundary: [UInt8]?)
        -> (contents: [ExpectedPart.Content], json: String)
    {
        var text = ""
        switch content {
        case .text(let value): text = value
        case .lastDelimiter:
            // Without an earlier request, a delimiter that is none of this client.
            let boundary = lastBoundary.map { String(decoding: $0, as: UTF8.self) } ?? "AaB03x"
            text = """
                a\r
                --\(boundary)\r
                Content-Disposition: form-data; name="smuggled"\r
                \r
                b\r
                --\(boundary)--\r

                """
        default:
            // JSON can say it, and text in Swift cannot (RFC 8259 §8.2).
            let replaced = variant(Array("\u{FFFD}".utf8), note: "U+D800 becomes EF BF BD")
            let encoded = variant(
                [0xED, 0xA0, 0x80],
                note: "U+D800 is encoded as ED A0 80, which is not valid UTF-8"
            )
            let question = variant([0x3F], note: "U+D800 becomes a question mark")
            return ([replaced, encoded, question], "\"\\ud800\"")
        }
        let bytes = Array(text.utf8)
        var contents = [variant(bytes)]
        let normalized = bytes.normalizingLineBreaks
        if normalized != bytes {
            contents[0].note = "line breaks are kept"
            contents.append(variant(normalized, note: "line breaks become CR LF, as in browsers"))
        }
        return (contents, JSONText.quoted(text))
    }

    private static func variant(_ bytes: [UInt8], note: String? = nil) -> ExpectedPart.Content {
        ExpectedPart.Content(
            length: bytes.count,
            digest: HashFunction.sha256.digest(of: bytes).text,
            note: note
        )
    }

    // MARK: Files

    /// The bytes that are written and digested at once.
    private static let blockSize = 1 << 20

    private static func write(_ content: TrialPart.Content, to folder: String, number: Int) throws
        -> (contents: [ExpectedPart.Content], file: String?)
    {
        let path = path(ofPart: number, in: folder)
        let name = String(path.dropFirst(folder.count + 1))
        let running = RunningDigest(.sha256)
        switch content {
        case .bytes(let bytes):
            try write(bytes, to: path)
            return ([Self.variant(bytes)], name)
        case .random(let count):
            try write(to: path) { file in
                var block = randomBlock
                for start in stride(from: 0, to: count, by: blockSize) {
                    // No two blocks are the same.
                    withUnsafeBytes(of: UInt64(start)) { block.replaceSubrange(0..<8, with: $0) }
                    let piece = block.prefix(count - start)
                    running.add(piece)
                    try file.writeAll(piece)
                }
            }
            return ([.init(length: count, digest: running.digest.text)], name)
        case .zeros(let count):
            try write(to: path) { try $0.resize(to: Int64(count)) }
            let block = [UInt8](repeating: 0, count: blockSize)
            for start in stride(from: 0, to: count, by: blockSize) {
                running.add(block.prefix(count - start))
            }
            return ([.init(length: count, digest: running.digest.text)], name)
        default:
            return ([Self.variant([])], nil)
        }
    }

    private static func write(_ bytes: [UInt8], to path: String) throws {
        try write(to: path) { _ = try $0.writeAll(bytes) }
    }

    /// Makes a file, or empties it.
    private static func write(to path: String, _ body: (FileDescriptor) throws -> Void) throws {
        do {
            let file = try FileDescriptor.open(
                FilePath(path),
                .writeOnly,
                options: [.create, .truncate, .closeOnExec],
                permissions: [.ownerReadWrite, .groupRead, .otherRead]
            )
            try file.closeAfter { try body(file) }
        } catch {
            throw Failure(description: "\(path): cannot be written: \(error)")
        }
    }

    /// Bytes that look random, and are the same each time.
    private static let randomBlock: [UInt8] = {
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15
        var block: [UInt8] = []
        block.reserveCapacity(blockSize)
        while block.count < blockSize {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            withUnsafeBytes(of: state) { block.append(contentsOf: $0) }
        }
        return block
    }()
}

extension [UInt8] {
    /// The bytes with each lone CR and each lone LF as CR LF (WHATWG Infra §4.7, "normalize newlines", and HTML).
    var normalizingLineBreaks: [UInt8] {
        var result: [UInt8] = []
        var last: UInt8 = 0
        for byte in self {
            switch byte {
            case 0x0D: result += [0x0D, 0x0A]
            case 0x0A: if last != 0x0D { result += [0x0D, 0x0A] }
            default: result.append(byte)
            }
            last = byte
        }
        return result
    }
}
