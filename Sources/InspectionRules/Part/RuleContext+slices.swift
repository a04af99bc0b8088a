import Bytes
import Exchanges
import Forms
import Inspection

extension RuleContext {
    /// Whether a part may hold a piece of a file that is sent in several requests, so that it does not begin as the file
    /// does.
    func mayBeSlice(_ part: BodyPart) -> Bool {
        // Pieces have round lengths; but the last one has not.
        if part.content.count >= 16 << 10, part.content.count.isMultiple(of: 1 << 10) { return true }
        if part.header.first(named: "content-range") != nil { return true }
        if fields.lines.contains(where: { Self.tellsOfSlices(fields[$0.name]) }) { return true }
        if let query = request?.head.startLine.drop(while: { $0 != UInt8(ascii: "?") }),
            Self.tellsOfSlices(query)
        {
            return true
        }
        return parts.contains { other in
            guard let name = other.name else { return false }
            return Self.tellsOfSlices(name) || Self.places.contains { name.equalsIgnoringCase($0) }
        }
    }

    /// Names of fields that say where in the file a piece belongs.
    private static let places: [StaticString] = [
        "part", "parts", "index", "start", "end", "position", "seq", "total", "block",
    ]

    /// Whether a name contains a word that libraries for uploads in pieces use: Dropzone, Plupload, Resumable.js, Flow.js,
    /// Fine Uploader, tus.
    private static func tellsOfSlices(_ name: ArraySlice<UInt8>) -> Bool {
        let words: [StaticString] = [
            "chunk", "slice", "offset", "range", "segment", "piece", "resumable", "flow", "qqpart", "partnum",
            "part_num",
            "partindex", "part_index", "blockid", "block_id", "sequence", "startbyte", "start_byte",
        ]
        return name.indices.contains { index in
            words.contains { name[index...].startsIgnoringCase(with: $0) }
        }
    }
}
