package import Bytes

/// A content coding that can be decoded (RFC 9110 §8.4.1).
package enum ContentCoding: String, Hashable, Sendable {
    /// RFC 1952.
    case gzip
    /// RFC 1950, or RFC 1951 without that wrapper, which many senders use.
    case deflate
    /// RFC 7932.
    case brotli = "br"
    /// RFC 8878.
    case zstandard = "zstd"

    /// The coding by its name, without regard to case; `x-gzip` is another name of gzip.
    package init?(name: ArraySlice<UInt8>) {
        if name.equalsIgnoringCase("gzip") || name.equalsIgnoringCase("x-gzip") {
            self = .gzip
        } else if name.equalsIgnoringCase("deflate") {
            self = .deflate
        } else if name.equalsIgnoringCase("br") {
            self = .brotli
        } else if name.equalsIgnoringCase("zstd") {
            self = .zstandard
        } else {
            return nil
        }
    }

    /// The names in all Content-Encoding lines of a head in the order in which they were applied, `identity` left
    /// out.
    ///
    /// Blanks around a name and empty elements of the list are ignored.
    package static func names(in fields: FieldSection) -> [ArraySlice<UInt8>] {
        guard fields.count(of: .contentEncoding) > 0 else { return [] }
        return fields.lines(named: "content-encoding").flatMap { line in
            fields[line.value].split(separator: UInt8(ascii: ",")).compactMap { element in
                let text = element.drop(while: \.isBlank)
                let end = text.lastIndex { !$0.isBlank }.map { $0 + 1 } ?? text.startIndex
                let name = text[..<end]
                return name.isEmpty || name.equalsIgnoringCase("identity") ? nil : name
            }
        }
    }
}
