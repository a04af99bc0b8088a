import Bytes

/// The bytes of a page as UTF-8, and where each stands in the page as it was sent.
struct DecodedPage {
    /// The text.
    let bytes: [UInt8]
    /// The encoding that it was decoded from.
    let charset: PageCharset
    /// Bytes of a byte order mark in front.
    private let mark: Int
    /// The place in the page of each 256th byte of the text; empty where both count alike.
    private let places: [Int]

    private static let step = 256

    /// The encoding that a byte order mark in front names (Encoding standard, "BOM sniff").
    static func mark(of page: [UInt8]) -> (charset: PageCharset, length: Int)? {
        if page.starts(with: [0xEF, 0xBB, 0xBF]) { return (.utf8, 3) }
        if page.starts(with: [0xFE, 0xFF]) { return (.utf16(isBigEndian: true), 2) }
        if page.starts(with: [0xFF, 0xFE]) { return (.utf16(isBigEndian: false), 2) }
        return nil
    }

    /// Decodes a page.
    init(_ page: [UInt8], _ charset: PageCharset) {
        self.charset = charset
        let found = Self.mark(of: page)
        mark = found?.charset == charset ? found?.length ?? 0 : 0
        let rest = page.dropFirst(mark)
        var decoded: [UInt8] = []
        switch charset {
        case .utf8, .other: decoded = Array(rest)
        case .windows1252:
            decoded.reserveCapacity(rest.count)
            for byte in rest {
                let isUpperControl = (0x80..<0xA0).contains(byte)
                let value = isUpperControl ? PageCharset.upperControls[Int(byte) - 0x80] : UInt16(byte)
                if let scalar = Unicode.Scalar(value) { decoded += Array(String(scalar).utf8) }
            }
        case .utf16(let isBigEndian):
            let units = stride(from: rest.startIndex, to: rest.endIndex - 1, by: 2).map { index in
                let pair = (UInt16(rest[index]), UInt16(rest[index + 1]))
                return isBigEndian ? pair.0 << 8 | pair.1 : pair.1 << 8 | pair.0
            }
            decoded = Array(String(decoding: units, as: UTF16.self).utf8)
        }
        bytes = decoded
        var places: [Int] = []
        if Self.width(charset, of: 0) != nil, charset != .windows1252 || decoded.count != rest.count {
            var place = mark
            for (index, byte) in decoded.enumerated() {
                if index.isMultiple(of: Self.step) { places.append(place) }
                place += Self.width(charset, of: byte) ?? 0
            }
        }
        self.places = places
    }

    /// The offset in the page as it was sent of an offset in the text.
    func place(_ offset: Int) -> Int {
        guard !places.isEmpty, !bytes.isEmpty else { return mark + offset }
        let block = min(offset / Self.step, places.count - 1)
        let start = block * Self.step
        return bytes[start..<min(offset, bytes.count)].reduce(places[block]) {
            $0 + (Self.width(charset, of: $1) ?? 0)
        }
    }

    /// A range of the page as it was sent.
    func place(_ range: Range<Int>) -> Range<Int> { place(range.lowerBound)..<place(range.upperBound) }

    /// The bytes of the page that a byte of the text stands for: those of its character, at its first byte; `nil` where
    /// both are the same.
    private static func width(_ charset: PageCharset, of byte: UInt8) -> Int? {
        switch charset {
        case .utf8, .other: nil
        case .windows1252: byte & 0xC0 == 0x80 ? 0 : 1
        case .utf16: byte & 0xC0 == 0x80 ? 0 : (byte >= 0xF0 ? 4 : 2)
        }
    }
}
