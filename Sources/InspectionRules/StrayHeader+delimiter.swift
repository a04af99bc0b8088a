import Bytes
import Forms
import Inspection

extension StrayHeader {
    /// Whether the line before it looks like a delimiter that was not recognised.
    func followsLookalike(in part: BodyPart, of delimiter: [UInt8]) -> Bool {
        let isDashed = line.count > 2 && line.starts(with: [0x2D, 0x2D])
        return isDashed && !part.isFile || isNearlyDelimiter(in: part, of: delimiter)
    }

    /// Whether the line before it differs from the delimiter by a slip.
    func isNearlyDelimiter(in part: BodyPart, of delimiter: [UInt8]) -> Bool {
        guard endsLines(as: part), line.count <= delimiter.count + 4 else { return false }
        let core = delimiter.drop { $0 == 0x2D }
        let found = line.drop { $0 == 0x2D }
        guard core.count >= 6 else { return false }
        return found.elementsEqual(core) || found.differsSlightly(from: core)
            || found.count * 2 > core.count && core.starts(with: found)
    }

    /// Whether a line break precedes it that is written as those of the form around it: in a file, one written
    /// otherwise is more likely text about forms.
    func endsLines(as part: BodyPart) -> Bool {
        !part.isFile || followsCRLF || part.delimiter.ending != .crlf
    }
}
