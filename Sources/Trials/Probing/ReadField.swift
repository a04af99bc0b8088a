import Cryptography

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A field as a receiver read it: an entry of what an adapter answers.
package struct ReadField: Hashable, Sendable {
    /// The name; `nil` where the receiver gives none.
    package var name: String?
    /// The filename; `nil` for a field that is not a file.
    package var filename: String?
    /// The length of the content in bytes.
    package var length: Int
    /// The SHA-256 of the content, in lowercase hexadecimal digits.
    package var digest: String

    /// Makes a field.
    package init(name: String?, filename: String? = nil, content: some Collection<UInt8>) {
        self.name = name
        self.filename = filename
        length = content.count
        digest = Self.digest(of: content)
    }

    /// The field as it was meant; bytes of names that are not valid UTF-8 become U+FFFD.
    package init(_ field: LabBody.Field) {
        self.init(
            name: String(decoding: field.name, as: UTF8.self),
            filename: field.filename.map { String(decoding: $0, as: UTF8.self) },
            content: field.value
        )
    }

    /// The SHA-256 of bytes, in lowercase hexadecimal digits.
    package static func digest(of bytes: some Collection<UInt8>) -> String {
        HashFunction.sha256.digest(of: Array(bytes)).text
    }

    /// Whether the content is the same.
    func hasContent(of other: ReadField) -> Bool { length == other.length && digest == other.digest }

    /// Whether the filename is the same; an empty one says, as none does, that there is no file.
    func hasFilename(of other: ReadField) -> Bool { file == other.file }

    /// The filename where it is not empty.
    var file: String? { filename.flatMap { $0.isEmpty ? nil : $0 } }
}

extension ReadField: Codable {
    /// Reads `[name, filename, length, sha256]`.
    package init(from decoder: any Decoder) throws {
        var values = try decoder.unkeyedContainer()
        name = try values.decodeNil() ? nil : values.decode(String.self)
        filename = try values.decodeNil() ? nil : values.decode(String.self)
        length = try values.decode(Int.self)
        digest = try values.decode(String.self)
        let isDigest = digest.utf8.count == 64 && digest.allSatisfy { "0123456789abcdef".contains($0) }
        guard length >= 0, isDigest, values.isAtEnd else {
            throw DecodingError.dataCorruptedError(in: values, debugDescription: "not a field")
        }
    }

    /// Writes `[name, filename, length, sha256]`.
    package func encode(to encoder: any Encoder) throws {
        var values = encoder.unkeyedContainer()
        try values.encode(name)
        try values.encode(filename)
        try values.encode(length)
        try values.encode(digest)
    }
}
