/// The types of files in browsers, by extension.
extension FileType {
    /// What Chromium 156 wrote on Linux for files that were chosen; others are of the system's list.
    static let ofBrowsers = [
        "epub": "application/epub+zip", "gz": "application/gzip", "json": "application/json",
        "jsonld": "application/ld+json", "doc": "application/msword", "pdf": "application/pdf",
        "rtf": "application/rtf", "apk": "application/vnd.android.package-archive",
        "xls": "application/vnd.ms-excel", "ppt": "application/vnd.ms-powerpoint",
        "ods": "application/vnd.oasis.opendocument.spreadsheet",
        "odt": "application/vnd.oasis.opendocument.text",
        "pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
        "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        "rar": "application/vnd.rar", "wasm": "application/wasm", "7z": "application/x-7z-compressed",
        "tar": "application/x-tar", "xz": "application/x-xz", "yaml": "application/x-yaml",
        "yml": "application/x-yaml", "xhtml": "application/xhtml+xml", "zip": "application/zip",
        "aac": "audio/aac", "flac": "audio/flac", "mp3": "audio/mpeg", "oga": "audio/ogg",
        "ogg": "audio/ogg", "opus": "audio/ogg", "wav": "audio/wav", "weba": "audio/webm",
        "m4a": "audio/x-m4a", "ttf": "font/ttf", "woff": "font/woff", "woff2": "font/woff2",
        "apng": "image/apng", "avif": "image/avif", "bmp": "image/bmp", "gif": "image/gif",
        "heic": "image/heif", "heif": "image/heif", "jfif": "image/jpeg", "jpeg": "image/jpeg",
        "jpg": "image/jpeg", "png": "image/png", "svg": "image/svg+xml", "tif": "image/tiff",
        "tiff": "image/tiff", "psd": "image/vnd.adobe.photoshop", "ico": "image/vnd.microsoft.icon",
        "webp": "image/webp", "eml": "message/rfc822", "ics": "text/calendar", "css": "text/css",
        "csv": "text/csv", "htm": "text/html", "html": "text/html", "js": "text/javascript",
        "mjs": "text/javascript", "md": "text/markdown", "text": "text/plain", "txt": "text/plain",
        "tsv": "text/tab-separated-values", "vcf": "text/vcard", "xml": "text/xml", "3gp": "video/3gpp",
        "m4v": "video/mp4", "mp4": "video/mp4", "mpeg": "video/mpeg", "mpg": "video/mpeg",
        "ogv": "video/ogg", "mov": "video/quicktime", "webm": "video/webm",
    ]
}
