import Bytes

/// Media types of files by extension, as Chromium sends them where the system adds none of its own
/// (https://chromium.googlesource.com/chromium/src/+/main/net/base/mime_util.cc).
package enum AttachedFileType {
    /// The type of a file, by the extension of its name in any case.
    package static func type(of filename: [UInt8]) -> String {
        guard let dot = filename.lastIndex(of: UInt8(ascii: ".")) else { return unknown }
        return types[String(decoding: filename[(dot + 1)...].map(\.lowercased), as: UTF8.self)] ?? unknown
    }

    private static let unknown = "application/octet-stream"

    private static let office = "application/vnd.openxmlformats-officedocument."

    private static let types: [String: String] = [
        "apk": "application/vnd.android.package-archive", "apng": "image/apng", "avif": "image/avif",
        "bmp": "image/bmp", "css": "text/css", "csv": "text/csv", "doc": "application/msword",
        "docx": office + "wordprocessingml.document", "eml": "message/rfc822", "epub": "application/epub+zip",
        "eps": "application/postscript", "flac": "audio/flac", "gif": "image/gif", "gz": "application/gzip",
        "htm": "text/html", "html": "text/html", "ico": "image/x-icon", "ics": "text/calendar",
        "jfif": "image/jpeg", "jpeg": "image/jpeg", "jpg": "image/jpeg", "js": "text/javascript",
        "json": "application/json", "m3u8": "application/x-mpegurl", "m4a": "audio/x-m4a", "m4v": "video/mp4",
        "mht": "multipart/related", "mjs": "text/javascript", "mp3": "audio/mpeg", "mp4": "video/mp4",
        "mpeg": "video/mpeg", "mpg": "video/mpeg", "oga": "audio/ogg", "ogg": "audio/ogg", "ogv": "video/ogg",
        "opus": "audio/ogg", "pdf": "application/pdf", "png": "image/png",
        "ppt": "application/vnd.ms-powerpoint",
        "pptx": office + "presentationml.presentation", "ps": "application/postscript",
        "rtf": "application/rtf",
        "sh": "text/x-sh", "svg": "image/svg+xml", "tar": "application/x-tar", "tgz": "application/gzip",
        "tif": "image/tiff", "tiff": "image/tiff", "txt": "text/plain", "wasm": "application/wasm",
        "wav": "audio/wav", "webm": "video/webm", "webp": "image/webp", "woff": "application/font-woff",
        "xhtml": "application/xhtml+xml", "xls": "application/vnd.ms-excel",
        "xlsx": office + "spreadsheetml.sheet", "xml": "text/xml", "xsl": "text/xml",
        "zip": "application/zip",
    ]
}
