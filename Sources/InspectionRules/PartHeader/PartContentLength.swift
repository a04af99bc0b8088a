import Bytes
import Forms
import Inspection

/// What a part's own Content-Length says, compared with the part's content.
enum PartContentLength: Hashable {
    /// It is the number of bytes of the content.
    case right
    /// It is another number than that of the content's bytes.
    case wrong(Int)
    /// It is not a number, or one too great for any body.
    case malformed
    /// It is a number, but the end of the content was not seen.
    case unproven

    /// Compares the value of a line with the content of its part; `nil` where the line is another field.
    init?(_ line: FieldLine, of part: BodyPart, in form: Form) {
        guard line.colon != nil, line.ending != .none, !line.value.isEmpty,
            part.header[line.name].equalsIgnoringCase("content-length")
        else { return nil }
        var declared = 0
        for byte in part.header[line.value] {
            let (product, overflowsProduct) = declared.multipliedReportingOverflow(by: 10)
            let (sum, overflowsSum) = product.addingReportingOverflow(Int(byte &- 0x30))
            guard byte.isDigit, !overflowsProduct, !overflowsSum else {
                self = .malformed
                return
            }
            declared = sum
        }
        let isLast = part.number == form.partCount
        guard part.headerEnd == .blankLine, part.facts.missingBytes == 0, !isLast || form.close != nil else {
            self = .unproven
            return
        }
        self = declared == part.content.count ? .right : .wrong(declared)
    }
}
