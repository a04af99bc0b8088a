import Bytes
import Forms
import Inspection

/// Lines of the head that do not belong there.
extension RuleContext {
    /// The first delimiter of the form, where it stands among the lines of the head because the blank line after that is
    /// missing.
    var delimiterInHead: FieldLine? {
        guard !fields.hasPlainLines, isMultipart, let mediaType else { return nil }
        let lines = fields.lines
        let declared = mediaType.declaredBoundaries
        for (index, line) in lines.enumerated() where fields[line.range].starts(with: [0x2D, 0x2D]) {
            let text = fields[line.range].prefix { !$0.isLineBreak }
            if declared.contains(where: { text.dropFirst(2).elementsEqual($0) }) { return line }
            if line.colon == nil, index + 1 < lines.count,
                fields[lines[index + 1].name].equalsIgnoringCase("content-disposition")
            {
                return line
            }
        }
        return nil
    }

    /// The first field that stands in the value of another, because the line break between the two is missing.
    var joinedField: JoinedField? {
        // Where a line break stands before it, the blank after that is the fault: framing/obs-fold.
        for line in fields.lines where line.colon != nil && line.foldCount == 0 {
            if let joined = JoinedField(in: line, fields, mediaType) { return joined }
        }
        return nil
    }

    /// The line after Content-Type where it is its parameter `boundary`, which a line break without a blank after it cuts
    /// off.
    var boundaryOnNextLine: FieldLine? {
        guard !fields.hasPlainLines, let mediaType else { return nil }
        let next = fields.lines.first { $0.range.lowerBound == mediaType.line.range.upperBound }
        guard let next, next.colon == nil, fields[next.name].startsIgnoringCase(with: "boundary=") else {
            return nil
        }
        return next
    }
}
