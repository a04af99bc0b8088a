import Bytes
import Forms

/// The delimiters of a form whose writer drew a new boundary for each of them, so that no two are alike.
struct DelimiterLines {
    /// The greatest length in bytes of a line that counts as a delimiter.
    private static let lineLimit = 256
    /// The bytes after such a line that show whether a part begins there.
    private static let lookahead = 640
    private static let blockSize = 256 * 1024

    /// The texts of the lines, dashes and boundary, in order; the last one with its final dashes where it closes the
    /// form.
    private(set) var texts: [Range<Int>] = []
    /// Whether the last of them closes the form.
    private(set) var isClosed = false

    /// Finds the lines of a body that begin with two dashes and are followed by a part of a form, or by nothing.
    ///
    /// - Returns: `nil` where they are alike, or too different to be of one form.
    init?(in body: EditedBody, limit: Int) throws {
        let search = ByteSearch([0x0A, 0x2D, 0x2D])
        var boundaries: Set<[UInt8]> = []
        var lengths: Set<Int> = []
        var start = 0
        while start < body.count {
            let end = min(start + Self.blockSize, body.count)
            let reach = min(end + Self.lineLimit + Self.lookahead, body.count)
            let block = try body.bytes(max(start - 1, 0)..<reach)
            let base = max(start - 1, 0)
            var places: [Int] = start == 0 && block.starts(with: [0x2D, 0x2D]) ? [0] : []
            var from = 0
            while let place = block.withUnsafeBytes({ search.first(in: $0, from: from) }),
                base + place < end - 1
            {
                places.append(place + 1)
                from = place + 1
            }
            for place in places {
                let line = block[place...].prefix(Self.lineLimit).prefix { !$0.isLineBreak }
                let rest = block[line.endIndex...]
                let isClose =
                    line.suffix(2).elementsEqual([0x2D, 0x2D])
                    && reach == body.count && rest.allSatisfy(\.isLineBreak)
                guard line.count > 2, isClose || Self.beginsPart(rest) else { continue }
                guard texts.count < limit else { return nil }
                let boundary = isClose ? line.dropLast(2) : line
                boundaries.insert(Array(boundary))
                lengths.insert(boundary.count)
                texts.append((base + place)..<(base + place + line.count))
                isClosed = isClose
            }
            start = end
        }
        guard boundaries.count > 1, lengths.count == 1 else { return nil }
    }

    /// Whether the header of a part of a form follows.
    private static func beginsPart(_ bytes: ArraySlice<UInt8>) -> Bool {
        let header = bytes.drop { $0.isLineBreak }
        guard header.startIndex > bytes.startIndex else { return false }
        let line = header.prefix { !$0.isLineBreak }
        guard line.startsIgnoringCase(with: "content-disposition:") else {
            return line.startsIgnoringCase(with: "content-type:")
                && beginsPart(header[line.endIndex...])
        }
        let value = line.dropFirst("content-disposition:".utf8.count).drop(while: \.isBlank)
        return value.startsIgnoringCase(with: "form-data")
    }
}
