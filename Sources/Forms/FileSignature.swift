import Bytes

/// A file format that its first bytes identify; the raw value names it in messages.
package enum FileSignature: String, Hashable, CaseIterable, Sendable {
    /// PNG.
    case png = "PNG"
    /// JPEG.
    case jpeg = "JPEG"
    /// GIF.
    case gif = "GIF"
    /// WebP.
    case webp = "WebP"
    /// TIFF.
    case tiff = "TIFF"
    /// PDF.
    case pdf = "PDF"
    /// ZIP, and formats that are ZIP archives under another name.
    case zip = "ZIP"
    /// MP4 and other formats of the ISO base media file format: QuickTime, HEIF, AVIF.
    case isoMedia = "MP4"
    /// gzip.
    case gzip = "gzip"
    /// Zstandard.
    case zstandard = "Zstandard"

    /// The name in settings: `jpeg`, `mp4`.
    package var name: String { rawValue.lowercased() }

    /// Recognizes the first bytes of content; 12 suffice for every format.
    package init?(_ bytes: ArraySlice<UInt8>) {
        // Most content is none of these, which the first or fifth byte shows.
        guard let first = bytes.first else { return nil }
        switch first {
        case 0x89, 0xFF, 0x47, 0x52, 0x49, 0x4D, 0x25, 0x50, 0x1F, 0x28: break
        default: guard bytes.count > 4, bytes[bytes.startIndex + 4] == 0x66 else { return nil }
        }
        func has(_ text: [UInt8], at offset: Int = 0) -> Bool {
            bytes.dropFirst(offset).starts(with: text)
        }
        if has([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if has([0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if has(Array("GIF87a".utf8)) || has(Array("GIF89a".utf8)) {
            self = .gif
        } else if has(Array("RIFF".utf8)), has(Array("WEBP".utf8), at: 8) {
            self = .webp
        } else if has([0x49, 0x49, 0x2A, 0x00]) || has([0x4D, 0x4D, 0x00, 0x2A]) {
            self = .tiff
        } else if has(Array("%PDF-".utf8)) {
            self = .pdf
        } else if has([0x50, 0x4B, 0x03, 0x04]) || has([0x50, 0x4B, 0x05, 0x06]) {
            self = .zip
        } else if has(Array("ftyp".utf8), at: 4) {
            self = .isoMedia
        } else if has([0x1F, 0x8B, 0x08]) {
            self = .gzip
        } else if has([0x28, 0xB5, 0x2F, 0xFD]) {
            self = .zstandard
        } else {
            return nil
        }
    }

    /// The signature that content of a media type must have; `nil` for types without their own signature.
    ///
    /// Types that are ZIP archives under another name (office documents, JAR, EPUB, APK) have none.
    package init?(mediaType: ArraySlice<UInt8>) { self.init(mediaType: mediaType.span.bytes) }

    /// The same for the bytes of a media type.
    init?(mediaType: RawSpan) {
        guard let format = Self.types.first(where: { mediaType.equalsIgnoringCase($0.text) })?.format else {
            return nil
        }
        self = format
    }

    /// The format for the extension of a filename; `nil` for other extensions.
    package init?(filename: ArraySlice<UInt8>) { self.init(filename: filename.span.bytes) }

    /// The same for the bytes of a filename.
    init?(filename: RawSpan) {
        // The bytes after the last dot, the first one lowest, where they are few.
        var word: UInt64 = 0
        for place in stride(from: filename.byteCount - 1, through: max(filename.byteCount - 6, 0), by: -1) {
            let byte = filename.byte(place)
            if byte == UInt8(ascii: ".") {
                let format = Self.extensions.first { $0.word == word }?.format
                guard let format else { return nil }
                self = format
                return
            }
            word = word << 8 | UInt64(byte.lowercased)
        }
        return nil
    }

    private static let types: [(text: StaticString, format: FileSignature)] = [
        ("image/png", .png), ("image/x-png", .png), ("image/apng", .png), ("image/jpeg", .jpeg),
        ("image/jpg", .jpeg), ("image/pjpeg", .jpeg), ("image/gif", .gif), ("image/webp", .webp),
        ("image/tiff", .tiff), ("application/pdf", .pdf), ("application/zip", .zip),
        ("application/x-zip-compressed", .zip), ("video/mp4", .isoMedia), ("video/quicktime", .isoMedia),
        ("audio/mp4", .isoMedia), ("audio/x-m4a", .isoMedia), ("image/heic", .isoMedia),
        ("image/heif", .isoMedia), ("image/avif", .isoMedia), ("application/gzip", .gzip),
        ("application/x-gzip", .gzip), ("application/zstd", .zstandard),
    ]

    private static let extensions: [(word: UInt64, format: FileSignature)] = [
        ("png", .png), ("apng", .png), ("jpg", .jpeg), ("jpeg", .jpeg), ("jpe", .jpeg), ("gif", .gif),
        ("webp", .webp),
        ("tif", .tiff), ("tiff", .tiff), ("pdf", .pdf), ("zip", .zip), ("mp4", .isoMedia), ("m4a", .isoMedia),
        ("m4v", .isoMedia), ("mov", .isoMedia), ("heic", .isoMedia), ("heif", .isoMedia), ("avif", .isoMedia),
        ("gz", .gzip), ("tgz", .gzip), ("zst", .zstandard),
    ].map { (name: String, format: FileSignature) in
        (name.utf8.reversed().reduce(0) { $0 << 8 | UInt64($1) }, format)
    }
}
