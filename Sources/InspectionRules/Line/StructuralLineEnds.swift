import Bytes
import Forms
import Inspection

/// The line ends that give a form its structure, counted by kind: at delimiters, header lines and blank lines.
///
/// Line breaks in content are not among them.
struct StructuralLineEnds {
    /// The line ends of one kind.
    struct Kind {
        /// The first one, as offsets in the body; `nil` where there is none.
        private(set) var first: Range<Int>?
        /// The number of the part at the first one, from 1; `nil` where it is in no part.
        private(set) var part: Int?
        /// How many there are.
        private(set) var count = 0

        /// Counts one; they are added in the order of their offsets.
        mutating func add(_ range: Range<Int>, part: Int?) {
            count += 1
            guard first == nil else { return }
            first = range
            self.part = part
        }
    }

    /// CR LF.
    private(set) var crlf = Kind()
    /// Bare LF.
    private(set) var lf = Kind()
    /// Bare CR.
    private(set) var cr = Kind()
    /// CR CR LF.
    private(set) var crcrlf = Kind()

    /// Counts those of a form.
    init(_ form: Form) {
        for site in DelimiterSites(form) {
            let delimiter = site.delimiter
            let number = form.partNumber(at: site)
            switch delimiter.precedent {
            case .crlf: crlf.add(delimiter.lead, part: number)
            case .lf: lf.add(delimiter.lead, part: number)
            case .cr: cr.add(delimiter.lead, part: number)
            case .crcrlf: crcrlf.add(delimiter.lead, part: number)
            case .bodyStart, .blanks, .dashes, .blankLine, .headerLine, .delimiterLine, .glued, .gap: break
            }
            // Nothing need follow the close delimiter, so its line end separates nothing.
            guard !delimiter.isClose else { continue }
            add(delimiter.ending, endingAt: delimiter.end, part: number)
            guard let index = site.beginning else { continue }
            form.parts[index].forEachHeaderLineEnd { ending, end in add(ending, endingAt: end, part: number) }
        }
    }

    /// How many there are in all.
    var count: Int { crlf.count + lf.count + cr.count + crcrlf.count }

    private mutating func add(_ ending: LineEnding, endingAt end: Int, part: Int?) {
        let range = (end - ending.length)..<end
        switch ending {
        case .crlf: crlf.add(range, part: part)
        case .lf: lf.add(range, part: part)
        case .cr: cr.add(range, part: part)
        case .crcrlf: crcrlf.add(range, part: part)
        case .none: break
        }
    }
}

extension BodyPart {
    /// Calls `body` with what ends each header line, and the blank line, and the offset after it.
    ///
    /// A line break inside a quoted parameter that makes two lines of one is left out: it is a fault of the parameter.
    func forEachHeaderLineEnd(_ body: (LineEnding, Int) -> Void) {
        for line in header.lines where !(line.ending == .lf && isCutInsideQuotes(line)) {
            body(line.ending, line.range.upperBound)
        }
        if headerEnd == .blankLine { body(blankLine, header.range.upperBound + blankLine.length) }
    }

    private func isCutInsideQuotes(_ line: FieldLine) -> Bool {
        guard let disposition, disposition.line.range == line.range else { return false }
        return disposition.value.parameters.last?.quoting == .unterminated
    }
}
