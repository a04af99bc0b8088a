import Bytes
import Forms
import Inspection
import InspectionRules

/// The line break at the end of a form that was never closed: of the content, or of the delimiter that is missing.
enum TrailingBreak {
    /// Whether it belongs to the content of the last part.
    ///
    /// - Throws: a ``RepairRefusal`` where that does not show.
    static func belongs(to form: Form, in body: EditedBody, _ choices: RepairChoices) throws -> Bool {
        guard form.close == nil, case .inContent = form.ending, let part = form.parts.last else {
            return false
        }
        if form.lineOfDashes != nil { return choices.keepsTrailingBreak ?? false }
        let end = part.content.upperBound
        guard try body.bytes(max(part.content.lowerBound, end - 2)..<end).elementsEqual([0x0D, 0x0A]) else {
            return choices.keepsTrailingBreak ?? false
        }
        if let choice = choices.keepsTrailingBreak { return choice }
        // Of a value and of a file that is not text, a line break at the end is none of its own.
        guard part.isFile, FileSignature(part.facts.opening) == nil, isText(part.facts.opening),
            part.facts.firstLoneLF == nil
        else { return false }
        throw RepairRefusal(
            "the form is not closed, and the line break at offset \(body.sentOffset(of: end - 2)) may be the last "
                + "of the file in part \(part.number) or stand before the delimiter that is missing",
            "--keep-trailing keeps it in the file",
            "--drop-trailing takes it for the delimiter's"
        )
    }

    private static func isText(_ sample: ArraySlice<UInt8>) -> Bool {
        sample.allSatisfy { $0 >= 0x20 || $0.isLineBreak || $0 == 0x09 || $0 == 0x0C }
    }
}
