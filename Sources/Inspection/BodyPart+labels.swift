import Bytes
package import Forms

extension BodyPart {
    /// The Content-Disposition, `nil` where there is none or the body ends in the middle of it.
    package var wholeDisposition: ContentDisposition? {
        guard let disposition, disposition.line.ending != .none else { return nil }
        return disposition
    }

    /// Whether all header lines are there: neither the body nor the capture ends in them.
    package var hasWholeHeader: Bool {
        switch headerEnd {
        case .blankLine, .content, .delimiter: true
        case .bodyEnd, .gap, .limit: false
        }
    }

    /// Whether a parameter is a name or a filename, in any letter case.
    package func isLabel(_ parameter: Parameter) -> Bool { isName(parameter) || isFilename(parameter) }

    /// Whether a parameter is a name, in any letter case.
    package func isName(_ parameter: Parameter) -> Bool { header[parameter.name].equalsIgnoringCase("name") }

    /// Whether a parameter is a filename, in any letter case.
    package func isFilename(_ parameter: Parameter) -> Bool {
        header[parameter.name].equalsIgnoringCase("filename")
    }

    /// Header bytes made fit to be shown.
    package func shown(_ range: Range<Int>) -> String { PrintableText.text(header[range], limit: 80) }
}
