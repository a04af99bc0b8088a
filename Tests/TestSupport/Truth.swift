import Foundation

/// What a client sent, as recorded by the server that received it: the reference for what is read from the
/// capture.
///
/// Texts are the bytes read as UTF-8; a byte that is not valid UTF-8 is written as `\xNN` (see
/// ``bytes(of:)``).
package struct Truth: Decodable, Sendable {
    /// The client's short name, `curl`; `nil` where the capture holds uploads of several.
    package let client: String?
    /// The client's name and version.
    package let version: String?
    /// Which form was sent, for example `plain` or `tricky`.
    package let variant: String?
    /// What is wrong with the upload, in words; empty for a correct one.
    package let defects: [String]
    /// Whether the specifications allow what `defects` describes.
    package let isLegal: Bool?
    /// What is wrong with the capture where the upload is correct; `nil` for a complete one.
    package let captureDefect: String?
    /// The option with which curl recorded itself, such as `--trace`; `nil` where it was not curl that
    /// recorded.
    package let traceOption: String?
    /// The browser's tool that wrote a HAR; `nil` for other formats.
    package let harCreator: String?
    /// The mode of the recording proxy, `regular` or `reverse:` and a URL; `nil` without a proxy.
    package let proxyMode: String?
    /// The number of bytes that the client wrote to its connection, heads included.
    package let clientStreamLength: Int?
    /// The SHA-256 of the bytes that the client wrote to its connection.
    package let clientStreamSHA256: String?
    /// The requests, in the order in which they arrived.
    package let requests: [TruthRequest]

    private enum CodingKeys: String, CodingKey {
        case client, version, variant, defects, requests, uploads, mode
        case traceOption = "kind"
        case harCreator = "har_creator"
        case isLegal = "legal"
        case captureDefect = "capture_defect"
        case clientStreamLength = "client_stream_length"
        case clientStreamSHA256 = "client_stream_sha256"
    }

    private struct Upload: Decodable {
        let requests: [TruthRequest]
    }

    /// Reads a truth; where it lists uploads of several clients, their requests are joined.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        client = try container.decodeIfPresent(String.self, forKey: .client)
        version = try container.decodeIfPresent(String.self, forKey: .version)
        variant = try container.decodeIfPresent(String.self, forKey: .variant)
        defects = try container.decodeIfPresent([String].self, forKey: .defects) ?? []
        isLegal = try container.decodeIfPresent(Bool.self, forKey: .isLegal)
        captureDefect = try container.decodeIfPresent(String.self, forKey: .captureDefect)
        clientStreamLength = try container.decodeIfPresent(Int.self, forKey: .clientStreamLength)
        clientStreamSHA256 = try container.decodeIfPresent(String.self, forKey: .clientStreamSHA256)
        traceOption = try container.decodeIfPresent(String.self, forKey: .traceOption)
        harCreator = try container.decodeIfPresent(String.self, forKey: .harCreator)
        proxyMode = try container.decodeIfPresent([String].self, forKey: .mode)?.first
        requests =
            try container.decodeIfPresent([TruthRequest].self, forKey: .requests)
            ?? container.decode([Upload].self, forKey: .uploads).flatMap(\.requests)
    }

    /// Reads the truth file at an absolute path.
    package init(contentsOf path: String) throws {
        self = try JSONDecoder().decode(Truth.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
    }

    /// The bytes that a text of a truth file represents.
    ///
    /// A backslash, an `x` and two lowercase hexadecimal digits that the client really sent look like an
    /// invalid byte; only values of 0x80 and above, which alone can be invalid in UTF-8, are taken for one.
    package static func bytes(of text: String) -> [UInt8] {
        let source = Array(text.utf8)
        var result: [UInt8] = []
        var index = 0
        while index < source.count {
            let digits = source[index...].dropFirst(2).prefix(2)
            if source[index...].starts(with: [0x5C, 0x78]), digits.count == 2,
                let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16), value >= 0x80
            {
                result.append(value)
                index += 4
            } else {
                result.append(source[index])
                index += 1
            }
        }
        return result
    }
}
