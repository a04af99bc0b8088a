import Bytes
import Forms
import Inspection
import InspectionRules

/// The changes that make a form what RFC 2046 and RFC 7578 ask for, and keep its parts: delimiters, line ends and
/// what stands before and after them; those of the parts come from ``PartEdits``.
struct FormEdits {
    private static let crlf: [UInt8] = [0x0D, 0x0A]
    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private let form: Form
    private let body: EditedBody
    private let boundary: [UInt8]
    private let keepsTrailingBreak: Bool
    private(set) var edits: [EditedBody.Edit] = []

    /// Determines the changes.
    ///
    /// - Parameters:
    ///   - form: the form, whose parts are those that were meant.
    ///   - body: its bytes.
    ///   - boundary: the boundary to write.
    ///   - keepsTrailingBreak: whether a line break at the end of a form that is not closed is content.
    init(of form: Form, in body: EditedBody, boundary: [UInt8], keepsTrailingBreak: Bool) {
        self.form = form
        self.body = body
        self.boundary = boundary
        self.keepsTrailingBreak = keepsTrailingBreak
    }

    /// Adds all changes, in order.
    mutating func add(_ parts: PartEdits) throws {
        let delimiters = form.delimiters
        // The last one begins no part: its final dashes were forgotten.
        let isUnfinished = form.close == nil && delimiters.last.map(beginsNothing) ?? false
        var next = 0
        for (index, delimiter) in delimiters.enumerated() {
            let isLast = index == delimiters.count - 1
            let closes = delimiter.isClose || isLast && isUnfinished
            if !closes, beginsNothing(delimiter), !isLast {
                let end = delimiters[index + 1].text.lowerBound
                try replace(
                    delimiter.text.lowerBound..<end,
                    by: [],
                    "removed a delimiter that begins no part"
                )
                continue
            }
            try lead(of: delimiter, isFirst: index == 0)
            try text(of: delimiter, closes: closes)
            if closes {
                try end(after: delimiter)
            } else {
                try tail(of: delimiter)
                // Parts and delimiters are both in the order of the body.
                while next < form.parts.count,
                    form.parts[next].delimiter.text.lowerBound < delimiter.text.lowerBound
                {
                    next += 1
                }
                if next < form.parts.count, form.parts[next].delimiter.text == delimiter.text {
                    let part = form.parts[next]
                    edits += try parts.edits(of: part, contentEnd: contentEnd(of: part, delimiters, index))
                }
            }
        }
        if form.close == nil, !isUnfinished { try close(delimiters) }
    }

    private func beginsNothing(_ delimiter: Delimiter) -> Bool {
        form.emptyDelimiters.contains { $0.text == delimiter.text }
    }

    /// Where a part's content ends: before the lead of the next delimiter, and before dashes that were meant for it.
    private func contentEnd(of part: BodyPart, _ delimiters: [Delimiter], _ index: Int) throws -> Int {
        guard index + 1 < delimiters.count else { return try trailingEnd(of: part) }
        return max(part.content.lowerBound, try meantLead(of: delimiters[index + 1]).lowerBound)
    }

    /// The end of the last content of a form that was never closed: the line break before the missing delimiter is not
    /// content.
    private func trailingEnd(of part: BodyPart) throws -> Int {
        let end: Int
        if case .inDelimiter(let cut) = form.ending {
            end = cut.lowerBound
        } else if !keepsTrailingBreak, let dashes = form.lineOfDashes {
            return dashes.lowerBound
        } else {
            end = part.content.upperBound
        }
        guard !keepsTrailingBreak, end > part.content.lowerBound else { return end }
        let last = try body.bytes(max(part.content.lowerBound, end - 2)..<end)
        if last.elementsEqual(Self.crlf) { return end - 2 }
        return last.last == 0x0A && form.parts.allSatisfy({ $0.delimiter.ending == .lf }) ? end - 1 : end
    }

    /// The line break before a delimiter, with dashes that its writer put before its text.
    private func meantLead(of delimiter: Delimiter) throws -> Range<Int> {
        let text = delimiter.text.lowerBound
        let lead = delimiter.lead.lowerBound
        if delimiter.precedent == .lf, form.parts.first?.delimiter.ending == .crlf,
            try body.bytes(max(0, lead - 2)..<lead) == Self.crlf
        {
            // The line break is there, and a line feed after it.
            return (lead - 2)..<text
        }
        guard delimiter.precedent == .glued else { return lead..<text }
        let start = max(0, text - StructureEdits.dashLimit)
        let before = try body.bytes(start..<text)
        // What stands between the line break and the delimiter is no content either.
        if let stray = StrayBytes(endOf: before[...]) { return (text - 2 - stray.bytes.count)..<text }
        let dashes = before.reversed().prefix { $0 == 0x2D }.count
        guard dashes > 0, dashes < before.count else { return text..<text }
        let rest = before.dropLast(dashes)
        guard let last = rest.last, last.isLineBreak else { return text..<text }
        let breaks = rest.suffix(2).elementsEqual(Self.crlf) ? 2 : 1
        return (text - dashes - breaks)..<text
    }

