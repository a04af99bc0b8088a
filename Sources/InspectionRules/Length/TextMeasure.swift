import Bytes
import Inspection

/// A text counted in the units in which programs count strings.
struct TextMeasure {
    /// The name of grapheme clusters among ``units``.
    static let clusters = "grapheme clusters"

    /// The number of bytes.
    let bytes: Int
    /// The number of CRLF.
    let lineEnds: Int
    /// The number of LF without CR.
    let loneFeeds: Int
    /// Whether all of it is ASCII.
    let isASCII: Bool
    /// The counts in other units; empty where the bytes are not UTF-8.
    let units: [(unit: String, units: Int)]

    /// Counts a text in all units.
    init(_ text: [UInt8]) {
        var scalars = 0
        var pairs = 0
        var ends = 0
        var feeds = 0
        var previous: UInt8 = 0
        for byte in text {
            if byte & 0xC0 != 0x80 { scalars += 1 }
            if byte >= 0xF0 { pairs += 1 }
            if byte == 0x0A {
                if previous == 0x0D { ends += 1 } else { feeds += 1 }
            }
            previous = byte
        }
        bytes = text.count
        lineEnds = ends
        loneFeeds = feeds
        isASCII = scalars == text.count
        guard isASCII || String(validating: text, as: UTF8.self) != nil else {
            units = []
            return
        }
        let characters =
            isASCII ? [] : [("UTF-16 code units", scalars + pairs), ("Unicode scalars", scalars)]
        units = characters + [(Self.clusters, String(decoding: text, as: UTF8.self).count)]
    }
}
