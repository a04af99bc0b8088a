import Bytes

/// The header lines of a part, found in the bytes after a delimiter line.
struct HeaderBlock {
    /// The offset after the last header line.
    var linesEnd: Int
    /// How the lines ended.
    var end: HeaderEnd
    /// What ends the blank line, `.none` where there is none.
    var blankLine: LineEnding
    /// The offset at which content begins.
    var contentStart: Int

    /// Header lines that a gap in the capture ends at `end`.
    init(cutByGapAt end: Int) {
        linesEnd = end
        self.end = .gap
        blankLine = .none
        contentStart = end
    }

    /// Header lines of a known length, ended by a blank line with CR LF.
    init(wholeFrom start: Int, length: Int) {
        linesEnd = start + length
        end = .blankLine
        blankLine = .crlf
        contentStart = linesEnd + 2
    }

    /// What precedes the content, where the header lines begin at `linesStart`.
    func contentPrecedent(linesStart: Int) -> Delimiter.Precedent {
        switch end {
        case .blankLine: .blankLine
        case .delimiter: linesEnd == linesStart ? .delimiterLine : .headerLine
        case .content: .headerLine
        case .bodyEnd, .gap, .limit: .glued
        }
    }

    /// Finds the end of the header lines that begin at `start`; `nil` where more bytes are needed.
    ///
    /// - Parameters:
    ///   - bytes: the available bytes.
    ///   - start: the offset of the first header line in them.
    ///   - delimiter: the delimiter text; a line that begins with it ends the header lines.
    ///   - bareCREndsLines: whether a lone CR ends a line.
    ///   - limit: the greatest number of bytes of header lines; the line that passes it is content.
    ///   - isFinal: whether no more bytes follow.
    init?(
        in bytes: Span<UInt8>,
        from start: Int,
        delimiter: [UInt8],
        bareCREndsLines: Bool,
        limit: Int,
        isFinal: Bool
    ) {
        blankLine = .none
        var position = start
        var firstForeignLine: Int?
        while true {
            if let foreign = firstForeignLine, position - foreign > Self.foreignLimit {
                end = .content
                linesEnd = foreign
                contentStart = foreign
                return
            }
            let line = PhysicalLine(in: bytes, from: position, bareCREndsLines: bareCREndsLines)
            let isBlank = line.ending != .none && line.textEnd == line.start
            // A blank line of up to three bytes may begin at the limit: it is waited for.
            let room = line.ending == .none && !isFinal ? limit + 3 : limit
            if !isBlank, (line.ending == .none ? bytes.count : line.end) - start > room {
                end = .limit
                linesEnd = firstForeignLine ?? line.start
                contentStart = linesEnd
                return
            }
            if line.ending == .none {
                guard isFinal else { return nil }
                if Self.starts(line, with: delimiter, in: bytes) {
                    end = firstForeignLine == nil ? .delimiter : .content
                    linesEnd = firstForeignLine ?? line.start
                } else {
                    end = firstForeignLine == nil ? .bodyEnd : .content
                    linesEnd = firstForeignLine ?? bytes.count
                }
                contentStart = linesEnd
                return
            }
            if isBlank {
                end = .blankLine
                linesEnd = line.start
                blankLine = line.ending
                contentStart = line.end
                return
            }
            if Self.starts(line, with: delimiter, in: bytes) {
                end = firstForeignLine == nil ? .delimiter : .content
                linesEnd = firstForeignLine ?? line.start
                contentStart = linesEnd
                return
            }
            switch Self.kind(of: line, in: bytes, isFirst: position == start) {
            case .header: break
            case .foreign: firstForeignLine = firstForeignLine ?? line.start
            case .binary:
                end = .content
                linesEnd = firstForeignLine ?? line.start
                contentStart = linesEnd
                return
            }
            position = line.end
        }
    }

    /// How far a blank line is searched for after a malformed header line, in bytes; without one it is
    /// content.
    ///
    /// Without this limit, a body of many small parts without blank lines would have 64 KiB read again for
    /// each of them.
    private static let foreignLimit = 4 * 1024

    private enum LineKind { case header, foreign, binary }

    /// A line without a colon may be a damaged header line or content; with control bytes it is content.
    private static func kind(of line: PhysicalLine, in bytes: Span<UInt8>, isFirst: Bool) -> LineKind {
        let first = bytes[line.start]
        if !isFirst, first.isBlank || first == 0x0B || first == 0x0C { return .header }
        var hasControl = false
        for index in line.start..<line.textEnd {
            let byte = bytes[index]
            if byte == UInt8(ascii: ":") { return hasControl ? .foreign : .header }
            if byte.isControl, byte != 0x09, byte != 0x0D { hasControl = true }
            if byte >= 0x80, index == line.start { hasControl = true }
        }
        return hasControl ? .binary : .foreign
    }

    private static func starts(
        _ line: PhysicalLine,
        with delimiter: [UInt8],
        in bytes: Span<UInt8>
    ) -> Bool {
        guard !delimiter.isEmpty, line.textEnd - line.start >= delimiter.count else { return false }
        for index in delimiter.indices where bytes[line.start + index] != delimiter[index] { return false }
        // Other bytes than blanks and dashes on the line make it a different line that begins with the same
        // text.
        for index in (line.start + delimiter.count)..<line.textEnd {
            let byte = bytes[index]
            if !byte.isBlank, byte != 0x2D { return false }
        }
        return true
    }
}