    private mutating func lead(of delimiter: Delimiter, isFirst: Bool) throws {
        if isFirst {
            let range = 0..<delimiter.text.lowerBound
            let words = Self.wordsForPreamble(try body.bytes(range.prefix(8)), range.count)
            try replace(range, by: [], words)
            return
        }
        // After another delimiter's line nothing is missing.
        guard delimiter.precedent != .delimiterLine else { return }
        let range = try meantLead(of: delimiter)
        let sent = try body.bytes(range)
        let dashes = sent.reversed().prefix { $0 == 0x2D }.count
        let words =
            dashes > 0
            ? "removed \(dashes == 1 ? "a dash" : "\(dashes) dashes") before the boundary"
            : sent.suffix(3).elementsEqual(Self.mark)
                ? "removed a byte order mark before a delimiter"
                : sent.starts(with: Self.crlf) && sent.count > 2 && sent.last != 0x0A
                    ? "removed `\(PrintableText.text(sent.dropFirst(2)))` before a delimiter"
                    : sent.last?.isBlank ?? false
                        ? "removed the indentation of a delimiter" : Self.wordsForBreak(sent)
        try replace(range, by: Self.crlf, words)
    }

    private mutating func text(of delimiter: Delimiter, closes: Bool) throws {
        let wanted = [0x2D, 0x2D] + boundary
        let length = min(form.delimiterText.count, delimiter.text.count)
        let name = delimiter.text.lowerBound..<(delimiter.text.lowerBound + length)
        let sent = try body.bytes(name)
        if sent != wanted {
            let words = Self.wordsForBoundary(sent, wanted)
            edits.append(EditedBody.Edit(range: name, bytes: wanted, words: words))
        }
        let rest = name.upperBound..<delimiter.text.upperBound
        try replace(
            rest,
            by: closes ? [0x2D, 0x2D] : [],
            rest.isEmpty ? "added the final `--`" : "corrected the final `--`"
        )
    }

    /// What is said of a delimiter whose boundary is replaced.
    static let boundaryWords = "boundary replaced"

    /// What is said where one delimiter replaces another text.
    static func wordsForBoundary(_ sent: [UInt8], _ wanted: [UInt8]) -> String {
        let missing = wanted.count - sent.count
        let isSame = sent.drop { $0 == 0x2D }.elementsEqual(wanted.drop { $0 == 0x2D })
        guard isSame, missing != 0 else { return boundaryWords }
        let dashes = abs(missing) == 1 ? "a dash" : "\(abs(missing)) dashes"
        return missing > 0
            ? "inserted \(dashes) before the boundary" : "removed \(dashes) before the boundary"
    }

    private mutating func tail(of delimiter: Delimiter) throws {
        let range = delimiter.text.upperBound..<delimiter.end
        let junk = try body.bytes(delimiter.junk.prefix(40))
        let words =
            !junk.isEmpty
            ? "removed `\(PrintableText.text(junk, limit: 40))` after a delimiter"
            : delimiter.padding.isEmpty
                ? Self.wordsForBreak(try body.bytes(range)) : "removed blanks after a delimiter"
        try replace(range, by: Self.crlf, words)
    }

    /// What follows the close delimiter: CRLF or nothing is right.
    private mutating func end(after delimiter: Delimiter) throws {
        let range = delimiter.text.upperBound..<body.count
        guard !range.isEmpty else { return }
        let sent = try body.bytes(range.prefix(3))
        let words =
            sent.allSatisfy(\.isLineBreak) && range.count == 1
            ? Self.wordsForBreak(sent)
            : "removed \((range.count - (sent.starts(with: Self.crlf) ? 2 : 0)).grouped) bytes after the close delimiter"
        try replace(range, by: Self.crlf, words)
    }

    /// Adds the close delimiter that was never written.
    private mutating func close(_ delimiters: [Delimiter]) throws {
        guard let part = form.parts.last else { return }
        let start = try trailingEnd(of: part)
        let isCut = if case .inDelimiter = form.ending { true } else { false }
        let bytes = Self.crlf + [0x2D, 0x2D] + boundary + [0x2D, 0x2D] + Self.crlf
        edits.append(
            EditedBody.Edit(
                range: start..<body.count,
                bytes: bytes,
                words: isCut ? "completed the close delimiter" : "added the close delimiter"
            )
        )
    }

    private mutating func replace(_ range: Range<Int>, by bytes: [UInt8], _ words: String) throws {
        if range.count == bytes.count, try body.bytes(range) == bytes { return }
        edits.append(EditedBody.Edit(range: range, bytes: bytes, words: words))
    }

    /// What is done where CRLF replaces what stands in its place.
    static func wordsForBreak(_ sent: [UInt8]) -> String {
        switch sent {
        case []: "inserted CRLF"
        case [0x0A]: "LF replaced by CRLF"
        case [0x0D]: "CR replaced by CRLF"
        case [0x0D, 0x0D, 0x0A]: "CR CR LF replaced by CRLF"
        case [0x0D, 0x0A, 0x0A]: "CR LF LF replaced by CRLF"
        default: "line break replaced by CRLF"
        }
    }

    private static func wordsForPreamble(_ sent: [UInt8], _ count: Int) -> String {
        if sent.allSatisfy(\.isLineBreak), count <= 8 {
            return "removed the empty line before the first delimiter"
        }
        if count == 3, sent == [0xEF, 0xBB, 0xBF] { return "removed the byte order mark" }
        if sent.allSatisfy({ $0 == 0x2D }), count <= 8 {
            return "removed \(count == 1 ? "a dash" : "\(count) dashes") before the boundary"
        }
        return "removed \(count.grouped) byte\(count == 1 ? "" : "s") before the first delimiter"
    }
}
