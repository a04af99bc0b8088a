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
        let opening = bytes.prefix(12)
        let word = ByteOctet(in: opening.span.bytes, at: 0).word
        /// Whether it begins with the `count` lowest bytes of a number, the lowest first.
        func begins(_ text: UInt64, _ count: Int) -> Bool {
            opening.count >= count && (word ^ text) << UInt64(64 - 8 * count) == 0
        }
        let format: FileSignature? =
            switch UInt8(truncatingIfNeeded: word) {
            case 0x89 where begins(0x0A1A_0A0D_474E_5089, 8): .png
            case 0xFF where begins(0xFF_D8FF, 3): .jpeg
            // GIF87a, GIF89a
            case 0x47 where begins(0x6137_3846_4947, 6) || begins(0x6139_3846_4947, 6): .gif
            // RIFF, then WEBP after the length
            case 0x52 where begins(0x4646_4952, 4) && opening.dropFirst(8).elementsEqual("WEBP".utf8): .webp
            case 0x49 where begins(0x002A_4949, 4): .tiff
            case 0x4D where begins(0x2A00_4D4D, 4): .tiff
            // %PDF-
            case 0x25 where begins(0x2D_4644_5025, 5): .pdf
            case 0x50 where begins(0x0403_4B50, 4) || begins(0x0605_4B50, 4): .zip
            case 0x1F where begins(0x08_8B1F, 3): .gzip
            case 0x28 where begins(0xFD2F_B528, 4): .zstandard
            // ftyp after the length of the first box
            default: word >> 32 == 0x7079_7466 ? .isoMedia : nil
            }
        guard let format else { return nil }
        self = format
    }

    /// The name of the format that content begins with, with that of its brand where the format has several.
    package func name(in content: ArraySlice<UInt8>) -> String {
        guard self == .isoMedia else { return rawValue }
        let brand = content.dropFirst(8).prefix(4)
        return Self.brands.first { brand.starts(with: $0.prefix.utf8) }?.name ?? rawValue
    }

    /// The media types of brands of the ISO base media file format, by the first characters of the brand.
    private static let brands: [(prefix: String, name: String)] = [
        ("hei", "HEIC"), ("hev", "HEIC"), ("mif1", "HEIF"), ("msf1", "HEIF"), ("avi", "AVIF"),
        ("qt", "QuickTime"),
        ("M4A", "MPEG-4 audio"), ("3g", "3GPP"),
    ]

    /// The signature that content of a media type must have; `nil` for types without their own signature.
    ///
    /// That of office documents, EPUB, JAR and APK is ZIP.
    package init?(mediaType: ArraySlice<UInt8>) { self.init(mediaType: mediaType.span.bytes) }

    /// The same for the bytes of a media type.
    init?(mediaType: RawSpan) {
        guard mediaType.byteCount < Self.typesOfLength.count else { return nil }
        var candidates = Self.typesOfLength[mediaType.byteCount]
        while candidates != 0 {
            let (text, format) = Self.types[candidates.trailingZeroBitCount]
            // Most types of the same length end in another letter.
            let last = mediaType.byteCount - 1
            if mediaType.byte(last) | 0x20 == text.utf8Start[last], mediaType.startsIgnoringCase(with: text) {
                self = format
                return
            }
            candidates &= candidates &- 1
        }
        return nil
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
                guard Self.initials >> (word & 63) & 1 != 0,
                    let format = Self.extensions.first(where: { $0.word == word })?.format
                else { return nil }
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
        ("application/x-gzip", .gzip), ("application/zstd", .zstandard), ("application/epub+zip", .zip),
        ("application/java-archive", .zip), ("application/vnd.android.package-archive", .zip),
        ("application/vnd.openxmlformats-officedocument.wordprocessingml.document", .zip),
        ("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", .zip),
        ("application/vnd.openxmlformats-officedocument.presentationml.presentation", .zip),
        ("application/vnd.oasis.opendocument.text", .zip),
        ("application/vnd.oasis.opendocument.spreadsheet", .zip),
    ]

    /// Which of these types have a length, a bit each, by that length.
    private static let typesOfLength: [UInt64] = {
        let longest = types.map(\.text.utf8CodeUnitCount).max() ?? 0
        var typesOfLength = [UInt64](repeating: 0, count: longest + 1)
        for (index, type) in types.enumerated() { typesOfLength[type.text.utf8CodeUnitCount] |= 1 << index }
        return typesOfLength
    }()

    private static let extensions: [(word: UInt64, format: FileSignature)] = [
        ("png", .png), ("apng", .png), ("jpg", .jpeg), ("jpeg", .jpeg), ("jpe", .jpeg), ("gif", .gif),
        ("webp", .webp),
        ("tif", .tiff), ("tiff", .tiff), ("pdf", .pdf), ("zip", .zip), ("mp4", .isoMedia), ("m4a", .isoMedia),
        ("m4v", .isoMedia), ("mov", .isoMedia), ("heic", .isoMedia), ("heif", .isoMedia), ("avif", .isoMedia),
        ("gz", .gzip), ("tgz", .gzip), ("zst", .zstandard), ("docx", .zip), ("xlsx", .zip), ("pptx", .zip),
        ("odt", .zip), ("ods", .zip), ("epub", .zip), ("jar", .zip), ("apk", .zip),
    ].map { (name: String, format: FileSignature) in
        (name.utf8.reversed().reduce(0) { $0 << 8 | UInt64($1) }, format)
    }

    /// The first letters of these, a bit each.
    private static let initials = extensions.reduce(0 as UInt64) { $0 | 1 << ($1.word & 63) }
}
