import Bytes
import Forms

/// The line feeds that were added to lines which had their CRLF already: each line ends in CR LF LF.
enum DoubledLineFeeds {
    private static let crlf: [UInt8] = [0x0D, 0x0A]
    /// A body of more bytes is not read whole for this: it was not printed line by line.
    private static let bodyBytes = 1 << 20

    /// The changes that remove them from delimiter lines, header lines and the ends of contents.
    ///
    /// - Parameters:
    ///   - form: the form as it is read with them.
    ///   - body: its bytes.
    /// - Returns: the changes, in order; none where the first part begins otherwise.
    /// - Throws: a ``RepairFailure`` where the bytes cannot be read again.
    static func edits(of form: Form, in body: EditedBody) throws -> [EditedBody.Edit] {
        guard let part = form.parts.first, begins(part), body.count <= bodyBytes else { return [] }
        let bytes = try body.bytes(0..<body.count)
        var places: [Int] = []
        var next = part.delimiter.text.lowerBound
        while next < bytes.count {
            let rest = bytes[next...]
            // A delimiter that no reader sees, since a line feed stands before it.
            guard rest.starts(with: form.delimiterText) else {
                next = rest.firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
                continue
            }
            if bytes[..<next].suffix(3).elementsEqual(crlf + [0x0A]) { places.append(next - 1) }
            let header = feeds(inHeader: rest)
            places += header
            next = max(header.last ?? 0, next) + 1
        }
        return places.map {
            EditedBody.Edit(range: $0..<($0 + 1), bytes: [], words: "CR LF LF replaced by CRLF")
        }
    }

    /// Whether a line feed that follows the delimiter line is read as the blank line.
    private static func begins(_ part: BodyPart) -> Bool {
        part.delimiter.ending == .crlf && part.headerEnd == .blankLine && part.header.lines.isEmpty
            && part.content.lowerBound == part.delimiter.end + 1
    }

    /// The places of the line feeds after lines in CRLF, from a delimiter to the end of the header below it.
    private static func feeds(inHeader text: ArraySlice<UInt8>) -> [Int] {
        var places: [Int] = []
        var line = text
        while let end = line.firstIndex(of: 0x0A), end > line.startIndex, line[end - 1] == 0x0D {
            let isBlank = end == line.startIndex + 1
            line = line[(end + 1)...]
            guard line.first == 0x0A else { break }
            places.append(line.startIndex)
            line = line.dropFirst()
            if isBlank { break }
        }
        return places
    }
}
