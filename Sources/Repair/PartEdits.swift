import Bytes
import Forms
import Inspection
import Profiles

/// The changes to header lines and contents of parts.
struct PartEdits {
    private static let crlf: [UInt8] = [0x0D, 0x0A]

    private let body: EditedBody
    private let choices: RepairChoices
    /// The rules that found something in each part, notes left out.
    private let faults: [Int: Set<String>]
    /// Whether the form says by `_charset_` how its names are written.
    private let namesCharset: Bool

    /// Prepares the changes to the parts of a form.
    ///
    /// - Parameters:
    ///   - form: the form.
    ///   - body: its bytes.
    ///   - findings: what was found in the form.
    ///   - choices: what the user says.
    init(of form: Form, in body: EditedBody, _ findings: [Finding], _ choices: RepairChoices) {
        self.body = body
        self.choices = choices
        faults = Dictionary(
            findings.filter { $0.severity > .note }.map { ($0.part ?? 0, [$0.rule]) },
            uniquingKeysWith: { $0.union($1) }
        )
        namesCharset = form.parts.contains { $0.name?.elementsEqual("_charset_".utf8) ?? false }
    }

    /// The changes to a part, in order.
    ///
    /// - Parameters:
    ///   - part: the part.
    ///   - contentEnd: where its content ends, as it was meant.
    /// - Returns: the changes; none where it is as it was meant.
    /// - Throws: a ``RepairRefusal`` where it does not show what was meant.
    func edits(of part: BodyPart, contentEnd: Int) throws -> [EditedBody.Edit] {
        let rules = faults[part.number] ?? []
        var edits = try headerEdits(of: part, rules)
        let start = part.header.range.upperBound
        let blank = start..<part.content.lowerBound
        let sent = try body.bytes(blank)
        if sent != Self.crlf {
            edits.append(
                EditedBody.Edit(range: blank, bytes: Self.crlf, words: FormEdits.wordsForBreak(sent))
            )
        }
        let content = part.content.lowerBound..<max(contentEnd, part.content.lowerBound)
        edits += try RepairedContent(of: part, content, in: body, rules, choices).edits
        return edits
    }

    private func headerEdits(of part: BodyPart, _ rules: Set<String>) throws -> [EditedBody.Edit] {
        var edits: [EditedBody.Edit] = []
        let label = try RepairedLabel(of: part, rules, choices, namesCharset: namesCharset)
        var seen: Set<String> = []
        var covered = part.header.range.lowerBound
        if part.disposition == nil {
            edits.append(
                EditedBody.Edit(range: covered..<covered, bytes: label.line + Self.crlf, words: label.words)
            )
        }
        for line in part.header.lines where line.range.lowerBound >= covered {
            let name = String(decoding: part.header[line.name], as: UTF8.self)
            let isRepeated = !seen.insert(name.lowercased()).inserted
            if part.disposition?.line.range == line.range {
                covered = try lines(upTo: label.end, in: part)
                edits += try dispositionEdits(line, end: covered, label, part)
            } else if let reason = try removal(of: line, named: name, isRepeated: isRepeated, in: part) {
                edits.append(EditedBody.Edit(range: line.range, bytes: [], words: reason))
            } else {
                edits += try lineEdits(line, named: name, in: part, rules)
            }
        }
        return edits
    }

    /// The end of the line that holds an offset.
    private func lines(upTo end: Int, in part: BodyPart) throws -> Int {
        part.header.lines.first { $0.range.upperBound >= end }?.range.upperBound
            ?? part.header.range.upperBound
    }

    private func dispositionEdits(_ line: FieldLine, end: Int, _ label: RepairedLabel, _ part: BodyPart)
        throws
        -> [EditedBody.Edit]
    {
        guard !label.isWrittenSo || end != line.range.upperBound else { return ending(of: line) }
        return [
            EditedBody.Edit(
                range: line.range.lowerBound..<end,
                bytes: label.line + Self.crlf,
                words: label.words
            )
        ]
    }

    /// Why a header line is left out; `nil` where it stays.
    private func removal(of line: FieldLine, named name: String, isRepeated: Bool, in part: BodyPart) throws
        -> String?
    {
        let text = PrintableText.text(part.header[line.range].prefix { !$0.isLineBreak }, limit: 80)
        guard line.colon != nil, !name.isEmpty, name.utf8.allSatisfy(\.isTokenCharacter) else {
            return "removed `\(text)` from the header of part \(part.number)"
        }
        if line.value.isEmpty { return "removed `\(text)` from part \(part.number)" }
        switch name.lowercased() {
        case "content-transfer-encoding": return "removed `\(text)` from part \(part.number)"
        case "content-length":
            let length = Int(String(decoding: part.header[line.value], as: UTF8.self))
            return length == part.content.count
                ? nil : "removed `\(text)` from part \(part.number)"
        default: return isRepeated ? "removed a second `\(text)` from part \(part.number)" : nil
        }
    }

    /// A line that stays: without folds, blanks around its name and control characters.
    private func lineEdits(_ line: FieldLine, named name: String, in part: BodyPart, _ rules: Set<String>)
        throws
        -> [EditedBody.Edit]
    {
        var value = Array(part.header[line.value])
        let isType = name.lowercased() == "content-type"
        if isType, rules.contains("part-header/content-type-malformed") {
            value = Array("application/octet-stream".utf8)
        }
        let unfolded = value.filter { !$0.isControl || $0 == 0x09 }
        let text = line.range.lowerBound..<(line.range.upperBound - line.ending.length)
        let isClean =
            line.foldCount == 0 && line.colon == line.name.upperBound
            && line.name.lowerBound == line.range.lowerBound
            && unfolded.elementsEqual(part.header[line.value])
        guard !isClean else { return ending(of: line) }
        let words = "wrote `\(PrintableText.text(Array("\(name): ".utf8) + unfolded, limit: 120))`"
        return [EditedBody.Edit(range: text, bytes: Array("\(name): ".utf8) + unfolded, words: words)]
            + ending(of: line)
    }

    /// The line's ending made CRLF.
    private func ending(of line: FieldLine) -> [EditedBody.Edit] {
        guard line.ending != .crlf else { return [] }
        let range = (line.range.upperBound - line.ending.length)..<line.range.upperBound
        let sent = bytes(line.ending)
        return [EditedBody.Edit(range: range, bytes: Self.crlf, words: FormEdits.wordsForBreak(sent))]
    }

    private func bytes(_ ending: LineEnding) -> [UInt8] {
        switch ending {
        case .crlf: Self.crlf
        case .lf: [0x0A]
        case .cr: [0x0D]
        case .crcrlf: [0x0D, 0x0D, 0x0A]
        case .none: []
        }
    }
}
