package import Bytes

/// A place at which some receiver may split a form: a delimiter, or another occurrence of its text.
package struct DelimiterCandidate: Sendable {
    /// The delimiter's text.
    package let text: Range<Int>
    /// What precedes it on its line.
    package let precedent: Delimiter.Precedent
    /// The ending of its line.
    package let ending: LineEnding
    /// Whether blanks alone follow it on its line.
    package let hasPadding: Bool
    /// Other bytes that follow it on its line; `nil` for none.
    package let junk: DelimiterJunk?
    /// Whether a blank stands before those.
    package let hasBlankBeforeJunk: Bool
    /// How a close delimiter is written; `nil` for one that begins a part.
    package let closeForm: Delimiter.CloseForm?
    /// Whether another delimiter follows at once.
    package let isEmpty: Bool
    private let lead: Range<Int>
    /// The part that it begins; `nil` where the reader of forms found none.
    package let part: BodyPart?

    /// All such places in a form, in order.
    package static func all(in form: Form) -> [DelimiterCandidate] {
        var sites = form.parts.map { DelimiterCandidate($0.delimiter, of: form, part: $0) }
        sites += form.emptyDelimiters.map {
            DelimiterCandidate($0, of: form, part: nil, isEmpty: $0.end < form.length)
        }
        if let close = form.close { sites.append(DelimiterCandidate(close, of: form, part: nil)) }
        sites += form.trailingDelimiters.map { DelimiterCandidate($0, of: form, part: nil) }
        sites += form.occurrences.map { DelimiterCandidate($0) }
        guard !form.emptyDelimiters.isEmpty || !form.occurrences.isEmpty else { return sites }
        return sites.sorted { $0.text.lowerBound < $1.text.lowerBound }
    }

    private init(_ delimiter: Delimiter, of form: Form, part: BodyPart?, isEmpty: Bool = false) {
        self.isEmpty = isEmpty
        text = delimiter.text
        precedent = delimiter.precedent
        lead = delimiter.lead
        ending = delimiter.ending
        junk = form.junk(after: delimiter)
        hasPadding = !delimiter.padding.isEmpty && junk == nil
        hasBlankBeforeJunk = !delimiter.padding.isEmpty && junk != nil
        closeForm = delimiter.closeForm
        self.part = part
    }

    private init(_ occurrence: Occurrence) {
        isEmpty = false
        text = occurrence.text
        let start = text.lowerBound
        switch occurrence.kind {
        case .linePrefix:
            precedent = .crlf
            lead = (start - 2)..<start
        case .bareLineBreak:
            precedent = .lf
            lead = (start - 1)..<start
        case .indented, .midline:
            precedent = .glued
            lead = start..<start
        }
        let rest = occurrence.line.dropFirst(text.count)
        ending = .crlf
        closeForm = rest.starts(with: [0x2D, 0x2D]) ? .proper : nil
        junk = closeForm == nil ? DelimiterJunk(rest) : nil
        hasPadding = !rest.isEmpty && closeForm == nil && junk == nil
        hasBlankBeforeJunk = junk != nil && (rest.first?.isBlank ?? false)
        part = nil
    }

    /// Whether a receiver of a kind splits here.
    func splits(_ kind: FormReading.Kind) -> Bool {
        guard kind != .midlineSplitting else { return true }
        switch precedent {
        case .bodyStart, .crlf, .crcrlf, .headerLine, .delimiterLine, .gap: break
        case .lf: guard kind == .lfTolerant else { return false }
        case .blankLine: guard kind == .lfTolerant else { return false }
        case .cr, .blanks, .dashes, .glued: return false
        }
        if kind == .prefixSplitting { return true }
        if let closeForm { return closeForm == .proper }
        guard junk == nil else { return false }
        return ending == .crlf || ending == .crcrlf || ending == .none
            || (ending == .lf && kind == .lfTolerant)
    }

    /// Whether a receiver of a kind ends the form here.
    func isClose(_ kind: FormReading.Kind) -> Bool {
        switch closeForm {
        case .proper, .extraDashes: true
        case .oneDash, .spaced, .blanksOnly, .none: false
        }
    }

    /// Where the content before it ends for a receiver of a kind.
    func contentEnd(_ kind: FormReading.Kind) -> Int {
        precedent == .crcrlf && kind != .midlineSplitting ? text.lowerBound - 2 : contentEnd
    }

    /// Where the content before it ends for a receiver that splits here: line ends belong to the delimiter.
    package var contentEnd: Int {
        switch precedent {
        case .blanks, .dashes, .glued: text.lowerBound
        default: lead.lowerBound
        }
    }

    /// The name, filename and content start of the part that begins here.
    ///
    /// - Parameters:
    ///   - form: the form.
    ///   - limit: the offset of the next split.
    /// - Returns: `nil` where no field begins: receivers ignore parts without a name.
    package func beginning(
        in form: Form,
        before limit: Int
    ) -> (name: [UInt8]?, filename: [UInt8]?, start: Int)? {
        if let part {
            return (part.name.map(Array.init), part.filename.map(Array.init), part.content.lowerBound)
        }
        let (bytes, _) = form.kept.window(
            at: text.upperBound,
            before: 0,
            after: min(max(limit - text.upperBound, 0), 4096)
        )
        guard let lineEnd = bytes.firstIndex(of: 0x0A) else { return nil }
        let rest = bytes[(lineEnd + 1)...]
        guard let blank = Self.blankLine(in: rest) else { return nil }
        let base = text.upperBound + (lineEnd + 1 - bytes.startIndex)
        let header = PartHeader(parsing: Array(rest[..<blank.lowerBound]), base: base)
        guard let name = header.disposition?.nameValue else { return nil }
        let filename = header.disposition?.filename.map { Array(header.section[$0.rawValue]) }
        let start = text.upperBound + (blank.upperBound - bytes.startIndex)
        return (Array(header.section[name]), filename, start)
    }

    /// The blank line that ends header lines, as indices.
    private static func blankLine(in bytes: ArraySlice<UInt8>) -> Range<Int>? {
        var lineStart = bytes.startIndex
        while let lineFeed = bytes[lineStart...].firstIndex(of: 0x0A) {
            let line = bytes[lineStart..<lineFeed]
            if line.isEmpty || line.elementsEqual([0x0D]) { return lineStart..<(lineFeed + 1) }
            lineStart = lineFeed + 1
        }
        return nil
    }
}
