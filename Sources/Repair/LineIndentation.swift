import Bytes
import Forms

/// The blanks before each line of a body that is an indented text in the source of a program.
enum LineIndentation {
    /// A body of more bytes is not read whole for this: no such text is as long.
    private static let bodyBytes = 1 << 20

    /// The changes that remove them from all lines, also from those of contents.
    ///
    /// - Parameters:
    ///   - form: the form as it is read with them.
    ///   - body: its bytes.
    /// - Returns: the changes, in order; none where delimiters are indented otherwise, or a content is not.
    /// - Throws: a ``RepairRefusal`` where all contents begin with these blanks, but not all lines do; a
    ///   ``RepairFailure`` where the bytes cannot be read again.
    static func edits(of form: Form, in body: EditedBody) throws -> [EditedBody.Edit] {
        let delimiters = form.delimiters
        // The text may begin after the quotes, and the others of its lines on lines of the source.
        let beginsBare = delimiters.first?.precedent == .bodyStart
        let indented = delimiters.dropFirst(beginsBare ? 1 : 0)
        guard indented.allSatisfy({ $0.precedent == .blanks }) else { return [] }
        let leads = try indented.map { delimiter in
            let lead = try body.bytes(delimiter.lead.lowerBound..<delimiter.text.lowerBound)
            return Array(lead.drop(while: \.isLineBreak))
        }
        guard let blanks = leads.first, !blanks.isEmpty, leads.allSatisfy({ $0 == blanks }) else { return [] }
        let contents = form.parts.map(\.content).filter { !$0.isEmpty }
        let areIndented = try contents.allSatisfy { try body.bytes($0.prefix(blanks.count)) == blanks }
        guard !contents.isEmpty, areIndented else { return [] }
        let refusal = RepairRefusal(
            "its contents begin with the blanks by which its delimiters are indented, but not every line does, so that it is "
                + "not known whether they belong to them"
        )
        guard body.count <= bodyBytes else { throw refusal }
        let bytes = try body.bytes(0..<body.count)
        var edits: [EditedBody.Edit] = []
        var start = 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex(where: \.isLineBreak) ?? bytes.count
            let line = bytes[start..<end]
            if line.starts(with: blanks) {
                edits.append(
                    EditedBody.Edit(
                        range: start..<(start + blanks.count),
                        bytes: [],
                        words: words(forLineAt: start, in: form)
                    )
                )
            } else if !line.allSatisfy(\.isBlank), start > 0 || !beginsBare {
                throw refusal
            }
            start = end + (bytes[end...].starts(with: [0x0D, 0x0A]) ? 2 : 1)
        }
        return edits
    }

    private static func words(forLineAt offset: Int, in form: Form) -> String {
        guard let part = form.part(at: offset), part.content.contains(offset) else {
            return "removed the indentation of a line"
        }
        return "removed the indentation of a content"
    }
}
