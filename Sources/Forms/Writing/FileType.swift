import Bytes

/// Media types of files by extension.
enum FileType {
    /// The type of a file without a known type (RFC 7578 §4.4).
    static let unknown = "application/octet-stream"

    /// The types that curl 7.88 knows; receivers should look at the bytes.
    static let ofCurl = [
        "gif": "image/gif", "jpg": "image/jpeg", "jpeg": "image/jpeg", "png": "image/png",
        "svg": "image/svg+xml", "txt": "text/plain", "htm": "text/html", "html": "text/html",
        "pdf": "application/pdf", "xml": "application/xml",
    ]

    /// The type for a filename's extension, in any case; `nil` where `types` has none.
    static func guess(_ filename: [UInt8], among types: [String: String]) -> String? {
        guard let dot = filename.lastIndex(of: UInt8(ascii: ".")) else { return nil }
        return types[String(decoding: filename[(dot + 1)...].map(\.lowercased), as: UTF8.self)]
    }
}
